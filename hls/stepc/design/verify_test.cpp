// SPDX-License-Identifier: Apache-2.0
// Tests verify(): it is silent about a sound design, and names every invariant that is broken by
// hand.
#include "hls/stepc/design/verify.hpp"

#include "hls/stepc/test_support/compiled.hpp"

namespace stepc {
namespace {

using test::Compiled;

constexpr char kSound[] =
    R"(struct Pair { hls::Bits<4> a; hls::Bits<4> b; };
struct Part {
  hls::Ram<Pair, 8> ram; hls::SyncRam<hls::Bits<6>, 4> sync; hls::Bits<3> count; hls::Bits<3> kept;
  HLS_MODULE Pair tick(const Pair& pair, hls::Bits<3> at, hls::Bits<2>& index) {
    const Pair old = ram.read(at);
    HLS_ASSERT(kept != 7, "kept");
    if (pair.a == 3) ram.write(count, pair);
    if (at == 2) kept = count;
    index = hls::Bits<2>(index + sync.data());
    sync.request(at & 3u); sync.write(1, hls::Bits<6>(pair.a));
    count = hls::Bits<3>(count + pair.b);
    return old;
  }
};
struct State { Part part; Part other; hls::Bits<2> index; hls::Bits<5> total; };
struct In { Pair pair; hls::Bits<3> at; hls::Bits<2> more[2]; };
struct Out { Pair pair; hls::Bits<3> count; };
void step(State& s, const In& in, Out& out) {
  out.count = s.part.count;
  if (in.at != 1) out.pair = s.part.tick(in.pair, in.at, s.index);
  s.other.tick(in.pair, hls::Bits<3>(in.more[1]), s.index);
  s.total = hls::Bits<5>(s.total + s.part.count);
}
)";

class Verify : public testing::Test {
 protected:
  // Returns the first fault that verify() finds after `break_it(part, top)` has changed the
  // modules.
  template <class Break>
  std::string first_fault(Break break_it) {
    Compiled compiled(kSound);
    Design& design = compiled.compilation().design;
    EXPECT_EQ(design.modules.size(), 2u);
    break_it(*design.modules.front(), design.top());
    const std::vector<std::string> faults = verify(design);
    return faults.empty() ? "" : faults[0];
  }
};

TEST_F(Verify, IsSilentOfASoundDesign) {
  EXPECT_EQ(first_fault([](Module&, Module&) {}), "");
}

TEST_F(Verify, NamesUndrivenObjects) {
  EXPECT_EQ(first_fault([](Module& part, Module&) { part.registers[0].next = nullptr; }),
            "module 'test_Part': register 'count': its next value is not driven");
  EXPECT_EQ(first_fault([](Module& part, Module&) { part.outputs[0].leaves[0].value = nullptr; }),
            "module 'test_Part': output 'index': a scalar is not driven");
  EXPECT_EQ(first_fault([](Module& part, Module&) { part.memories[0].write_word = nullptr; }),
            "module 'test_Part': memory 'ram': its written word is not driven");
  EXPECT_EQ(first_fault([](Module& part, Module&) { part.exports[0].value = nullptr; }),
            "module 'test_Part': export 'count_now': is not driven");
  EXPECT_EQ(first_fault([](Module&, Module& top) { top.instances[0].called = nullptr; }),
            "module 'test': instance 'part': its call is not driven");
}

TEST_F(Verify, NamesDriversOfAnotherWidth) {
  EXPECT_EQ(first_fault([](Module& part, Module&) { part.registers[0].next = part.build.constant(4, 0); }),
            "module 'test_Part': register 'count': its next value has 4 bits, must be 3");
  EXPECT_EQ(first_fault([](Module& part, Module&) { part.registers[0].reset = llvm::APInt(7, 0); }),
            "module 'test_Part': register 'count': its reset value has another width");
  EXPECT_EQ(first_fault([](Module& part, Module&) { part.memories[1].request_address = part.build.constant(1, 0); }),
            "module 'test_Part': memory 'sync': its requested address has 1 bit, must be 2");
  EXPECT_EQ(first_fault([](Module&, Module& top) { top.instances[0].arguments[0] = top.build.constant(9, 0); }),
            "module 'test': instance 'part': argument 'pair' has 9 bits, must be 4");
  EXPECT_EQ(first_fault([](Module& part, Module&) { part.assertions[0].holds = part.build.constant(2, 0); }),
            "module 'test_Part': assertion at test.cpp:6: its condition has 2 bits, must be 1");
  EXPECT_EQ(first_fault([](Module& part, Module&) { part.outputs[1].word = part.build.constant(3, 0); }),
            "module 'test_Part': output 'result': its word has 3 bits, must be 8");
  EXPECT_EQ(first_fault([](Module& part, Module&) { part.memories[0].fields.pop_back(); }),
            "module 'test_Part': memory 'ram': its fields have 4 bits");
}

TEST_F(Verify, NamesALoadThatIsNotTheNextValue) {
  EXPECT_EQ(first_fault([](Module& part, Module&) { part.registers[1].load->when = !part.registers[1].load->when; }),
            "module 'test_Part': register 'kept': its load is not its next value");
}

TEST_F(Verify, NamesWrongNumbersOfArguments) {
  EXPECT_EQ(first_fault([](Module&, Module& top) { top.instances[0].arguments.pop_back(); }),
            "module 'test': instance 'part': has too few arguments");
  EXPECT_EQ(first_fault([](Module&, Module& top) { top.instances[0].arguments.push_back(top.build.constant(1, 0)); }),
            "module 'test': instance 'part': has too many arguments");
  EXPECT_EQ(first_fault([](Module&, Module& top) { top.instances[0].words.pop_back(); }),
            "module 'test': instance 'part': has words of no port");
}

TEST_F(Verify, NamesPortsThatBelongToNoParameterOrToMore) {
  EXPECT_EQ(first_fault([](Module& part, Module&) { part.parameters[0].inputs.clear(); }),
            "module 'test_Part': input 'pair': belongs to 0 parameters, must be 1");
  EXPECT_EQ(first_fault([](Module& part, Module&) { part.parameters[1].inputs.push_back(0); }),
            "module 'test_Part': input 'pair': belongs to 2 parameters, must be 1");
  EXPECT_EQ(first_fault([](Module& part, Module&) { part.parameters[0].inputs.push_back(77); }),
            "module 'test_Part': parameter 'pair': has no such input");
  EXPECT_EQ(first_fault([](Module& part, Module&) { part.inputs[0].is_output = true; }),
            "module 'test_Part': input 'pair': stands among the wrong ports");
  EXPECT_EQ(first_fault([](Module& part, Module&) { part.inputs[0].leaves[0].value = part.build.constant(4, 3); }),
            "module 'test_Part': input 'pair': is driven from within");
  EXPECT_EQ(first_fault([](Module&, Module& top) { top.inputs[0].type = top.inputs[1].type; }),
            "module 'test': input 'pair': its scalars have 8 bits");
}

TEST_F(Verify, NamesTwoDriversOfOneByte) {
  EXPECT_EQ(first_fault([](Module& part, Module&) { part.registers[1].leaf.offset = part.registers[0].leaf.offset; }),
            "module 'test_Part': register 'kept': overlaps register 'count'");
  EXPECT_EQ(first_fault([](Module&, Module& top) { top.instances[1].offset = top.instances[0].offset + 2; }),
            "module 'test': instance 'other': overlaps instance 'part'");
  EXPECT_EQ(first_fault([](Module&, Module& top) { top.registers[1].leaf.offset = 1000; }),
            "module 'test': register 'total': lies outside of the object");
  EXPECT_EQ(first_fault([](Module& part, Module&) { part.exports.push_back(part.exports[0]); }),
            "module 'test_Part': export 'count_now': is there twice");
}

TEST_F(Verify, NamesExpressionsThatAreNotSound) {
  const auto with_node = [&](auto make) {
    return first_fault([&](Module& part, Module&) {
      const Expr x = make(part);
      part.registers[0].next = x;
    });
  };
  EXPECT_EQ(with_node([](Module& part) {
              return part.build.failed(3);
            }).find("stands for what could not be translated") != std::string::npos,
            true);
  const std::string symbol = with_node([](Module& part) { return part.build.symbol(1000, 3); });
  EXPECT_NE(symbol.find("(symbol): is no symbol of the module"), std::string::npos) << symbol;
  const std::string word =
      with_node([](Module& part) { return part.build.memory_word(9, part.build.constant(3, 1), 3); });
  EXPECT_NE(word.find("(word): is of no memory of the module"), std::string::npos) << word;
  const std::string address = with_node(
      [](Module& part) { return part.build.truncate(part.build.memory_word(0, part.build.constant(2, 1), 8), 3); });
  EXPECT_NE(address.find("(word): has not the widths of memory 'ram'"), std::string::npos) << address;
  const std::string at_once = with_node(
      [](Module& part) { return part.build.truncate(part.build.memory_word(1, part.build.constant(2, 1), 6), 3); });
  EXPECT_NE(at_once.find("reads a memory with registered read at once"), std::string::npos) << at_once;
  Builder other;
  const std::string foreign = with_node([&](Module&) { return other.symbol(0, 3); });
  EXPECT_NE(foreign.find("belongs to another module"), std::string::npos) << foreign;
}

// The builder makes no unsound node, so each node is broken after it is made.
TEST_F(Verify, NamesOperandsThatDoNotFit) {
  const auto broken = [&](auto make, auto break_node) {
    return first_fault([&](Module& part, Module&) {
      const Expr count = part.registers[0].now;  // 3 bits
      const Expr kept = part.registers[1].now;
      const Expr four_bits = part.inputs[0].leaves[0].value;
      const Expr x = make(part.build, count, kept);
      break_node(const_cast<Node&>(*x), four_bits);
      part.exports[0].value = x;
    });
  };
  const auto other_operand = [](std::size_t i) {
    return [i](Node& node, Expr four_bits) { node.operands[i] = four_bits; };
  };
  const auto one_less = [](Node& node, Expr) { node.operands.pop_back(); };
  const auto contains = [](const std::string& text, const char* part) { return text.find(part) != std::string::npos; };

  using B = Builder&;
  EXPECT_TRUE(contains(broken([](B b, Expr x, Expr y) { return b.bit_and(x, y); }, other_operand(1)),
                       "(and): has operands of wrong widths"));
  EXPECT_TRUE(contains(broken([](B b, Expr x, Expr y) { return b.add(x, y); }, other_operand(0)),
                       "(add): has operands of wrong widths"));
  EXPECT_TRUE(contains(broken([](B b, Expr x, Expr) { return b.bit_not(x); }, other_operand(0)),
                       "(not): has operands of wrong widths"));
  EXPECT_TRUE(contains(broken([](B b, Expr x, Expr y) { return b.concat({x, y}); }, other_operand(0)),
                       "(concat): has operands of wrong widths"));
  EXPECT_TRUE(
      contains(broken([](B b, Expr x, Expr) { return b.extract(x, 1, 2); }, [](Node& node, Expr) { node.low = 2; }),
               "(extract): has operands of wrong widths"));
  EXPECT_TRUE(contains(broken([](B b, Expr x, Expr) { return b.sign_extend(x, 4); }, other_operand(0)),
                       "(sign_extend): has operands of wrong widths"));
  EXPECT_TRUE(contains(broken([](B b, Expr x, Expr y) { return b.shift_left(x, y); }, other_operand(0)),
                       "(shift_left): has operands of wrong widths"));
  EXPECT_TRUE(contains(broken([](B b, Expr x, Expr y) { return b.shift_right(x, y); },
                              [](Node& node, Expr) {
                                static Builder wide;
                                node.operands[1] = wide.symbol(0, 33);
                              }),
                       "(shift_right): has operands of wrong widths"));
  EXPECT_TRUE(contains(broken([](B b, Expr x, Expr y) { return b.equal(x, y); }, other_operand(1)),
                       "(equal): has operands of wrong widths"));
  const auto mux = [](B b, Expr x, Expr y) { return b.mux(b.extract(x, 0, 1), x, y); };
  EXPECT_TRUE(contains(broken(mux, other_operand(0)), "(mux): has operands of wrong widths"));
  EXPECT_TRUE(contains(broken(mux, other_operand(2)), "(mux): has operands of wrong widths"));
  const auto index = [](B b, Expr x, Expr y) { return b.index(b.extract(x, 0, 2), {x, y, y, b.bit_not(x)}); };
  EXPECT_TRUE(contains(broken(index, one_less), "(index): has operands of wrong widths"));
  const auto sum = [](B b, Expr x, Expr y) { return b.add(x, y); };
  EXPECT_TRUE(contains(broken(sum, one_less), "(add): has 1 operands"));
  EXPECT_TRUE(
      contains(broken(sum, [](Node& node, Expr) { node.operands[0] = &node; }), "(add): comes before its operand"));
  EXPECT_TRUE(contains(broken(sum, [](Node& node, Expr) { node.width = 0; }), "(add): has no width"));
  EXPECT_TRUE(contains(
      broken([](B b, Expr, Expr) { return b.constant(3, 5); }, [](Node& node, Expr) { node.known.resetAll(); }),
      "(constant): has unknown bits"));
}

TEST_F(Verify, NamesModulesOutOfOrder) {
  Compiled compiled(kSound);
  Design& design = compiled.compilation().design;
  design.modules.reverse();
  const std::vector<std::string> faults = verify(design);
  ASSERT_GE(faults.size(), 3u);
  EXPECT_EQ(faults[0], "module 'test': only the last is the top");
  EXPECT_EQ(faults[1], "module 'test': instance 'part': its module does not come before its owner");
}

TEST_F(Verify, NamesAPartThatMayRestWithoutAnEnable) {
  EXPECT_EQ(first_fault([](Module& part, Module&) { part.has_enable = false; }),
            "module 'test': instance 'part': may rest, and its module has no enable");
}

TEST_F(Verify, NamesIllegalAndDoubleNames) {
  const auto has = [&](const std::string& wanted, auto break_it) {
    Compiled compiled(kSound);
    Design& design = compiled.compilation().design;
    break_it(design);
    for (const std::string& fault : verify(design)) {
      if (fault == wanted) return true;
    }
    return false;
  };
  const auto part = [](Design& design) -> Module& { return *design.modules.front(); };
  EXPECT_TRUE(has("module 'test_Part': register 'final' is not a legal name",
                  [&](Design& design) { part(design).registers[0].name = "final"; }));
  EXPECT_TRUE(has("module 'test_Part': register 'a__b' is not a legal name",
                  [&](Design& design) { part(design).registers[0].name = "a__b"; }));
  EXPECT_TRUE(has("module 'test_Part': register 'kept' is there twice",
                  [&](Design& design) { part(design).registers[0].name = "kept"; }));
  EXPECT_TRUE(has("module 'test_Part': input 'rst' is there twice",
                  [&](Design& design) { part(design).inputs[0].name = "rst"; }));
  EXPECT_TRUE(has("design: module 'test_pkg' is there twice", [&](Design& design) { part(design).name = "test_pkg"; }));
  EXPECT_TRUE(has("module 'test': instance 'part' has unnamed signals",
                  [&](Design& design) { design.top().instances[0].output_names.pop_back(); }));
}

}  // namespace
}  // namespace stepc
