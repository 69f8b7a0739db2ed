// The bytes of State{} and Out{}.
#include "hls/compiler/frontend/constructors.hpp"

#include "hls/compiler/test_support/compiled.hpp"

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

// They are run on the host, where nobody defines what HLS_ASSERT calls.
TEST(Constructors, MayBeInAProgramWithAssertions) {
  const ResetBytes bytes = constructed(
      "struct State { unsigned char n; State() : n(4) { HLS_ASSERT(n == 4, \"four\"); } };\nstruct Out { bool y; };\n",
      1, 1);
  EXPECT_EQ(bytes.state, std::vector<unsigned char>{4});
}

TEST(Constructors, ThatNeedWhatIsNotThereAreAnError) {
  try {
    constructed("int elsewhere();\nstruct State { int n = elsewhere(); };\nstruct Out { bool y; };\n", 4, 1);
    FAIL() << "not refused";
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("_Z9elsewherev"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace stepc
