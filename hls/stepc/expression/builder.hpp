// SPDX-License-Identifier: Apache-2.0
// Builds expressions, each in the simplest form that local rules find.
//
//     Builder build;
//     Expr count = build.symbol(0, 4);
//     Expr wide = build.add(build.zero_extend(count, 32), build.constant(32, 1));
//     build.truncate(wide, 4);  // count + 1, in four bits
//
// The rules lead to the forms in which people write hardware: known bits become constants,
// arithmetic is only as wide as its result is used, fields are found again in wide words, and
// multiplexers share conditions.
#pragma once

#include <llvm/ADT/ArrayRef.h>

#include <cstdint>
#include <deque>
#include <map>
#include <tuple>
#include <unordered_map>

#include "hls/stepc/expression/operation.hpp"

namespace stepc {

class Builder {
 public:
  Expr constant(unsigned width, std::uint64_t value);
  Expr constant(const llvm::APInt& value);
  Expr symbol(unsigned tag, unsigned width);
  // Makes a node for a failed translation: every node that is made of it has `failed` set.
  Expr failed(unsigned width);
  Expr memory_word(unsigned memory, Expr address, unsigned width);

  // Wiring. concat takes the lowest bits first.
  Expr concat(llvm::ArrayRef<Expr> pieces);
  Expr extract(Expr x, unsigned low, unsigned width);
  Expr truncate(Expr x, unsigned width) { return extract(x, 0, width); }
  Expr zero_extend(Expr x, unsigned width);
  Expr sign_extend(Expr x, unsigned width);
  // Cuts x, or extends it with zeros.
  Expr resize(Expr x, unsigned width) { return width <= x->width ? truncate(x, width) : zero_extend(x, width); }

  // Bitwise logic, on operands of one width.
  Expr bit_not(Expr x);
  Expr bit_and(Expr a, Expr b);
  Expr bit_or(Expr a, Expr b);
  Expr bit_xor(Expr a, Expr b);

  // Arithmetic modulo 2^width, on operands of one width.
  Expr add(Expr a, Expr b);
  Expr subtract(Expr a, Expr b);
  Expr multiply(Expr a, Expr b);
  Expr divide(Expr a, Expr b);
  Expr remainder(Expr a, Expr b);
  Expr signed_divide(Expr a, Expr b);
  Expr signed_remainder(Expr a, Expr b);
  Expr shift_left(Expr x, Expr amount);
  Expr shift_right(Expr x, Expr amount);
  Expr signed_shift_right(Expr x, Expr amount);

  // Comparisons, on operands of one width.
  Expr equal(Expr a, Expr b);
  Expr not_equal(Expr a, Expr b) { return bit_not(equal(a, b)); }
  Expr less(Expr a, Expr b);
  Expr signed_less(Expr a, Expr b);

  Expr mux(Expr condition, Expr yes, Expr no);
  // Returns choices[index]. The index is cut to as many bits as the choices need; a number beyond
  // the last choice selects the last.
  Expr index(Expr index, llvm::ArrayRef<Expr> choices);

  // Counts, of the width of x.
  Expr count_ones(Expr x);
  Expr count_leading_zeros(Expr x);
  Expr count_trailing_zeros(Expr x);
  Expr reverse_bits(Expr x);

  // Makes the same operation on other operands of the same widths, without simplification.
  Expr with_operands(const Node& x, std::vector<Expr> operands);

  // Makes the same operation on other operands, in the simplest form.
  Expr simplified(const Node& x, const std::vector<Expr>& operands);

  // The number of nodes so far; they are numbered from 0.
  std::size_t size() const { return nodes_.size(); }
  // Returns whether this builder has made the node.
  bool owns(Expr x) const { return x->number < nodes_.size() && &nodes_[x->number] == x; }

  // Sets the location of the nodes that are made from now on.
  void set_location(Location where) { location_ = std::move(where); }

 private:
  Expr make(Op op, unsigned width, std::vector<Expr> operands, unsigned low = 0, unsigned tag = 0);
  Expr intern(Node node);
  Expr bitwise(Op op, Expr a, Expr b);
  Expr mask_with_constant(Op op, Expr x, Expr mask);
  Expr variable_shift(Op op, Expr x, Expr amount);
  Expr simplify_bitwise(Op op, Expr a, Expr b);
  Expr split_bitwise(Op op, Expr a, Expr b);
  Expr mux_of_pieces(Expr condition, Expr yes, Expr no);
  Expr simplify_mux(Expr condition, Expr yes, Expr no);
  Expr push_extract(Expr x, unsigned low, unsigned width);
  Expr narrow_arithmetic(Expr x, unsigned width);
  Expr extract_from_concat(Expr x, unsigned low, unsigned width);
  Expr extract_from_sign_extend(Expr x, unsigned low, unsigned width);
  Expr equal_to_constant(Expr x, Expr constant);

  std::deque<Node> nodes_;
  std::unordered_multimap<std::size_t, Expr> unique_;
  std::map<std::tuple<Expr, unsigned, unsigned>, Expr> extracts_;  // answers of extract(), since graphs share nodes
  Location location_;
};

}  // namespace stepc
