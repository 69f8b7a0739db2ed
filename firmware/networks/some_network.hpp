// The network that something is for: a cube, which is known by heart, or any other one.
#pragma once

#include "firmware/networks/any_network.hpp"
#include "firmware/networks/cube.hpp"

namespace network {

class SomeNetwork {
 public:
  constexpr SomeNetwork(const Cube& cube) : cube_(cube) {}  // NOLINT(google-explicit-constructor)
  // Which must outlive this.
  constexpr explicit SomeNetwork(const AnyNetwork& other) : cube_(1), other_(&other) {}

  constexpr bool is_cube() const { return other_ == nullptr; }
  // Of a cube only.
  constexpr const Cube& cube() const { return cube_; }
  // Of another network only.
  constexpr const AnyNetwork& other() const { return *other_; }

  constexpr std::uint32_t nodes() const { return is_cube() ? cube_.nodes() : other_->nodes(); }
  constexpr unsigned ports() const { return is_cube() ? cube_.ports() : other_->ports(); }
  constexpr Address neighbour(Address node, unsigned port) const {
    return is_cube() ? cube_.neighbour(node, port) : other_->neighbour(node, port);
  }
  constexpr unsigned arrival_port(Address node, unsigned port) const {
    return is_cube() ? cube_.arrival_port(node, port) : other_->arrival_port(node, port);
  }

 private:
  Cube cube_;
  const AnyNetwork* other_ = nullptr;
};

}  // namespace network
