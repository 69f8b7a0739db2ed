// SPDX-License-Identifier: Apache-2.0
// Tests expressions as SystemVerilog: precedence, widths, wires.
#include "hls/stepc/emit/printer.hpp"

#include <gtest/gtest.h>

#include "hls/stepc/expression/builder.hpp"

namespace stepc {
namespace {

class Printed : public testing::Test {
 protected:
  Builder build_;
  Expr a_ = build_.symbol(0, 8);
  Expr b_ = build_.symbol(1, 8);
  Expr p_ = build_.symbol(2, 1);
  Expr q_ = build_.symbol(3, 1);
  Expr pair_ = build_.symbol(4, 8);

  static std::string symbol_text(Expr symbol) {
    static const char* const kNames[] = {"a", "b", "p", "q", "pair.field", "pair.inner.field", "pair.inner.flag"};
    return kNames[symbol->tag];
  }
  Printer printer() {
    return Printer(
        names_, module_, symbol_text,
        [](unsigned memory, const std::string& address) {
          return "memory_" + std::to_string(memory) + "[" + address + "]";
        },
        wholes_, [](const Type& type) { return type.name; });
  }
  // Returns the wires that one root needs, and then its text.
  std::string print(Expr x, const std::string& name = "") {
    names_ = NameTable();
    Printer printer = this->printer();
    printer.plan({{x, name}});
    const std::string text = printer.print(x);
    return printer.wires() + text;
  }

  NameTable names_;
  Wholes wholes_;
  Location module_{"t.cpp", 1};
};

TEST_F(Printed, Literals) {
  EXPECT_EQ(literal(llvm::APInt(1, 1)), "1'd1");
  EXPECT_EQ(literal(llvm::APInt(8, 200)), "8'd200");
  EXPECT_EQ(literal(llvm::APInt(9, 200)), "9'hc8");
  EXPECT_EQ(literal(llvm::APInt(64, 0xdeadbeef)), "64'hdeadbeef");
}

TEST_F(Printed, OperatorsInParenthesesWhereTheyDiffer) {
  EXPECT_EQ(print(build_.add(a_, b_)), "a + b");
  EXPECT_EQ(print(build_.bit_and(p_, build_.bit_or(q_, build_.equal(a_, b_)))), "p & (q | (a == b))");
  EXPECT_EQ(print(build_.subtract(a_, build_.subtract(b_, pair_))), "a - (b - pair.field)");
  EXPECT_EQ(print(build_.bit_not(build_.bit_and(p_, q_))), "~(p & q)");
  EXPECT_EQ(print(build_.add(a_, build_.sign_extend(p_, 8))), "a - {7'd0, p}");
  EXPECT_EQ(print(build_.less(a_, b_)), "a < b");
  EXPECT_EQ(print(build_.mux(p_, a_, build_.add(a_, b_))), "p ? a : a + b");
  EXPECT_EQ(print(build_.mux(p_, a_, build_.mux(q_, b_, pair_))), "p ? a\n      : q ? b : pair.field");
}

// Signed operations stand in a function of their own: beside anything unsigned, SystemVerilog makes
// them unsigned.
TEST_F(Printed, SignedOperations) {
  EXPECT_EQ(print(build_.signed_divide(a_, b_)), "$unsigned($signed(a) / $signed(b))");
  EXPECT_EQ(print(build_.signed_shift_right(a_, b_)), "$unsigned($signed(a) >>> b)");
  EXPECT_EQ(print(build_.signed_less(a_, b_)), "$signed(a) < $signed(b)");
  EXPECT_EQ(print(build_.sign_extend(a_, 12)), "{{4{a[7]}}, a}");
  EXPECT_EQ(print(build_.sign_extend(p_, 4)), "{4{p}}");
}

TEST_F(Printed, Pieces) {
  EXPECT_EQ(print(build_.extract(a_, 2, 3)), "a[4:2]");
  EXPECT_EQ(print(build_.extract(a_, 7, 1)), "a[7]");
  EXPECT_EQ(print(build_.extract(pair_, 0, 4)), "pair.field[3:0]");
  EXPECT_EQ(print(build_.concat({a_, p_})), "{p, a}");  // the lowest last
  EXPECT_EQ(print(build_.zero_extend(a_, 10)), "{2'd0, a}");
}

// Bits are only selected from names.
TEST_F(Printed, WiresForWhatIsSelected) {
  EXPECT_EQ(print(build_.extract(build_.bit_xor(a_, b_), 3, 2)), "  wire [7:0] term = a ^ b;  // t.cpp:1\nterm[4:3]");
  EXPECT_EQ(print(build_.memory_word(3, build_.extract(a_, 0, 2), 8)),
            "  wire [7:0] memory_3_word = memory_3[a[1:0]];  // t.cpp:1\nmemory_3_word");
}

// Icarus 11 crashes on members of members in most expressions, or takes them for nothing, so they
// stand alone behind a wire's name.
TEST_F(Printed, MembersOfMembersStandAlone) {
  const Expr deep = build_.symbol(5, 8);
  const Expr flag = build_.symbol(6, 1);
  const std::string field_wire = "  wire [7:0] pair_inner_field = pair.inner.field;  // t.cpp:1\n";
  const std::string flag_wire = "  wire pair_inner_flag = pair.inner.flag;  // t.cpp:1\n";
  EXPECT_EQ(print(build_.bit_and(p_, build_.bit_not(flag))), flag_wire + "p & ~pair_inner_flag");
  EXPECT_EQ(print(build_.concat({build_.mux(p_, deep, a_), q_})), field_wire + "{q, p ? pair_inner_field : a}");
  EXPECT_EQ(print(build_.mux(flag, a_, b_)), flag_wire + "pair_inner_flag ? a : b");
  EXPECT_EQ(print(build_.extract(deep, 2, 3)), field_wire + "pair_inner_field[4:2]");
  EXPECT_EQ(print(build_.signed_less(deep, a_)), field_wire + "$signed(pair_inner_field) < $signed(a)");
  EXPECT_EQ(print(deep), field_wire + "pair_inner_field");
}

TEST_F(Printed, WiresForWhatIsUsedTwice) {
  const Expr sum = build_.add(a_, b_);
  EXPECT_EQ(print(build_.equal(sum, build_.bit_not(sum))), "  wire [7:0] sum = a + b;  // t.cpp:1\nsum == ~sum");
}

TEST_F(Printed, WiresAreNamedAfterVariablesOrWhatTheyDrive) {
  const Expr sum = build_.add(a_, b_);
  sum->name = "total";
  sum->location = {"u.cpp", 7};
  EXPECT_EQ(print(build_.bit_xor(sum, pair_)), "  wire [7:0] total = a + b;  // u.cpp:7\npair.field ^ total");
  const Expr word = build_.memory_word(0, p_, 8);
  EXPECT_EQ(print(word, "count_next"), "  wire [7:0] count_next = memory_0[p];  // t.cpp:1\ncount_next");
}

// A wire that no variable names is named by its operands, or by what it helps to compute.
TEST_F(Printed, WiresSayWhatTheyAre) {
  const auto name = [&](Expr x) {  // it is used twice
    names_ = NameTable();
    Printer printer = this->printer();
    printer.plan({{build_.concat({x, build_.add(build_.zero_extend(x, 9), build_.constant(9, 1))}), "count_next"}});
    return printer.print(x);
  };
  EXPECT_EQ(name(build_.equal(a_, build_.constant(8, 3))), "a_is_3");
  EXPECT_EQ(name(build_.equal(a_, b_)), "a_is_b");
  EXPECT_EQ(name(build_.less(a_, build_.constant(8, 5))), "a_below_5");
  EXPECT_EQ(name(build_.bit_and(p_, q_)), "p_and_q");
  EXPECT_EQ(name(build_.bit_or(build_.extract(a_, 2, 1), q_)), "q_or_a_2");
  EXPECT_EQ(name(build_.bit_and(p_, build_.equal(a_, b_))), "count_next_term");
  EXPECT_EQ(name(build_.sign_extend(p_, 4)), "p_mask");
  EXPECT_EQ(name(build_.add(a_, b_)), "count_next_sum");
  EXPECT_EQ(name(build_.mux(p_, a_, b_)), "count_next_choice");
}

TEST_F(Printed, NamesAreTakenOnce) {
  names_.reserve("memory_0_word");
  Printer printer = this->printer();
  const Expr x = build_.memory_word(0, p_, 8);
  const Expr y = build_.memory_word(1, p_, 8);
  printer.plan({{x, ""}, {y, ""}});
  EXPECT_EQ(printer.print(x), "memory_0_word_2");
  EXPECT_EQ(printer.print(y), "memory_1_word");
}

// Icarus Verilog does not cut a sum within brackets to its width.
TEST_F(Printed, AddressesThatAreComputedAreWires) {
  const Expr sum = build_.add(a_, b_);
  const Expr difference = build_.subtract(a_, b_);
  Printer printer = this->printer();
  printer.plan_address(sum);
  printer.plan_address(a_);
  printer.plan({{sum, "write_address"}, {a_, ""}, {build_.memory_word(0, difference, 8), "word"}});
  EXPECT_EQ(printer.print(sum), "write_address");
  EXPECT_EQ(printer.print(a_), "a");
  printer.print(build_.memory_word(0, difference, 8));
  EXPECT_EQ(printer.wires(),
            "  wire [7:0] write_address = a + b;  // t.cpp:1\n"
            "  wire [7:0] word_difference = a - b;  // t.cpp:1\n"
            "  wire [7:0] word = memory_0[word_difference];  // t.cpp:1\n");
}

TEST_F(Printed, TablesAreVectorsWithThePartAtTheIndex) {
  const Expr index = build_.extract(a_, 0, 2);
  const Expr x = build_.index(index, {b_, pair_, build_.constant(8, 3), a_});
  EXPECT_EQ(print(x),
            R"(  wire [1:0] bits = a[1:0];  // t.cpp:1
  wire [31:0] element_choices = {a, 8'd3, pair.field, b};
element_choices[bits * 8 +: 8])");
}

// A successor uses the wires of the first printer, and leaves the first text as it is.
TEST_F(Printed, SuccessorsContinue) {
  const Expr sum = build_.add(a_, b_);
  const Expr product = build_.multiply(a_, b_);
  Printer first = printer();
  first.plan({{sum, ""}, {build_.bit_not(sum), ""}});
  EXPECT_EQ(first.print(sum), "sum");
  Printer second = first.successor();
  second.plan({{build_.equal(sum, product), ""}});
  EXPECT_EQ(second.print(build_.equal(sum, product)), "sum == (a * b)");
  EXPECT_EQ(second.wires(), "");
  EXPECT_EQ(first.wires(), "  wire [7:0] sum = a + b;  // t.cpp:1\n");
}

TEST_F(Printed, LongListsOverSeveralLines) {
  EXPECT_EQ(in_braces({"a", "b"}), "{a, b}");
  const std::string name(40, 'x');
  EXPECT_EQ(in_braces({name, name, name}), "{" + name + ",\n      " + name + ",\n      " + name + "}");
}

}  // namespace
}  // namespace stepc
