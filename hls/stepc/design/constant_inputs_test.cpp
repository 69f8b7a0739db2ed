// What parts are told that never changes, as constants and parameters of their modules.
#include "hls/stepc/design/constant_inputs.hpp"

#include "hls/stepc/emit/systemverilog.hpp"
#include "hls/stepc/test_support/compiled.hpp"
#include "hls/stepc/test_support/evaluator.hpp"

namespace stepc {
namespace {

using test::Compiled;

// "name=value ..." of a module's parameters.
std::string parameters_of(const Module& module) {
  std::string text;
  for (const Start& start : module.starts) {
    text += (text.empty() ? "" : " ") + start.name + "=" + std::to_string(start.value.getZExtValue());
  }
  return text;
}

std::string used_inputs(const Module& module) {
  std::string text;
  for (const Port& port : module.inputs) {
    if (port.use == Use::kHardware) text += (text.empty() ? "" : " ") + port.name;
  }
  return text;
}

Compiled compiled(const std::string& part, const std::string& step) {
  return Compiled("using Number = hls::Bits<4>;\n" + part +
                  "struct State { Part parts[2]; }; struct In { Number v; bool go; }; struct Out { Number x, y; };\n"
                  "void step(State& s, const In& in, Out& out) {" +
                  step + "}\n");
}

constexpr char kPart[] =
    "struct Part { Number r; HLS_MODULE Number tick(Number self, Number v) { return r = Number(r * self + v); } };\n";

TEST(ConstantInputs, ThatDifferAreParameters) {
  const Compiled top =
      compiled(kPart, "out.x = s.parts[0].tick(Number(3), in.v); out.y = s.parts[1].tick(Number(5), in.v);");
  const Module& part = top.module("Part");
  EXPECT_EQ(parameters_of(part), "self=3");
  EXPECT_EQ(used_inputs(part), "v");
  EXPECT_EQ(top.top().instances[1].starts.at(0).value, 5u);
  const Expr next = test::register_of(part, "r").next;
  EXPECT_EQ(test::value_of(part, next, {{"parameter self", 5}, {"register r", 2}, {"input v", 1}}), 11u);
  const std::string text = to_systemverilog(top.design(), {"test.cpp"});
  EXPECT_NE(text.find("parameter [3:0] self = 4'd3"), std::string::npos) << text;
  EXPECT_NE(text.find("test_Part #(.self(4'd5)) parts_1 ("), std::string::npos) << text;
}

TEST(ConstantInputs, ThatAreTheSameAreNumbers) {
  const Compiled top =
      compiled(kPart, "out.x = s.parts[0].tick(Number(1), in.v); out.y = s.parts[1].tick(Number(1), in.v);");
  const Module& part = top.module("Part");
  EXPECT_EQ(parameters_of(part), "");
  EXPECT_EQ(used_inputs(part), "v");
  for (Expr operand : test::register_of(part, "r").next->operands) EXPECT_NE(operand->op, Op::kMultiply);  // by one
}

TEST(ConstantInputs, StayInputsWhereOneChanges) {
  const Compiled top =
      compiled(kPart, "out.x = s.parts[0].tick(Number(3), in.v); out.y = s.parts[1].tick(in.v, in.v);");
  EXPECT_EQ(parameters_of(top.module("Part")), "");
  EXPECT_EQ(used_inputs(top.module("Part")), "self v");
}

// A constant of a part is one for the parts within; where its owner has a parameter it is that parameter.
TEST(ConstantInputs, PassThroughOwners) {
  const Compiled top = compiled(
      "struct Inner { Number r; HLS_MODULE Number tick(Number self, Number all, Number v) {\n"
      "  return r = Number(r * self + v * all); } };\n"
      "struct Part { Inner inner; HLS_MODULE Number tick(Number self, Number v) { return inner.tick(self, Number(6), "
      "v); } "
      "};\n",
      "out.x = s.parts[0].tick(Number(3), in.v); out.y = s.parts[1].tick(Number(5), in.v);");
  EXPECT_EQ(parameters_of(top.module("Part")), "self=3");
  EXPECT_EQ(parameters_of(top.module("Inner")), "self=3");
  const StartValue& passed = top.module("Part").instances[0].starts.at(0);
  ASSERT_TRUE(passed.of_owner);
  EXPECT_EQ(*passed.of_owner, 0u);
  EXPECT_EQ(used_inputs(top.module("Inner")), "v");
}

TEST(ConstantInputs, OfStructuresAreTheirMembers) {
  const Compiled top = compiled(
      "struct Both { Number a, b; };\n"
      "struct Part { Number r; HLS_MODULE Number tick(const Both& both) { return r = Number(r * both.a + both.b); } "
      "};\n",
      "out.x = s.parts[0].tick({Number(3), in.v}); out.y = s.parts[1].tick({Number(5), in.v});");
  EXPECT_EQ(parameters_of(top.module("Part")), "both_a=3");
  EXPECT_EQ(used_inputs(top.module("Part")), "both");
}

// A parameter with what an assertion is about, instead of a port for it.
TEST(ConstantInputs, AreThoseOfAssertions) {
  const Compiled top = compiled(
      "struct Part { Number r; HLS_MODULE Number tick(Number self, Number v) {\n"
      "  HLS_ASSERT(v != self, \"not its own\"); return r = Number(r + v); } };\n",
      "out.x = s.parts[0].tick(Number(3), in.v); out.y = s.parts[1].tick(Number(5), in.v);");
  const Module& part = top.module("Part");
  ASSERT_EQ(part.assertions.size(), 1u);
  EXPECT_EQ(test::value_of(part, part.assertions[0].holds, {{"parameter self", 5}, {"input v", 5}}), 0u);
  for (const Port& port : part.inputs) EXPECT_NE(port.use, Use::kAssertion) << port.name;
}

}  // namespace
}  // namespace stepc
