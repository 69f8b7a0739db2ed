// A set of a node's ports, which count from 0.
//
//     const Ports set = Ports::one(2) | Ports::one(0);
//     set.contains(2);                                      // true
//     for (const unsigned port : set) visit(port);          // 0, 2
//
// Freestanding C++17, usable in constant expressions and in hardware.
#pragma once

#include <cstdint>

#include "firmware/networks/bits.hpp"

namespace network {

// The most ports that a node can have.
inline constexpr unsigned kMaxPorts = 31;

class Ports {
 public:
  class Iterator {
   public:
    constexpr explicit Iterator(std::uint32_t rest) : rest_(rest) {}
    constexpr unsigned operator*() const { return bits::index(bits::lowest(rest_)); }
    constexpr Iterator& operator++() {
      rest_ &= rest_ - 1;
      return *this;
    }
    friend constexpr bool operator!=(Iterator a, Iterator b) { return a.rest_ != b.rest_; }

   private:
    std::uint32_t rest_;
  };

  // The empty set.
  constexpr Ports() = default;
  // Bit k of the mask: port k.
  constexpr explicit Ports(std::uint32_t mask) : mask_(mask) {}
  constexpr std::uint32_t mask() const { return mask_; }
  constexpr explicit operator std::uint32_t() const { return mask_; }

  static constexpr Ports one(unsigned port) { return Ports(std::uint32_t{1} << port); }
  // Ports 0 .. count - 1.
  static constexpr Ports first(unsigned count) { return Ports((std::uint32_t{1} << count) - 1); }

  constexpr bool empty() const { return mask_ == 0; }
  constexpr unsigned size() const { return bits::count(mask_); }
  constexpr bool contains(unsigned port) const { return (mask_ >> port & 1u) != 0; }
  // The set of the lowest, or highest, port alone; empty where this is.
  constexpr Ports lowest() const { return Ports(bits::lowest(mask_)); }
  constexpr Ports highest() const { return Ports(bits::highest(mask_)); }
  // The number of the one port in the set; 0 for the empty set.
  constexpr unsigned port() const { return bits::index(mask_); }

  // Puts the port in where it is `present`.
  constexpr void insert(unsigned port, bool present = true) { mask_ |= (present ? 1u : 0u) << port; }

  // In either set, in both, in the first alone.
  friend constexpr Ports operator|(Ports a, Ports b) { return Ports(a.mask_ | b.mask_); }
  friend constexpr Ports operator&(Ports a, Ports b) { return Ports(a.mask_ & b.mask_); }
  friend constexpr Ports operator-(Ports a, Ports b) { return Ports(a.mask_ & ~b.mask_); }
  constexpr Ports& operator|=(Ports other) { return *this = *this | other; }
  constexpr Ports& operator&=(Ports other) { return *this = *this & other; }
  friend constexpr bool operator==(Ports a, Ports b) { return a.mask_ == b.mask_; }
  friend constexpr bool operator!=(Ports a, Ports b) { return a.mask_ != b.mask_; }

  constexpr Iterator begin() const { return Iterator(mask_); }
  constexpr Iterator end() const { return Iterator(0); }

 private:
  std::uint32_t mask_ = 0;
};

}  // namespace network
