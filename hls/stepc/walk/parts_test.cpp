// Calls of parts.
#include "hls/stepc/walk/parts.hpp"

#include "hls/stepc/test_support/compiled.hpp"
#include "hls/stepc/test_support/evaluator.hpp"

namespace stepc {
namespace {

using test::Compiled;
using test::register_of;
using test::value_of;

constexpr char kPart[] = R"(struct Part {
  hls::Bits<8> r;
  HLS_MODULE hls::Bits<8> tick(hls::Bits<8> v, hls::Bits<8>& w) { const hls::Bits<8> old = r; r = v; w = hls::Bits<8>(w + 1); return old; }
};
struct Group { Part parts[2]; Part single; };
struct State { Group group; hls::Bits<8> x; hls::Bits<8> y; };
struct In { hls::Bits<8> v; hls::Bits<2> i; };
struct Out { hls::Bits<8> a; };
)";

Compiled compiled(const std::string& body) {
  return Compiled(std::string(kPart) + "void step(State& s, const In& in, Out& out) {\n" + body + "}\n", "walk");
}

TEST(Parts, AreInstancesNamedAfterTheirMembers) {
  const Compiled design = compiled("s.group.parts[1].tick(in.v, s.x);\ns.group.single.tick(in.v, s.y);\n");
  std::string text;
  for (const Instance& part : design.top().instances) {
    text += part.name + "@" + std::to_string(part.offset) + ":" + part.module->name + ":" + part.location.text() + " ";
  }
  EXPECT_EQ(text, "group_parts_1@1:Part:test.cpp:10 group_single@2:Part:test.cpp:11 ");
  EXPECT_EQ(design.design().modules.size(), 2u);  // translated once
  // What does not tick is registers of the owner.
  EXPECT_NO_THROW(register_of(design.top(), "group_parts_0_r"));
}

TEST(Parts, GetTheirArgumentsAndTheConditionOfTheirCall) {
  const Compiled design = compiled(R"(if (in.i == 1) out.a = s.group.single.tick(hls::Bits<8>(in.v + 1), s.x);
else if (in.i == 2) s.group.single.tick(in.v, s.y);
)");
  const Module& top = design.top();
  ASSERT_EQ(top.instances.size(), 1u);
  const Instance& part = top.instances[0];
  ASSERT_EQ(part.arguments.size(), 2u);
  for (const std::uint64_t i : {0u, 1u, 2u}) {
    const test::Values values = {{"input i", i}, {"input v", 40}, {"register x", 100}, {"register y", 200}};
    EXPECT_EQ(value_of(top, part.called, values), i == 0 ? 0u : 1u);
    if (i == 0) continue;
    EXPECT_EQ(value_of(top, part.arguments[0], values), i == 1 ? 41u : 40u);
    EXPECT_EQ(value_of(top, part.arguments[1], values), i == 1 ? 100u : 200u);
  }
}

TEST(Parts, GiveTheirResultsWhereTheyTick) {
  const Compiled design = compiled("if (in.i == 1) out.a = s.group.single.tick(in.v, s.x);\n");
  const Module& top = design.top();
  test::Values values = {{"input i", 1},
                         {"result group_single.result", 17},
                         {"result group_single.w", 18},
                         {"register x", 3},
                         {"register out_a", 4}};
  EXPECT_EQ(value_of(top, register_of(top, "out_a").next, values), 17u);
  EXPECT_EQ(value_of(top, register_of(top, "x").next, values), 18u);
  values["input i"] = 0;
  EXPECT_EQ(value_of(top, register_of(top, "out_a").next, values), 4u);
  EXPECT_EQ(value_of(top, register_of(top, "x").next, values), 3u);
}

// Before the call the registers are as this cycle began, behind it as the next begins.
TEST(Parts, ShowTheirRegisters) {
  const Compiled design = compiled(R"(s.y = s.group.single.r;
s.group.single.tick(in.v, s.x);
out.a = s.group.single.r;
)");
  const Module& top = design.top();
  const test::Values values = {{"register group_single.r now", 5}, {"register group_single.r next", 6}};
  EXPECT_EQ(value_of(top, register_of(top, "y").next, values), 5u);
  EXPECT_EQ(value_of(top, register_of(top, "out_a").next, values), 6u);
}

TEST(Parts, AreTranslatedThoughTheirOwnerIsNot) {
  EXPECT_EQ(Compiled(R"(int elsewhere();
struct A { int r; HLS_MODULE void tick(int v) {
  r = elsewhere(); } };
struct B { int r; HLS_MODULE void tick(int v) {
  while (r != v) r = r * 5 + 1; } };
struct State { A a; B b; }; struct In { int v; }; struct Out { int x; };
void step(State& s, const In& in, Out& out) {
  for (int i = 0; i != in.v; i += 3) out.x ^= i * out.x;
  s.a.tick(in.v); s.b.tick(in.v);
}
)")
                .errors(),
            R"(test.cpp:3: error: call of 'elsewhere', whose body is not known
test.cpp:5: error: the loop did not unroll: its number of iterations must be a constant, at most 65536
test.cpp:8: error: the loop did not unroll: its number of iterations must be a constant, at most 65536
)");
}

// push and pop: what the second sees is what the first has left.
TEST(Parts, MayHaveSeveralFunctions) {
  const Compiled compiled(R"(struct Part { hls::Bits<8> r;
  HLS_MODULE hls::Bits<8> add(hls::Bits<8> v) { r = hls::Bits<8>(r + v); return r; }
  HLS_MODULE hls::Bits<8> twice() { r = hls::Bits<8>(r * 2); return r; } };
struct State { Part part; }; struct In { bool a; bool t; hls::Bits<8> v; };
struct Out { hls::Bits<8> x; hls::Bits<8> y; hls::Bits<8> between; };
void step(State& s, const In& in, Out& out) {
  if (in.a) out.x = s.part.add(in.v);
  out.between = s.part.r;
  if (in.t) out.y = s.part.twice();
}
)");
  ASSERT_EQ(compiled.design().modules.size(), 2u);
  const Module& part = compiled.module("Part");
  const test::Values values = {
      {"input add_enable", 1}, {"input twice_enable", 1}, {"input add_v", 5}, {"register r", 3}};
  EXPECT_EQ(value_of(part, register_of(part, "r").next, values), 16u);
  EXPECT_EQ(value_of(part, part.outputs[0].leaves[0].value, values), 8u);
  EXPECT_EQ(value_of(part, part.outputs[1].leaves[0].value, values), 16u);
  const test::Values one = {{"input twice_enable", 1}, {"input add_v", 5}, {"register r", 3}};
  EXPECT_EQ(value_of(part, register_of(part, "r").next, one), 6u);
  ASSERT_EQ(part.exports.size(), 2u);  // before `add`, where that does not run, and after it
  EXPECT_EQ(part.exports[0].name, "r_now");
  EXPECT_EQ(part.exports[1].name, "r_after_add");
  EXPECT_EQ(value_of(part, part.exports[1].value, values), 8u);
}

// Before the tick, which finds it, and behind it; what the owner does not write stays within the part.
TEST(Parts, AreWrittenByTheirOwners) {
  const Compiled design = compiled(R"(if (in.i == 1) s.group.single.r = hls::Bits<8>(7);
if (in.i < 3) out.a = s.group.single.tick(in.v, s.x);
if (in.i == 2) s.group.single = Part{};
)");
  const Module& part = design.module("Part");
  const Module& top = design.top();
  std::string ports;
  for (const Parameter& parameter : part.parameters) ports += parameter.name + " ";
  EXPECT_EQ(ports, "tick_enable tick_v tick_w tick_result r_before_tick r_at_end ");
  EXPECT_EQ(value_of(part, register_of(part, "r").next, {{"input r_at_end", 9}}), 9u);
  const std::vector<Expr>& arguments = top.instances[0].arguments;
  ASSERT_EQ(arguments.size(), 5u);
  test::Values values = {{"register group_single.r now", 40}, {"register group_single.r next", 50}};
  const std::uint64_t before[] = {40, 7, 40};
  const std::uint64_t at_end[] = {50, 50, 0, 40};
  for (const std::uint64_t i : {0u, 1u, 2u, 3u}) {
    values["input i"] = i;
    EXPECT_EQ(value_of(top, arguments[0], values), i < 3 ? 1u : 0u);
    if (i < 3) EXPECT_EQ(value_of(top, arguments[3], values), before[i]) << i;
    EXPECT_EQ(value_of(top, arguments[4], values), at_end[i]) << i;
  }
}

// A port for the address, one for the word.
TEST(Parts, ShowTheirMemoriesToTheirOwners) {
  const Compiled design(R"(struct Part { hls::Ram<hls::Bits<8>, 4> ram; hls::Bits<2> first;
  hls::Bits<8> at(unsigned i) const { return ram.read((first + i) & 3u); }
  HLS_MODULE void tick(hls::Bits<8> v) { ram.write(first, v); first = hls::Bits<2>(first + 1); } };
struct State { Part part; }; struct In { hls::Bits<8> v; hls::Bits<2> i; }; struct Out { hls::Bits<8> x; };
void step(State& s, const In& in, Out& out) { out.x = s.part.at(in.i); s.part.tick(in.v); }
)");
  const Module& part = design.module("Part");
  ASSERT_EQ(part.exports.size(), 2u);
  EXPECT_EQ(part.exports[0].address_name + " " + part.exports[0].name, "ram_address ram_word");
  EXPECT_EQ(value_of(part, part.exports[0].value, {{"address ram_address", 2}, {"ram[2]", 77}}), 77u);
  const Module& top = design.top();
  EXPECT_EQ(value_of(top, top.registers[0].next, {{"word 0 of part.ram", 5}}), 5u);
  const Expr address = top.instances[0].address_of(part.exports[0]);
  EXPECT_EQ(value_of(top, address, {{"register part.first now", 3}, {"input i", 2}}), 1u);
}

TEST(Parts, AreRefused) {
  EXPECT_EQ(compiled("s.group.single.tick(in.v, s.x);\nif (in.i) s.group.single.tick(in.v, s.y);\n").errors(),
            "test.cpp:11: error: part 'group_single' may tick twice in one cycle\n");
  EXPECT_EQ(compiled("s.group.parts[in.i & 1u].tick(in.v, s.x);\n").errors(),
            "test.cpp:10: error: the object of part 'Part::tick' is not a fixed member of the state\n");
  EXPECT_EQ(compiled("Part local;\nlocal.tick(in.v, s.x);\n").errors(),
            "test.cpp:11: error: the object of part 'Part::tick' is not a fixed member of the state\n");
  EXPECT_EQ(compiled("s.group.single.tick(in.v, s.group.single.r);\n").errors(),
            "test.cpp:10: error: two arguments of a part refer to the same object and one of them is written\n");
  EXPECT_EQ(Compiled(R"(struct Part { int r; HLS_MODULE void one(int v) { r = v; } };
struct Owner { Part part; HLS_MODULE void tick(int v) { part.one(v); } };
struct State { Owner owner; }; struct In { int v; }; struct Out { int x; };
void step(State& s, const In& in, Out& out) {
  s.owner.tick(in.v);
  s.owner.part.one(in.v);
}
)")
                .errors(),
            "test.cpp:1: error: part 'part' may tick twice in one cycle\n");
  EXPECT_EQ(Compiled(R"(struct Part { int r; HLS_MODULE void tick(int v) {
  if (v > 0) tick(v - 1); r = v; } };
struct State { Part part; }; struct In { int v; }; struct Out { int x; };
void step(State& s, const In& in, Out& out) { s.part.tick(in.v); }
)")
                .errors(),
            "test.cpp:2: error: recursion: part 'Part::tick' calls itself\n");
}

}  // namespace
}  // namespace stepc
