// SPDX-License-Identifier: Apache-2.0
#include "hls/stepc/emit/printer.hpp"

#include <llvm/ADT/SmallString.h>

#include <algorithm>

#include "hls/stepc/expression/operation.hpp"

namespace stepc {
namespace {

constexpr std::size_t kLongText = 88;

// A plain expression is never worth a wire.
bool is_plain(Expr x) {
  switch (x->op) {
    case Op::kConstant:
    case Op::kSymbol:
    case Op::kExtract:
      return true;
    case Op::kNot:
      return x->operands[0]->op == Op::kSymbol;
    case Op::kConcat:
      for (Expr piece : x->operands) {
        if (piece->op != Op::kConstant && piece->op != Op::kSymbol) return false;
      }
      return x->operands.size() <= 2;
    default:
      return false;
  }
}

// Returns whether a symbol is a member of a member: "packet.header.valid".
bool is_deep_member(Expr x, const std::string& text) {
  return x->op == Op::kSymbol && std::count(text.begin(), text.end(), '.') > 1;
}

// Returns the name of a wire for a member: "packet_header_valid".
std::string flat(std::string member) {
  std::replace_if(member.begin(), member.end(), [](char c) { return c == '.' || c == '['; }, '_');
  std::erase(member, ']');
  return member;
}

}  // namespace

std::string literal(const llvm::APInt& value) {
  const unsigned width = value.getBitWidth();
  const bool decimal = width <= 8;
  llvm::SmallString<80> digits;
  value.toString(digits, decimal ? 10 : 16, false, false, false);
  std::string text;
  for (const char c : digits) text += c >= 'A' && c <= 'F' ? static_cast<char>(c - 'A' + 'a') : c;
  return std::to_string(width) + (decimal ? "'d" : "'h") + text;
}

std::string in_braces(const std::vector<std::string>& texts) {
  std::size_t length = 0;
  for (const std::string& text : texts) length += text.size() + 2;
  const char* separator = length > kLongText ? ",\n      " : ", ";
  std::string text;
  for (const std::string& piece : texts) text += (text.empty() ? "" : separator) + piece;
  return "{" + text + "}";
}

Printer::Printer(NameTable& names, const Location& module, SymbolText symbol, WordText word)
    : names_(names), module_(module), symbol_(std::move(symbol)), word_(std::move(word)) {
}

void Printer::plan(const std::vector<Root>& roots) {
  std::vector<Expr> stack;
  const auto use = [&](Expr x) {
    if (++uses_[x] == 1) stack.push_back(x);
  };
  for (const Root& root : roots) {
    use(root.expression);
    suggestions_.emplace(root.expression, root.name);
  }
  while (!stack.empty()) {
    const Expr x = stack.back();
    stack.pop_back();
    if (x->op == Op::kExtract || x->op == Op::kSignExtend) selected_[x->operands[0]] = true;
    if (x->op == Op::kMemoryWord) plan_address(x->operands[0]);
    if (x->op == Op::kIndex) selected_[x->operands[0]] = true;  // its product must not widen an operation in the index
    for (Expr operand : x->operands) use(operand);
  }
}

bool Printer::wants_wire(Expr x, const Text& text) const {
  if (x->op == Op::kMemoryWord || is_deep_member(x, text.text)) return true;
  if (x->op == Op::kConstant || x->op == Op::kSymbol) return false;
  if (selected_.count(x) > 0) return true;
  if (is_plain(x)) return false;
  return uses_.at(x) > 1 || !x->name.empty() || addresses_.count(x) > 0 || text.text.size() > kLongText;
}

std::string Printer::name_for(Expr x) const {
  if (!x->name.empty()) return x->name;
  const auto suggestion = suggestions_.find(x);
  if (suggestion != suggestions_.end() && !suggestion->second.empty()) return suggestion->second;
  return operation(x->op).result;
}

const Printer::Text& Printer::text_of(Expr x) {
  if (const auto found = texts_.find(x); found != texts_.end()) return found->second;
  Text text = render(x);
  if (wants_wire(x, text)) {
    const std::string name = names_.unique(x->op == Op::kSymbol ? flat(text.text) : name_for(x));
    const std::string range = x->width == 1 ? "" : "[" + std::to_string(x->width - 1) + ":0] ";
    const Location& where = x->location.known() ? x->location : module_;
    wires_ += "  wire " + range + name + " = " + text.text + ";  // " + where.text() + "\n";
    text = {name, kPrimary};
    named_.emplace(x, name);
    own_.push_back(x);
  }
  return texts_.emplace(x, std::move(text)).first->second;
}

Printer Printer::successor() const {
  Printer next(names_, module_, symbol_, word_);
  for (const auto& [x, name] : named_) next.texts_.emplace(x, Text{name, kPrimary});
  next.named_ = named_;
  return next;
}

std::string Printer::operand(Expr x, int at_least) {
  const Text& text = text_of(x);
  read_all(x);
  return text.precedence >= at_least ? text.text : "(" + text.text + ")";
}

std::string Printer::print(Expr x) {
  read_all(x);
  return text_of(x).text;
}
std::string Printer::print_alone(Expr x) {
  if (texts_.count(x) > 0) return print(x);
  if (x->op == Op::kSymbol) {
    read(x);
    return symbol_(x);
  }
  const bool is_own = x->op == Op::kConcat && selected_.count(x) == 0 && uses_.at(x) == 1 && x->name.empty();
  if (!is_own) return print(x);
  std::vector<std::string> texts;
  for (auto piece = x->operands.rbegin(); piece != x->operands.rend(); ++piece) texts.push_back(print_alone(*piece));
  return in_braces(texts);
}

void Printer::read_bits(Expr x, unsigned low, unsigned width) {
  reads_.try_emplace(x, x->width, 0).first->second.setBits(low, low + width);
}

void Printer::add_reads(std::map<std::string, llvm::APInt>& reads) const {
  const auto add = [&](Expr symbol, const llvm::APInt& bits) {
    reads.try_emplace(symbol_(symbol), symbol->width, 0).first->second |= bits;
  };
  for (const auto& [x, bits] : reads_) {
    if (x->op == Op::kSymbol) add(x, named_.count(x) > 0 ? llvm::APInt::getAllOnes(x->width) : bits);
  }
  for (Expr x : whole_) add(x, llvm::APInt::getAllOnes(x->width));
}

void append_unread(const std::string& signal, const llvm::APInt& read, std::vector<std::string>& texts) {
  const unsigned width = read.getBitWidth();
  for (unsigned high = width; high > 0;) {
    const unsigned from = high - 1;
    if (read[from]) {
      --high;
      continue;
    }
    while (high > 0 && !read[high - 1]) --high;
    if (from - high + 1 == width) {
      texts.push_back(signal);
    } else {
      const std::string first = from == high ? "" : std::to_string(from) + ":";
      texts.push_back(signal + "[" + first + std::to_string(high) + "]");
    }
  }
}

std::vector<std::string> Printer::unread(const Printer* successor) const {
  std::vector<std::string> texts;
  for (const Expr x : own_) {
    llvm::APInt read(x->width, 0);
    for (const Printer* printer : {this, successor}) {
      if (!printer) continue;
      if (const auto found = printer->reads_.find(x); found != printer->reads_.end()) read |= found->second;
    }
    append_unread(named_.at(x), read, texts);
  }
  return texts;
}
std::string Printer::print_operand(Expr x) {
  return operand(x, kPrimary);
}

// Every operand has the width of the result, so that no context can widen an operation.
Printer::Text Printer::binary(Expr x, const char* sign, int precedence) {
  // Chains of one associative operator need no parentheses on the left.
  const Expr left = x->operands[0];
  const bool associative = precedence <= kAnd || x->op == Op::kAdd;
  const bool chain = associative && left->op == x->op && texts_.count(left) == 0;
  const std::string a = operand(left, chain ? precedence : kUnary);
  const std::string b = operand(x->operands[1], kUnary);
  return {a + " " + sign + " " + b, precedence};
}

// Prints `count + {5{pop}}` as `count - {4'd0, pop}`; returns no text for any other sum.
Printer::Text Printer::decrement(Expr x) {
  for (const unsigned i : {1u, 0u}) {
    const Expr step = x->operands[i];
    if (step->op != Op::kSignExtend || step->operands[0]->width != 1 || wants_wire(step, {})) continue;
    const std::string zeros = literal(llvm::APInt(x->width - 1, 0));
    const std::string from = operand(x->operands[1 - i], kUnary);
    return {from + " - {" + zeros + ", " + print(step->operands[0]) + "}", kSum};
  }
  return {};
}

// SystemVerilog ignores $signed beside anything unsigned, so each signed operation stands in a
// function of its own.
Printer::Text Printer::signed_binary(Expr x, const char* sign, bool result_is_number) {
  const bool shift = x->op == Op::kSignedShiftRight;
  const std::string a = "$signed(" + print(x->operands[0]) + ")";
  const std::string b = shift ? operand(x->operands[1], kPrimary) : "$signed(" + print(x->operands[1]) + ")";
  const std::string text = a + " " + sign + " " + b;
  return result_is_number ? Text{"$unsigned(" + text + ")", kPrimary} : Text{text, kRelation};
}

Printer::Text Printer::sign_extension(Expr x) {
  const Expr narrow = x->operands[0];
  const std::string name = print(narrow);
  if (narrow->width == 1) return {"{" + std::to_string(x->width) + "{" + name + "}}", kPrimary};
  const std::string copies = std::to_string(x->width - narrow->width);
  const std::string sign = name + "[" + std::to_string(narrow->width - 1) + "]";
  return {"{{" + copies + "{" + sign + "}}, " + name + "}", kPrimary};
}

Printer::Text Printer::selection(Expr x) {
  const std::string name = text_of(x->operands[0]).text;
  read_bits(x->operands[0], x->low, x->width);
  const std::string low = std::to_string(x->low);
  if (x->width == 1) return {name + "[" + low + "]", kPrimary};
  return {name + "[" + std::to_string(x->low + x->width - 1) + ":" + low + "]", kPrimary};
}

Printer::Text Printer::concatenation(Expr x) {
  std::vector<std::string> texts;
  for (auto piece = x->operands.rbegin(); piece != x->operands.rend(); ++piece) texts.push_back(print(*piece));
  return {in_braces(texts), kPrimary};
}

Printer::Text Printer::choice(Expr x) {
  const std::string condition = operand(x->operands[0], kTernary + 1);
  const std::string yes = operand(x->operands[1], kTernary + 1);
  const std::string no = operand(x->operands[2], kTernary);
  const bool chain = texts_.at(x->operands[2]).precedence == kTernary;  // one line for each condition
  return {condition + " ? " + yes + (chain ? "\n      : " : " : ") + no, kTernary};
}

// Prints a vector of the choices, the first lowest, and selects a part of it.
Printer::Text Printer::table(Expr x) {
  std::vector<std::string> choices;
  for (std::size_t i = x->operands.size(); i-- > 1;) choices.push_back(print(x->operands[i]));
  const std::string index = operand(x->operands[0], kPrimary);
  const std::string width = std::to_string(x->width);
  const std::size_t bits = x->width * (x->operands.size() - 1);
  const std::string name = names_.unique(name_for(x) + "_choices");
  tables_.push_back({name, x->operands[0]});
  wires_ += "  wire [" + std::to_string(bits - 1) + ":0] " + name + " = " + in_braces(choices) + ";\n";
  if (x->width == 1) return {name + "[" + index + "]", kPrimary};
  return {name + "[" + index + " * " + width + " +: " + width + "]", kPrimary};
}

Printer::Text Printer::render(Expr x) {
  const OperatorText& how = operation(x->op).text;
  switch (how.form) {
    case Form::kNothing:
      break;
    case Form::kLiteral:
      return {literal(x->value()), kPrimary};
    case Form::kName:
      return {symbol_(x), kPrimary};
    case Form::kWord:
      return {word_(x->tag, print(x->operands[0])), kPrimary};
    case Form::kConcatenation:
      return concatenation(x);
    case Form::kSelection:
      return selection(x);
    case Form::kSignExtension:
      return sign_extension(x);
    case Form::kPrefix:
      return {how.sign + operand(x->operands[0], kPrimary), how.precedence};
    case Form::kInfix:
      if (x->op == Op::kAdd) {
        if (Text text = decrement(x); !text.text.empty()) return text;
      }
      return binary(x, how.sign, how.precedence);
    case Form::kSigned:
      return signed_binary(x, how.sign, true);
    case Form::kSignedRelation:
      return signed_binary(x, how.sign, false);
    case Form::kChoice:
      return choice(x);
    case Form::kTable:
      return table(x);
  }
  return {};
}

}  // namespace stepc
