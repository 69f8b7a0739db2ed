// SPDX-License-Identifier: Apache-2.0
#include "hls/stepc/emit/wholes.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <unordered_set>

#include "hls/stepc/design/roots.hpp"

namespace stepc {
namespace {

// Returns the expressions that drive the module, operands before what uses them.
std::vector<Expr> live_expressions(const Module& module) {
  std::vector<Expr> roots;
  each_root(module, [&](Expr x) { roots.push_back(x); });
  std::vector<Expr> live;
  each_within(std::move(roots), [&](Expr x) { live.push_back(x); });
  std::ranges::sort(live, {}, [](Expr x) { return x->number; });
  return live;
}

// Returns the bit that keeps or clears a word: b of {8{b}}, or b itself in one bit; null if the
// expression is not a mask.
Expr mask_bit(Expr mask) {
  if (mask->width == 1) return mask;
  return mask->op == Op::kSignExtend && mask->operands[0]->width == 1 ? mask->operands[0] : nullptr;
}

// Operations of one kind on the scalars of one signal.
struct Candidate {
  const Type* type;
  Expr by;
  using Results = std::vector<std::pair<Expr, std::size_t>>;  // each with the number of the operand
  std::vector<Results> leaves;                                // by scalar

  bool is_complete() const {
    return std::ranges::all_of(leaves, [](const auto& results) { return results.size() == 1; });
  }
  Whole whole() const {
    Whole whole{type, leaves[0][0].first->op, by, {}, {}, {}, {}};
    for (const auto& results : leaves) {
      const auto& [x, number] = results[0];
      whole.leaves.push_back(x);
      if (x->op == Op::kMux) {
        whole.first.push_back(x->operands[1]);
        whole.second.push_back(x->operands[2]);
      } else {
        whole.first.push_back(x->operands[number]);
        if (x->op == Op::kOr) whole.second.push_back(x->operands[1 - number]);
      }
    }
    return whole;
  }
};

}  // namespace

Wholes::Wholes(const Design& design, const Module& module, std::function<std::string(Expr)> symbol_text)
    : design_(&design), module_(&module), symbol_text_(std::move(symbol_text)) {
  const std::vector<Expr> live = live_expressions(module);
  add_memory_words(live);
  while (add_operations(live)) continue;
  find_inline(live);
}

std::size_t Wholes::of(Expr x) const {
  const auto found = members_.find(x);
  return found == members_.end() ? kNone : found->second.whole;
}

const std::string& Wholes::path_of(Expr leaf) const {
  const Member& member = members_.at(leaf);
  return wholes_[member.whole].paths[member.leaf];
}

const std::vector<std::uint64_t>& Wholes::offsets_of(const Type& type) const {
  std::vector<std::uint64_t>& offsets = offsets_[&type];
  if (!offsets.empty()) return offsets;
  const std::vector<Leaf> scalars = leaves_of(type);
  for (const std::size_t leaf : bit_order(type, design_->arrays)) offsets.push_back(scalars[leaf].offset);
  return offsets;
}

const std::vector<ScalarPlace>& Wholes::places_of(Expr x) const {
  static const std::vector<ScalarPlace> nowhere;
  const auto member = members_.find(x);
  const bool is_member = member != members_.end();
  if (!design_ || (!is_member && x->op != Op::kSymbol)) return nowhere;
  const auto [known, is_new] = places_.try_emplace(x);
  std::vector<ScalarPlace>& places = known->second;
  if (!is_new) return places;
  const Type* type = nullptr;
  std::uint64_t offset = 0;
  std::string signal;
  if (is_member) {
    type = wholes_[member->second.whole].type;
    offset = offsets_of(*type)[member->second.leaf];
  } else {
    const Symbol& symbol = module_->symbols[x->tag];
    const bool is_input = symbol.kind == Symbol::Kind::kInput;
    if (!is_input && symbol.kind != Symbol::Kind::kInstance) return places;
    const Port& port =
        is_input ? module_->inputs[symbol.index] : module_->instances[symbol.index].module->outputs[symbol.port];
    type = port.type;
    offset = port.leaves[symbol.leaf].leaf.offset;
    signal = symbol_text_(x);
    signal.resize(signal.size() - design_->packed.path(*type, offset).size());
  }
  const std::size_t whole = is_member ? member->second.whole : kNone;
  design_->packed.path(*type, offset, [&](const Type& inner, std::uint64_t at, const std::string& path) {
    const std::vector<std::uint64_t>& offsets = offsets_of(inner);
    const auto leaf = static_cast<std::size_t>(std::ranges::find(offsets, at) - offsets.begin());
    places.push_back({signal + path, whole, &inner, leaf});
  });
  return places;
}

// Returns whether one scalar is computed from another one, which would then have to be printed first.
bool Wholes::needs_itself(const Whole& whole) const {
  std::unordered_set<Expr> own;
  std::vector<Expr> waiting;
  for (Expr x : whole.leaves) {
    if (!x) continue;
    own.insert(x);
    waiting.insert(waiting.end(), x->operands.begin(), x->operands.end());
  }
  std::unordered_set<Expr> seen;
  while (!waiting.empty()) {
    const Expr x = waiting.back();
    waiting.pop_back();
    if (!seen.insert(x).second) continue;
    if (own.count(x) > 0) return true;
    waiting.insert(waiting.end(), x->operands.begin(), x->operands.end());
    if (const std::size_t other = of(x); other != kNone) {
      for (Expr leaf : wholes_[other].leaves) {
        if (leaf) waiting.push_back(leaf);
      }
    }
  }
  return false;
}

// Returns false if the structure cannot stay whole.
bool Wholes::add(Whole whole) {
  if (needs_itself(whole)) return false;
  for (const std::uint64_t offset : offsets_of(*whole.type)) {
    whole.paths.push_back(design_->packed.path(*whole.type, offset));
  }
  for (std::size_t i = 0; i < whole.leaves.size(); ++i) {
    if (whole.leaves[i]) members_[whole.leaves[i]] = {wholes_.size(), i};
  }
  wholes_.push_back(std::move(whole));
  return true;
}

// Adds words of which nothing is read but scalars, and whose type stands in the package.
void Wholes::add_memory_words(const std::vector<Expr>& live) {
  std::map<unsigned, std::vector<Expr>> pieces;  // by the number of the word
  std::unordered_set<Expr> read_as_words;
  each_root(*module_, [&](Expr x) { read_as_words.insert(x); });
  for (Expr x : live) {
    if (x->op != Op::kExtract) {
      read_as_words.insert(x->operands.begin(), x->operands.end());
    } else if (x->operands[0]->op == Op::kMemoryWord) {
      pieces[x->operands[0]->number].push_back(x);
    }
  }
  for (const auto& [number, extracts] : pieces) {
    const Expr word = extracts[0]->operands[0];
    const Type& type = *module_->memories[word->tag].leaf.type->element;
    if (type.kind != Type::Kind::kStructure || !design_->packed.contains(type)) continue;
    if (read_as_words.count(word) > 0) continue;
    const std::vector<Leaf> scalars = leaves_of(type);
    // A word holds its scalars in the order of the declarations.
    if (!std::ranges::is_sorted(bit_order(type, design_->arrays))) continue;
    Whole whole{&type, Op::kMemoryWord, word, std::vector<Expr>(scalars.size()), {}, {}, {}};
    std::size_t found = 0;
    unsigned low = word->width;
    for (std::size_t i = 0; i < scalars.size(); ++i) {
      low -= scalars[i].width();
      for (Expr x : extracts) {
        if (x->low != low || x->width != scalars[i].width()) continue;
        whole.leaves[i] = x;
        ++found;
      }
    }
    if (found == extracts.size()) add(std::move(whole));
  }
}

// Adds the structures that are computed from signals, and from structures that are known. Returns
// whether there was one.
bool Wholes::add_operations(const std::vector<Expr>& live) {
  using Key =
      std::tuple<Op, unsigned /* number of `by` */, std::size_t /* side */, std::string, std::size_t, const Type*>;
  std::map<Key, std::size_t> numbers;
  std::vector<Candidate> candidates;  // in the order in which they are met
  const auto consider = [&](Expr x, Expr by, std::size_t operand) {
    for (const ScalarPlace& place : places_of(x->operands[operand])) {
      const std::size_t count = scalars_in(*place.type);
      if (place.type->kind != Type::Kind::kStructure || count == 1) continue;
      const std::size_t side = x->op == Op::kMux ? operand : 0;
      const Key key{x->op, by ? by->number : 0, side, place.signal, place.whole, place.type};
      const auto [known, is_new] = numbers.try_emplace(key, candidates.size());
      if (is_new) candidates.push_back({place.type, by, std::vector<Candidate::Results>(count)});
      candidates[known->second].leaves[place.leaf].emplace_back(x, operand);
    }
  };
  for (Expr x : live) {
    if (of(x) != kNone) continue;
    if (x->op == Op::kMux) {
      consider(x, x->operands[0], 1);
      consider(x, x->operands[0], 2);
    }
    for (const std::size_t operand : {std::size_t{0}, std::size_t{1}}) {
      if (x->op == Op::kOr) consider(x, nullptr, operand);
      const Expr bit = x->op == Op::kAnd ? mask_bit(x->operands[1 - operand]) : nullptr;
      if (bit) consider(x, bit, operand);
    }
  }
  std::erase_if(candidates, [](const Candidate& candidate) { return !candidate.is_complete(); });
  std::set<std::size_t, std::greater<>> sizes;
  for (const Candidate& candidate : candidates) sizes.insert(candidate.leaves.size());
  bool any = false;
  for (const std::size_t size : sizes) {
    for (const Candidate& candidate : candidates) {
      if (candidate.leaves.size() != size) continue;
      Whole whole = candidate.whole();
      const bool is_new = std::ranges::all_of(whole.leaves, [&](Expr x) { return of(x) == kNone; });
      any = (is_new && add(std::move(whole))) || any;
    }
  }
  return any;
}

std::vector<Expr> Wholes::operands_of(Expr x) const {
  const auto found = members_.find(x);
  if (found == members_.end()) return x->operands;
  const Whole& whole = wholes_[found->second.whole];
  const std::size_t leaf = found->second.leaf;
  std::vector<Expr> operands;
  if (!whole.first.empty()) operands.push_back(whole.first[leaf]);
  if (!whole.second.empty()) operands.push_back(whole.second[leaf]);
  const auto first = std::ranges::find_if(whole.leaves, [](Expr other) { return other != nullptr; });
  if (*first == x && whole.by) operands.push_back(whole.by);
  return operands;
}

void Wholes::find_inline(const std::vector<Expr>& live) {
  std::unordered_map<Expr, unsigned> uses;
  each_root(*module_, [&](Expr x) { ++uses[x]; });
  for (Expr x : live) {
    for (Expr operand : operands_of(x)) ++uses[operand];
  }
  for (Whole& whole : wholes_) {
    if (whole.op == Op::kMemoryWord) continue;
    if (std::ranges::any_of(whole.leaves, [&](Expr x) { return uses.at(x) > 1; })) continue;
    whole.is_inline = std::ranges::any_of(wholes_, [&](const Whole& user) {
      const auto uses_it = [&](const std::vector<Expr>& operands) {
        return std::ranges::search(operands, whole.leaves).begin() != operands.end();
      };
      return uses_it(user.first) || uses_it(user.second);
    });
  }
}

}  // namespace stepc
