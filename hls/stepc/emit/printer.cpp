// SPDX-License-Identifier: Apache-2.0
#include "hls/stepc/emit/printer.hpp"

#include <llvm/ADT/SmallString.h>

#include <algorithm>

#include "hls/stepc/expression/operation.hpp"

namespace stepc {
namespace {

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

}  // namespace

bool is_deep(const std::string& text) {
  return std::count(text.begin(), text.end(), '.') > 1;
}

std::string flat(std::string member) {
  std::replace_if(member.begin(), member.end(), [](char c) { return c == '.' || c == '['; }, '_');
  std::erase(member, ']');
  return member;
}

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

Printer::Printer(NameTable& names, const Location& module, SymbolText symbol, WordText word, const Wholes& wholes,
                 TypeText type)
    : names_(names),
      module_(module),
      symbol_(std::move(symbol)),
      word_(std::move(word)),
      wholes_(&wholes),
      type_(std::move(type)) {
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
    for (Expr operand : wholes_->operands_of(x)) use(operand);
  }
  find_consumers(roots);
}

bool Printer::wants_wire(Expr x, const Text& text) const {
  if (x->op == Op::kMemoryWord || (x->op == Op::kSymbol && is_deep(text.text))) return true;
  if (x->op == Op::kConstant || x->op == Op::kSymbol) return false;
  if (selected_.count(x) > 0) return true;
  if (is_plain(x)) return false;
  return uses_.at(x) > 1 || !x->name.empty() || addresses_.count(x) > 0 || text.text.size() > kLongText;
}

// Adds a wire, and returns its name. `type`: empty for one bit.
std::string Printer::declare(const std::string& type, const std::string& wanted, const std::string& text,
                             const Location& at) {
  std::string name = names_.unique(wanted);
  const Location& where = at.known() ? at : module_;
  wires_ += "  wire " + (type.empty() ? "" : type + " ") + name + " = " + text + ";  // " + where.text() + "\n";
  return name;
}

const Printer::Text& Printer::text_of(Expr x) {
  if (const auto found = texts_.find(x); found != texts_.end()) return found->second;
  const std::size_t whole = wholes_->of(x);
  const bool is_member = whole != Wholes::kNone;
  Text text = is_member ? Text{whole_name(whole) + wholes_->path_of(x), kPrimary} : render(x);
  if (is_member ? is_deep(text.text) : wants_wire(x, text)) {
    if (is_member) whole_.insert(x);
    const bool is_signal = is_member || x->op == Op::kSymbol;
    const std::string range = x->width == 1 ? "" : "[" + std::to_string(x->width - 1) + ":0]";
    text = {declare(range, is_signal ? flat(text.text) : name_for(x), text.text, x->location), kPrimary};
    named_.emplace(x, text.text);
    own_.push_back(x);
  }
  return texts_.emplace(x, std::move(text)).first->second;
}

Printer Printer::successor() const {
  Printer next(names_, module_, symbol_, word_, *wholes_, type_);
  for (const auto& [x, name] : named_) next.texts_.emplace(x, Text{name, kPrimary});
  next.named_ = named_;
  next.structure_wires_ = structure_wires_;
  for (const std::size_t whole : own_wholes_) next.whole_texts_.emplace(whole, whole_texts_.at(whole));
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
  if (wholes_->of(x) != Wholes::kNone) {
    whole_.insert(x);
    return whole_name(wholes_->of(x)) + wholes_->path_of(x);
  }
  if (x->op == Op::kSymbol) {
    whole_.insert(x);
    return symbol_(x);
  }
  const bool is_own = x->op == Op::kConcat && selected_.count(x) == 0 && uses_.at(x) == 1 && x->name.empty();
  if (!is_own) return print(x);
  const std::vector<std::string> texts = print_together({x->operands.rbegin(), x->operands.rend()});
  return texts.size() == 1 ? texts[0] : in_braces(texts);
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
  for (Expr x : whole_) {
    if (x->op == Op::kSymbol) add(x, llvm::APInt::getAllOnes(x->width));
  }
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

llvm::APInt Printer::bits_read(Expr x, const Printer* successor) const {
  llvm::APInt read(x->width, 0);
  for (const Printer* printer : {this, successor}) {
    if (!printer) continue;
    if (const auto found = printer->reads_.find(x); found != printer->reads_.end()) read |= found->second;
    const bool is_wire = named_.count(x) > 0;  // which reads the member itself
    if (!is_wire && printer->whole_.count(x) > 0) read.setAllBits();
  }
  return read;
}

std::vector<std::string> Printer::unread(const Printer* successor) const {
  std::vector<std::string> texts;
  for (const Expr x : own_) {
    append_unread(named_.at(x), bits_read(x, successor), texts);
  }
  for (const std::size_t number : own_wholes_) {
    const Whole& whole = (*wholes_)[number];
    for (std::size_t i = 0; i < whole.leaves.size(); ++i) {
      const Expr x = whole.leaves[i];
      const std::string name = whole_texts_.at(number).text + whole.paths[i];
      if (!x) {
        texts.push_back(name);
        continue;
      }
      if (named_.count(x) > 0) continue;
      append_unread(name, bits_read(x, successor), texts);
    }
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
