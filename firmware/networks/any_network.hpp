// A network whose kind is known only when the program runs. What the members mean stands in
// network.hpp and cayley.hpp.
#pragma once

#include "firmware/networks/address.hpp"

namespace network {

class AnyNetwork {
 public:
  AnyNetwork() = default;
  AnyNetwork(const AnyNetwork&) = delete;
  AnyNetwork& operator=(const AnyNetwork&) = delete;
  virtual ~AnyNetwork() = default;

  virtual std::uint32_t nodes() const = 0;
  virtual unsigned ports() const = 0;
  virtual Address neighbour(Address node, unsigned port) const = 0;
  virtual unsigned arrival_port(Address node, unsigned port) const = 0;
  bool has_link(Address node, unsigned port) const { return neighbour(node, port) != node; }

  virtual bool is_cayley() const = 0;
  // Of a Cayley network only.
  virtual Address relative(Address node, Address origin) const = 0;
  virtual Address absolute(Address seen, Address origin) const = 0;
};

}  // namespace network
