// The bytes of State{} and Out{}.
#include "hls/stepc/frontend/constructors.hpp"

#include "hls/stepc/test_support/compiled.hpp"

namespace stepc {
namespace {

ResetBytes constructed(const std::string& declarations, std::size_t state, std::size_t out) {
  test::Compiled compiled(declarations + "struct In { bool a; };\nvoid step(State&, const In&, Out&) {}\n", "frontend");
  return construct_registers(compiled.compilation().bitcode, state, out);
}

TEST(Constructors, AreRun) {
  const ResetBytes bytes = constructed(
      R"(struct Part { hls::Bits<7> a{100}; Part() { for (int i = 0; i < 3; ++i) b += i; } std::uint16_t b = 7; };
struct State { hls::Bits<3> x{5}; Part parts[2]; };
struct Out { int y = -2; };
)",
      10, 4);
  EXPECT_EQ(bytes.state, (std::vector<unsigned char>{5, 0, 100, 0, 10, 0, 100, 0, 10, 0}));
  EXPECT_EQ(bytes.out, (std::vector<unsigned char>{0xfe, 0xff, 0xff, 0xff}));
}

TEST(Constructors, LeaveZeroWhatTheyDoNotSet) {
  const ResetBytes bytes =
      constructed("struct State { hls::Ram<int, 2> ram; bool b; };\nstruct Out { bool y; };\n", 12, 1);
  EXPECT_EQ(bytes.state, std::vector<unsigned char>(12));
}

TEST(Constructors, TellWhatTheySet) {
  const ResetBytes bytes = constructed(
      "struct Part { unsigned char a, b = 3; Part() {} };\nstruct State { Part part; unsigned char c; };\n"
      "struct Out { bool y; };\n",
      3, 1);
  EXPECT_EQ(bytes.state, (std::vector<unsigned char>{0, 3, 0}));
  EXPECT_EQ(bytes.state_is_set, (std::vector<bool>{false, true, true}));
  EXPECT_EQ(bytes.out_is_set, std::vector<bool>{true});
}

// They are run on the host, where nobody defines what HLS_ASSERT calls.
TEST(Constructors, MayBeInAProgramWithAssertions) {
  const ResetBytes bytes = constructed(
      "struct State { unsigned char n; State() : n(4) { HLS_ASSERT(n == 4, \"four\"); } };\nstruct Out { bool y; };\n",
      1, 1);
  EXPECT_EQ(bytes.state, std::vector<unsigned char>{4});
}

// The one line with which the constructors of a program are refused.
std::string error_of(const std::string& declarations, std::size_t state, std::size_t out) {
  try {
    constructed(declarations, state, out);
  } catch (const Untranslatable& error) {
    return error.what();
  }
  return "not refused";
}

TEST(Constructors, ThatNeedWhatIsNotThereAreAnError) {
  const std::string error = error_of(
      "int elsewhere();\nstruct State { int n;\n  State() : n(elsewhere()) {} };\nstruct Out { bool y; };\n", 4, 1);
  EXPECT_EQ(error.rfind("test.cpp:3: error: cannot evaluate the constructors of State and Out: ", 0), 0u) << error;
  EXPECT_NE(error.find("_Z9elsewherev"), std::string::npos) << error;
}

TEST(Constructors, ThatAbortAreAnError) {
  EXPECT_EQ(error_of("struct State { int n; State() { __builtin_trap(); } };\nstruct Out { bool y; };\n", 4, 1)
                .rfind("test.cpp:1: error: the constructors of State end in signal 4", 0),
            0u);
  EXPECT_EQ(
      error_of("extern \"C\" void abort();\nstruct State { int n; };\nstruct Out { bool y; Out() { abort(); } };\n", 4,
               1),
      "test.cpp:3: error: the constructors of Out end in signal 6, Aborted; they must run on the host, as they give "
      "the reset values");
  EXPECT_EQ(
      error_of("extern \"C\" void exit(int);\nstruct State { int n; State() { exit(3); } };\nstruct Out { bool y; };\n",
               4, 1),
      "test.cpp:2: error: the constructors of State end the program; they must run on the host, as they give the "
      "reset values");
}

TEST(Constructors, ThatHangAreAnError) {
  EXPECT_EQ(
      error_of("struct State { volatile int n; State() { for (n = 0; n < 2;) n = 0; } };\nstruct Out { bool y; };\n", 4,
               1),
      "test.cpp:1: error: the constructors of State do not end within 5 seconds; they must run on the host, as "
      "they give the reset values");
}

}  // namespace
}  // namespace stepc
