// SPDX-License-Identifier: Apache-2.0
// Prints structures that stay whole.
#include <algorithm>

#include "hls/stepc/emit/printer.hpp"

namespace stepc {

// Returns the text of a whole: its name, or what computes it if it is inline and short.
const Printer::Text& Printer::whole_text(std::size_t number) {
  if (const auto found = whole_texts_.find(number); found != whole_texts_.end()) return found->second;
  const Whole& whole = (*wholes_)[number];
  const Text text = operation_on(whole);
  if (whole.is_inline && text.text.size() <= kLongText) {
    whole_texts_[number] = text;
  } else {
    name_whole(number, text.text);
  }
  return whole_texts_.at(number);
}

const std::string& Printer::whole_name(std::size_t number) {
  if (whole_text(number).precedence != kPrimary) name_whole(number, whole_texts_.at(number).text);
  return whole_texts_.at(number).text;
}

void Printer::name_whole(std::size_t number, const std::string& text) {
  const Whole& whole = (*wholes_)[number];
  const Expr first = *std::ranges::find_if(whole.leaves, [](Expr x) { return x != nullptr; });
  whole_texts_[number] = {declare(type_(*whole.type), name_for(whole), text, first->location), kPrimary};
  types_.push_back(whole.type);
  own_wholes_.push_back(number);
}

Printer::Text Printer::side(const std::vector<Expr>& scalars) {
  const std::size_t whole = wholes_->of(scalars[0]);
  if (whole != Wholes::kNone && (*wholes_)[whole].leaves == scalars) {
    whole_.insert(scalars.begin(), scalars.end());
    return whole_text(whole);
  }
  if (std::ranges::all_of(scalars, [](Expr x) { return x->is_constant(); })) {
    llvm::APInt value = scalars[0]->value();
    for (std::size_t i = 1; i < scalars.size(); ++i) value = value.concat(scalars[i]->value());
    return {literal(value), kPrimary};
  }
  const std::vector<std::string> texts = together(scalars, false);
  return {texts.size() == 1 ? texts[0] : in_braces(texts), kPrimary};
}

Printer::Text Printer::operation_on(const Whole& whole) {
  const auto in_parentheses = [](const Text& text, int at_least) {
    return text.precedence >= at_least ? text.text : "(" + text.text + ")";
  };
  if (whole.op == Op::kMemoryWord) return {word_(whole.by->tag, print(whole.by->operands[0])), kPrimary};
  if (whole.op == Op::kMux) {
    const std::string condition = operand(whole.by, kTernary + 1);
    const std::string yes = in_parentheses(side(whole.first), kTernary + 1);
    const Text no = side(whole.second);
    return {condition + " ? " + yes + (no.precedence == kTernary ? "\n      : " : " : ") + no.text, kTernary};
  }
  if (whole.op == Op::kAnd) {
    const std::string word = in_parentheses(side(whole.first), kUnary);
    return {word + " & {" + std::to_string(whole.type->width) + "{" + print(whole.by) + "}}", kAnd};
  }
  const auto summand = [&](const Text& text) { return in_parentheses(text, text.precedence == kOr ? kOr : kUnary); };
  const std::string first = summand(side(whole.first));
  return {first + " | " + summand(side(whole.second)), kOr};
}

// Returns the wire of a structure within a structure.
const std::string& Printer::wire_of(const std::string& signal, const Type& type, const Location& at) {
  std::string& name = structure_wires_[signal];
  if (name.empty()) {
    name = declare(type_(type), flat(signal), signal, at);
    types_.push_back(&type);
  }
  return name;
}

std::string Printer::text_at(const ScalarPlace& place, const Location& at, bool alone) {
  const bool is_whole = place.whole != Wholes::kNone;
  if (is_whole && place.signal.empty()) {
    const Text& text = whole_text(place.whole);
    return text.precedence == kPrimary ? text.text : "(" + text.text + ")";
  }
  const std::string text = (is_whole ? whole_name(place.whole) : "") + place.signal;
  return is_deep(text) && !alone ? wire_of(text, *place.type, at) : text;
}

// `alone`: the scalars are all of a right side, where members of members need no wire.
std::vector<std::string> Printer::together(const std::vector<Expr>& scalars, bool alone) {
  std::vector<std::string> texts;
  for (std::size_t at = 0; at < scalars.size();) {
    const std::vector<ScalarPlace>& places = wholes_->places_of(scalars[at]);
    const auto is_here = [&](const ScalarPlace& place) {
      const std::size_t count = wholes_->scalars_in(*place.type);
      if (place.leaf != 0 || count < 2 || at + count > scalars.size()) return false;
      for (std::size_t i = 1; i < count; ++i) {
        const std::vector<ScalarPlace>& others = wholes_->places_of(scalars[at + i]);
        if (std::ranges::none_of(others, [&](const ScalarPlace& other) { return place.is_followed_by(other, i); }))
          return false;
      }
      return true;
    };
    const auto place = std::ranges::find_if(places, is_here);
    if (place == places.end()) {
      texts.push_back(alone ? print_alone(scalars[at]) : print(scalars[at]));
      ++at;
      continue;
    }
    const std::size_t count = wholes_->scalars_in(*place->type);
    texts.push_back(text_at(*place, scalars[at]->location, alone));
    for (std::size_t i = 0; i < count; ++i) whole_.insert(scalars[at + i]);
    at += count;
  }
  return texts;
}

std::vector<std::string> Printer::print_together(const std::vector<Expr>& scalars) {
  return together(scalars, true);
}

}  // namespace stepc
