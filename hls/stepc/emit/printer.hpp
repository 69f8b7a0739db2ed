// SPDX-License-Identifier: Apache-2.0
// Prints the expressions of one module, with wires for expressions that are shared, named or long,
// and for members of members: in an expression Icarus 11 crashes on one, or takes it for nothing
// (`a.valid & ~{a.write.last}` is never true).
#pragma once

#include <functional>
#include <map>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "hls/stepc/design/name_table.hpp"
#include "hls/stepc/emit/wholes.hpp"
#include "hls/stepc/expression/operation.hpp"

namespace stepc {

class Printer {
 public:
  // These return the texts of symbols and of memory words: selectable names ("packet.valid",
  // "slots[address]").
  using SymbolText = std::function<std::string(Expr symbol)>;
  using WordText = std::function<std::string(unsigned memory, const std::string& address)>;

  using TypeText = std::function<std::string(const Type& structure)>;

  // `module`: the location for wires whose line is not known. `wholes` must outlive the printer.
  Printer(NameTable& names, const Location& module, SymbolText symbol, WordText word, const Wholes& wholes,
          TypeText type);

  // Counts the uses that decide which expressions become wires. Call it once, with every expression
  // that will be printed. `name` is a suggestion for an expression that no C++ variable names.
  struct Root {
    Expr expression;
    std::string name;
  };
  void plan(const std::vector<Root>& roots);
  // Call it before plan for each address of a memory. An address with an operation becomes a wire,
  // which cuts the result to its width: Icarus Verilog computes an index wider, and `words[first +
  // 2'd1]` may lie outside.
  void plan_address(Expr address) { addresses_[address] = true; }

  // Returns the text of an expression; wires that it needs go to `wires` first.
  std::string print(Expr x);
  // Returns the text of an expression that is a whole right side, or is connected to a port. Members
  // of members need no wire there, nor in a concatenation that is all of it.
  std::string print_alone(Expr x);
  // Returns the texts of scalars, the one in the highest bits first: one text for all scalars of a
  // structure or array.
  std::vector<std::string> print_together(const std::vector<Expr>& scalars);
  // Returns the text in parentheses if it is not safe as an operand.
  std::string print_operand(Expr x);
  const std::string& wires() const { return wires_; }

  // Adds the bits of symbols that the printed text reads, by the text of the symbol.
  void add_reads(std::map<std::string, llvm::APInt>& reads) const;
  // Returns the bits of this printer's wires that its text does not read, nor that of its successor.
  std::vector<std::string> unread(const Printer* successor = nullptr) const;
  // A vector of choices, and the index of the one that is selected.
  struct Table {
    std::string name;
    Expr index;
  };
  const std::vector<Table>& tables() const { return tables_; }
  // Returns the structures that are types of wires.
  const std::vector<const Type*>& types() const { return types_; }

  // Returns a printer for further expressions, which uses the present wires and adds its own.
  Printer successor() const;

 private:
  struct Text {
    std::string text;
    int precedence;
  };

  // wire_names.cpp
  void find_consumers(const std::vector<Root>& roots);
  std::string short_name(Expr x) const;
  std::string name_by_operands(Expr x) const;
  std::string name_for(Expr x) const;
  std::string name_for(const Whole& whole) const;

  // printed_wholes.cpp
  const Text& whole_text(std::size_t number);
  const std::string& whole_name(std::size_t number);
  void name_whole(std::size_t number, const std::string& text);
  const std::string& wire_of(const std::string& signal, const Type& type, const Location& at);
  Text operation_on(const Whole& whole);
  Text side(const std::vector<Expr>& scalars);
  std::string text_at(const ScalarPlace& place, const Location& at, bool alone);
  std::vector<std::string> together(const std::vector<Expr>& scalars, bool alone);

  bool wants_wire(Expr x, const Text& text) const;
  const Text& text_of(Expr x);
  Text render(Expr x);
  Text binary(Expr x, const char* sign, int precedence);
  Text decrement(Expr x);
  Text signed_binary(Expr x, const char* sign, bool result_is_number);
  Text sign_extension(Expr x);
  Text selection(Expr x);
  Text concatenation(Expr x);
  Text choice(Expr x);
  Text table(Expr x);
  std::string declare(const std::string& type, const std::string& wanted, const std::string& text, const Location& at);
  llvm::APInt bits_read(Expr x, const Printer* successor) const;
  std::string operand(Expr x, int at_least);
  void read_all(Expr x) { read_bits(x, 0, x->width); }
  void read_bits(Expr x, unsigned low, unsigned width);

  NameTable& names_;
  const Location& module_;
  SymbolText symbol_;
  WordText word_;
  std::unordered_map<Expr, unsigned> uses_;
  std::unordered_map<Expr, bool> selected_;   // bits are selected from it, so it needs a name
  std::unordered_map<Expr, bool> addresses_;  // of memories
  const Wholes* wholes_;
  TypeText type_;
  std::vector<const Type*> types_;
  std::unordered_map<std::size_t, Text> whole_texts_;  // by number
  std::unordered_map<std::string, std::string> structure_wires_;
  std::vector<std::size_t> own_wholes_;  // those with a wire that this printer has made
  std::unordered_map<Expr, std::string> suggestions_;
  std::unordered_map<Expr, std::string> consumers_;  // names of what an expression helps to compute
  std::unordered_map<Expr, Text> texts_;
  std::unordered_map<Expr, std::string> named_;  // wires
  std::vector<Expr> own_;                        // of them, those that this printer has made
  std::unordered_map<Expr, llvm::APInt> reads_;  // bits that texts read of symbols and wires
  std::unordered_set<Expr> whole_;               // symbols and members that are read without a wire of theirs
  std::vector<Table> tables_;
  std::string wires_;
};

// Appends the bits of a signal that are not among those that are read: "sum[3:0]".
void append_unread(const std::string& signal, const llvm::APInt& read, std::vector<std::string>& texts);
// Texts that are longer get a line of their own.
inline constexpr std::size_t kLongText = 88;
// Returns whether a text is a member of a member: "packet.header.valid".
bool is_deep(const std::string& text);
// Returns the name of a wire for a member: "packet_header_valid".
std::string flat(std::string member);
// Returns "{a, b}", over several lines if it is long.
std::string in_braces(const std::vector<std::string>& texts);
// Returns a literal: "4'd5", "32'hdeadbeef".
std::string literal(const llvm::APInt& value);

}  // namespace stepc
