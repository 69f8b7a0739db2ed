// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/trees/acyclic_paths.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <queue>
#include <random>
#include <tuple>

#include "testbench/plans/trees/plan_error.hpp"
#include "testbench/plans/trees/shortest_paths.hpp"

namespace testbench {

LinkDependencies::LinkDependencies(const LinkTable& links)
    : links_(links),
      turned_(links.turned()),
      states_(std::size_t{links.nodes()} * links.ports() * links.ports(), State::kUnknown),
      order_(std::size_t{links.nodes()} * links.ports()),
      places_(order_.size()),
      is_met_(order_.size()) {
  std::iota(order_.begin(), order_.end(), 0);
  std::iota(places_.begin(), places_.end(), 0);
}

bool LinkDependencies::add(std::uint32_t link, unsigned port) {
  State& state = states_[place(link, port)];
  if (state != State::kUnknown) return state == State::kIn;
  changed_.push_back(place(link, port));
  const std::uint32_t next = end(link) * links_.ports() + port;
  if (places_[next] <= places_[link]) {
    const std::vector<std::uint32_t> late = behind(next, places_[link]);
    if (std::find(late.begin(), late.end(), places_[link]) != late.end()) {
      state = State::kRefused;
      return false;
    }
    reorder(before(link, places_[next]), late);
  }
  state = State::kIn;
  return true;
}

void LinkDependencies::undo() {
  for (const std::size_t place : changed_) states_[place] = State::kUnknown;
  changed_.clear();
}

std::vector<std::uint32_t> LinkDependencies::behind(std::uint32_t link, std::uint32_t last) {
  std::vector<std::uint32_t> found{places_[link]};
  is_met_[places_[link]] = true;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const std::uint32_t from = order_[found[i]];
    for (unsigned port = 0; port < links_.ports(); ++port) {
      if (states_[place(from, port)] != State::kIn) continue;
      const std::uint32_t to = places_[end(from) * links_.ports() + port];
      if (to > last || is_met_[to]) continue;
      is_met_[to] = true;
      found.push_back(to);
    }
  }
  for (const std::uint32_t at : found) is_met_[at] = false;
  return found;
}

std::vector<std::uint32_t> LinkDependencies::before(std::uint32_t link, std::uint32_t last) {
  std::vector<std::uint32_t> found{places_[link]};
  is_met_[places_[link]] = true;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const std::uint32_t node = order_[found[i]] / links_.ports();
    const unsigned out = order_[found[i]] % links_.ports();
    for (unsigned port = 0; port < links_.ports(); ++port) {
      if (!turned_.has_link(node, port)) continue;
      const std::uint32_t from = turned_.neighbour(node, port) * links_.ports() + turned_.arrival_port(node, port);
      if (states_[place(from, out)] != State::kIn || places_[from] < last || is_met_[places_[from]]) continue;
      is_met_[places_[from]] = true;
      found.push_back(places_[from]);
    }
  }
  for (const std::uint32_t at : found) is_met_[at] = false;
  return found;
}

// Gives the links at these places new ones: the links before the new dependency come first, both
// groups in their old order.
void LinkDependencies::reorder(std::vector<std::uint32_t> early, std::vector<std::uint32_t> late) {
  std::sort(early.begin(), early.end());
  std::sort(late.begin(), late.end());
  std::vector<std::uint32_t> links;
  links.reserve(early.size() + late.size());
  for (const std::uint32_t at : early) links.push_back(order_[at]);
  for (const std::uint32_t at : late) links.push_back(order_[at]);
  early.insert(early.end(), late.begin(), late.end());
  std::sort(early.begin(), early.end());
  for (std::size_t i = 0; i < links.size(); ++i) {
    order_[early[i]] = links[i];
    places_[links[i]] = early[i];
  }
}

namespace {

// Links that are visited in all: a second or so.
constexpr std::uint64_t kMostLooks = 5'000'000;
constexpr std::uint64_t kMostOrders = 64;
constexpr unsigned kRepeats = 2;  // over all destinations, after the first; more make no difference of a hundredth

void require_few(std::uint32_t nodes) {
  if (nodes <= AcyclicPaths::kMostNodes) return;
  throw PlanError(fmt::format(
      "the shortest ways have cyclic dependencies, and others are searched for up to {} nodes; there are {}",
      AcyclicPaths::kMostNodes, nodes));
}

bool are_acyclic(const LinkTable& links, const DestinationPaths& paths) {
  LinkDependencies dependencies(links);
  for (std::uint32_t destination = 0; destination < links.ends(); ++destination) {
    for (std::uint32_t node = 0; node < links.nodes(); ++node) {
      if (node == destination) continue;
      const unsigned port = paths.port(node, destination);
      const std::uint32_t next = links.neighbour(node, port);
      if (next == destination) continue;
      if (!dependencies.add(node * links.ports() + port, paths.port(next, destination))) return false;
    }
  }
  return true;
}

// Adds to the loads of links the packets of one tree of paths, which has a port by node. Backwards
// a packet takes the other direction of the link, which is counted as this one: each link has both.
void load_paths(const LinkTable& links, const std::uint8_t* paths, std::uint32_t destination, PathLoad counted,
                int packets, std::vector<std::uint64_t>& loads) {
  for (std::uint32_t from = 0; from < links.ends(); ++from) {
    for (std::uint32_t node = from; node != destination;) {
      loads[node * links.ports() + paths[node]] += static_cast<std::uint64_t>(std::int64_t{packets});
      node = counted == PathLoad::kTrees ? destination : links.neighbour(node, paths[node]);
    }
  }
}

// The paths for one order of the destinations.
class Search {
 public:
  Search(const LinkTable& links, const std::vector<std::uint32_t>& destinations, PathLoad counted)
      : links_(links),
        turned_(links.turned()),
        both_ways_(links.of_both_ways()),
        counted_(counted),
        nodes_(links.nodes()),
        dependencies_(links),
        to_root_(nodes_, kNoPort),
        ports_(std::size_t{nodes_} * nodes_, 0),
        loads_(std::size_t{nodes_} * links.ports(), 0),
        is_reached_(nodes_) {
    keep_tree_free();
    for (const std::uint32_t destination : destinations) choose(destination);
    for (unsigned pass = 0; pass < kRepeats; ++pass) {
      for (const std::uint32_t destination : destinations) choose_again(destination);
    }
  }

  const std::vector<std::uint8_t>& ports() const { return ports_; }
  std::uint64_t most_loaded() const { return *std::max_element(loads_.begin(), loads_.end()); }
  const std::vector<std::uint64_t>& loads() const { return loads_; }

 private:
  static constexpr std::uint8_t kNoPort = 0xff;

  std::uint32_t link(std::uint32_t node, unsigned port) const { return node * links_.ports() + port; }
  std::uint8_t& way(std::uint32_t node, std::uint32_t destination) {
    return ports_[std::size_t{destination} * nodes_ + node];
  }
  bool is_in_tree(std::uint32_t node, unsigned port) const {
    return both_ways_.has_link(node, port) &&
           (to_root_[node] == port || to_root_[links_.neighbour(node, port)] == links_.arrival_port(node, port));
  }

  // A path in the tree goes up, then down and never back, so that its dependencies make no cycle.
  void keep_tree_free() {
    const BreadthFirst levels = levels_from(both_ways_, 0);
    if (levels.order.size() < nodes_)
      throw PlanError("the links that work in both directions do not connect all nodes; leave the algorithm out");
    for (std::size_t i = 1; i < nodes_; ++i) {
      const std::uint32_t node = levels.order[i];
      to_root_[node] = static_cast<std::uint8_t>(nearer_ports(both_ways_, levels, node).lowest().port());
    }
    for (std::uint32_t node = 0; node < nodes_; ++node) {
      for (unsigned port = 0; port < links_.ports(); ++port) {
        if (!is_in_tree(node, port)) continue;
        const std::uint32_t next = links_.neighbour(node, port);
        for (unsigned on = 0; on < links_.ports(); ++on) {
          const bool goes_back = on == links_.arrival_port(node, port);
          if (is_in_tree(next, on) && !goes_back) dependencies_.add(link(node, port), on);
        }
      }
    }
    dependencies_.keep();
  }

  void choose(std::uint32_t destination) {
    if (!reach(destination, [](std::uint32_t, unsigned) { return true; })) {
      dependencies_.undo();
      reach(destination, [&](std::uint32_t node, unsigned port) { return is_in_tree(node, port); });
    }
    dependencies_.keep();
    load(destination, 1);
  }

  // Chooses by the load of all others. Allowed dependencies stay allowed, so that the present paths
  // are among the choices.
  void choose_again(std::uint32_t destination) {
    load(destination, -1);
    const auto begin = ports_.begin() + static_cast<std::ptrdiff_t>(std::size_t{destination} * nodes_);
    const std::vector<std::uint8_t> had(begin, begin + nodes_);
    if (!reach(destination, [](std::uint32_t, unsigned) { return true; })) {
      dependencies_.undo();
      std::copy(had.begin(), had.end(), begin);
    }
    dependencies_.keep();
    load(destination, 1);
  }

  // Cheapest paths first (Dijkstra), each taken only if it makes no dependency cycle. Returns
  // whether every node is reached.
  template <class MayUse>
  bool reach(std::uint32_t destination, MayUse may_use) {
    struct Way {
      double cost;
      std::uint64_t load;
      std::uint32_t node;
      unsigned port;
    };
    const auto is_dearer = [](const Way& a, const Way& b) {
      return std::tie(a.cost, a.load, a.node, a.port) > std::tie(b.cost, b.load, b.node, b.port);
    };
    std::priority_queue<Way, std::vector<Way>, decltype(is_dearer)> paths(is_dearer);
    std::uint32_t reached = 0;
    const auto arrive = [&](std::uint32_t here, double cost) {
      is_reached_[here] = true;
      ++reached;
      for (unsigned port = 0; port < links_.ports(); ++port) {
        const std::uint32_t node = turned_.neighbour(here, port);
        const unsigned towards = turned_.arrival_port(here, port);
        if (is_reached_[node] || !may_use(node, towards)) continue;
        paths.push({cost + cost_of(node, towards), loads_[link(node, towards)], node, towards});
      }
    };
    is_reached_.assign(nodes_, false);
    arrive(destination, 0);
    while (!paths.empty()) {
      const Way next = paths.top();
      paths.pop();
      if (is_reached_[next.node]) continue;
      const std::uint32_t to = links_.neighbour(next.node, next.port);
      if (to != destination && !dependencies_.add(link(next.node, next.port), way(to, destination))) continue;
      way(next.node, destination) = static_cast<std::uint8_t>(next.port);
      arrive(next.node, next.cost);
    }
    return reached == nodes_;
  }

  // A link with a packet from every node costs two hops, and one busier than that soon more than
  // any way around.
  double cost_of(std::uint32_t node, unsigned port) const {
    const double load = static_cast<double>(loads_[link(node, port)]) / nodes_;
    return 1 + load * load * load * load;
  }

  void load(std::uint32_t destination, int packets) {
    load_paths(links_, ports_.data() + std::size_t{destination} * nodes_, destination, counted_, packets, loads_);
  }

  const LinkTable& links_;
  LinkTable turned_;
  LinkTable both_ways_;
  PathLoad counted_;
  std::uint32_t nodes_;
  LinkDependencies dependencies_;
  std::vector<std::uint8_t> to_root_;  // by node: the port towards the root of the tree
  std::vector<std::uint8_t> ports_;    // by destination and node
  std::vector<std::uint64_t> loads_;   // by link
  std::vector<bool> is_reached_;
};

}  // namespace

AcyclicPaths::AcyclicPaths(const LinkTable& links, PathLoad load)
    : nodes_(AllDistances::require_few(links.nodes())), ports_(std::size_t{nodes_} * nodes_, 0) {
  const DestinationPaths shortest(links, EvenLoad::kLinks);
  const bool shortest_do = are_acyclic(links, shortest);
  if (shortest_do) {
    std::vector<std::uint64_t> loads(std::size_t{nodes_} * links.ports(), 0);
    for (std::uint32_t destination = 0; destination < links.ends(); ++destination) {
      std::uint8_t* const paths = ports_.data() + std::size_t{destination} * nodes_;
      for (std::uint32_t node = 0; node < nodes_; ++node) {
        paths[node] = static_cast<std::uint8_t>(shortest.port(node, destination));
      }
      load_paths(links, paths, destination, load, 1, loads);
    }
    take_loads(loads);
    // Packets cannot load links more evenly; trees can where other paths are found.
    if (load == PathLoad::kPackets || nodes_ > kMostNodes) return;
  }
  require_few(nodes_);
  const std::uint64_t work = std::uint64_t{nodes_} * nodes_ * links.ports() * (1 + kRepeats);
  const std::uint64_t tries = std::clamp<std::uint64_t>(kMostLooks / work, 1, kMostOrders);
  std::vector<std::uint32_t> destinations = levels_from(links, 0).order;
  std::erase_if(destinations, [&](std::uint32_t node) { return links.is_switch(node); });
  std::mt19937_64 random(1);
  for (std::uint64_t i = 0; i < tries; ++i) {
    const Search found(links, destinations, load);
    if ((i == 0 && !shortest_do) || found.most_loaded() < most_loaded_) {
      ports_ = found.ports();
      take_loads(found.loads());
    }
    std::shuffle(destinations.begin(), destinations.end(), random);
  }
}

void AcyclicPaths::take_loads(const std::vector<std::uint64_t>& loads) {
  most_loaded_ = *std::max_element(loads.begin(), loads.end());
  hops_ = std::accumulate(loads.begin(), loads.end(), std::uint64_t{0});
}

}  // namespace testbench
