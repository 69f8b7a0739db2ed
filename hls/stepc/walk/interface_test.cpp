// Parameters become ports, fields become registers, memories and instances.
#include "hls/stepc/walk/interface.hpp"

#include "hls/stepc/test_support/compiled.hpp"
#include "hls/stepc/test_support/evaluator.hpp"

namespace stepc {
namespace {

using test::Compiled;
using test::register_of;
using test::value_of;

std::string names_of(const std::vector<Port>& ports) {
  std::string text;
  for (const Port& port : ports) text += (text.empty() ? "" : " ") + port.name + ":" + std::to_string(port.type->width);
  return text;
}
std::string names_of(const std::vector<Register>& registers) {
  std::string text;
  for (const Register& reg : registers)
    text += (text.empty() ? "" : " ") + reg.name + ":" + std::to_string(reg.leaf.width());
  return text;
}

TEST(Interface, OfATopIsInStateAndOut) {
  const Compiled compiled(R"(
struct Pair { hls::Bits<3> a; hls::Bits<4> b; };
struct State { Pair pair; bool flags[2]; };
struct In { Pair pair_; hls::Bits<6> word; };
struct Out { hls::Bits<6> word; Pair pair{hls::Bits<3>(1), {}}; };
void step(State& state, const In& in, Out& out) {
  state.pair = in.pair_;
  state.flags[1] = in.word == 3;
  if (in.pair_.a != 0) out.word = in.word;
}
)",
                          "walk");
  const Module& top = compiled.top();
  EXPECT_EQ(names_of(top.inputs), "pair:7 word:6");
  EXPECT_EQ(names_of(top.outputs), "word:6 pair:7");
  EXPECT_EQ(names_of(top.registers), "pair_a:3 pair_b:4 flags_0:1 flags_1:1 out_word:6 out_pair_a:3 out_pair_b:4");
  // Out is registers: a port shows what its register holds now, a field that is not written keeps its value.
  EXPECT_EQ(top.outputs[0].leaves[0].value, register_of(top, "out_word").now);
  const test::Values values = {
      {"input pair.a", 5}, {"input pair.b", 9}, {"input word", 3}, {"register out_word", 60}, {"register flags_0", 1}};
  EXPECT_EQ(value_of(top, register_of(top, "pair_b").next, values), 9u);
  EXPECT_EQ(value_of(top, register_of(top, "flags_1").next, values), 1u);
  EXPECT_EQ(value_of(top, register_of(top, "flags_0").next, values), 1u);
  EXPECT_EQ(value_of(top, register_of(top, "out_word").next, values), 3u);
  test::Values zero = values;
  zero["input pair.a"] = 0;
  EXPECT_EQ(value_of(top, register_of(top, "out_word").next, zero), 60u);
  EXPECT_FALSE(register_of(top, "out_pair_a").is_written());
}

TEST(Interface, OfAPartIsItsParametersItsObjectAndItsResult) {
  const Compiled compiled(R"(
struct Pair { hls::Bits<3> a; hls::Bits<4> b; };
struct Large { std::uint64_t words[3]; };
struct Part {
  hls::Bits<8> sum;
  HLS_MODULE Pair tick(const Pair& one, Pair two, hls::Bits<5>& count, Large large, Large& changed) {
    sum = hls::Bits<8>(sum + one.b + two.b + large.words[2]);
    count = hls::Bits<5>(count + one.a);
    changed.words[1] = large.words[0];
    return {two.a, one.b};
  }
};
struct State { Part part; Pair p; hls::Bits<5> n; Large l; Large m; }; struct In { bool go; }; struct Out { Pair x; };
void step(State& s, const In& in, Out& out) { out.x = s.part.tick(s.p, s.p, s.n, s.l, s.m); }
)",
                          "walk");
  const Module& part = compiled.module("Part");
  EXPECT_EQ(names_of(part.inputs), "one:7 two:7 count_before:5 large:192 changed_before:192");
  EXPECT_EQ(names_of(part.outputs), "count:5 changed:192 result:7");
  EXPECT_EQ(names_of(part.registers), "sum:8");
  const test::Values values = {{"input one.a", 2},
                               {"input one.b", 7},
                               {"input two.a", 6},
                               {"input two.b", 8},
                               {"input count_before", 31},
                               {"register sum", 200},
                               {"input large.words[0]", 77},
                               {"input large.words[2]", 100},
                               {"input changed_before.words[2]", 55}};
  EXPECT_EQ(value_of(part, part.registers[0].next, values), (200 + 7 + 8 + 100) % 256);
  EXPECT_EQ(value_of(part, part.outputs[0].leaves[0].value, values), (31 + 2) % 32);
  EXPECT_EQ(value_of(part, part.outputs[1].leaves[1].value, values), 77u);
  EXPECT_EQ(value_of(part, part.outputs[1].leaves[2].value, values), 55u);  // what it was before
  EXPECT_EQ(value_of(part, part.outputs[2].leaves[0].value, values), 6u);
  EXPECT_EQ(value_of(part, part.outputs[2].leaves[1].value, values), 7u);
}

TEST(Interface, OfALargeResultAndOfASmallScalarIsTheSame) {
  const Compiled compiled(R"(
struct Large { std::uint64_t words[3]; };
struct A { int r; HLS_MODULE Large tick(int v) { r = v; Large l{}; l.words[1] = 5; l.words[2] = static_cast<std::uint64_t>(v); return l; } };
struct B { int r; HLS_MODULE bool tick(int v) { r = v; return v > 3; } };
HLS_MODULE int negated(int v) { return -v; }
struct State { A a; B b; }; struct In { int v; }; struct Out { Large l; bool f; int n; };
void step(State& s, const In& in, Out& out) { out.l = s.a.tick(in.v); out.f = s.b.tick(in.v); out.n = negated(in.v); }
)",
                          "walk");
  const Module& a = compiled.module("A");
  EXPECT_EQ(value_of(a, a.outputs[0].leaves[1].value, {}), 5u);
  EXPECT_EQ(value_of(a, a.outputs[0].leaves[2].value, {{"input v", 9}}), 9u);
  const Module& b = compiled.module("B");
  EXPECT_EQ(value_of(b, b.outputs[0].leaves[0].value, {{"input v", 4}}), 1u);
  EXPECT_EQ(value_of(b, b.outputs[0].leaves[0].value, {{"input v", 3}}), 0u);
  const Module& negated = compiled.module("negated");
  EXPECT_EQ(negated.state, nullptr);
  EXPECT_EQ(value_of(negated, negated.outputs[0].leaves[0].value, {{"input v", 1}}), 0xffffffffu);
}

TEST(Interface, IsRefusedWhereItIsNotAStepFunctions) {
  const auto error_of = [](const std::string& step) {
    CompilationOptions options;
    return Compiled("struct State { int n; }; struct In { bool a; }; struct Out { bool b; hls::Bits<2> c; };\n" + step,
                    "walk", options)
        .errors();
  };
  // clang itself wants void(State&, const In&, Out&): what it cannot say is left.
  const Compiled memory_in_out(R"(struct State { int n; }; struct In { bool a; };
struct Out {
  hls::Ram<int, 4> ram;
  bool b; };
void step(State&, const In&, Out& out) { out.b = true; }
)");
  EXPECT_EQ(memory_in_out.errors(), "test.cpp:3: error: a memory in Out: it is not a register\n");
  const Compiled memory_in_in(R"(struct State { int n; };
struct In {
  hls::Ram<int, 4> ram; };
struct Out { bool b; };
void step(State&, const In& in, Out& out) { out.b = true; }
)");
  EXPECT_EQ(memory_in_in.errors(), "test.cpp:3: error: a memory in In: it is not a port\n");
  EXPECT_EQ(error_of("void step(State&, const In&, Out&) {}\n"), "");
  const Compiled scalar("struct State { int n; }; enum Out { kA };\nvoid step(State&, const bool&, Out&) {}\n");
  EXPECT_EQ(scalar.errors(), "test.cpp:2: error: In and Out must be structures\n");
  const Compiled ram(R"(struct Part { int r;
  HLS_MODULE void tick(hls::Ram<int, 4>& ram) { r = ram.read(1); } };
struct State { Part part; hls::Ram<int, 4> ram; }; struct In { bool a; }; struct Out { bool b; };
void step(State& s, const In&, Out&) { s.part.tick(s.ram); }
)");
  EXPECT_NE(ram.errors().find("test.cpp:2: error: a memory cannot be passed to a part: make it a member\n"),
            std::string::npos)
      << ram.errors();
}

}  // namespace
}  // namespace stepc
