// SPDX-License-Identifier: Apache-2.0
// The address of a node and a set of a node's ports: different types, so that neither is taken for
// the other.
//
//     for (const Address node : addresses(cube.nodes())) visit(node);
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

// A number from 0 to the network's nodes - 1. The network says what it stands for: a corner of a
// cube, or a permutation.
class Address {
 public:
  constexpr Address() = default;
  constexpr explicit Address(std::uint32_t number) : number_(number) {}
  constexpr std::uint32_t number() const { return number_; }
  constexpr explicit operator std::uint32_t() const { return number_; }

  friend constexpr bool operator==(Address a, Address b) { return a.number_ == b.number_; }
  friend constexpr bool operator!=(Address a, Address b) { return a.number_ != b.number_; }
  friend constexpr bool operator<(Address a, Address b) { return a.number_ < b.number_; }

 private:
  std::uint32_t number_ = 0;
};

// Addresses from `first` up to, but not including, `end`, as a range.
class AddressRange {
 public:
  class Iterator {
   public:
    constexpr explicit Iterator(std::uint32_t number) : number_(number) {}
    constexpr Address operator*() const { return Address(number_); }
    constexpr Iterator& operator++() {
      ++number_;
      return *this;
    }
    friend constexpr bool operator!=(Iterator a, Iterator b) { return a.number_ != b.number_; }

   private:
    std::uint32_t number_;
  };

  constexpr AddressRange(std::uint32_t first, std::uint32_t end) : first_(first), end_(end) {}
  constexpr Iterator begin() const { return Iterator(first_); }
  constexpr Iterator end() const { return Iterator(end_); }

 private:
  std::uint32_t first_;
  std::uint32_t end_;
};

// All addresses of a network.
constexpr AddressRange addresses(std::uint32_t nodes) {
  return {0, nodes};
}
// All but the first: the relative addresses of the other nodes.
constexpr AddressRange other_addresses(std::uint32_t nodes) {
  return {1, nodes};
}

// The most ports that a node can have.
inline constexpr unsigned kMaxPorts = 31;

// A set of ports, which count from 0.
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

  // Adds the port if it is `present`.
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
