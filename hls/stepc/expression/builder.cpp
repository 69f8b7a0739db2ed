// Creation of nodes, each once.
#include "hls/stepc/expression/builder.hpp"

#include <llvm/ADT/Hashing.h>

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
  node.known = known_bits(node);
  if (node.known.isConstant()) return constant(node.known.getConstant());
  return intern(std::move(node));
}

Expr Builder::with_operands(const Node& x, std::vector<Expr> operands) {
  set_location(x.location);
  return make(x.op, x.width, std::move(operands), x.low, x.tag);
}

Expr Builder::simplified(const Node& x, const std::vector<Expr>& operands) {
  set_location(x.location);
  const auto on_two = [&](Expr (Builder::*operation)(Expr, Expr)) {
    return (this->*operation)(operands[0], operands[1]);
  };
  switch (x.op) {
    case Op::kConstant:
    case Op::kFailed:
    case Op::kSymbol:
    case Op::kMemoryWord:
      return with_operands(x, operands);
    case Op::kConcat:
      return concat(operands);
    case Op::kExtract:
      return extract(operands[0], x.low, x.width);
    case Op::kSignExtend:
      return sign_extend(operands[0], x.width);
    case Op::kNot:
      return bit_not(operands[0]);
    case Op::kAnd:
      return on_two(&Builder::bit_and);
    case Op::kOr:
      return on_two(&Builder::bit_or);
    case Op::kXor:
      return on_two(&Builder::bit_xor);
    case Op::kAdd:
      return on_two(&Builder::add);
    case Op::kSubtract:
      return on_two(&Builder::subtract);
    case Op::kMultiply:
      return on_two(&Builder::multiply);
    case Op::kDivide:
      return on_two(&Builder::divide);
    case Op::kRemainder:
      return on_two(&Builder::remainder);
    case Op::kSignedDivide:
      return on_two(&Builder::signed_divide);
    case Op::kSignedRemainder:
      return on_two(&Builder::signed_remainder);
    case Op::kShiftLeft:
      return on_two(&Builder::shift_left);
    case Op::kShiftRight:
      return on_two(&Builder::shift_right);
    case Op::kSignedShiftRight:
      return on_two(&Builder::signed_shift_right);
    case Op::kEqual:
      return on_two(&Builder::equal);
    case Op::kLess:
      return on_two(&Builder::less);
    case Op::kSignedLess:
      return on_two(&Builder::signed_less);
    case Op::kMux:
      return mux(operands[0], operands[1], operands[2]);
    case Op::kIndex:
      return index(operands[0], llvm::ArrayRef(operands).drop_front());
  }
  return nullptr;
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
