#include "testbench/plans/destination_ways.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "testbench/plans/all_distances.hpp"

namespace testbench {
namespace {

// Links that are looked at in all: some seconds.
constexpr std::uint64_t kMostWork = 100'000'000;
constexpr std::uint64_t kMostPasses = 8;  // more make no difference of a hundredth

}  // namespace

DestinationWays::DestinationWays(const LinkTable& links, EvenLoad even)
    : links_(links),
      nodes_(AllDistances::require_few(links.nodes())),
      even_(even),
      ports_(std::size_t{nodes_} * nodes_, 0),
      loads_(even == EvenLoad::kLinks ? std::size_t{nodes_} * links.ports() : nodes_, 0) {
  for (std::uint32_t destination = 0; destination < nodes_; ++destination) {
    const Levels levels = levels_from(links_, destination);
    hops_ += std::accumulate(levels.distance.begin(), levels.distance.end(), std::uint64_t{0});
    grow(levels, [](std::uint32_t, network::Ports choices) { return choices.lowest().port(); });
  }
  std::vector<std::uint8_t> best = ports_;
  std::vector<std::uint64_t> best_loads = loads_;
  std::uint64_t least = most_loaded();
  const std::uint64_t work = std::uint64_t{nodes_} * nodes_ * links_.ports();
  const std::uint64_t passes = std::clamp<std::uint64_t>(kMostWork / work, 1, kMostPasses);
  for (std::uint64_t pass = 0; pass < passes; ++pass) {
    choose_again();
    if (most_loaded() >= least) continue;
    least = most_loaded();
    best = ports_;
    best_loads = loads_;
  }
  ports_ = std::move(best);
  loads_ = std::move(best_loads);
}

std::uint64_t DestinationWays::most_loaded() const {
  return *std::max_element(loads_.begin(), loads_.end());
}

std::uint64_t& DestinationWays::load(std::uint32_t node, unsigned port) {
  return loads_[even_ == EvenLoad::kLinks ? std::size_t{node} * links_.ports() + port : links_.neighbour(node, port)];
}

// The eighth power of the load: one busy link costs more than a long way over free ones, and two as
// busy more than one.
double DestinationWays::cost(std::uint32_t node, unsigned port) {
  const auto linear = static_cast<double>(load(node, port));
  const double square = linear * linear;
  return square * square * square * square;
}

void DestinationWays::choose_again() {
  for (std::uint32_t destination = 0; destination < nodes_; ++destination) {
    const Levels levels = levels_from(links_, destination);
    take_off(levels);
    const auto cost_by = [&](std::uint32_t node, unsigned port) {
      return cost(node, port) + way_on_[links_.neighbour(node, port)];
    };
    way_on_.assign(nodes_, 0);
    for (std::size_t i = 1; i < nodes_; ++i) {
      const std::uint32_t node = levels.order[i];
      double least = std::numeric_limits<double>::max();
      for (const unsigned port : nearer_ports(links_, levels, node)) least = std::min(least, cost_by(node, port));
      way_on_[node] = least;
    }
    grow(levels, [&](std::uint32_t node, network::Ports choices) {
      double least = std::numeric_limits<double>::max();
      unsigned best = 0;
      for (const unsigned port : choices) {
        const double now = cost_by(node, port);  // with what this tree has loaded farther out
        if (now < least) best = port;
        least = std::min(least, now);
      }
      return best;
    });
  }
}

void DestinationWays::take_off(const Levels& levels) {
  through_.assign(nodes_, 1);
  for (std::size_t i = nodes_; i-- > 1;) {
    const std::uint32_t node = levels.order[i];
    const unsigned way = port(node, levels.order.front());
    load(node, way) -= through_[node];
    through_[links_.neighbour(node, way)] += through_[node];
  }
}

// How many packets pass by a node is known when all that is farther has chosen.
template <class Choose>
void DestinationWays::grow(const Levels& levels, Choose choose) {
  through_.assign(nodes_, 1);
  for (std::size_t i = nodes_; i-- > 1;) {
    const std::uint32_t node = levels.order[i];
    const unsigned way = choose(node, nearer_ports(links_, levels, node));
    ports_[at(node, levels.order.front())] = static_cast<std::uint8_t>(way);
    load(node, way) += through_[node];
    through_[links_.neighbour(node, way)] += through_[node];
  }
}

}  // namespace testbench
