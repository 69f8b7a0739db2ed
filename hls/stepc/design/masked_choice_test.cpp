// Choices among three and more words as sums of masked words: the same values, without multiplexers of words.
#include "hls/stepc/design/masked_choice.hpp"

#include "hls/stepc/test_support/compiled.hpp"
#include "hls/stepc/test_support/evaluator.hpp"

namespace stepc {
namespace {

using test::Compiled;

// Multiplexers of words below an expression.
unsigned word_choices(Expr x) {
  unsigned count = x->op == Op::kMux && x->width > 1 ? 1 : 0;
  for (Expr operand : x->operands) count += word_choices(operand);
  return count;
}

Compiled compiled(const std::string& body, const std::string& step) {
  return Compiled(
      R"(struct State { hls::Bits<8> s; hls::Bits<2> kept; };
struct In { hls::Bits<8> a; hls::Bits<8> b; hls::Bits<8> c; hls::Bits<8> d; bool p; bool q; bool r; hls::Bits<2> i; };
struct Out { hls::Bits<8> x; };
void step(State& s, const In& in, Out& out) {)" +
          body + "}\n",
      step);
}

TEST(MaskedChoices, AreSumsWithTheSameValue) {
  const std::string body = "out.x = in.p ? in.a : in.q ? in.b : in.r ? in.c : in.d;";
  const Compiled before = compiled(body, "exports");
  const Compiled after = compiled(body, "masked-choices");
  const Expr chosen = test::register_of(before.top(), "out_x").next;
  const Expr masked = test::register_of(after.top(), "out_x").next;
  EXPECT_EQ(word_choices(chosen), 3u);
  EXPECT_EQ(word_choices(masked), 0u);
  for (std::uint64_t conditions = 0; conditions < 8; ++conditions) {
    const std::uint64_t p = conditions & 1, q = conditions >> 1 & 1, r = conditions >> 2;
    const test::Values values = {{"input p", p},  {"input q", q},  {"input r", r}, {"input a", 11},
                                 {"input b", 22}, {"input c", 33}, {"input d", 44}};
    const std::uint64_t expected = p != 0 ? 11 : q != 0 ? 22 : r != 0 ? 33 : 44;
    EXPECT_EQ(test::value_of(before.top(), chosen, values), expected);
    EXPECT_EQ(test::value_of(after.top(), masked, values), expected);
  }
}

// Masks below an expression that are one comparison.
unsigned masks_by_comparison(Expr x) {
  unsigned count = x->op == Op::kSignExtend && x->operands[0]->op == Op::kEqual ? 1 : 0;
  for (Expr operand : x->operands) count += masks_by_comparison(operand);
  return count;
}

// A condition that excludes those before it is the mask.
TEST(MaskedChoices, SettleNothingBetweenConditionsThatExcludeOneAnother) {
  const Compiled after =
      compiled("out.x = in.i == 1 ? in.a : in.i == 2 ? in.b : in.p ? in.c : in.d;", "masked-choices");
  const Expr next = test::register_of(after.top(), "out_x").next;
  EXPECT_EQ(word_choices(next), 0u);
  EXPECT_EQ(masks_by_comparison(next), 2u);
  for (std::uint64_t i = 0; i < 4; ++i) {
    const test::Values values = {{"input i", i},  {"input p", 1},  {"input a", 11},
                                 {"input b", 22}, {"input c", 33}, {"input d", 44}};
    EXPECT_EQ(test::value_of(after.top(), next, values), i == 1 ? 11u : i == 2 ? 22u : 33u);
  }
}

TEST(MaskedChoices, LeaveChoicesOfTwoWords) {
  const Compiled after = compiled("out.x = in.p ? in.a : in.b;", "masked-choices");
  EXPECT_EQ(word_choices(test::register_of(after.top(), "out_x").next), 1u);
}

// The conditions of a switch exclude one another: nothing has to be settled.
TEST(MaskedChoices, LeaveSwitches) {
  const Compiled after = compiled(
      "switch (in.i) { case 0: out.x = in.a; break; case 1: out.x = in.b; break; case 2: out.x = in.c; break;"
      " default: out.x = in.d; }",
      "masked-choices");
  const Expr next = test::register_of(after.top(), "out_x").next;
  EXPECT_GT(word_choices(next), 1u);
  EXPECT_EQ(test::value_of(after.top(), next, {{"input i", 2}, {"input c", 33}}), 33u);
}

// A register that may keep its value wants an enable, not a mask of its own value.
TEST(MaskedChoices, LeaveTheEnableOfARegister) {
  const Compiled after = compiled("if (in.p) s.s = in.q ? in.a : in.r ? in.b : in.c;", "masked-choices");
  const Register& reg = test::register_of(after.top(), "s");
  ASSERT_EQ(reg.next->op, Op::kMux);
  EXPECT_TRUE(reg.next->operands[1] == reg.now || reg.next->operands[2] == reg.now);
  EXPECT_EQ(word_choices(reg.next), 1u);
  EXPECT_EQ(test::value_of(after.top(), reg.next, {{"input p", 0}, {"register s", 99}, {"input a", 1}}), 99u);
  EXPECT_EQ(test::value_of(after.top(), reg.next, {{"input p", 1}, {"input r", 1}, {"input b", 22}}), 22u);
}

}  // namespace
}  // namespace stepc
