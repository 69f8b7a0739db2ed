// SPDX-License-Identifier: Apache-2.0
// Compares instructions and intrinsics with C++ itself or with their definitions: each function is
// translated, and also compiled into this test. The operands are corners of the 32-bit range, which
// random numbers seldom hit.
#include <bit>
#include <random>

#include "hls/stepc/test_support/compiled.hpp"
#include "hls/stepc/test_support/evaluator.hpp"
#include "test_support/seed.hpp"

namespace stepc {
namespace {

using test::Compiled;

// The body of a function of a, b (32 bits) and s, t (their values as signed numbers), here and in
// the test's source.
#define EXPECT_SAME(...)                                                                                            \
  expect_same(#__VA_ARGS__, [](std::uint32_t a, std::uint32_t b, std::int32_t s, std::int32_t t) -> std::uint64_t { \
    (void)a, (void)b, (void)s, (void)t;                                                                             \
    __VA_ARGS__                                                                                                     \
  })

class Translated : public testing::Test {
 protected:
  void expect_same(const std::string& body,
                   std::uint64_t (*function)(std::uint32_t, std::uint32_t, std::int32_t, std::int32_t)) {
    for (const unsigned pipeline : {1u, 2u}) {
      CompilationOptions options;
      options.pipeline = pipeline;
      const Compiled compiled(R"(#include <array>
#include <cstdint>
static std::uint64_t value(std::uint32_t a, std::uint32_t b, std::int32_t s, std::int32_t t) {
)" + body + R"(
}
struct State {}; struct In { std::uint32_t a; std::uint32_t b; }; struct Out { std::uint64_t x; };
void step(State&, const In& in, Out& out) {
  out.x = value(in.a, in.b, static_cast<std::int32_t>(in.a), static_cast<std::int32_t>(in.b));
}
)",
                              "walk", options);
      ASSERT_EQ(compiled.errors(), "") << body;
      const Expr next = test::register_of(compiled.top(), "out_x").next;
      const std::uint32_t corners[] = {0, 1, 2, 5, 31, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff, 0x1234567};
      for (const std::uint32_t a : corners) {
        for (const std::uint32_t b : corners) {
          const std::uint64_t value = test::value_of(compiled.top(), next, {{"input a", a}, {"input b", b}});
          ASSERT_EQ(value, function(a, b, static_cast<std::int32_t>(a), static_cast<std::int32_t>(b)))
              << body << " of " << a << " and " << b << ", pipeline " << pipeline;
        }
      }
    }
  }
};

TEST_F(Translated, Arithmetic) {
  EXPECT_SAME(return a + b;);
  EXPECT_SAME(return a - b;);
  EXPECT_SAME(return std::uint64_t{a} * b;);
  EXPECT_SAME(return a / (b | 1););
  EXPECT_SAME(return a % (b | 1););
  EXPECT_SAME(return static_cast<std::uint32_t>(s / 7););
  EXPECT_SAME(return static_cast<std::uint32_t>(s % ((t & 0xff) + 1)););
  EXPECT_SAME(return static_cast<std::uint32_t>(s / ((t & 0xff) + 1)););
}

TEST_F(Translated, ShiftsAndBits) {
  EXPECT_SAME(return a << (b & 31););
  EXPECT_SAME(return a >> (b & 31););
  EXPECT_SAME(return static_cast<std::uint32_t>(s >> (b & 31)););
  EXPECT_SAME(return b < 64 ? std::uint64_t{a} << std::uint64_t{b} : 7;);
  EXPECT_SAME(return b < 32 ? static_cast<std::uint32_t>(s >> std::uint64_t{b}) : a;);
  EXPECT_SAME(const unsigned char x = static_cast<unsigned char>(a); return b < 8 ? x >> b : x;);
  EXPECT_SAME(return __builtin_rotateleft64(std::uint64_t{a} << 32 | b, b) ^ __builtin_rotateright8(b & 255, a & 255););
  EXPECT_SAME(return (a & b) ^ (a | ~b););
}

TEST_F(Translated, Comparisons) {
  EXPECT_SAME(return (a < b) + 2u * (a <= b) + 4u * (a == b) + 8u * (a != b) + 16u * (a > b) + 32u * (a >= b););
  EXPECT_SAME(return (s < t) + 2u * (s <= t) + 4u * (s > t) + 8u * (s >= t) + 16u * (s < 0) + 32u * (s > -1););
}

TEST_F(Translated, Conversions) {
  EXPECT_SAME(return static_cast<std::uint8_t>(a) + static_cast<std::uint16_t>(b););
  EXPECT_SAME(return static_cast<std::uint64_t>(static_cast<std::int64_t>(static_cast<std::int8_t>(a))););
  EXPECT_SAME(return static_cast<std::uint64_t>(std::int64_t{s}) + std::uint64_t{b};);
}

TEST_F(Translated, Choices) {
  EXPECT_SAME(return a > b ? a - b : b - a;);
  EXPECT_SAME(switch (a & 7) {
    case 0:
      return b;
    case 3:
      return b + 1;
    case 5:
      return 9;
    default:
      return a;
  });
  EXPECT_SAME(std::uint32_t x = 0; if (a > 5) {
    x = a;
    if (b > 5)
      x += b;
    else
      return 77;
  } return x * 2;);
}

TEST_F(Translated, LoopsThatEndEarly) {
  EXPECT_SAME(for (unsigned i = 0; i < 32; ++i) if (a >> i & 1) return i; return 32;);
  EXPECT_SAME(std::uint32_t x = b; for (unsigned i = 0; i < 8; ++i) if (x != a) x = x * 3 + i; return x;);
}

TEST_F(Translated, ArraysAtVariableIndices) {
  EXPECT_SAME(std::array<std::uint32_t, 5> m{a, b, 3, 4, 5}; m[a % 5] += 10; return m[b % 5] * 100 + m[a % 5];);
  EXPECT_SAME(std::uint16_t m[3][4]{}; m[a % 3][b % 4] = 9; m[2][1] += 1; std::uint64_t x = 0;
              for (auto& row : m) for (auto v : row) x = x * 3 + v; return x;);
  EXPECT_SAME(static constexpr std::uint8_t table[] = {3, 1, 4, 1, 5, 9, 2, 6};
              return table[a & 7] * 10u + table[b & 7];);
}

TEST_F(Translated, PointersToDifferentObjects) {
  EXPECT_SAME(std::uint32_t x = a; std::uint32_t y = b; std::uint32_t& z = a > b ? x : y; z += 5; return x * 3 + y;);
  EXPECT_SAME(struct P {
    std::uint8_t l;
    std::uint32_t r;
  };
              P p[2] = {{1, a}, {2, b}}; P q = p[a & 1]; p[b & 1].r ^= q.l; return p[0].r + p[1].r * 2;);
}

#undef EXPECT_SAME

// LLVM's intrinsic functions, at widths that C++ has names for.
// out.x = `expression` of the 32-bit numbers a, b, c.
class Intrinsics : public testing::Test {
 protected:
  void expect(const std::string& expression,
              const std::function<std::uint64_t(std::uint32_t, std::uint32_t, std::uint32_t)>& meaning) {
    const Compiled compiled(R"(#include <algorithm>
#include <cstdint>
struct State {}; struct In { std::uint32_t a; std::uint32_t b; std::uint32_t c; }; struct Out { std::uint64_t x; };
void step(State&, const In& in, Out& out) {
  const std::uint32_t a = in.a, b = in.b, c = in.c; const std::int32_t sa = a, sb = b; (void)c; (void)sa; (void)sb;
  out.x = static_cast<std::uint64_t>()" +
                                expression + ");\n}\n",
                            "walk");
    ASSERT_EQ(compiled.errors(), "");
    const Expr next = test::register_of(compiled.top(), "out_x").next;
    const std::uint32_t corners[] = {0,          1,          2,          31,         32,         33,
                                     0x7fffffff, 0x80000000, 0x80000001, 0xfffffffe, 0xffffffff, 0x00ff1200};
    std::mt19937 random(static_cast<std::uint32_t>(test_support::seed()));
    for (const std::uint32_t a : corners) {
      for (const std::uint32_t b : corners) {
        const auto c = static_cast<std::uint32_t>(random());
        ASSERT_EQ(test::value_of(compiled.top(), next, {{"input a", a}, {"input b", b}, {"input c", c}}),
                  meaning(a, b, c))
            << expression << " of " << a << ", " << b << ", " << c;
      }
    }
  }
  static std::int64_t s(std::uint32_t x) { return static_cast<std::int32_t>(x); }
  static std::int64_t clamp(std::int64_t x) { return std::clamp<std::int64_t>(x, -2147483648ll, 2147483647ll); }
  static std::uint32_t u(std::int64_t x) { return static_cast<std::uint32_t>(x); }
};

TEST_F(Intrinsics, Counts) {
  expect("a == 0 ? 32 : __builtin_clz(a)",
         [](auto a, auto, auto) { return static_cast<std::uint64_t>(std::countl_zero(a)); });
  expect("a == 0 ? 32 : __builtin_ctz(a)",
         [](auto a, auto, auto) { return static_cast<std::uint64_t>(std::countr_zero(a)); });
  expect("__builtin_popcount(a ^ b)",
         [](auto a, auto b, auto) { return static_cast<std::uint64_t>(std::popcount(a ^ b)); });
}

TEST_F(Intrinsics, Orders) {
  expect("std::max(a, b)", [](auto a, auto b, auto) { return std::max(a, b); });
  expect("std::min(a, b)", [](auto a, auto b, auto) { return std::min(a, b); });
  expect("static_cast<std::uint32_t>(std::max(sa, sb))", [](auto a, auto b, auto) { return u(std::max(s(a), s(b))); });
  expect("static_cast<std::uint32_t>(std::min(sa, sb))", [](auto a, auto b, auto) { return u(std::min(s(a), s(b))); });
  expect("static_cast<std::uint32_t>(sa < 0 ? 0u - a : a)", [](auto a, auto, auto) { return s(a) < 0 ? u(-s(a)) : a; });
}

TEST_F(Intrinsics, Bits) {
  expect("__builtin_bswap32(a)",
         [](auto a, auto, auto) { return (a & 0xff) << 24 | (a >> 8 & 0xff) << 16 | (a >> 16 & 0xff) << 8 | a >> 24; });
  expect("__builtin_bitreverse32(a)", [](auto a, auto, auto) {
    std::uint32_t reversed = 0;
    for (int bit = 0; bit < 32; ++bit) reversed |= (a >> bit & 1u) << (31 - bit);
    return reversed;
  });
  expect("a << (b & 31) | a >> (-b & 31)", [](auto a, auto b, auto) { return std::rotl(a, static_cast<int>(b % 32)); });
  expect("__builtin_rotateright32(a, b)", [](auto a, auto b, auto) { return std::rotr(a, static_cast<int>(b % 32)); });
}

TEST_F(Intrinsics, Saturating) {
  expect("__builtin_elementwise_add_sat(a, b)",
         [](auto a, auto b, auto) { return std::min<std::uint64_t>(std::uint64_t{a} + b, 0xffffffffu); });
  expect("__builtin_elementwise_sub_sat(a, b)", [](auto a, auto b, auto) { return a < b ? 0u : a - b; });
  expect("static_cast<std::uint32_t>(__builtin_elementwise_add_sat(sa, sb))",
         [](auto a, auto b, auto) { return u(clamp(s(a) + s(b))); });
  expect("static_cast<std::uint32_t>(__builtin_elementwise_sub_sat(sa, sb))",
         [](auto a, auto b, auto) { return u(clamp(s(a) - s(b))); });
}

TEST_F(Intrinsics, Overflow) {
  const auto checked = [&](const std::string& name, auto exact) {
    // Returns the wrapped result, and whether it differs from the exact one.
    expect("({ std::int32_t r; const bool o = __builtin_" + name +
               "_overflow(sa, sb, &r); (static_cast<std::uint64_t>(o) << 32) | static_cast<std::uint32_t>(r); })",
           [&](auto a, auto b, auto) {
             const std::int64_t value = exact(s(a), s(b));
             return std::uint64_t{value != s(u(value))} << 32 | u(value);
           });
  };
  checked("add", [](auto a, auto b) { return a + b; });
  checked("sub", [](auto a, auto b) { return a - b; });
  checked("mul", [](auto a, auto b) { return a * b; });
  expect(
      "({ std::uint32_t r; const bool o = __builtin_add_overflow(a, b, &r); (static_cast<std::uint64_t>(o) << 32) | r; "
      "})",
      [](auto a, auto b, auto) { return std::uint64_t{a} + b; });
}

TEST_F(Intrinsics, Copies) {
  expect(
      "({ std::uint32_t m[4] = {a, b, c, 7}; std::uint32_t n[4]; __builtin_memcpy(n, m, 16); __builtin_memset(m, 0x5a, "
      "16);"
      " __builtin_memmove(n + 1, n, 8); n[2] ^ m[3]; })",
      [](auto, auto b, auto) { return b ^ 0x5a5a5a5au; });
}

}  // namespace
}  // namespace stepc
