// Ports: arrays taken apart, inputs that nobody reads, words that fill a port, ports for assertions.
#include "hls/stepc/design/ports.hpp"

#include "hls/stepc/test_support/compiled.hpp"
#include "hls/stepc/test_support/evaluator.hpp"

namespace stepc {
namespace {

using test::Compiled;

// "name:use ..." with - for unused, a for assertions.
std::string described(const std::vector<Port>& ports) {
  std::string text;
  for (const Port& port : ports) {
    text += (text.empty() ? "" : " ") + port.name;
    if (port.use != Use::kHardware) text += port.use == Use::kNone ? ":-" : ":a";
  }
  return text;
}

constexpr char kArrays[] =
    R"(struct Pair { hls::Bits<3> a; hls::Bits<4> b; };
struct Part { int r; HLS_MODULE Pair tick(const Pair (&pairs)[2], const bool (&flags)[2][2], Pair (&out)[2]) {
  r = flags[1][0]; out[1] = pairs[0]; return pairs[1]; } };
struct State { Part part; Pair kept[2]; }; struct In { Pair pairs[2]; bool flags[2][2]; }; struct Out { Pair x; };
void step(State& s, const In& in, Out& out) { out.x = s.part.tick(in.pairs, in.flags, s.kept); }
)";

TEST(ArrayPorts, AreAPortForEachElement) {
  const Compiled compiled(kArrays, "array-ports");
  EXPECT_EQ(described(compiled.module("Part").inputs),
            "pairs_0 pairs_1 flags_0_0 flags_0_1 flags_1_0 flags_1_1 out_before_0 out_before_1");
  EXPECT_EQ(described(compiled.module("Part").outputs), "out_0 out_1 result");
  EXPECT_EQ(described(compiled.top().inputs), "pairs_0 pairs_1 flags_0_0 flags_0_1 flags_1_0 flags_1_1");
  EXPECT_EQ(compiled.top().inputs[1].path, "pairs[1]");
  EXPECT_EQ(compiled.top().inputs[1].offset, 2u);
  EXPECT_EQ(compiled.module("Part").parameters[1].inputs, (std::vector<unsigned>{2, 3, 4, 5}));
}

TEST(ArrayPorts, AreOnePortWherePacked) {
  CompilationOptions options;
  options.arrays = Arrays::kPacked;
  const Compiled compiled(kArrays, "array-ports", options);
  EXPECT_EQ(described(compiled.module("Part").inputs), "pairs flags out_before");
  EXPECT_EQ(compiled.module("Part").inputs[1].leaves.size(), 4u);
}

// Taking ports apart must not change what anything computes.
TEST(ArrayPorts, KeepTheirMeaning) {
  for (const Arrays arrays : {Arrays::kNumbered, Arrays::kPacked}) {
    CompilationOptions options;
    options.arrays = arrays;
    const Compiled compiled(kArrays, "array-ports", options);
    const Module& part = compiled.module("Part");
    const bool packed = arrays == Arrays::kPacked;
    const test::Values values = {{packed ? "input pairs[1].b" : "input pairs_1.b", 9},
                                 {packed ? "input flags[1][0]" : "input flags_1_0", 1}};
    EXPECT_EQ(test::value_of(part, test::register_of(part, "r").next, values), 1u);
    EXPECT_EQ(test::value_of(part, part.outputs.back().leaves[1].value, values), 9u);
    const Expr b = test::register_of(compiled.top(), "out_x_b").next;
    EXPECT_EQ(test::value_of(compiled.top(), b, {{"result part.result.b", 6}}), 6u);
    const Expr kept = test::register_of(compiled.top(), "kept_1_a").next;
    EXPECT_EQ(test::value_of(compiled.top(), kept, {{packed ? "result part.out[1].a" : "result part.out_1.a", 5}}), 5u);
  }
}

TEST(UnusedInputs, AreNoPorts) {
  const Compiled compiled(
      R"(struct Pair { int a; int b; };
struct Inner { int r; HLS_MODULE void tick(int used, int unused) { r = used; } };
struct Part { Inner inner; HLS_MODULE void tick(int x, int y, int z, const Pair& pair) { inner.tick(x, y + z); } };
struct State { Part part; }; struct In { int v; Pair pair; int w; }; struct Out { int x; };
void step(State& s, const In& in, Out& out) { s.part.tick(in.v, in.w, 3, in.pair); }
)",
      "unused-inputs");
  EXPECT_EQ(described(compiled.module("Inner").inputs), "used unused:-");
  EXPECT_EQ(described(compiled.module("Part").inputs), "x y:- z:- pair:-");  // they were only passed on
  EXPECT_EQ(described(compiled.top().inputs), "v pair w");                   // the top's interface is C++'s
}

TEST(PortWords, AreTheWordsWhoseFieldsFillAPort) {
  const Compiled compiled(
      R"(struct Pair { hls::Bits<3> a; hls::Bits<4> b; };
struct Part {
  hls::Ram<Pair, 4> ram;
  HLS_MODULE Pair tick(hls::Bits<2> at, const Pair& pair) {
    const Pair old = ram.read(hls::Bits<2>(at + 1));
    ram.write(at, pair);
    return old;
  }
};
struct State { Part part; hls::Ram<Pair, 2> words; }; struct In { hls::Bits<2> at; bool b; }; struct Out { Pair x; };
void step(State& s, const In& in, Out& out) { out.x = s.part.tick(in.at, s.words.read(in.b)); }
)",
      "port-words");
  const Module& part = compiled.module("Part");
  ASSERT_NE(part.outputs[0].word, nullptr);
  EXPECT_EQ(part.outputs[0].word->op, Op::kMemoryWord);
  const Instance& instance = compiled.top().instances[0];
  ASSERT_EQ(instance.words.size(), 2u);
  EXPECT_EQ(instance.words[0], nullptr);  // one scalar is not worth a word
  ASSERT_NE(instance.words[1], nullptr);
  EXPECT_EQ(instance.words[1]->op, Op::kMemoryWord);
  EXPECT_EQ(compiled.top().outputs[0].word, nullptr);  // two registers
}

// `b` is only asserted about: its port, and what the owner passes, are for assertions; the hidden register is shown.
TEST(AssertionPorts, AreWhatOnlyAssertionsRead) {
  const Compiled compiled(
      R"(struct Part { int hidden; int r; HLS_MODULE void tick(int a, int b) { HLS_ASSERT(b != 3, "b"); r = a; hidden = r; } };
struct Middle { Part part; HLS_MODULE void tick(int a, int c) { part.tick(a, c * 2); } };
struct State { Middle middle; }; struct In { int v; int w; }; struct Out { int x; };
void step(State& s, const In& in, Out& out) { HLS_ASSERT(s.middle.part.hidden != 7, "hidden"); s.middle.tick(in.v, in.w); }
)",
      "assertions");
  EXPECT_EQ(described(compiled.module("Part").inputs), "a b:a");
  EXPECT_EQ(described(compiled.module("Middle").inputs), "a c:a");
  ASSERT_EQ(compiled.module("Middle").exports.size(), 1u);
  EXPECT_EQ(compiled.module("Middle").exports[0].use, Use::kAssertion);
  ASSERT_EQ(compiled.module("Part").exports.size(), 1u);
  EXPECT_EQ(compiled.module("Part").exports[0].name, "hidden_now");
  EXPECT_EQ(compiled.module("Part").exports[0].use, Use::kAssertion);
}

}  // namespace
}  // namespace stepc
