// SPDX-License-Identifier: Apache-2.0
// A site: the network on which a run stands, and what makes some algorithms possible there and others not.
//
//     const Site site(network_of("ring:5"), "ring:5", "--network ring:5");
//     rows_at(site.kind())   // catalog.hpp
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "firmware/networks/any_network.hpp"
#include "testbench/plans/networks/network.hpp"

namespace testbench {

/// \brief Kinds of sites, one bit each.
enum SiteKind : std::uint8_t {
  kOnCube = 1,
  kOnOther = 2,  ///< another network
  kOnCubeWithDead = 4,
  kOnOtherWithDead = 8,  ///< links that never work
  kOnCubeWithCounts = 16,
  kOnOtherWithCounts = 32,  ///< any number of packets for the node seen as c
  kInRoutingCycles = 64,
};
using SiteKinds = std::uint8_t;

inline constexpr SiteKinds kAroundDead = kOnCubeWithDead | kOnOtherWithDead;
inline constexpr SiteKinds kWithCounts = kOnCubeWithCounts | kOnOtherWithCounts;

struct Site {
  explicit Site(Network chosen, std::string called = "", std::string typed = "")
      : network(std::move(chosen)), name(std::move(called)), words(std::move(typed)) {}
  /// A cube, whose nodes can compute their routes.
  explicit Site(network::Cube whole, std::string typed = "")
      : network(network::Hypercube(whole.dimension())),
        cube(whole),
        name("cube:" + std::to_string(whole.dimension())),
        words(std::move(typed)) {}

  Network network;
  std::optional<network::Cube> cube;
  std::string name;   ///< that makes the network again: "cube:5"
  std::string words;  ///< as typed, for messages: "--dim 5", "--network ring:5"
  // As typed too, and empty where there are none: "--counts-seed 3"; links that never work, "--fail 0:1".
  std::string counts;
  std::string dead_links;
  bool in_cycles = false;

  SiteKind kind() const {
    if (in_cycles) return kInRoutingCycles;
    if (!dead_links.empty()) return cube ? kOnCubeWithDead : kOnOtherWithDead;
    if (!counts.empty()) return cube ? kOnCubeWithCounts : kOnOtherWithCounts;
    return cube ? kOnCube : kOnOther;
  }
  network::SomeNetwork links() const {
    return cube ? network::SomeNetwork(*cube) : network::SomeNetwork(network.any());
  }
};

}  // namespace testbench
