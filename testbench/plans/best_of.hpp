// Plans that are tried on the host before one of them is loaded.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

namespace testbench {

// Packets over links that may be played to find the best: a fraction of a second.
inline constexpr std::uint64_t kMostPlayedHops = 4'000'000;

// M, or fewer where that many cannot be played a few times: what is fastest with few packets is
// fast with more. `hops`: packets over links for M = 1.
inline std::uint32_t played_packets(std::uint32_t packets, std::uint64_t hops) {
  return static_cast<std::uint32_t>(std::clamp<std::uint64_t>(kMostPlayedHops / hops / 8, 1, packets));
}

// The best of what make() makes. `cycles(made, limit)`: that it takes, more than `limit` where it
// takes more. `least(made)`: that it takes in any case. `hops`: packets over links that are played
// for each. The first is taken where these are many.
template <class Make, class Least, class Cycles>
auto best_of(std::uint64_t hops, Make make, Least least, Cycles cycles) {
  constexpr std::uint64_t kMostTries = 200;
  auto best = make();
  const std::uint64_t tries = std::min(kMostPlayedHops / hops, kMostTries);
  if (tries < 2) return best;
  std::uint64_t fastest = cycles(best, ~std::uint64_t{0} - 1);
  for (std::uint64_t i = 1; i < tries && fastest > least(best); ++i) {
    auto other = make();
    const std::uint64_t now = cycles(other, fastest - 1);
    if (now >= fastest) continue;
    fastest = now;
    best = std::move(other);
  }
  return best;
}

}  // namespace testbench
