// SPDX-License-Identifier: Apache-2.0
// Finds the structures that stay whole in the text of a module.
//
// An expression computes a scalar, so `packet = own ? fetched : links[1].packet` is a multiplexer
// for each member. Where multiplexers, masked words or sums do the same to all scalars of a
// structure, the text has one wire of that structure, and reads the members of the wire.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

#include "hls/stepc/design/module.hpp"

namespace stepc {

// A structure that one operation computes. All lists are of its scalars, the one in the highest
// bits first.
struct Whole {
  const Type* type;
  Op op;                           // kMux, kAnd with a mask, kOr, or kMemoryWord, whose scalars are pieces
  Expr by;                         // the condition, the bit of the mask, null, the word
  std::vector<Expr> leaves;        // null: nothing needs this piece of a word
  std::vector<Expr> first;         // operands: of a multiplexer what is taken if the condition holds,
  std::vector<Expr> second;        // and else; of a masked word nothing
  std::vector<std::string> paths;  // ".header.rule"
  bool is_inline = false;          // nothing but one other whole needs it
};

// Where a scalar lies: in a signal, or in a whole, or in a structure or array within one of them.
struct ScalarPlace {
  std::string signal;  // behind the name of the whole, if it is in one
  std::size_t whole;
  const Type* type;  // of the signal
  std::size_t leaf;  // the scalar's number, the one in the highest bits first

  // Returns whether `other` is in the same signal, `distance` scalars behind.
  bool is_followed_by(const ScalarPlace& other, std::size_t distance) const {
    return signal == other.signal && whole == other.whole && type == other.type && other.leaf == leaf + distance;
  }
};

class Wholes {
 public:
  static constexpr std::size_t kNone = ~std::size_t{0};

  // No whole at all.
  Wholes() = default;
  // `symbol_text`: the signal, or member of one, that a symbol is.
  Wholes(const Design& design, const Module& module, std::function<std::string(Expr)> symbol_text);

  const Whole& operator[](std::size_t number) const { return wholes_[number]; }
  // Returns the number of the whole that has x as a scalar; kNone for any other expression.
  std::size_t of(Expr x) const;
  const std::string& path_of(Expr leaf) const;
  // Returns the place of a scalar in everything that holds it, the largest first.
  const std::vector<ScalarPlace>& places_of(Expr x) const;
  // Returns the number of scalars in a structure or array.
  std::size_t scalars_in(const Type& type) const { return offsets_of(type).size(); }
  // Returns the operands that the text of x names.
  std::vector<Expr> operands_of(Expr x) const;

 private:
  struct Member {
    std::size_t whole;
    std::size_t leaf;
  };

  bool add(Whole whole);
  bool needs_itself(const Whole& whole) const;
  void add_memory_words(const std::vector<Expr>& live);
  bool add_operations(const std::vector<Expr>& live);
  void find_inline(const std::vector<Expr>& live);
  const std::vector<std::uint64_t>& offsets_of(const Type& type) const;

  const Design* design_ = nullptr;
  const Module* module_ = nullptr;
  std::function<std::string(Expr)> symbol_text_;
  std::vector<Whole> wholes_;
  std::unordered_map<Expr, Member> members_;
  mutable std::unordered_map<const Type*, std::vector<std::uint64_t>> offsets_;  // of scalars, in bit order
  mutable std::unordered_map<Expr, std::vector<ScalarPlace>> places_;
};

}  // namespace stepc
