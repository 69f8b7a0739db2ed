// The order in which a node's own packets enter an all-port total exchange: those with the longest
// way first, and where these are equally long as random numbers say, which are the same whenever
// they are asked.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace testbench {

struct InjectionOrder {
  std::uint64_t seed = 0;
  bool transit_first = false;  // of a port's packets

  // The destinations of the node.
  std::vector<std::uint32_t> destinations(std::uint32_t node, const std::vector<std::uint32_t>& distance) const {
    struct Place {
      std::uint32_t distance;
      std::uint64_t random;
      std::uint32_t destination;
    };
    std::vector<Place> places;
    places.reserve(distance.size());
    for (std::uint32_t to = 0; to < distance.size(); ++to) {
      if (to != node) places.push_back({distance[to], mixed(seed << 40 | std::uint64_t{node} << 20 | to), to});
    }
    std::sort(places.begin(), places.end(), [](const Place& a, const Place& b) {
      return a.distance != b.distance ? a.distance > b.distance : a.random < b.random;
    });
    std::vector<std::uint32_t> found;
    found.reserve(places.size());
    for (const Place& place : places) found.push_back(place.destination);
    return found;
  }

 private:
  // SplitMix64's finalizer (Steele, Lea and Flood 2014): one to one, so that no two places are
  // equal.
  static std::uint64_t mixed(std::uint64_t x) {
    x += 0x9e3779b97f4a7c15;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
  }
};

}  // namespace testbench
