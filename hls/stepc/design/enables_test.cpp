// Enables of modules and of registers.
#include "hls/stepc/design/enables.hpp"

#include "hls/stepc/test_support/compiled.hpp"
#include "hls/stepc/test_support/evaluator.hpp"

namespace stepc {
namespace {

using test::Compiled;

constexpr char kParts[] =
    R"(struct Leaf { int r; HLS_MODULE void tick(int v) { r = v; } };
struct Node { Leaf leaf; int r; HLS_MODULE void tick(int v) { leaf.tick(v); r += v; } };
struct Alone { int r; HLS_MODULE void tick(int v) { r -= v; } };
struct State { Node node; Alone alone; int n; };
struct In { int v; bool go; }; struct Out { int x; };
)";

TEST(ModuleEnables, GoToPartsThatMayRestAndToTheirParts) {
  const Compiled compiled(
      std::string(kParts) +
          "void step(State& s, const In& in, Out& out) { if (in.go) s.node.tick(in.v); s.alone.tick(in.v); }\n",
      "module-enables");
  EXPECT_TRUE(compiled.module("Node").has_enable);
  EXPECT_TRUE(compiled.module("Leaf").has_enable);  // though its owner always calls it
  EXPECT_FALSE(compiled.module("Alone").has_enable);
  EXPECT_FALSE(compiled.top().has_enable);
  EXPECT_TRUE(compiled.design().enables_settled);
}

TEST(ModuleEnables, AreNotThereWhereEveryoneTicks) {
  const Compiled compiled(
      std::string(kParts) +
          "void step(State& s, const In& in, Out& out) { s.node.tick(in.v); if (in.go) s.alone.tick(1); else "
          "s.alone.tick(2); }\n",
      "module-enables");
  for (const auto& module : compiled.design().modules) EXPECT_FALSE(module->has_enable) << module->name;
}

class RegisterEnables : public testing::Test {
 protected:
  // The top of a step function with this body, in which `load` is what registers do.
  const Module& top(const std::string& body) {
    compiled_ = std::make_unique<Compiled>(
        "struct State { hls::Bits<8> a; hls::Bits<8> b; }; struct In { hls::Bits<8> v; bool go; };\n"
        "struct Out { bool x; }; void step(State& s, const In& in, Out& out) {" +
            body + "}\n",
        "register-enables");
    return compiled_->top();
  }
  std::unique_ptr<Compiled> compiled_;
};

TEST_F(RegisterEnables, AreTheConditionsUnderWhichARegisterChanges) {
  const Module& module = top("if (in.go) s.a = hls::Bits<8>(s.a + in.v);");
  const Register& a = test::register_of(module, "a");
  ASSERT_TRUE(a.load);
  for (const std::uint64_t go : {0u, 1u}) {
    const test::Values values = {{"input go", go}, {"input v", 5}, {"register a", 9}};
    EXPECT_EQ(test::value_of(module, a.load->condition, values) == (a.load->when ? 1u : 0u), go == 1);
    EXPECT_EQ(test::value_of(module, a.load->value, values), 14u);
    EXPECT_EQ(test::value_of(module, a.next, values), go == 1 ? 14u : 9u);
  }
}

TEST_F(RegisterEnables, AreNotThereForARegisterThatIsAlwaysLoaded) {
  const Module& module = top("s.a = hls::Bits<8>(in.go ? in.v + 1 : s.a + 1); s.b = in.v;");
  EXPECT_FALSE(test::register_of(module, "a").load);
  EXPECT_FALSE(test::register_of(module, "b").load);
}

}  // namespace
}  // namespace stepc
