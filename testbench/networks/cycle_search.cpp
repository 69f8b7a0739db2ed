#include "testbench/networks/cycle_search.hpp"

#include <algorithm>
#include <limits>
#include <random>
#include <utility>

namespace testbench {
namespace {

constexpr std::uint32_t kNone = ~0u;

class PathSearch {
 public:
  explicit PathSearch(const Adjacency& adjacency) : adjacency_(adjacency), place_(adjacency.nodes(), kNone) {}

  enum class Goal { kPath, kCycle };

  std::vector<Address> find(Goal goal) {
    while (moved_ < kMostMoved) {
      begin();
      const std::uint64_t patience = 100 * std::uint64_t{adjacency_.nodes()};
      for (std::uint64_t fruitless = 0; fruitless < patience && moved_ < kMostMoved; ++fruitless) {
        const bool has_all = path_.size() == adjacency_.nodes();
        if (has_all && (goal == Goal::kPath || closes())) return path_;
        if (extend()) {
          fruitless = 0;
        } else if (!has_all && closes()) {
          open_beside_another();
        } else {
          turn();
        }
      }
    }
    return {};
  }

 private:
  // Nodes put elsewhere on the path, which is what the time goes into, and what as many take as any
  // turn.
  static constexpr std::uint64_t kMostMoved = std::uint64_t{1} << 31;
  static constexpr std::uint64_t kTurn = 64;

  void begin() {
    std::fill(place_.begin(), place_.end(), kNone);
    path_.clear();
    append(random_below(adjacency_.nodes()));
  }

  // Longer by a node or more?
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

  // A cycle that is not all: the network is connected, so that a node of it has another neighbour.
  void open_beside_another() {
    const auto has_another = [this](Address node) { return ways_on(node.number()) > 0; };
    const auto last = std::find_if(path_.begin(), path_.end(), has_another);
    std::rotate(path_.begin(), last + 1, path_.end());
    renumber(0);
  }

  // At the same end for a while.
  void turn() {
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
    moved_ += path_.size() - first + kTurn;
  }
  // Without the library's distributions, which are not the same everywhere.
  std::uint32_t random_below(std::uint32_t end) { return static_cast<std::uint32_t>(random_() % end); }

  const Adjacency& adjacency_;
  std::vector<Address> path_;
  std::vector<std::uint32_t> place_;  // by node: where it is on the path
  std::uint64_t moved_ = 0;
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
