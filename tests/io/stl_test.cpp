// STL files written here, as text and as binary, against the triangles that they were written from; damaged ones.

#include "io/stl.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>

#include "base/error.hpp"
#include "base/random.hpp"

namespace talus::io {
namespace {

class StlRoundTrip : public testing::Test {
 protected:
  void SetUp() override {
    path_ = std::filesystem::temp_directory_path() / ("talus_stl_" + std::to_string(getpid()) + ".stl");
    for (std::uint64_t n = 0; n < 36; ++n) {
      auto whole = [n](std::uint64_t which) { return static_cast<double>(random_bits(1, n, which) % 4001) - 2000; };
      corners_.push_back(Vec3(whole(0) / 4096, whole(1) / 1048576, whole(2) * 4));  // floats hold them exactly
    }
  }
  void TearDown() override { std::filesystem::remove(path_); }
  void write(const std::string& bytes) { std::ofstream(path_, std::ios::binary) << bytes; }

  std::string text() const {
    std::string out = "solid a name with words\n";
    char line[200];
    for (std::size_t t = 0; t < corners_.size(); t += 3) {
      out += "  facet normal 0 0 1\n    outer loop\n";
      for (std::size_t c = t; c < t + 3; ++c) {
        std::snprintf(line, sizeof(line), "      vertex %.9e %+.9E %.9g\r\n", corners_[c].x(), corners_[c].y(),
                      corners_[c].z());
        out += line;
      }
      out += "    endloop\n  endfacet\n";
    }
    return out + "endsolid a name with words\n";
  }
  std::string binary(const char* header) const {
    std::string out(84, '\0');
    std::strcpy(out.data(), header);
    const auto count = static_cast<std::uint32_t>(corners_.size() / 3);
    std::memcpy(out.data() + 80, &count, 4);
    for (std::size_t t = 0; t < corners_.size(); t += 3) {
      float numbers[12] = {};
      for (std::size_t c = 0; c < 9; ++c)
        numbers[3 + c] = static_cast<float>(corners_[t + c / 3][static_cast<Eigen::Index>(c % 3)]);
      out.append(reinterpret_cast<const char*>(numbers), sizeof(numbers));
      out.append(2, '\0');
    }
    return out;
  }
  void expect_read(double tolerance) {
    const auto read = read_stl(path_, 2);
    ASSERT_EQ(read.size(), corners_.size());
    for (std::size_t c = 0; c < read.size(); ++c)
      EXPECT_LE((read[c] - 2 * corners_[c]).norm(), tolerance * corners_[c].norm());
  }

  std::string path_;
  std::vector<Vec3> corners_;
};

TEST_F(StlRoundTrip, Text) {
  write(text());
  expect_read(1e-8);
}

TEST_F(StlRoundTrip, Binary) {
  write(binary("made by a program"));
  expect_read(0);
  write(binary("solid, though binary"));
  expect_read(0);
}

TEST_F(StlRoundTrip, EveryCutOrChangedFileFailsCleanlyOrReads) {
  for (const std::string& whole : {text(), binary("b")}) {
    for (std::size_t n = 0; n < 400; ++n) {
      std::string damaged = whole;
      const auto at = static_cast<std::size_t>(random_bits(5, n, 0) % whole.size());
      if (n % 2 == 0) {
        damaged.resize(at);
      } else {
        damaged[at] = static_cast<char>(random_bits(5, n, 1));
      }
      write(damaged);
      try {
        read_stl(path_);
      } catch (const InputError& error) {
        EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
      }
    }
  }
}

TEST_F(StlRoundTrip, ErrorsNameFileAndLine) {
  auto bad = text();
  bad.replace(bad.find("vertex"), 6, "vortex");
  write(bad);
  try {
    read_stl(path_);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find(path_ + ":4: not STL: expected vertex, found 'vortex'"), std::string::npos)
        << error.what();
  }
  write("");
  EXPECT_THROW(read_stl(path_), InputError);
  auto lying = binary("b");
  const std::uint32_t many = 4000000000u;
  std::memcpy(lying.data() + 80, &many, 4);
  write(lying);
  EXPECT_THROW(read_stl(path_), InputError);
  EXPECT_THROW(read_stl(path_ + ".none"), IoError);
  EXPECT_THROW(read_stl(std::filesystem::temp_directory_path()), IoError);
}

}  // namespace
}  // namespace talus::io
