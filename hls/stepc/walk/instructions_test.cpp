// Instructions against C++ itself: a function is translated, and compiled into this test.
#include "hls/stepc/walk/instructions.hpp"

#include <random>

#include "hls/stepc/test_support/compiled.hpp"
#include "hls/stepc/test_support/evaluator.hpp"

namespace stepc {
namespace {

using test::Compiled;

// The body of a function of a, b (32 bits) and s, t (their values as signed numbers), here and in the test's source.
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

// The widest amount of a shift in an expression.
unsigned widest_amount(Expr x) {
  const bool is_shift = x->op == Op::kShiftLeft || x->op == Op::kShiftRight || x->op == Op::kSignedShiftRight;
  unsigned widest = is_shift ? x->operands[1]->width : 0;
  for (Expr operand : x->operands) widest = std::max(widest, widest_amount(operand));
  return widest;
}

// A shift by the width or more has no value in C++, so that of a wide amount as many bits are looked at as smaller ones need, in
// a rotation one more. Verilator would refuse a wider one that turned out to be a constant.
TEST(Shifts, LookAtNoMoreOfAWideAmountThanTheWidthNeeds) {
  const Compiled compiled(R"(struct State { unsigned long k = 0x2c46c5c5b1dd2637; };
struct In { unsigned long a; long s; unsigned long n; };
struct Out { unsigned long left; unsigned right; long by_register; unsigned long wide, rotated, odd; };
void step(State& state, const In& in, Out& out) {
  using Wide = unsigned _BitInt(100);
  using Odd = unsigned _BitInt(48);
  out.left = in.a << in.n;
  out.right = static_cast<unsigned>(in.a) >> in.n;
  out.by_register = in.s >> state.k;
  out.wide = (static_cast<Wide>(in.a) << static_cast<Wide>(in.n)) >> 40;
  out.rotated = __builtin_rotateleft64(in.a, in.n);
  const Odd odd = in.a;
  out.odd = static_cast<Odd>(odd << in.n % 48 | odd >> (48 - in.n % 48) % 48);
}
)",
                          "walk");
  const auto amount_in = [&](const char* name) { return widest_amount(test::register_of(compiled.top(), name).next); };
  EXPECT_EQ(amount_in("out_left"), 6u);
  EXPECT_EQ(amount_in("out_right"), 32u);
  EXPECT_EQ(amount_in("out_by_register"), 6u);
  EXPECT_EQ(amount_in("out_wide"), 7u);
  EXPECT_EQ(amount_in("out_rotated"), 7u);
  EXPECT_LE(amount_in("out_odd"), 6u);
}

// A signed index times a stride, from the middle of an array: what bounds the index bounds the address.
TEST(Strides, ReachNoMoreThanTheirIndexAllows) {
  const Compiled compiled(R"(struct State { unsigned long before[3], a[6], b[4]; };
struct In { long k; unsigned long x; }; struct Out { bool none; };
void step(State& s, const In& in, Out&) {
  if (const long k = in.k % 5; k >= -1 && k <= 0) (&s.a[0] + 5)[3 * k] = in.x;
}
)");
  std::vector<std::string> written;
  for (const Register& reg : compiled.top().registers) {
    if (reg.is_written()) written.push_back(reg.name);
  }
  EXPECT_EQ(written, (std::vector<std::string>{"a_2", "a_5"}));
}

std::string errors_of(const std::string& body, const std::string& state = "int n;") {
  return Compiled("struct State { " + state +
                  " }; struct In { int a; int b; }; struct Out { int x; };\nint elsewhere(int);\n" +
                  "int counter; void step(State& s, const In& in, Out& out) {\n" + body + "}\n")
      .errors();
}

TEST(Refusals, AreOnTheLineOfTheInstruction) {
  EXPECT_EQ(errors_of("out.x = 1;\ns.n = elsewhere(in.a);\n"),
            "test.cpp:5: error: call of 'elsewhere', whose body is not known\n");
  EXPECT_EQ(errors_of("out.x = 1;\nasm(\"nop\");\n"), "test.cpp:5: error: inline assembly is not translatable\n");
  EXPECT_EQ(errors_of("volatile int v = in.a;\nout.x = in.b;\n"),
            "test.cpp:4: error: a volatile or atomic access is not translatable\n");
  EXPECT_EQ(errors_of("out.x = __atomic_load_n(&s.n, 0);\n"),
            "test.cpp:4: error: a volatile or atomic access is not translatable\n");
  EXPECT_EQ(errors_of("out.x = counter;\n"),
            "test.cpp:4: error: global variable 'counter': all state must be in State\n");
}

// One error, though three values come of it.
TEST(Refusals, DoNotCascade) {
  EXPECT_EQ(errors_of(R"(int v = elsewhere(in.a);
int w = v * 2;
int m[4] = {1, 2, 3, 4};
out.x = m[w & 3] + w;
if (w > 3) s.n = 4;
)"),
            "test.cpp:4: error: call of 'elsewhere', whose body is not known\n");
  EXPECT_EQ(errors_of("s.f = s.f * 2 + s.f;\n", "int n; float f;"),
            "test.cpp:1: error: floating point is not translatable\n");
  EXPECT_EQ(errors_of("if (elsewhere(in.a)) s.ram.write(1, in.a);\ns.ram.write(2, in.b);\nout.x = s.ram.read(1);\n",
                      "int n; hls::Ram<int, 4> ram;"),
            "test.cpp:4: error: call of 'elsewhere', whose body is not known\n");
}

TEST(Refusals, OfIndependentLinesAreAllTold) {
  EXPECT_EQ(errors_of("int v = elsewhere(in.a);\nint w = elsewhere(v);\ncounter = w;\nout.x = v;\n"),
            R"(test.cpp:4: error: call of 'elsewhere', whose body is not known
test.cpp:5: error: call of 'elsewhere', whose body is not known
test.cpp:6: error: global variable 'counter': all state must be in State
)");
}

}  // namespace
}  // namespace stepc
