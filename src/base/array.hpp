#pragma once
// Arrays that take any signed index without a cast and check it in debug builds.

#include <concepts>
#include <span>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/types.hpp"

namespace talus {

template <class T>
class View : public std::span<T> {
 public:
  using std::span<T>::span;
  T& operator[](std::integral auto i) const {
    TALUS_ASSERT(std::cmp_less_equal(0, i) && std::cmp_less(i, this->size()));
    return this->data()[i];
  }
};

template <class T>
class Array : public std::vector<T> {
 public:
  using std::vector<T>::vector;
  Array(std::vector<T> values) : std::vector<T>(std::move(values)) {}

  T& operator[](std::integral auto i) { return View<T>(*this)[i]; }
  const T& operator[](std::integral auto i) const { return View<const T>(*this)[i]; }
};

}  // namespace talus
