// SPDX-License-Identifier: Apache-2.0
// Rewrites choices among three and more words as sums of masked words.
#include <set>
#include <unordered_map>

#include "hls/stepc/design/roots.hpp"
#include "hls/stepc/design/transforms.hpp"
#include "hls/stepc/expression/exclusive.hpp"

namespace stepc {
namespace {

class Rewriter {
 public:
  explicit Rewriter(Module& module) : module_(module), build_(module.build) {
    each_root(module, [this](Expr x) { count_use(x); });
    for (const Parameter& parameter : module.parameters) {
      if (parameter.passing == Parameter::Passing::kReference) {
        by_reference_.insert(parameter.inputs.begin(), parameter.inputs.end());
      }
    }
  }

  Expr rewrite(Expr x) {
    if (x->operands.empty()) return x;
    if (const auto found = done_.find(x); found != done_.end()) return found->second;
    Expr result = is_long_choice(x) ? masked(x) : with_new_operands(x);
    if (result->name.empty()) result->name = x->name;
    return remember(x, result);
  }

  // A register that may keep its value gets an enable, not a masked choice.
  Expr rewrite_next(const Register& reg) {
    const Node& next = *reg.next;
    if (next.op != Op::kMux || (next.operands[1] != reg.now && next.operands[2] != reg.now)) return rewrite(reg.next);
    return remember(reg.next, with_new_operands(reg.next));
  }

 private:
  void count_use(Expr x) {
    if (++uses_[x] > 1) return;
    for (Expr operand : x->operands) count_use(operand);
  }

  // A rewritten expression is not rewritten again.
  Expr remember(Expr x, Expr result) {
    done_.emplace(result, result);
    done_[x] = result;
    return result;
  }

  // Returns whether x is another choice between words that nothing else needs.
  bool continues(Expr x) const { return x->op == Op::kMux && x->width > 1 && uses_.at(x) == 1; }

  // A switch is not masked, since its conditions are known to exclude one another. A register that
  // may keep its value is not masked either: it wants an enable.
  bool is_long_choice(Expr x) const {
    if (x->op != Op::kMux || x->width == 1 || !continues(x->operands[2])) return false;
    bool is_switch = true;
    for (; x->op == Op::kMux; x = x->operands[2]) {
      is_switch = is_switch && x->operands[0]->op == Op::kEqual;
      if (keeps(x->operands[1])) return false;
    }
    return !is_switch && !keeps(x);
  }
  // Returns whether x is a register's value before this cycle: a register of this module, or of its
  // owner, which passes it by reference.
  bool keeps(Expr x) const {
    if (x->op != Op::kSymbol) return false;
    const Symbol& symbol = module_.symbols[x->tag];
    return symbol.kind == Symbol::Kind::kRegister ||
           (symbol.kind == Symbol::Kind::kInput && by_reference_.count(symbol.index) != 0);
  }

  Expr with_new_operands(Expr x) {
    std::vector<Expr> operands;
    for (Expr operand : x->operands) operands.push_back(rewrite(operand));
    return operands == x->operands ? x : build_.with_operands(*x, std::move(operands));
  }

  // A word that is itself a choice becomes two words: one more mask costs one bit, one more
  // multiplexer costs every bit of the word.
  void add_masked(Expr condition, Expr word, std::vector<Expr>& words) {
    if (!continues(word)) {
      return words.push_back(build_.bit_and(build_.sign_extend(condition, word->width), rewrite(word)));
    }
    const Expr first = rewrite(word->operands[0]);
    add_masked(build_.bit_and(condition, first), word->operands[1], words);
    add_masked(build_.bit_and(condition, build_.bit_not(first)), word->operands[2], words);
  }

  Expr masked(Expr x) {
    build_.set_location(x->location);
    std::vector<Expr> words;
    std::vector<Expr> earlier;  // conditions that take precedence
    const auto add = [&](Expr condition, Expr word) {
      for (Expr other : earlier) {
        if (!are_exclusive(other, condition)) condition = build_.bit_and(build_.bit_not(other), condition);
      }
      add_masked(condition, word, words);
    };
    do {
      const Expr condition = rewrite(x->operands[0]);
      add(condition, x->operands[1]);
      earlier.push_back(condition);
      x = x->operands[2];
    } while (continues(x));
    add(build_.constant(1, 1), x);
    // The word without a condition comes first: a LUT of six inputs takes it and its mask together
    // with the next word.
    Expr sum = words.back();
    for (words.pop_back(); !words.empty(); words.pop_back()) sum = build_.bit_or(sum, words.back());
    return sum;
  }

  const Module& module_;
  Builder& build_;
  std::set<unsigned> by_reference_;  // input ports
  std::unordered_map<Expr, unsigned> uses_;
  std::unordered_map<Expr, Expr> done_;
};

}  // namespace

void mask_choices(Module& module) {
  Rewriter rewriter(module);
  for (Register& reg : module.registers) reg.next = rewriter.rewrite_next(reg);
  each_root(module, [&](Expr& x) { x = rewriter.rewrite(x); });
}

}  // namespace stepc
