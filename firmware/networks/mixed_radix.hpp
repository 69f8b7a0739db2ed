// Coordinates: nodes in a box of given extents, the last coordinate running fastest, as digits of a
// number do.
//
//     constexpr MixedRadix box(extents);  // 4 x 6: node 8 is (1, 2)
#pragma once

#include "firmware/networks/network.hpp"

namespace network {

class MixedRadix {
 public:
  static constexpr std::uint32_t kLeastExtent = 2;

  constexpr explicit MixedRadix(const Symbols& extents) : extents_(extents) {}

  constexpr const Symbols& extents() const { return extents_; }
  constexpr std::uint32_t nodes() const {
    std::uint32_t count = 1;
    for (const std::uint32_t extent : extents_) count *= extent;
    return count;
  }
  constexpr Symbols coordinates(Address node) const {
    Symbols result = extents_;
    std::uint32_t rest = node.number();
    for (unsigned i = extents_.size(); i > 0; --i) {
      result[i - 1] = rest % extents_[i - 1];
      rest /= extents_[i - 1];
    }
    return result;
  }
  constexpr Address node_at(const Symbols& coordinates) const {
    std::uint32_t number = 0;
    for (unsigned i = 0; i < extents_.size(); ++i) number = number * extents_[i] + coordinates[i];
    return Address(number);
  }
  constexpr std::uint32_t largest_extent() const {
    std::uint32_t largest = 0;
    for (const std::uint32_t extent : extents_) largest = extent > largest ? extent : largest;
    return largest;
  }

 private:
  Symbols extents_;
};

}  // namespace network
