// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/networks/cycle_search.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <random>
#include <utility>

#include "firmware/networks/bits.hpp"

namespace testbench {

std::vector<Address> exhaustive_cycle(const Adjacency& adjacency) {
  const std::uint32_t n = adjacency.nodes();
  std::vector<std::uint32_t> neighbours(n, 0);
  for (std::uint32_t node = 0; node < n; ++node) {
    for (const std::uint32_t* there = adjacency.begin(node); there != adjacency.end(node); ++there) {
      neighbours[node] |= 1u << *there;
    }
  }
  // By set of nodes with node 0: the nodes that a path from node 0 through all of it can end with.
  std::vector<std::uint32_t> ends(std::size_t{1} << n, 0);
  ends[1] = 1;
  for (std::uint32_t set = 3; set < ends.size(); set += 2) {
    for (std::uint32_t rest = set & ~1u; rest != 0; rest &= rest - 1) {
      const std::uint32_t last = bits::lowest(rest);
      if ((ends[set & ~last] & neighbours[bits::index(last)]) != 0) ends[set] |= last;
    }
  }
  std::uint32_t set = static_cast<std::uint32_t>(ends.size() - 1);
  std::uint32_t before = neighbours[0];
  std::vector<Address> cycle;
  while (set != 1) {
    const std::uint32_t last = bits::lowest(ends[set] & before);
    if (last == 0) return {};
    cycle.push_back(Address(bits::index(last)));
    before = neighbours[bits::index(last)];
    set &= ~last;
  }
  cycle.push_back(Address(0));
  return cycle;
}

namespace {

constexpr std::uint32_t kNone = ~0u;

class PathSearch {
 public:
  explicit PathSearch(const Adjacency& adjacency) : adjacency_(adjacency), place_(adjacency.nodes(), kNone) {}

  enum class Goal { kPath, kCycle };

  std::vector<Address> find(Goal goal) {
    while (moved_ < most_moved_) {
      begin();
      const std::uint64_t patience = 100 * std::uint64_t{adjacency_.nodes()};
      for (std::uint64_t fruitless = 0; fruitless < patience && moved_ < most_moved_; ++fruitless) {
        const bool has_all = path_.size() == adjacency_.nodes();
        if (has_all && (goal == Goal::kPath || closes())) return path_;
        if (extend()) {
          fruitless = 0;
        } else if (!has_all && closes()) {
          open_beside_another();
        } else {
          rotate();
        }
      }
    }
    return {};
  }

 private:
  // The time goes into moving nodes on the path; a rotation takes the time of kRotation nodes
  // besides. Small networks have as many tries in less time.
  static constexpr std::uint64_t kMostMoved = std::uint64_t{1} << 31;
  static constexpr std::uint64_t kMostMovedOfNode = std::uint64_t{1} << 23;
  static constexpr std::uint64_t kRotation = 64;

  void begin() {
    std::fill(place_.begin(), place_.end(), kNone);
    path_.clear();
    append(random_below(adjacency_.nodes()));
  }

  // Returns whether the path is longer by a node or more.
  bool extend() {
    const std::size_t before = path_.size();
    append_all();
    if (ways_on(path_.front().number()) > 0) {
      reverse_from(0);
      append_all();
    }
    return path_.size() > before;
  }
  void append_all() {
    for (std::uint32_t next = best_next(); next != kNone; next = best_next()) append(next);
  }

  // The neighbour of the last node, not on the path, with the fewest such neighbours of its own.
  std::uint32_t best_next() {
    const std::uint32_t last = path_.back().number();
    std::uint32_t best = kNone;
    std::uint32_t fewest = std::numeric_limits<std::uint32_t>::max();
    std::uint32_t equals = 0;
    for (const std::uint32_t* there = adjacency_.begin(last); there != adjacency_.end(last); ++there) {
      if (place_[*there] != kNone) continue;
      const std::uint32_t ways = ways_on(*there);
      if (ways > fewest) continue;
      equals = ways < fewest ? 1 : equals + 1;
      fewest = ways;
      if (random_below(equals) == 0) best = *there;
    }
    return best;
  }
  std::uint32_t ways_on(std::uint32_t node) const {
    return static_cast<std::uint32_t>(std::count_if(adjacency_.begin(node), adjacency_.end(node),
                                                    [this](std::uint32_t there) { return place_[there] == kNone; }));
  }

  bool closes() const {
    const std::uint32_t last = path_.back().number();
    return path_.size() > 2 &&
           std::find(adjacency_.begin(last), adjacency_.end(last), path_.front().number()) != adjacency_.end(last);
  }

  // Opens a cycle of some nodes: the network is connected, so one of them has another neighbour.
  void open_beside_another() {
    const auto has_another = [this](Address node) { return ways_on(node.number()) > 0; };
    const auto last = std::find_if(path_.begin(), path_.end(), has_another);
    std::rotate(path_.begin(), last + 1, path_.end());
    renumber(0);
  }

  // Mostly at the same end.
  void rotate() {
    if (random_below(16) == 0) reverse_from(0);
    const std::uint32_t last = path_.back().number();
    const std::uint32_t pivot = adjacency_.begin(last)[random_below(adjacency_.degree(last))];
    reverse_from(place_[pivot] + 1);
  }

  void append(std::uint32_t node) {
    place_[node] = static_cast<std::uint32_t>(path_.size());
    path_.push_back(Address(node));
  }
  void reverse_from(std::uint32_t first) {
    std::reverse(path_.begin() + first, path_.end());
    renumber(first);
  }
  void renumber(std::uint32_t first) {
    for (std::size_t i = first; i < path_.size(); ++i) place_[path_[i].number()] = static_cast<std::uint32_t>(i);
    moved_ += path_.size() - first + kRotation;
  }
  // Without the library's distributions, which are not the same everywhere.
  std::uint32_t random_below(std::uint32_t end) { return static_cast<std::uint32_t>(random_() % end); }

  const Adjacency& adjacency_;
  std::vector<Address> path_;
  std::vector<std::uint32_t> place_;  // by node: where it is on the path
  std::uint64_t moved_ = 0;
  const std::uint64_t most_moved_ = std::min(kMostMoved, adjacency_.nodes() * kMostMovedOfNode);
  std::mt19937_64 random_{1};
};

}  // namespace

std::vector<Address> searched_cycle(const Adjacency& adjacency) {
  return PathSearch(adjacency).find(PathSearch::Goal::kCycle);
}

std::vector<Address> searched_path(const Adjacency& adjacency) {
  return PathSearch(adjacency).find(PathSearch::Goal::kPath);
}

}  // namespace testbench
