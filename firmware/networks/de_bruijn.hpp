// The deBruijn graph of words of d bits, undirected (Leighton 1992, section 3.3): a word is linked
// with those that it becomes when a bit is shifted in at either end. No Cayley graph.
//
// Port b = 0, 1 shifts left, b coming in at the right; port 2 + b shifts right, b coming in at the
// left. Nothing is behind the port by which 0..0 or 1..1 would become itself. The words 0101.. and
// 1010.., which become one another by either shift, have one link: the smaller one's left shift,
// the greater one's right shift.
#pragma once

#include "firmware/networks/network.hpp"

namespace network {

class DeBruijn {
 public:
  static constexpr Limits kLimits{2, 16};

  constexpr explicit DeBruijn(unsigned bits) : d_(bits) {}

  static constexpr bool is_cayley() { return false; }
  constexpr std::uint32_t nodes() const { return std::uint32_t{1} << d_; }
  static constexpr unsigned ports() { return 4; }
  constexpr Symbols symbols(Address node) const {
    Symbols bits;
    for (unsigned bit = d_; bit > 0; --bit) bits.add(node.number() >> (bit - 1) & 1u);
    return bits;
  }
  constexpr Address neighbour(Address node, unsigned port) const {
    const Address there = shifted(node, port);
    const bool becomes_its_complement = there.number() == (nodes() - 1 - node.number());  // 0101.. or 1010..
    return becomes_its_complement && is_left(port) != (node < there) ? node : there;
  }
  constexpr unsigned arrival_port(Address node, unsigned port) const {
    if (neighbour(node, port) == node) return port;
    return is_left(port) ? 2 + (node.number() >> (d_ - 1)) : node.number() & 1u;
  }

  // Left shifts; the bit that goes comes in again, but for its complement where the others with a 1
  // behind them are the least of their rotations (Sawada, Williams and Wong, A surprisingly simple
  // de Bruijn sequence construction, 2016).
  template <class Visit>
  constexpr void hamiltonian_path(Visit visit) const {
    std::uint32_t word = 0;
    for (std::uint32_t i = 0; i < nodes(); ++i) {
      visit(Address(word));
      const std::uint32_t others = word << 1 & (nodes() - 1);
      word = others | (word >> (d_ - 1) ^ (is_least_rotation(others | 1u) ? 1u : 0u));
    }
  }

 private:
  constexpr bool is_least_rotation(std::uint32_t word) const {
    std::uint32_t turned = word;
    for (unsigned i = 1; i < d_; ++i) {
      turned = (turned << 1 & (nodes() - 1)) | turned >> (d_ - 1);
      if (turned < word) return false;
    }
    return true;
  }
  static constexpr bool is_left(unsigned port) { return port < 2; }
  constexpr Address shifted(Address node, unsigned port) const {
    const std::uint32_t bit = port & 1u;
    if (is_left(port)) return Address((node.number() << 1 | bit) & (nodes() - 1));
    return Address(node.number() >> 1 | bit << (d_ - 1));
  }

  unsigned d_;
};

}  // namespace network
