// SPDX-License-Identifier: Apache-2.0
// The ports by which packets of a pair leave their source, where they need not all leave by the same: blocks of them are
// dealt so that links carry alike. Behind the first link a packet goes the way that all packets to its destination go
// from there. Costs that grow exponentially with what a link carries: multiplicative weights, as in weighted_trees.hpp.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace testbench {

/// Links that are looked at: some seconds.
inline constexpr std::uint64_t kMostDealt = 60'000'000;

struct DealtPorts {
  std::uint32_t blocks = 1;         ///< of the packets of a pair, as nearly equal as can be
  std::vector<std::uint8_t> ports;  ///< by pair and block
  std::uint64_t most_loaded = 0;    ///< blocks over the busiest link, in cycles of a packet

  unsigned port(std::size_t pair, std::uint32_t block) const { return ports[pair * blocks + block]; }
};

/// \brief Deals the blocks of all pairs of a total exchange.
/// \param first by pair: the port by which all its packets would leave
/// \param ports of a node
/// \param links how many there are
/// \param hops of a round of one packet a pair, which says how many passes can be made
/// \param follow follow(pair, port, visit): visits the links of the way as visit(link, cycles of a packet); false where
///   the port has no way to the destination
template <class Follow>
DealtPorts deal_ports(std::span<const std::uint8_t> first, unsigned ports, std::size_t links, std::uint64_t hops,
                      std::uint32_t blocks, Follow follow) {
  constexpr std::uint64_t kMostPasses = 20;
  constexpr double kSteepness = 16;
  DealtPorts dealt{blocks, {}, 0};
  std::vector<std::int64_t> loads(links);
  const auto count = [&](std::size_t pair, unsigned port, std::int64_t change) {
    follow(pair, port, [&](std::size_t link, std::uint32_t cycles) { loads[link] += change * cycles; });
  };
  const auto most_loaded = [&] { return static_cast<std::uint64_t>(std::ranges::max(loads)); };
  std::vector<std::uint8_t> now;
  now.reserve(first.size() * blocks);
  for (std::size_t pair = 0; pair < first.size(); ++pair) {
    now.insert(now.end(), blocks, first[pair]);
    count(pair, first[pair], blocks);
  }
  dealt.ports = now;
  dealt.most_loaded = most_loaded();
  const std::uint64_t passes = std::clamp<std::uint64_t>(kMostDealt / (hops * blocks * ports), 2, kMostPasses);
  for (std::uint64_t pass = 0; pass < passes; ++pass) {
    const auto most = static_cast<double>(most_loaded());
    const auto cost = [&](std::size_t pair, unsigned port) {
      double sum = 0;
      const bool arrives = follow(pair, port, [&](std::size_t link, std::uint32_t cycles) {
        sum += cycles * std::exp(kSteepness * static_cast<double>(loads[link] + cycles) / most);
      });
      return arrives ? sum : std::numeric_limits<double>::max();
    };
    for (std::uint32_t block = 0; block < blocks; ++block) {
      for (std::size_t pair = 0; pair < first.size(); ++pair) {
        std::uint8_t& port = now[pair * blocks + block];
        count(pair, port, -1);
        double least = std::numeric_limits<double>::max();
        for (unsigned other = 0; other < ports; ++other) {
          const double its = cost(pair, other);
          if (its >= least) continue;
          least = its;
          port = static_cast<std::uint8_t>(other);
        }
        count(pair, port, 1);
      }
    }
    if (most_loaded() >= dealt.most_loaded) continue;
    dealt.most_loaded = most_loaded();
    dealt.ports = now;
  }
  return dealt;
}

}  // namespace testbench
