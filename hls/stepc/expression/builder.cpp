// SPDX-License-Identifier: Apache-2.0
// Creates nodes, each once.
#include "hls/stepc/expression/builder.hpp"

#include <llvm/ADT/Hashing.h>

#include "hls/stepc/expression/operation.hpp"

namespace stepc {
namespace {

std::size_t hash_of(const Node& x) {
  llvm::hash_code hash = llvm::hash_combine(static_cast<unsigned>(x.op), x.width, x.low, x.tag);
  for (Expr operand : x.operands) hash = llvm::hash_combine(hash, operand);
  if (x.op == Op::kConstant) hash = llvm::hash_combine(hash, llvm::hash_value(x.known.One));
  return hash;
}

bool same(const Node& a, const Node& b) {
  return a.op == b.op && a.width == b.width && a.low == b.low && a.tag == b.tag && a.operands == b.operands &&
         (a.op != Op::kConstant || a.known.One == b.known.One);
}

}  // namespace

Expr Builder::intern(Node node) {
  const std::size_t hash = hash_of(node);
  const auto [first, last] = unique_.equal_range(hash);
  for (auto it = first; it != last; ++it) {
    if (same(*it->second, node)) return it->second;
  }
  node.number = static_cast<unsigned>(nodes_.size());
  node.location = location_;
  nodes_.push_back(std::move(node));
  unique_.emplace(hash, &nodes_.back());
  return &nodes_.back();
}

Expr Builder::make(Op op, unsigned width, std::vector<Expr> operands, unsigned low, unsigned tag) {
  Node node{op, width, std::move(operands), low, tag, llvm::KnownBits(width), op == Op::kFailed, 0, {}, {}};
  for (Expr operand : node.operands) node.failed = node.failed || operand->failed;
  node.known = operation(op).known(node);
  if (node.known.isConstant()) return constant(node.known.getConstant());
  return intern(std::move(node));
}

Expr Builder::with_operands(const Node& x, std::vector<Expr> operands) {
  set_location(x.location);
  return make(x.op, x.width, std::move(operands), x.low, x.tag);
}

Expr Builder::simplified(const Node& x, const std::vector<Expr>& operands) {
  set_location(x.location);
  return operation(x.op).simplified(*this, x, operands);
}

Expr Builder::constant(const llvm::APInt& value) {
  Node node{Op::kConstant, value.getBitWidth(), {}, 0, 0, llvm::KnownBits::makeConstant(value), false, 0, {}, {}};
  return intern(std::move(node));
}

Expr Builder::constant(unsigned width, std::uint64_t value) {
  return constant(llvm::APInt(64, value).zextOrTrunc(width));
}

Expr Builder::symbol(unsigned tag, unsigned width) {
  return make(Op::kSymbol, width, {}, 0, tag);
}

Expr Builder::failed(unsigned width) {
  return make(Op::kFailed, width, {});
}

Expr Builder::memory_word(unsigned memory, Expr address, unsigned width) {
  return make(Op::kMemoryWord, width, {address}, 0, memory);
}

}  // namespace stepc
