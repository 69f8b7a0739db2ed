// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/trees/shortest_paths.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <queue>
#include <utility>

#include "testbench/plans/trees/plan_error.hpp"

namespace testbench {

namespace {

bool is_first_free(const LinkTable& links) {
  return links.is_turned() && links.has_free_links();
}

// Cycles from a node, where links differ (Dijkstra 1959). A last link that is free leads to nodes of the last level,
// as soon as the packet is where it begins: there is no way on from these that is used.
BreadthFirst timed_levels(const LinkTable& links, std::uint32_t from) {
  using Reached = std::pair<std::uint32_t, std::uint32_t>;
  constexpr std::uint32_t kUnseen = BreadthFirst::kUnseen;
  std::vector<std::uint32_t> cycles(links.nodes(), kUnseen);
  std::vector<std::uint32_t> left(links.nodes(), kUnseen);  // the last node before
  std::vector<std::uint32_t> order;
  std::priority_queue<Reached, std::vector<Reached>, std::greater<>> open;
  cycles[from] = left[from] = 0;
  open.emplace(0, from);
  std::uint32_t last = 0;
  while (!open.empty()) {
    const auto [now, node] = open.top();
    open.pop();
    if (now != cycles[node]) continue;
    order.push_back(node);
    for (unsigned port = 0; port < links.ports(); ++port) {
      if (!links.has_link(node, port)) continue;
      const std::uint32_t there = links.neighbour(node, port);
      if (left[there] == kUnseen) last = left[there] = now;
      const std::uint32_t then = now + (node == from && is_first_free(links) ? 1 : links.cycles(node, port));
      if (then >= cycles[there]) continue;
      cycles[there] = then;
      open.emplace(then, there);
    }
  }
  if (links.has_free_links() && !links.is_turned()) {
    for (const std::uint32_t node : order) cycles[node] = std::min(cycles[node], last + 1);
  }
  return {std::move(order), std::move(cycles)};
}

}  // namespace

BreadthFirst levels_from(const LinkTable& links, std::uint32_t node) {
  if (links.has_cycles()) return timed_levels(links, node);
  return BreadthFirst(links.nodes(), node, [&](std::uint32_t here, auto reach) {
    const NodeTable::Row behind = links.neighbours_of(here);
    std::for_each_n(behind.begin(), links.ports(), reach);
  });
}

std::vector<std::uint32_t> distances_to_ends(const LinkTable& links, std::uint32_t node) {
  std::vector<std::uint32_t> distances = levels_from(links, node).distance;
  distances.resize(links.ends());
  return distances;
}

bool leads_nearer(const LinkTable& links, std::uint32_t node, unsigned port, std::uint32_t root, std::uint32_t there,
                  std::uint32_t here, std::uint32_t farthest) {
  if (there >= here || !links.has_cycles()) return there < here;
  const bool comes_from_root = links.is_turned();
  if (links.has_free_links() && comes_from_root && here == farthest) return true;
  const bool is_free = links.has_free_links() && !comes_from_root && links.neighbour(node, port) == root;
  return there + (is_free ? 1 : links.cycles(node, port)) == here;
}

network::Ports nearer_ports(const LinkTable& links, const BreadthFirst& levels, std::uint32_t node) {
  network::Ports nearer;
  const NodeTable::Row behind = links.neighbours_of(node);
  for (unsigned port = 0; port < links.ports(); ++port) {
    nearer.insert(port, leads_nearer(links, node, port, levels.order.front(), levels.distance[behind[port]],
                                     levels.distance[node], levels.farthest()));
  }
  return nearer;
}

std::uint32_t AllDistances::require_few(std::uint32_t nodes, std::uint32_t most) {
  if (nodes <= most) return nodes;
  throw PlanError(fmt::format(
      "has {} nodes: the ways between all of them are worked out for {} at most; use a smaller network", nodes, most));
}

AllDistances::AllDistances(const LinkTable& links, std::uint32_t most) : nodes_(require_few(links.nodes(), most)) {
  if (links.has_cycles()) {
    take_cycles(links.turned());
    return;
  }
  distances_.reserve(std::size_t{nodes_} * nodes_);
  for (std::uint32_t node = 0; node < nodes_; ++node) {
    for (const std::uint32_t distance : levels_from(links, node).distance) {
      distances_.push_back(static_cast<std::uint16_t>(distance));
    }
  }
}

void AllDistances::take_cycles(const LinkTable& turned) {
  distances_.resize(std::size_t{nodes_} * nodes_);
  for (std::uint32_t to = 0; to < nodes_; ++to) {
    const BreadthFirst levels = levels_from(turned, to);
    farthest_.push_back(levels.farthest());
    if (levels.farthest() > std::numeric_limits<std::uint16_t>::max()) {
      throw PlanError(fmt::format("has ways of {} cycles: they are counted to 65535", levels.farthest()));
    }
    for (std::uint32_t node = 0; node < nodes_; ++node) {
      distances_[std::size_t{node} * nodes_ + to] = static_cast<std::uint16_t>(levels.distance[node]);
    }
  }
}

// Words for each address that are only needed while ports are chosen.
class RelativePaths::Choice {
 public:
  explicit Choice(RelativePaths& paths)
      : paths_(paths), choices_(paths.nodes()), next_(paths.nodes(), 0), through_(paths.nodes(), 1) {
    const LinkTable links(paths_.network_);
    // Node 0 sees an element g as g and is seen from there as its inverse, equally far. So the ports
    // that lead nearer to an address are those that lead nearer to node 0 from its inverse.
    for (const Address seen : network::addresses(paths_.nodes())) {
      const Address inverse = paths_.network_.relative(Address(0), seen);
      choices_[seen.number()] = nearer_ports(links, paths_.levels_, inverse.number());
    }
  }

  // The packets through an address are known when all that are farther away have chosen.
  void farthest_first() {
    for (std::size_t i = paths_.nodes(); i-- > 1;) {
      const std::uint32_t seen = paths_.levels_.order[i];
      const network::Ports choices = choices_[seen];
      unsigned best = choices.lowest().port();
      for (const unsigned port : choices) {
        if (paths_.loads_[port] < paths_.loads_[best]) best = port;
      }
      take(seen, best);
      paths_.loads_[best] += through_[seen];
      through_[next_[seen]] += through_[seen];
    }
  }

  // Takes the port for `seen` for which the sum of the squares of the loads is least.
  bool improve(std::uint32_t seen) {
    const network::Ports choices = choices_[seen];
    if (choices.size() == 1) return false;
    const auto unevenness = [&] {
      std::uint64_t sum = 0;
      for (const std::uint64_t load : paths_.loads_) sum += load * load;
      return sum;
    };
    const unsigned before = paths_.port_[seen];
    const std::uint32_t packets = through_[seen];
    std::uint64_t least = unevenness();
    unsigned best = before;
    pass(seen, 0 - packets);
    for (const unsigned port : choices) {
      take(seen, port);
      pass(seen, packets);
      const std::uint64_t now = unevenness();
      pass(seen, 0 - packets);
      if (now < least) {
        least = now;
        best = port;
      }
    }
    take(seen, best);
    pass(seen, packets);
    return best != before;
  }

 private:
  void take(std::uint32_t seen, unsigned port) {
    paths_.port_[seen] = static_cast<std::uint8_t>(port);
    next_[seen] = paths_.behind(port, seen);
  }
  // Adds packets on the path of a packet for `seen`, or takes them off: a number modulo 2^32.
  void pass(std::uint32_t seen, std::uint32_t packets) {
    const auto change = static_cast<std::uint64_t>(static_cast<std::int32_t>(packets));
    for (; seen != 0; seen = next_[seen]) {
      through_[seen] += packets;
      paths_.loads_[paths_.port_[seen]] += change;
    }
  }

  RelativePaths& paths_;
  std::vector<network::Ports> choices_;  // the ports of shortest paths
  std::vector<std::uint32_t> next_;      // the address that is to go behind the port
  std::vector<std::uint32_t> through_;   // packets that have an address still to go at some node
};

RelativePaths::RelativePaths(const Network& network)
    : network_(network),
      levels_(levels_from(LinkTable(network), 0)),
      port_(network.nodes(), 0),
      loads_(network.ports(), 0) {
  for (unsigned port = 0; port < ports(); ++port) {
    // The node behind the port sees node 0 as the node behind the port that leads back.
    backs_.push_back(network.neighbour(Address(0), arrival_port(port)));
  }
  if (nodes() <= network::kMaxNodes) {
    behind_.reserve(std::size_t{nodes()} * ports());
    for (const Address seen : network::addresses(nodes())) {
      for (const Address back : backs_) behind_.push_back(network.absolute(seen, back).number());
    }
  }
  Choice choice(*this);
  choice.farthest_first();
  constexpr unsigned kPasses = 20;  // most networks are even after three
  bool improved = true;
  for (unsigned pass = 0; pass < kPasses && improved; ++pass) {
    improved = false;
    for (std::size_t i = nodes(); i-- > 1;) improved = choice.improve(levels_.order[i]) || improved;
  }
}

std::uint64_t RelativePaths::sum_of_distances() const {
  return std::accumulate(levels_.distance.begin(), levels_.distance.end(), std::uint64_t{0});
}

namespace {

// Links that are visited in all: some seconds.
constexpr std::uint64_t kMostWork = 100'000'000;
constexpr std::uint64_t kMostPasses = 8;  // more make no difference of a hundredth

}  // namespace

DestinationPaths::DestinationPaths(const LinkTable& links, EvenLoad even, double cost_of_cycle)
    : links_(links),
      turned_(links.turned()),
      nodes_(AllDistances::require_few(links.nodes())),
      even_(even),
      ports_(std::size_t{nodes_} * nodes_, 0),
      loads_(even == EvenLoad::kLinks ? std::size_t{nodes_} * links.ports() : nodes_, 0) {
  for (std::uint32_t destination = 0; destination < links_.ends(); ++destination) {
    const BreadthFirst levels = levels_from(turned_, destination);
    hops_ += std::accumulate(levels.distance.begin(), levels.distance.begin() + links_.ends(), std::uint64_t{0});
    grow(levels, [](std::uint32_t, network::Ports choices) { return choices.lowest().port(); });
    if (cost_of_cycle != 0) orders_.push_back(levels.order);
  }
  std::vector<std::uint8_t> best = ports_;
  std::vector<std::uint64_t> best_loads = loads_;
  std::uint64_t least = most_loaded();
  const std::uint64_t work = std::uint64_t{nodes_} * nodes_ * links_.ports();
  const std::uint64_t passes = std::clamp<std::uint64_t>(kMostWork / work, 1, kMostPasses);
  for (std::uint64_t pass = 0; pass < passes; ++pass) {
    cost_of_cycle == 0 ? choose_again() : choose_any(cost_of_cycle);
    if (most_loaded() >= least) continue;
    least = most_loaded();
    best = ports_;
    best_loads = loads_;
  }
  ports_ = std::move(best);
  loads_ = std::move(best_loads);
}

std::uint64_t DestinationPaths::most_loaded() const {
  return *std::max_element(loads_.begin(), loads_.end());
}

std::uint64_t& DestinationPaths::load(std::uint32_t node, unsigned port) {
  return loads_[even_ == EvenLoad::kLinks ? std::size_t{node} * links_.ports() + port : links_.neighbour(node, port)];
}

// The eighth power of the load: one busy link costs more than a long way over free ones, and two as
// busy more than one.
double DestinationPaths::cost(std::uint32_t node, unsigned port) {
  const auto linear = static_cast<double>(load(node, port));
  const double square = linear * linear;
  return square * square * square * square;
}

void DestinationPaths::choose_again() {
  for (std::uint32_t destination = 0; destination < links_.ends(); ++destination) {
    const BreadthFirst levels = levels_from(turned_, destination);
    take_off(levels.order);
    const auto cost_by = [&](std::uint32_t node, unsigned port) {
      return cost(node, port) + cost_from_[links_.neighbour(node, port)];
    };
    cost_from_.assign(nodes_, 0);
    for (std::size_t i = 1; i < nodes_; ++i) {
      const std::uint32_t node = levels.order[i];
      double least = std::numeric_limits<double>::max();
      for (const unsigned port : nearer_ports(links_, levels, node)) least = std::min(least, cost_by(node, port));
      cost_from_[node] = least;
    }
    grow(levels, [&](std::uint32_t node, network::Ports choices) {
      double least = std::numeric_limits<double>::max();
      unsigned best = 0;
      for (const unsigned port : choices) {
        const double now = cost_by(node, port);  // with the load of this tree farther out
        if (now < least) best = port;
        least = std::min(least, now);
      }
      return best;
    });
  }
}

void DestinationPaths::choose_any(double cost_of_cycle) {
  constexpr double kSteepness = 8;
  using Reached = std::pair<double, std::uint32_t>;
  for (std::uint32_t destination = 0; destination < links_.ends(); ++destination) {
    std::vector<std::uint32_t>& order = orders_[destination];
    take_off(order);
    order.clear();
    const auto most = static_cast<double>(std::max<std::uint64_t>(most_loaded(), 1));
    cost_from_.assign(nodes_, std::numeric_limits<double>::max());
    cost_from_[destination] = 0;
    std::priority_queue<Reached, std::vector<Reached>, std::greater<>> open;
    open.emplace(0, destination);
    while (!open.empty()) {
      const auto [cost_here, here] = open.top();
      open.pop();
      if (cost_here != cost_from_[here]) continue;
      order.push_back(here);
      for (unsigned back = 0; back < turned_.ports(); ++back) {
        if (!turned_.has_link(here, back)) continue;
        const std::uint32_t node = turned_.neighbour(here, back);
        const unsigned port = turned_.arrival_port(here, back);
        const double carried = std::exp(kSteepness * static_cast<double>(load(node, port)) / most);
        const double cost =
            cost_here + static_cast<double>(weight(node, port)) * carried + cost_of_cycle * links_.cycles(node, port);
        if (cost >= cost_from_[node]) continue;
        cost_from_[node] = cost;
        ports_[at(node, destination)] = static_cast<std::uint8_t>(port);
        open.emplace(cost, node);
      }
    }
    begin_at_ends();
    for (std::size_t i = order.size(); i-- > 1;) put_on(order[i], destination);
  }
}

void DestinationPaths::put_on(std::uint32_t node, std::uint32_t destination) {
  const unsigned way = port(node, destination);
  load(node, way) += through_[node] * weight(node, way);
  through_[links_.neighbour(node, way)] += through_[node];
}

void DestinationPaths::begin_at_ends() {
  through_.assign(nodes_, 0);
  std::fill_n(through_.begin(), links_.ends(), 1);
}

void DestinationPaths::take_off(const std::vector<std::uint32_t>& order) {
  begin_at_ends();
  for (std::size_t i = nodes_; i-- > 1;) {
    const std::uint32_t node = order[i];
    const unsigned way = port(node, order.front());
    load(node, way) -= through_[node] * weight(node, way);
    through_[links_.neighbour(node, way)] += through_[node];
  }
}

// The packets through a node are known when all nodes farther away have chosen.
template <class Choose>
void DestinationPaths::grow(const BreadthFirst& levels, Choose choose) {
  begin_at_ends();
  for (std::size_t i = nodes_; i-- > 1;) {
    const std::uint32_t node = levels.order[i];
    const unsigned way = choose(node, nearer_ports(links_, levels, node));
    ports_[at(node, levels.order.front())] = static_cast<std::uint8_t>(way);
    put_on(node, levels.order.front());
  }
}

}  // namespace testbench
