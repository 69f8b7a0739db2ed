// HLS_ASSERT: conditions under the conditions of their path, of the hardware's own registers and inputs.
#include "hls/stepc/test_support/compiled.hpp"
#include "hls/stepc/test_support/evaluator.hpp"
#include "hls/stepc/walk/assertion_translator.hpp"

namespace stepc {
namespace {

using test::Compiled;
using test::value_of;

constexpr char kDeclarations[] = R"(struct Pair { hls::Bits<4> a; hls::Bits<4> b; };
struct Part {
  hls::Bits<4> r; hls::Ram<Pair, 4> ram; hls::Ram<Pair, 4> unread;
  HLS_MODULE hls::Bits<4> tick(const Pair (&pairs)[2], bool go) {
)";
constexpr char kRest[] = R"(
    const Pair old = ram.read(r & 3u);
    ram.write(1, pairs[0]); unread.write(1, pairs[0]);
    if (go) r = hls::Bits<4>(r + pairs[1].b);
    return old.a;
  }
};
HLS_MODULE hls::Bits<4> twice(hls::Bits<4> x) { return hls::Bits<4>(x + x); }
struct State { Part part; int n; }; struct In { Pair pairs[2]; bool go; }; struct Out { hls::Bits<4> x; hls::Bits<4> y; };
void step(State& s, const In& in, Out& out) {
  out.x = s.part.tick(in.pairs, in.go); out.y = twice(in.pairs[0].b);
)";

Compiled compiled(const std::string& in_part, const std::string& in_top = "") {
  return Compiled(std::string(kDeclarations) + in_part + kRest + in_top + "}\n");
}

// The only assertion of a part with this line in it.
std::uint64_t holds(const std::string& line, const test::Values& values) {
  const Compiled design = compiled(line);
  const Module& part = design.module("Part");
  EXPECT_EQ(part.assertions.size(), 1u);
  return value_of(part, part.assertions.at(0).holds, values);
}

TEST(AssertionConditions, AreOfTheModulesOwnRegistersAndInputs) {
  const std::string line = "HLS_ASSERT(r != pairs[1].a, \"differs\");";
  EXPECT_EQ(holds(line, {{"register r", 3}, {"input pairs_1.a", 3}}), 0u);
  EXPECT_EQ(holds(line, {{"register r", 3}, {"input pairs_1.a", 4}}), 1u);
  EXPECT_EQ(holds("HLS_ASSERT(ram.read(pairs[0].b & 3u).b == 7, \"7\");", {{"input pairs_0.b", 6}, {"ram[2]", 0x37}}),
            1u);
  EXPECT_EQ(holds("HLS_ASSERT(ram.read(pairs[0].b & 3u).b == 7, \"7\");", {{"input pairs_0.b", 6}, {"ram[2]", 0x36}}),
            0u);
}

TEST(AssertionConditions, HoldWhereTheLineIsNotReached) {
  const std::string line = "if (go) { if (pairs[0].a != 1) HLS_ASSERT(r == 2, \"two\"); }";
  EXPECT_EQ(holds(line, {{"input go", 1}, {"register r", 3}}), 0u);
  EXPECT_EQ(holds(line, {{"input go", 1}, {"register r", 2}}), 1u);
  EXPECT_EQ(holds(line, {{"input go", 0}, {"register r", 3}}), 1u);
  EXPECT_EQ(holds(line, {{"input go", 1}, {"register r", 3}, {"input pairs_0.a", 1}}), 1u);
}

TEST(AssertionConditions, MayCallFunctionsAndHaveLoops) {
  const std::string line = "for (unsigned i = 0; i < 2; ++i) HLS_ASSERT(pairs[i].a != 9, \"nine\");";
  const Compiled design = compiled(line);
  ASSERT_EQ(design.module("Part").assertions.size(), 2u);
  EXPECT_EQ(value_of(design.module("Part"), design.module("Part").assertions[1].holds, {{"input pairs_1.a", 9}}), 0u);
  EXPECT_EQ(design.module("Part").assertions[1].text, "nine");
  EXPECT_EQ(design.module("Part").assertions[1].location.text(), "test.cpp:5");
}

TEST(AssertionConditions, ThatAlwaysHoldAreNotThere) {
  EXPECT_TRUE(compiled("if (go) HLS_ASSERT(go || r == 3, \"always\");").module("Part").assertions.empty());
}

TEST(AssertionConditions, MayBeOfPartsResultsAndRegisters) {
  const Compiled design = compiled("", "HLS_ASSERT(out.x != 5 || s.part.r != 6 || out.y != 4, \"all three\");");
  ASSERT_EQ(design.top().assertions.size(), 1u);
  test::Values values = {{"result part.result", 5}, {"register part.r next", 6}, {"result twice_1.result", 4}};
  EXPECT_EQ(value_of(design.top(), design.top().assertions[0].holds, values), 0u);
  for (auto& [name, value] : values) {
    ++value;
    EXPECT_EQ(value_of(design.top(), design.top().assertions[0].holds, values), 1u) << name;
    --value;
  }
}

// What is asserted changes nothing of the hardware, not even the order of its operands.
TEST(AssertionConditions, DoNotChangeTheHardware) {
  const Compiled with = compiled("HLS_ASSERT(hls::Bits<4>(pairs[1].b + r) != 9 && go, \"sums\");");
  const Compiled without = compiled("");
  const std::string a = dump(without.module("Part"));
  const std::string b = dump(with.module("Part"));
  EXPECT_EQ(b.substr(0, b.rfind("  output result") + 10), a.substr(0, a.rfind("  output result") + 10));
  EXPECT_EQ(dump(with.top()), dump(without.top()));
}

TEST(AssertionConditions, AreRefused) {
  EXPECT_EQ(
      compiled("HLS_ASSERT(unread.read(1).a == 3, \"unread\");").errors(),
      "test.cpp:5: error: the assertion reads memory 'unread', which nothing else reads: there is no such hardware\n");
  EXPECT_EQ(compiled("", "HLS_ASSERT(twice(in.pairs[1].a) == 3, \"called once more\");").errors(),
            "test.cpp:16: error: the assertion ticks part 'twice', or calls it once more\n");
  EXPECT_EQ(
      compiled("HLS_ASSERT(static_cast<float>(r) * 0.37f < static_cast<float>(pairs[0].a), \"floating\");").errors(),
      "test.cpp:5: error: floating point is not translatable\n");
}

}  // namespace
}  // namespace stepc
