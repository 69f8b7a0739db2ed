// SPDX-License-Identifier: Apache-2.0
// Names the wires: after a C++ variable, after what they drive, by their operands, or after what
// they help to compute.
#include <deque>

#include "hls/stepc/emit/printer.hpp"

namespace stepc {

// Breadth first, so that a name is that of the nearest thing that has one.
void Printer::find_consumers(const std::vector<Root>& roots) {
  std::deque<std::pair<Expr, std::string>> queue;  // an expression, and what it helps to compute
  for (const Root& root : roots) queue.emplace_back(root.expression, root.name);
  for (; !queue.empty(); queue.pop_front()) {
    const auto [x, consumer] = queue.front();
    if (!consumers_.emplace(x, consumer).second) continue;
    const auto suggestion = suggestions_.find(x);
    const bool is_suggested = suggestion != suggestions_.end() && !suggestion->second.empty();
    const std::string& own = !x->name.empty() ? x->name : is_suggested ? suggestion->second : consumer;
    for (Expr operand : x->operands) queue.emplace_back(operand, own);
  }
}

// Returns the name of a signal, a wire or a bit of one, if it is short; else nothing.
std::string Printer::short_name(Expr x) const {
  constexpr std::size_t kMostLetters = 20;
  std::string name;
  if (const auto wire = named_.find(x); wire != named_.end()) {
    name = wire->second;
  } else if (const auto text = texts_.find(x); text != texts_.end() && wholes_->of(x) != Wholes::kNone) {
    name = flat(text->second.text);
  } else if (x->op == Op::kSymbol) {
    name = flat(symbol_(x));
  } else if (x->op == Op::kExtract && x->width == 1) {
    name = short_name(x->operands[0]);
    if (!name.empty()) name += "_" + std::to_string(x->low);
  }
  return name.size() <= kMostLetters ? name : "";
}

// Returns "rule_is_3" for `rule == 3'd3`; nothing where the operands have no short names.
std::string Printer::name_by_operands(Expr x) const {
  if (x->op == Op::kMemoryWord) {
    const std::string word = word_(x->tag, "");
    return flat(word.substr(0, word.find('['))) + "_word";
  }
  if (x->operands.empty() || x->operands.size() > 2) return "";
  const std::string a = short_name(x->operands[0]);
  if (a.empty()) return "";
  if (x->op == Op::kNot) return "not_" + a;
  if (x->op == Op::kSignExtend && x->operands[0]->width == 1) return a + "_mask";
  if (x->operands.size() == 1) return "";
  const Expr second = x->operands[1];
  const bool is_number = second->is_constant() && second->width <= 8;
  const std::string b = is_number ? std::to_string(second->value().getZExtValue()) : short_name(second);
  if (b.empty()) return "";
  if (x->op == Op::kEqual) return a + "_is_" + b;
  if (x->op == Op::kLess) return a + "_below_" + b;
  if (x->width > 1 || is_number) return "";
  constexpr std::size_t kMostLetters = 30;  // so that chains get no names of chains
  const std::string both = a + (x->op == Op::kAnd ? "_and_" : "_or_") + b;
  const bool is_short = both.size() <= kMostLetters && (x->op == Op::kAnd || x->op == Op::kOr);
  return is_short ? both : "";
}

std::string Printer::name_for(Expr x) const {
  if (!x->name.empty()) return x->name;
  const auto suggestion = suggestions_.find(x);
  if (suggestion != suggestions_.end() && !suggestion->second.empty()) return suggestion->second;
  if (const std::string name = name_by_operands(x); !name.empty()) return name;
  const auto consumer = consumers_.find(x);
  const bool has_consumer = consumer != consumers_.end() && !consumer->second.empty();
  return (has_consumer ? consumer->second + "_" : "") + operation(x->op).result;
}

// A variable `packet` has scalars called packet_payload and packet_header_rule.
std::string Printer::name_for(const Whole& whole) const {
  std::string consumed;
  for (std::size_t i = 0; i < whole.leaves.size(); ++i) {
    const Expr x = whole.leaves[i];
    if (!x) continue;
    const std::string scalar = flat(whole.paths[i]);  // "_payload", or "_payload_next" of a register
    const auto without_end = [&](const std::string& name) -> std::string {
      for (const std::string next : {"", "_next"}) {
        const std::string end = scalar + next;
        if (name.size() > end.size() && name.ends_with(end)) return name.substr(0, name.size() - end.size()) + next;
      }
      return "";
    };
    const auto suggestion = suggestions_.find(x);
    const bool is_suggested = x->name.empty() && suggestion != suggestions_.end();
    if (const std::string name = without_end(is_suggested ? suggestion->second : x->name); !name.empty()) return name;
    const auto consumer = consumers_.find(x);
    if (!consumed.empty() || consumer == consumers_.end()) continue;
    consumed = without_end(consumer->second);
    if (consumed.empty()) consumed = consumer->second;
  }
  if (whole.op == Op::kMemoryWord) return name_by_operands(whole.by);
  return (consumed.empty() ? "" : consumed + "_") + operation(whole.op).result;
}

}  // namespace stepc
