// The macro-star network MS(l, m) (Yeh and Varvarigos, Macro-star networks: efficient low-degree
// alternatives to star graphs, 1998): permutations of l m + 1 symbols, which are a first one and l
// blocks of m.
//
// Port i < m swaps the first symbol with symbol i of the first block (the links of a star graph
// within a nucleus); port m + j - 1, j = 1 .. l - 1, swaps block j with the first block.
#pragma once

#include "firmware/networks/cayley.hpp"
#include "firmware/networks/permutations.hpp"

namespace network {
namespace groups {

class MacroStar : public Permutations {
 public:
  static constexpr std::uint32_t kLeastBlocks = 2;  // one block is a star graph
  static constexpr std::uint32_t kLeastBlockSize = 1;

  // blocks * block_size + 1 <= kMaxPermuted
  constexpr MacroStar(unsigned blocks, unsigned block_size)
      : Permutations(blocks * block_size + 1), blocks_(blocks), block_size_(block_size) {}

  constexpr unsigned ports() const { return block_size_ + blocks_ - 1; }
  constexpr Address generator(unsigned port) const {
    if (port < block_size_) return address_of(transposition(0, port + 1));
    const unsigned block = port - block_size_ + 1;
    Symbols result = identity();
    for (unsigned i = 0; i < block_size_; ++i) swap(result, 1 + i, 1 + block * block_size_ + i);
    return address_of(result);
  }

 private:
  unsigned blocks_;
  unsigned block_size_;
};

}  // namespace groups

using MacroStar = CayleyNetwork<groups::MacroStar>;

}  // namespace network
