#include "testbench/plans/acyclic_ways.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <queue>
#include <random>
#include <tuple>

#include "testbench/plans/all_distances.hpp"
#include "testbench/plans/destination_ways.hpp"
#include "testbench/plans/levels.hpp"
#include "testbench/plans/link_dependencies.hpp"
#include "testbench/plans/plan.hpp"

namespace testbench {
namespace {

// Links that are looked at in all: a second or so.
constexpr std::uint64_t kMostLooks = 5'000'000;
constexpr std::uint64_t kMostOrders = 64;
constexpr unsigned kRepeats = 2;  // over all destinations, after the first; more make no difference of a hundredth

void require_few(std::uint32_t nodes) {
  if (nodes <= AcyclicWays::kMostNodes) return;
  throw PlanError(fmt::format(
      "the shortest ways have cyclic dependencies, and others are searched for up to {} nodes; there are {}",
      AcyclicWays::kMostNodes, nodes));
}

bool are_acyclic(const LinkTable& links, const DestinationWays& ways) {
  LinkDependencies dependencies(links);
  for (std::uint32_t destination = 0; destination < links.nodes(); ++destination) {
    for (std::uint32_t node = 0; node < links.nodes(); ++node) {
      if (node == destination) continue;
      const unsigned port = ways.port(node, destination);
      const std::uint32_t next = links.neighbour(node, port);
      if (next == destination) continue;
      if (!dependencies.add(node * links.ports() + port, ways.port(next, destination))) return false;
    }
  }
  return true;
}

// Adds to the loads of links what one tree of ways, by node, puts on them. Backwards a packet takes
// the other direction of the link, which is counted as if it were this one: all have one.
void load_ways(const LinkTable& links, const std::uint8_t* ways, std::uint32_t destination, WayLoad counted,
               int packets, std::vector<std::uint64_t>& loads) {
  for (std::uint32_t from = 0; from < links.nodes(); ++from) {
    for (std::uint32_t node = from; node != destination;) {
      loads[node * links.ports() + ways[node]] += static_cast<std::uint64_t>(std::int64_t{packets});
      node = counted == WayLoad::kTrees ? destination : links.neighbour(node, ways[node]);
    }
  }
}

// The ways that one order of the destinations leads to.
class Search {
 public:
  Search(const LinkTable& links, const std::vector<std::uint32_t>& destinations, WayLoad counted)
      : links_(links),
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
    return links_.has_link(node, port) &&
           (to_root_[node] == port || to_root_[links_.neighbour(node, port)] == links_.arrival_port(node, port));
  }

  // A way in the tree goes up and then down and never back, so that what it couples make no
  // dependency cycle.
  void keep_tree_free() {
    const Levels levels = levels_from(links_, 0);
    for (std::size_t i = 1; i < nodes_; ++i) {
      const std::uint32_t node = levels.order[i];
      to_root_[node] = static_cast<std::uint8_t>(nearer_ports(links_, levels, node).lowest().port());
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

  // By what all others load. What was allowed stays allowed, so that the ways had are among those
  // to choose from.
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

  // Cheapest ways first (Dijkstra), each taken only if it make no dependency cycle. Is every node
  // reached?
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
    std::priority_queue<Way, std::vector<Way>, decltype(is_dearer)> ways(is_dearer);
    std::uint32_t reached = 0;
    const auto arrive = [&](std::uint32_t here, double cost) {
      is_reached_[here] = true;
      ++reached;
      for (unsigned port = 0; port < links_.ports(); ++port) {
        const std::uint32_t node = links_.neighbour(here, port);
        const unsigned towards = links_.arrival_port(here, port);
        if (is_reached_[node] || !may_use(node, towards)) continue;
        ways.push({cost + cost_of(node, towards), loads_[link(node, towards)], node, towards});
      }
    };
    is_reached_.assign(nodes_, false);
    arrive(destination, 0);
    while (!ways.empty()) {
      const Way next = ways.top();
      ways.pop();
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
    load_ways(links_, ports_.data() + std::size_t{destination} * nodes_, destination, counted_, packets, loads_);
  }

  const LinkTable& links_;
  WayLoad counted_;
  std::uint32_t nodes_;
  LinkDependencies dependencies_;
  std::vector<std::uint8_t> to_root_;  // by node: the port towards the root of the tree
  std::vector<std::uint8_t> ports_;    // by destination and node
  std::vector<std::uint64_t> loads_;   // by link
  std::vector<bool> is_reached_;
};

}  // namespace

AcyclicWays::AcyclicWays(const LinkTable& links, WayLoad load)
    : nodes_(AllDistances::require_few(links.nodes())), ports_(std::size_t{nodes_} * nodes_, 0) {
  const DestinationWays shortest(links, EvenLoad::kLinks);
  const bool shortest_do = are_acyclic(links, shortest);
  if (shortest_do) {
    std::vector<std::uint64_t> loads(std::size_t{nodes_} * links.ports(), 0);
    for (std::uint32_t destination = 0; destination < nodes_; ++destination) {
      std::uint8_t* const ways = ports_.data() + std::size_t{destination} * nodes_;
      for (std::uint32_t node = 0; node < nodes_; ++node) {
        ways[node] = static_cast<std::uint8_t>(shortest.port(node, destination));
      }
      load_ways(links, ways, destination, load, 1, loads);
    }
    take_loads(loads);
    // They load links as evenly as packets can; trees more evenly where others are found.
    if (load == WayLoad::kPackets || nodes_ > kMostNodes) return;
  }
  require_few(nodes_);
  const std::uint64_t work = std::uint64_t{nodes_} * nodes_ * links.ports() * (1 + kRepeats);
  const std::uint64_t tries = std::clamp<std::uint64_t>(kMostLooks / work, 1, kMostOrders);
  std::vector<std::uint32_t> destinations = levels_from(links, 0).order;
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

void AcyclicWays::take_loads(const std::vector<std::uint64_t>& loads) {
  most_loaded_ = *std::max_element(loads.begin(), loads.end());
  hops_ = std::accumulate(loads.begin(), loads.end(), std::uint64_t{0});
}

}  // namespace testbench
