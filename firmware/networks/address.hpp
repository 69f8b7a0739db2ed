// The address of a node: a number from 0 to the network's nodes - 1, and no other number. What it
// means (a corner of a cube, a permutation) is the network's business.
//
//     for (const Address node : addresses(cube.nodes())) visit(node);
//
// Freestanding C++17, usable in constant expressions and in hardware.
#pragma once

#include <cstdint>

namespace network {

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

// All addresses of a network of so many nodes.
constexpr AddressRange addresses(std::uint32_t nodes) {
  return {0, nodes};
}
// All but the first: the relative addresses of the other nodes.
constexpr AddressRange other_addresses(std::uint32_t nodes) {
  return {1, nodes};
}

}  // namespace network
