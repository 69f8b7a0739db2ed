// SPDX-License-Identifier: Apache-2.0
// Builds expressions, each in the simplest form that local rules find.
//
//     Builder build;
//     Expr count = build.symbol(0, 4);
//     Expr wide = build.add(build.zero_extend(count, 32), build.constant(32, 1));
//     build.truncate(wide, 4);  // count + 1, in four bits
//
// The rules work towards the forms in which hardware is written: known bits become constants,
// arithmetic is only as wide as its result is used, fields come back out of wide words, and
// multiplexers share conditions.
#pragma once

#include <llvm/ADT/ArrayRef.h>

#include <cstdint>
#include <deque>
#include <map>
#include <tuple>
#include <unordered_map>

#include "hls/stepc/expression/node.hpp"

namespace stepc {

class Builder {
 public:
  Expr constant(unsigned width, std::uint64_t value);
  Expr constant(const llvm::APInt& value);
  Expr symbol(unsigned tag, unsigned width);
  // Stands for what could not be translated: everything that is made of it has `failed` set.
  Expr failed(unsigned width);
  Expr memory_word(unsigned memory, Expr address, unsigned width);

  // Wiring. concat takes the lowest bits first.
  Expr concat(llvm::ArrayRef<Expr> pieces);
  Expr extract(Expr x, unsigned low, unsigned width);
  Expr truncate(Expr x, unsigned width) { return extract(x, 0, width); }
  Expr zero_extend(Expr x, unsigned width);
  Expr sign_extend(Expr x, unsigned width);
  // Cut, or extended with zeros.
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
  // choices[index], the index cut to as many bits as the choices need; beyond the last choice, the
  // last.
  Expr index(Expr index, llvm::ArrayRef<Expr> choices);

  // Counts, of the width of x.
  Expr count_ones(Expr x);
  Expr count_leading_zeros(Expr x);
  Expr count_trailing_zeros(Expr x);
  Expr reverse_bits(Expr x);

  // The same operation on other operands of the same widths, as it stands.
  Expr with_operands(const Node& x, std::vector<Expr> operands);

  // Likewise, in the simplest form.
  Expr simplified(const Node& x, const std::vector<Expr>& operands);

  // Nodes so far; they are numbered from 0.
  std::size_t size() const { return nodes_.size(); }
  // Whether this builder has made the node.
  bool owns(Expr x) const { return x->number < nodes_.size() && &nodes_[x->number] == x; }

  // Stamped on the nodes that are made from now on.
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
  std::map<std::tuple<Expr, unsigned, unsigned>, Expr> extracts_;  // what extract() has answered: graphs share
  Location location_;
};

}  // namespace stepc
