#pragma once
// A pack of doubles, one contact a lane. Width 8 with AVX-512, else 4. Fused multiply-add is asked for by name (fma),
// never made by the compiler, so that every lane and every build of one kind of CPU rounds alike.

#include <cmath>
#include <cstdint>

#if defined(__AVX2__) && defined(__FMA__)
#include <immintrin.h>
#endif

namespace talus::solver {

#if defined(__AVX512F__)
inline constexpr int kWidth = 8;
#else
inline constexpr int kWidth = 4;
#endif

typedef double Pack __attribute__((vector_size(8 * kWidth)));
typedef std::int64_t Mask __attribute__((vector_size(8 * kWidth)));

inline Pack splat(double x) { return x - Pack{}; }
inline Pack load(const double* from) { return *reinterpret_cast<const Pack*>(from); }
inline void store(double* to, Pack x) { *reinterpret_cast<Pack*>(to) = x; }
inline Pack select(Mask condition, Pack yes, Pack no) { return condition ? yes : no; }
inline Pack max(Pack a, Pack b) { return a > b ? a : b; }
inline Pack min(Pack a, Pack b) { return a < b ? a : b; }

#if defined(__AVX512F__)
inline Pack fma(Pack a, Pack b, Pack c) { return (Pack)_mm512_fmadd_pd((__m512d)a, (__m512d)b, (__m512d)c); }
inline Pack sqrt(Pack a) { return (Pack)_mm512_sqrt_pd((__m512d)a); }
#elif defined(__AVX2__) && defined(__FMA__)
inline Pack fma(Pack a, Pack b, Pack c) { return (Pack)_mm256_fmadd_pd((__m256d)a, (__m256d)b, (__m256d)c); }
inline Pack sqrt(Pack a) { return (Pack)_mm256_sqrt_pd((__m256d)a); }
#else
inline Pack fma(Pack a, Pack b, Pack c) {
  for (int l = 0; l < kWidth; ++l) c[l] = std::fma(a[l], b[l], c[l]);
  return c;
}
inline Pack sqrt(Pack a) {
  for (int l = 0; l < kWidth; ++l) a[l] = std::sqrt(a[l]);
  return a;
}
#endif
inline Pack fnma(Pack a, Pack b, Pack c) { return fma(-a, b, c); }

inline double sum_lanes(Pack a) {
  double sum = 0;
  for (int l = 0; l < kWidth; ++l) sum += a[l];
  return sum;
}
inline double max_lanes(Pack a) {
  double most = a[0];
  for (int l = 1; l < kWidth; ++l) most = a[l] > most ? a[l] : most;
  return most;
}

// Three packs: a vector of each lane.
struct Pack3 {
  Pack x, y, z;
};
inline Pack3 operator+(const Pack3& a, const Pack3& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline Pack3 operator-(const Pack3& a, const Pack3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline Pack3 operator*(Pack s, const Pack3& a) { return {s * a.x, s * a.y, s * a.z}; }
inline Pack dot(const Pack3& a, const Pack3& b) { return fma(a.x, b.x, fma(a.y, b.y, a.z * b.z)); }
inline Pack3 cross(const Pack3& a, const Pack3& b) {
  return {fnma(a.z, b.y, a.y * b.z), fnma(a.x, b.z, a.z * b.x), fnma(a.y, b.x, a.x * b.y)};
}
inline Pack3 fma(Pack s, const Pack3& a, const Pack3& b) {
  return {fma(s, a.x, b.x), fma(s, a.y, b.y), fma(s, a.z, b.z)};
}
inline Pack3 fnma(Pack s, const Pack3& a, const Pack3& b) { return fma(-s, a, b); }
inline Pack3 load3(const double* from) { return {load(from), load(from + kWidth), load(from + 2 * kWidth)}; }
inline void store3(double* to, const Pack3& a) {
  store(to, a.x);
  store(to + kWidth, a.y);
  store(to + 2 * kWidth, a.z);
}

// A square of rows by columns: kWidth records of 4 doubles each become 4 packs, and back. Records are 32-byte aligned.
struct Quad {
  Pack c0, c1, c2, c3;
};

#if defined(__AVX2__) && defined(__FMA__)
inline void transpose4(__m256d r0, __m256d r1, __m256d r2, __m256d r3, __m256d out[4]) {
  const __m256d a = _mm256_unpacklo_pd(r0, r1), b = _mm256_unpackhi_pd(r0, r1);
  const __m256d c = _mm256_unpacklo_pd(r2, r3), d = _mm256_unpackhi_pd(r2, r3);
  out[0] = _mm256_permute2f128_pd(a, c, 0x20);
  out[1] = _mm256_permute2f128_pd(b, d, 0x20);
  out[2] = _mm256_permute2f128_pd(a, c, 0x31);
  out[3] = _mm256_permute2f128_pd(b, d, 0x31);
}
#endif

inline Quad gather(const double* base, const std::int32_t* index, std::size_t stride) {
#if defined(__AVX512F__)
  __m256d low[4], high[4];
  auto row = [&](int l) { return _mm256_load_pd(base + static_cast<std::size_t>(index[l]) * stride); };
  transpose4(row(0), row(1), row(2), row(3), low);
  transpose4(row(4), row(5), row(6), row(7), high);
  auto join = [&](int k) { return (Pack)_mm512_insertf64x4(_mm512_castpd256_pd512(low[k]), high[k], 1); };
  return {join(0), join(1), join(2), join(3)};
#elif defined(__AVX2__) && defined(__FMA__)
  __m256d out[4];
  auto row = [&](int l) { return _mm256_load_pd(base + static_cast<std::size_t>(index[l]) * stride); };
  transpose4(row(0), row(1), row(2), row(3), out);
  return {(Pack)out[0], (Pack)out[1], (Pack)out[2], (Pack)out[3]};
#else
  Quad q{};
  for (int l = 0; l < kWidth; ++l) {
    const double* row = base + static_cast<std::size_t>(index[l]) * stride;
    q.c0[l] = row[0], q.c1[l] = row[1], q.c2[l] = row[2], q.c3[l] = row[3];
  }
  return q;
#endif
}

inline void scatter(const Quad& q, double* base, const std::int32_t* index, std::size_t stride) {
#if defined(__AVX512F__)
  __m256d out[4];
  auto put = [&](int l, __m256d v) { _mm256_store_pd(base + static_cast<std::size_t>(index[l]) * stride, v); };
  auto low = [](Pack p) { return _mm512_castpd512_pd256((__m512d)p); };
  auto high = [](Pack p) { return _mm512_extractf64x4_pd((__m512d)p, 1); };
  transpose4(low(q.c0), low(q.c1), low(q.c2), low(q.c3), out);
  for (int l = 0; l < 4; ++l) put(l, out[l]);
  transpose4(high(q.c0), high(q.c1), high(q.c2), high(q.c3), out);
  for (int l = 0; l < 4; ++l) put(l + 4, out[l]);
#elif defined(__AVX2__) && defined(__FMA__)
  __m256d out[4];
  transpose4((__m256d)q.c0, (__m256d)q.c1, (__m256d)q.c2, (__m256d)q.c3, out);
  for (int l = 0; l < 4; ++l) _mm256_store_pd(base + static_cast<std::size_t>(index[l]) * stride, out[l]);
#else
  for (int l = 0; l < kWidth; ++l) {
    double* row = base + static_cast<std::size_t>(index[l]) * stride;
    row[0] = q.c0[l], row[1] = q.c1[l], row[2] = q.c2[l], row[3] = q.c3[l];
  }
#endif
}

}  // namespace talus::solver
