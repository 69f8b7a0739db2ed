// LLVM's intrinsic functions, at widths that C++ has names for, against C++ or the definition of the operation.
#include "hls/stepc/walk/intrinsics.hpp"

#include <bit>
#include <random>

#include "hls/stepc/test_support/compiled.hpp"
#include "hls/stepc/test_support/evaluator.hpp"
#include "test_support/seed.hpp"

namespace stepc {
namespace {

using test::Compiled;

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
    // The wrapped result, and whether it is not the exact one.
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

TEST_F(Intrinsics, OthersAreRefused) {
  const Compiled compiled(R"(struct State {}; struct In { int a; }; struct Out { int x; };
void step(State&, const In& in, Out& out) {
  out.x = __builtin_readcyclecounter() & 1;
}
)");
  EXPECT_EQ(compiled.errors(), "test.cpp:3: error: intrinsic 'llvm.readcyclecounter' is not translatable\n");
}

}  // namespace
}  // namespace stepc
