// Reset values.
#include "hls/stepc/design/reset.hpp"

#include "hls/stepc/test_support/compiled.hpp"

namespace stepc {
namespace {

using test::Compiled;

Compiled compiled(const std::string& state, const std::string& out, bool reset_data = false) {
  CompilationOptions options;
  options.reset_data = reset_data;
  return Compiled(state + "struct In { bool go; };\n" + out +
                      "void step(State& s, const In& in, Out& out) {\n  s.one.tick(in.go);\n  s.two.tick(in.go);\n}\n",
                  "reset-values", options);
}

constexpr char kOut[] = "struct Out { hls::Bits<9> x{300}; bool y; };\n";

std::uint64_t reset_of(const Module& module, const std::string& name) {
  return test::register_of(module, name).reset.getZExtValue();
}

TEST(Reset, GivesWhatTheConstructorsGive) {
  const Compiled design = compiled(
      R"(enum class Mode : unsigned char { kA, kB };
struct Part { hls::Bits<5> a{21}; Mode mode = Mode::kB; HLS_MODULE void tick(bool go) { if (go) a = hls::Bits<5>(a + 1); } };
struct State { Part one; Part two; int n = -3; };
)",
      kOut);
  EXPECT_EQ(reset_of(design.module("Part"), "a"), 21u);
  EXPECT_EQ(reset_of(design.module("Part"), "mode"), 1u);
  EXPECT_EQ(reset_of(design.top(), "n"), 0xfffffffdu);
  EXPECT_EQ(reset_of(design.top(), "out_x"), 300u);
  EXPECT_EQ(reset_of(design.top(), "out_y"), 0u);
}

TEST(Reset, MakesParametersOfWhatPartsStartWithDifferently) {
  const Compiled design = compiled(
      R"(struct Part { hls::Bits<5> a; Part(int n) : a(static_cast<unsigned>(n)) {} HLS_MODULE void tick(bool go) { if (go) a = hls::Bits<5>(a + 1); } };
struct State { Part one{3}; Part two{4}; };
)",
      kOut);
  const Module& part = design.module("Part");
  ASSERT_EQ(part.starts.size(), 1u);
  EXPECT_EQ(part.starts[0].name, "a_start");
  EXPECT_EQ(test::register_of(part, "a").start, 0u);
  ASSERT_EQ(design.top().instances.size(), 2u);
  EXPECT_EQ(design.top().instances[0].starts[0].value, 3u);
  EXPECT_EQ(design.top().instances[1].starts[0].value, 4u);
}

// C++ says nothing of them, hardware has to.
TEST(Reset, WarnsOfRegistersThatNobodySets) {
  Compiled design = compiled(
      R"(struct Part { hls::Bits<5> a; unsigned char b; Part() {} HLS_MODULE void tick(bool go) { if (go) b = 1; } };
struct State { Part one; Part two; int n; };
)",
      "struct Out {\n  unsigned char x;\n  Out() {}\n};\n");
  EXPECT_EQ(design.errors(), "");
  const std::string reason =
      " is set by no constructor: it starts with zero, in C++ with anything; give it a first value\n";
  EXPECT_EQ(design.compilation().diagnostics.warnings(),
            "test.cpp:1: warning: register 'b'" + reason + "test.cpp:5: warning: register 'x'" + reason);
  EXPECT_EQ(reset_of(design.module("Part"), "b"), 0u);
}

constexpr char kData[] =
    R"(struct Data { static constexpr bool kHlsData = true; hls::Bits<5> a; };
struct Part { Data data; bool valid; HLS_MODULE void tick(bool go) { valid = go; if (go) data.a = hls::Bits<5>(data.a + 1); } };
struct State { Part one; Part two; };
)";

TEST(Reset, LeavesDataAlone) {
  const Compiled design = compiled(kData, kOut);
  EXPECT_FALSE(test::register_of(design.module("Part"), "data_a").is_reset);
  EXPECT_TRUE(test::register_of(design.module("Part"), "valid").is_reset);
}

TEST(Reset, ReachesDataWhereItIsToldTo) {
  EXPECT_TRUE(test::register_of(compiled(kData, kOut, true).module("Part"), "data_a").is_reset);
}

TEST(Reset, ReportsDataThatDoesNotStartWithZero) {
  const std::string out = "struct Out { static constexpr bool kHlsData = true;\n  hls::Bits<9> x{300};\n};\n";
  EXPECT_EQ(
      compiled(kData, out).errors(),
      "test.cpp:6: error: register 'x' is data (kHlsData) and starts with 300: data must start with zero; or give "
      "--reset-data\n");
  EXPECT_EQ(compiled(kData, out, true).errors(), "");
}

}  // namespace
}  // namespace stepc
