// Settled names: modules, types, ports, registers, instances; all that verify() checks holds in Compiled already.
#include "hls/stepc/design/names.hpp"

#include "hls/stepc/test_support/compiled.hpp"

namespace stepc {
namespace {

using test::Compiled;

std::string names_of(const std::vector<Port>& ports) {
  std::string text;
  for (const Port& port : ports) text += (text.empty() ? "" : " ") + port.name;
  return text;
}

// A top whose In is `in`, with State and Out of one field.
std::string inputs_named(const std::string& in) {
  const Compiled compiled("struct State { int n; }; struct In { " + in + " }; struct Out { bool b; };\n" +
                          "void step(State&, const In&, Out&) {}\n");
  return compiled.errors().empty() ? names_of(compiled.top().inputs) : compiled.errors();
}

TEST(Names, OfModulesCarryTheTops) {
  const Compiled compiled(
      R"(namespace a { struct Queue { int r; HLS_MODULE void tick(int v) { r = v; } }; }
namespace b { struct Queue { int r; HLS_MODULE void tick(int v) { r += v; } }; }
struct pkg { int r; HLS_MODULE void tick(int v) { r -= v; } };
HLS_MODULE int twice(int x) { return x + x; }
struct State { a::Queue one; b::Queue two; pkg three; };
struct In { int v; }; struct Out { int x; };
void step(State& s, const In& in, Out& out) {
  s.one.tick(in.v); s.two.tick(in.v); s.three.tick(in.v); out.x = twice(in.v) ^ twice(out.x);
}
)");
  std::string text;
  for (const auto& module : compiled.design().modules) text += module->name + " ";
  EXPECT_EQ(text, "test_Queue test_Queue_2 test_pkg_2 test_twice test ");
  EXPECT_EQ(compiled.design().package, "test_pkg");
  std::string instances;
  for (const Instance& part : compiled.top().instances) instances += part.name + ":" + part.module->name + " ";
  EXPECT_EQ(instances, "one:test_Queue two:test_Queue_2 three:test_pkg_2 twice_3:test_twice twice_4:test_twice ");
}

TEST(Names, OfTypesDifferFromOneAnother) {
  const Compiled compiled(
      R"(namespace a { struct Packet { bool x; }; }
namespace b { struct Packet { bool y; }; }
template <int N> struct Word { hls::Bits<N> w; };
struct State { int n; };
struct In { a::Packet one; b::Packet two; Word<3> three; Word<4> four; struct { bool c; } five; struct { bool d; } six; };
struct Out { bool b; };
void step(State&, const In&, Out&) {}
)");
  std::string text;
  for (const PackedStructure& structure : compiled.design().packed.structures()) text += structure.name + " ";
  EXPECT_EQ(text, "packet_t packet_t_2 word_t word_t_2 unnamed_t unnamed_t_2 ");
}

TEST(Names, OfPortsAvoidWhatToolsReserve) {
  EXPECT_EQ(inputs_named("bool clk; bool rst; bool valid;"), "clk_in rst_in valid");
  EXPECT_EQ(inputs_named("bool final_; bool sequence; bool casez;"), "final_in sequence_in casez_in");
  EXPECT_EQ(inputs_named("bool rootp; bool vlSymsp; bool private_; bool queue; bool Vtest;"),
            "rootp_in vlSymsp_in private_in queue_in Vtest_in");
  EXPECT_EQ(inputs_named("bool test; bool test_pkg;"), "test_in test_pkg_in");
  EXPECT_EQ(inputs_named("bool a; bool a_; bool A;"), "a a_in A_in_2");
  EXPECT_EQ(inputs_named("bool x_0; bool x[2];"), "x_0 x_0_in x_1");
  EXPECT_EQ(inputs_named("bool \xc3\xa4; bool \xc3\xb6;"), "unnamed unnamed_in");
}

TEST(Names, OfOutputsAvoidThoseOfInputs) {
  const Compiled compiled(
      R"(struct State { bool valid; bool enable; }; struct In { bool valid; }; struct Out { bool valid; };
void step(State& s, const In& in, Out& out) { s.valid = in.valid; s.enable = s.valid; out.valid = s.enable; }
)");
  EXPECT_EQ(names_of(compiled.top().inputs), "valid");
  EXPECT_EQ(names_of(compiled.top().outputs), "valid_out");
  EXPECT_EQ(compiled.top().registers[0].name, "valid_reg");
  EXPECT_EQ(compiled.top().registers[2].name, "out_valid");
}

TEST(Names, WithinAPartAreItsOwn) {
  const Compiled compiled(
      R"(struct Part { hls::SyncRam<hls::Bits<4>, 4> words; hls::Bits<4> words_data; bool enable;
  HLS_MODULE hls::Bits<4> tick(bool go, bool queue) {
    if (enable) words_data = words.data(); words.request(3); words.write(1, words_data);
    if (go) enable = queue; return words_data; } };
struct State { Part part; }; struct In { bool go; }; struct Out { hls::Bits<4> x; };
void step(State& s, const In& in, Out& out) { if (in.go) out.x = s.part.tick(in.go, !in.go); }
)");
  const Module& part = compiled.module("Part");
  EXPECT_EQ(names_of(part.inputs), "go queue");  // queue is no word of SystemVerilog
  EXPECT_EQ(part.enable_name, "enable");
  EXPECT_EQ(part.registers[0].name, "words_data");
  EXPECT_EQ(part.registers[1].name, "enable_reg");
  EXPECT_EQ(part.memories[0].name, "words");
  EXPECT_EQ(part.memories[0].data_name, "words_data_2");
  EXPECT_EQ(compiled.top().instances[0].output_names, std::vector<std::string>{"part_result"});
}

// The hardware's names do not depend on what is asserted.
TEST(Names, OfWhatOnlyAssertionsNeedComeLast) {
  const auto compiled = [](const std::string& assertion) {
    return Compiled(
        R"(struct Part { hls::Bits<4> a; hls::Bits<4> b; HLS_MODULE void tick(hls::Bits<4> v) { b = a; a = v; } };
struct State { Part part; hls::Bits<4> part_b_now; }; struct In { hls::Bits<4> v; }; struct Out { bool x; };
void step(State& s, const In& in, Out& out) { out.x = s.part.a == 3; s.part_b_now = in.v; )" +
        assertion + " s.part.tick(in.v); }\n");
  };
  const Compiled with = compiled("HLS_ASSERT(s.part.b != 5, \"not 5\");");
  const Compiled without = compiled("");
  EXPECT_EQ(with.top().registers[0].name, "part_b_now");
  EXPECT_EQ(without.top().registers[0].name, "part_b_now");
  EXPECT_EQ(with.top().instances[0].export_names, (std::vector<std::string>{"part_a_now", "part_b_now_2"}));
  EXPECT_EQ(without.top().instances[0].export_names, std::vector<std::string>{"part_a_now"});
}

}  // namespace
}  // namespace stepc
