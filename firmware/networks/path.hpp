// The path of n nodes: a mesh of one dimension. Port 0 leads up, port 1 down; a path of two nodes
// has one port.
#pragma once

#include "firmware/networks/mesh.hpp"

namespace network {

class Path : public Mesh {
 public:
  static constexpr Limits kLimits{2, kMaxNodes};

  constexpr explicit Path(std::uint32_t nodes) : Mesh(extents(nodes)) {}

  static constexpr std::uint32_t bisection() { return 1; }

 private:
  static constexpr Symbols extents(std::uint32_t nodes) {
    Symbols one;
    one.add(nodes);
    return one;
  }
};

}  // namespace network
