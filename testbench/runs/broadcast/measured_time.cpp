// SPDX-License-Identifier: Apache-2.0
#include "testbench/runs/broadcast/measured_time.hpp"

#include <algorithm>
#include <bit>
#include <boost/random/mersenne_twister.hpp>
#include <boost/random/uniform_int_distribution.hpp>
#include <numeric>
#include <stdexcept>

#include "testbench/runs/broadcast/partial_broadcast.hpp"

namespace testbench {
namespace {

// Steps of nodes, about a second.
constexpr std::uint64_t kMostSteps = 4'000'000;
constexpr std::uint64_t kRandomSets = 30;
constexpr std::uint64_t kSwaps = 70;

std::vector<std::uint32_t> sizes_of(std::uint32_t nodes) {
  std::vector<std::uint32_t> sizes{0, nodes - 1, nodes - nodes / 4};
  for (std::uint32_t size = 1; size < nodes; size *= 2) sizes.push_back(size);
  std::ranges::sort(sizes);
  sizes.erase(std::ranges::unique(sizes).begin(), sizes.end());
  sizes.push_back(nodes);
  return sizes;
}

}  // namespace

std::vector<PmnbTime> least_times(const std::vector<std::pair<std::uint32_t, std::uint64_t>>& most) {
  std::vector<PmnbTime> times;
  for (auto from = most.begin(); from != most.end();) {
    // The steepest line from here on has nothing above it. The last one is level.
    const auto slope_to = [&](const auto& to) {
      return (static_cast<double>(to.second) - static_cast<double>(from->second)) / (to.first - from->first);
    };
    auto next = most.end();
    double slope = 0;
    for (auto to = from + 1; to != most.end(); ++to) {
      if (slope_to(*to) <= slope && (next == most.end() || slope_to(*to) < slope)) continue;
      slope = slope_to(*to);
      next = to;
    }
    times.push_back({static_cast<double>(from->second) - slope * from->first, slope});
    from = next;
  }
  return times;
}

MeasuredTime measure_time(const BroadcastSetting& setting) {
  BroadcastSetting native(setting.trees, broadcast::Scheme::kPmnb);
  const std::uint32_t nodes = native.nodes();
  native.queue_depth.chosen = std::bit_ceil(std::size_t{4} * nodes);
  const auto mesh = make_native_servers(native);
  PartialBroadcasts broadcasts(*mesh, native);

  MeasuredTime measured;
  boost::random::mt19937_64 random(1);
  std::vector<Address> order;
  for (const Address node : network::addresses(nodes)) order.push_back(node);
  const auto draw = [&](std::uint32_t first, std::uint32_t end) {
    return boost::random::uniform_int_distribution<std::uint32_t>(first, end - 1)(random);
  };
  std::vector<std::pair<std::uint32_t, std::uint64_t>> most;
  const std::vector<std::uint32_t> sizes = sizes_of(nodes);
  for (const std::uint32_t size : sizes) {
    std::vector<Address> worst = order;
    std::uint64_t longest = 0;
    std::uint64_t left = kMostSteps / sizes.size();
    for (std::uint64_t set = 0; set < (size == 0 || size == nodes ? 1 : kRandomSets + kSwaps); ++set) {
      if (set < kRandomSets) {
        for (std::uint32_t i = 0; i < size; ++i) std::swap(order[i], order[draw(i, nodes)]);
      } else {
        order = worst;
        std::swap(order[draw(0, size)], order[draw(size, nodes)]);
      }
      const PartialBroadcastResult result = broadcasts.run({order.begin(), order.begin() + size});
      if (result.error) throw std::logic_error(*result.error);
      ++measured.sets;
      const std::uint64_t cycles = result.cycles.all() + 1;
      if (cycles >= longest) worst = order;
      longest = std::max(longest, cycles);
      if (left < cycles * nodes) break;
      left -= cycles * nodes;
    }
    most.emplace_back(size, longest);
  }
  measured.times = least_times(most);
  return measured;
}

}  // namespace testbench
