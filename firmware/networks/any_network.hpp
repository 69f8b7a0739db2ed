// SPDX-License-Identifier: Apache-2.0
// Networks whose kind is known only when the program runs: AnyNetwork is an interface to all of
// them, SomeNetwork is a cube or one of the others.
#pragma once

#include "firmware/networks/address.hpp"
#include "firmware/networks/cube.hpp"

namespace network {

// The members are those of network.hpp.
class AnyNetwork {
 public:
  AnyNetwork() = default;
  AnyNetwork(const AnyNetwork&) = delete;
  AnyNetwork& operator=(const AnyNetwork&) = delete;
  virtual ~AnyNetwork() = default;

  virtual std::uint32_t nodes() const = 0;
  virtual std::uint32_t ends() const { return nodes(); }
  virtual unsigned ports() const = 0;
  virtual Address neighbour(Address node, unsigned port) const = 0;
  virtual unsigned arrival_port(Address node, unsigned port) const = 0;
  bool has_link(Address node, unsigned port) const { return neighbour(node, port) != node; }

  virtual bool is_cayley() const = 0;
  // Only for Cayley networks.
  virtual Address relative(Address node, Address origin) const = 0;
  virtual Address absolute(Address seen, Address origin) const = 0;
};

// A cube, whose routes nodes compute in logic, or another network, whose nodes are routed by
// tables.
class SomeNetwork {
 public:
  constexpr SomeNetwork(const Cube& cube) : cube_(cube) {}  // NOLINT(google-explicit-constructor)
  // `other` must outlive this.
  constexpr explicit SomeNetwork(const AnyNetwork& other) : cube_(1), other_(&other) {}

  constexpr bool is_cube() const { return other_ == nullptr; }
  // Only for a cube.
  constexpr const Cube& cube() const { return cube_; }
  // Only for another network.
  constexpr const AnyNetwork& other() const { return *other_; }

  constexpr std::uint32_t nodes() const { return is_cube() ? cube_.nodes() : other_->nodes(); }
  constexpr std::uint32_t ends() const { return is_cube() ? cube_.nodes() : other_->ends(); }
  constexpr unsigned ports() const { return is_cube() ? cube_.ports() : other_->ports(); }
  constexpr Address neighbour(Address node, unsigned port) const {
    return is_cube() ? cube_.neighbour(node, port) : other_->neighbour(node, port);
  }
  constexpr unsigned arrival_port(Address node, unsigned port) const {
    return is_cube() ? cube_.arrival_port(node, port) : other_->arrival_port(node, port);
  }
  // Only for Cayley networks.
  constexpr Address relative(Address node, Address origin) const {
    return is_cube() ? cube_.relative(node, origin) : other_->relative(node, origin);
  }
  // A tree's label, which is no node's address, stays as it is.
  constexpr Address absolute(Address seen, Address origin) const {
    if (is_cube()) return cube_.absolute(seen, origin);
    return seen.number() < other_->nodes() ? other_->absolute(seen, origin) : seen;
  }

 private:
  Cube cube_;
  const AnyNetwork* other_ = nullptr;
};

}  // namespace network
