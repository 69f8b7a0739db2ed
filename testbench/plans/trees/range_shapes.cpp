// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/trees/range_shapes.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "testbench/plans/trees/plan_error.hpp"
#include "testbench/plans/trees/shortest_paths.hpp"

namespace testbench {
namespace {

// A range pays it to come to a router.
struct Cost {
  std::uint32_t levels = 0;
  std::uint32_t hops = 0;
};
constexpr std::uint32_t kMost = std::numeric_limits<std::uint32_t>::max() / 4;

std::vector<unsigned> degrees_of(const LinkTable& links) {
  std::vector<unsigned> degrees(links.nodes());
  for (std::uint32_t node = 0; node < links.nodes(); ++node) {
    for (unsigned port = 0; port < links.ports(); ++port) degrees[node] += links.has_link(node, port) ? 1 : 0;
  }
  return degrees;
}

PlanError no_tree() {
  return PlanError("has no tree whose ranges can meet, by its links and the order of its nodes; use algorithm tree");
}

// A range that lacks a vertex, from the root on.
struct Open {
  std::uint32_t first;
  std::uint32_t end;
  std::uint32_t router;
  std::uint32_t parent;
};

// Adds the vertex to its parent.
std::uint32_t add_to(std::vector<RangeVertex>& vertices, const Open& open, bool has_own) {
  const auto here = static_cast<std::uint32_t>(vertices.size());
  vertices.push_back({open.router, open.first, open.end, open.parent, {}, has_own});
  if (open.parent != here) vertices[open.parent].children.push_back(here);
  return here;
}

// The cheapest vertex at every router for every range. Hosts beside one another whose only link goes to one switch meet there, so
// that a range is one of items: of such hosts, or of a node.
class AtAnyRouter final : public RangeSearch {
 public:
  // Steps of the search.
  static double steps_of(const LinkTable& links) {
    const double items = static_cast<double>(items_of(links).size());
    return items * items * items * static_cast<double>(routers_of(links, items_of(links)).size()) / 6;
  }

  AtAnyRouter(const LinkTable& links, std::uint32_t levels)
      : items_(items_of(links)),
        routers_(routers_of(links, items_)),
        n_(static_cast<std::uint32_t>(items_.size())),
        levels_(levels),
        degrees_(degrees_of(links)),
        own_(routers_.size(), kNone),
        vertices_(at(0, n_) + routers_.size()),
        brought_(at(0, n_) + routers_.size()),
        joined_(at(0, n_) + routers_.size()),
        last_(at(0, n_) + routers_.size()),
        from_(last_.size()),
        children_(last_.size()),
        avoided_(last_.size()) {
    const AllDistances distances(links);
    for (const std::uint32_t from : routers_) {
      for (const std::uint32_t to : routers_) {
        const std::uint32_t hops = distances.row(from)[to];
        hops_.push_back(hops);
        for (const std::uint32_t ways : {1u, 2u}) {
          ways_[ways - 1].push_back(from == to ? kMost : (levels_ + ways) * hops);
        }
      }
    }
    for (std::uint32_t router = 0; router < routers_.size(); ++router) {
      for (std::uint32_t item = 0; item < n_; ++item) {
        if (items_[item].router != routers_[router]) continue;
        items_[item].place = router;
        if (!items_[item].is_of_hosts()) own_[router] = item;
      }
    }
    find_all(n_, 0);
  }

  std::vector<RangeVertex> cheapest() override {
    std::uint32_t best = 0;
    for (std::uint32_t router = 1; router < routers_.size(); ++router) {
      if (vertices_.weight(at(0, n_) + router) < vertices_.weight(at(0, n_) + best)) best = router;
    }
    if (vertices_.weight(at(0, n_) + best) >= kMost) throw no_tree();
    std::vector<RangeVertex> found;
    std::vector<Open> open{{0, n_, best, 0}};
    while (!open.empty()) {
      const auto [first, end, router, parent] = open.back();
      open.pop_back();
      const std::uint32_t here =
          add_to(found, {items_[first].first, items_[end - 1].end, routers_[router], parent}, false);
      const auto add = [&](std::uint32_t from, std::uint32_t to) {
        open.push_back({from, to, from_[at(from, to) + router], here});
      };
      for (std::uint32_t to = end; to != first;) {
        const std::uint32_t from = last_[at(first, to) + router];
        const bool is_here = to == from + 1 && items_[from].place == router;
        if (!is_here) add(from, to);
        if (is_here && !items_[from].is_of_hosts()) found[here].has_own = true;
        for (std::uint32_t host = items_[from].first; is_here && items_[from].is_of_hosts() && host < items_[from].end;
             ++host) {
          add_to(found, {host, host + 1, host, here}, true);
        }
        to = from;
        if (to != first && (own_[router] == from || !is_vertex(first, to, router))) {
          add(first, to);
          to = first;
        }
      }
    }
    for (RangeVertex& vertex : found) {
      std::ranges::sort(vertex.children, {}, [&](std::uint32_t child) { return found[child].first; });
    }
    return found;
  }

  void avoid(const RangeVertex& vertex) override {
    const auto first = std::ranges::find(items_, vertex.first, &Item::first);
    const auto last = std::ranges::find(items_, vertex.end, &Item::end);
    const auto router = std::ranges::find(routers_, vertex.router);
    if (first == items_.end() || last == items_.end() || router == routers_.end()) throw no_tree();  // one of the hosts
    const auto from = static_cast<std::uint32_t>(first - items_.begin());
    const auto to = static_cast<std::uint32_t>(last - items_.begin()) + 1;
    avoided_[at(from, to) + static_cast<std::size_t>(router - routers_.begin())] = true;
    find_all(from, to);
  }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  // Nodes whose packets begin at a router: its own, or those of hosts.
  struct Item {
    std::uint32_t first;
    std::uint32_t end;
    std::uint32_t router;
    std::uint32_t place = 0;  // of the router
    bool is_of_hosts() const { return first != router; }
    std::uint32_t hosts() const { return is_of_hosts() ? end - first : 0; }
  };
  // By range and router, in rows that are looked at as a whole. Only the sum of both counts, and that of the highest parts.
  struct Costs {
    explicit Costs(std::size_t size) : levels(size, 0), hops(size, kMost) {}
    std::uint32_t weight(std::size_t place) const { return levels[place] + hops[place]; }
    void set(std::size_t place, std::uint32_t of_levels, std::uint32_t of_hops) {
      levels[place] = of_levels;
      hops[place] = of_hops;
    }
    std::vector<std::uint32_t> levels;  // weighed
    std::vector<std::uint32_t> hops;
  };

  static std::vector<Item> items_of(const LinkTable& links) {
    const std::vector<unsigned> degrees = degrees_of(links);
    std::vector<Item> items;
    for (std::uint32_t node = 0; node < links.ends(); ++node) {
      unsigned port = 0;
      while (!links.has_link(node, port)) ++port;
      const std::uint32_t leaf = links.neighbour(node, port);
      if (degrees[node] != 1 || !links.is_switch(leaf)) {
        items.push_back({node, node + 1, node});
      } else if (const bool are_all = items.size() == 1 && node + 1 == links.ends();  // and need no link further on
                 !items.empty() && items.back().router == leaf &&
                 items.back().hosts() + (are_all ? 0 : 1) < degrees[leaf]) {
        ++items.back().end;
      } else {
        items.push_back({node, node + 1, leaf});
      }
    }
    return items;
  }
  static std::vector<std::uint32_t> routers_of(const LinkTable& links, const std::vector<Item>& items) {
    std::vector<std::uint32_t> routers;
    for (const Item& item : items) {
      if (!item.is_of_hosts()) routers.push_back(item.router);
    }
    for (std::uint32_t node = links.ends(); node < links.nodes(); ++node) routers.push_back(node);
    return routers;
  }

  // By range, shorter ones first, and router.
  std::size_t at(std::uint32_t first, std::uint32_t end) const {
    const std::size_t size = end - first;
    return ((size - 1) * (2 * std::size_t{n_} - size + 2) / 2 + first) * routers_.size();
  }
  // Directions in which a range has packets.
  std::uint32_t ways(std::uint32_t first, std::uint32_t end) const {
    return (first == 0 ? 0 : 1) + (end == n_ ? 0 : 1);
  }

  // The ranges that begin by `before` and end behind `behind`.
  void find_all(std::uint32_t before, std::uint32_t behind) {
    for (std::uint32_t size = 1; size <= n_; ++size) {
      for (std::uint32_t first = 0; first <= before && first + size <= n_; ++first) {
        if (first + size < behind) continue;
        find_vertices(first, first + size);
        steps_ += size * routers_.size();
        if (size == n_) continue;
        const std::size_t place = at(first, first + size);
        bring(first, first + size);
        join(first, first + size, 1, &joined_.levels[place], &joined_.hops[place]);
      }
    }
  }

  // Whether the parts of the range that meet at the router most cheaply are more than one child. With the router's own
  // packet they have to be.
  bool is_vertex(std::uint32_t first, std::uint32_t end, std::uint32_t router) const {
    if (own_[router] != kNone && first <= own_[router] && own_[router] < end) return true;
    const std::size_t place = at(first, end) + router;
    return vertices_.weight(place) < brought_.weight(place);
  }

  // The costs, by router, of the parts of the range if one more child joins them.
  void join(std::uint32_t first, std::uint32_t end, unsigned parents, std::uint32_t* levels,
            std::uint32_t* hops) const {
    for (std::uint32_t router = 0; router < routers_.size(); ++router) {
      const std::size_t place = at(first, end) + router;
      const Costs& before = is_vertex(first, end, router) ? vertices_ : brought_;
      const bool has_room = 1 + children_before(first, end, router) + parents <= degrees_[routers_[router]];
      levels[router] = before.levels[place];
      hops[router] = has_room ? before.hops[place] : kMost;
    }
  }
  std::uint32_t children_before(std::uint32_t first, std::uint32_t end, std::uint32_t router) const {
    return is_vertex(first, end, router) ? children_[at(first, end) + router] : 1;
  }

  // From vertices for a shorter range, or one child alone, and the last part.
  void find_vertices(std::uint32_t first, std::uint32_t end) {
    const std::size_t place = at(first, end);
    const std::size_t routers = routers_.size();
    const bool is_all = end - first == n_;
    std::vector<std::uint32_t> levels(routers, 0);
    std::vector<std::uint32_t> hops(routers, kMost);
    std::vector<std::uint32_t> weights(routers, kMost);
    std::vector<std::uint32_t> lasts(routers, 0);
    const Item& behind = items_[end - 1];
    std::uint32_t children = 0;
    if (end == first + 1) {
      children = behind.hosts();
      levels[behind.place] = behind.is_of_hosts() ? levels_ : 0;
      hops[behind.place] = behind.hosts() * ways(first, end);
      lasts[behind.place] = first;
    } else if (const std::size_t before = at(first, end - 1) + behind.place;
               !behind.is_of_hosts() && degrees_[behind.router] > (is_all ? 0 : 1)) {
      children = 1;
      levels[behind.place] = brought_.levels[before];
      hops[behind.place] = brought_.hops[before];
      lasts[behind.place] = end - 1;
    }
    weights[behind.place] = std::min(kMost, levels[behind.place] + hops[behind.place]);
    Costs all(is_all ? routers : 0);
    for (std::uint32_t last = first + 1; last < end; ++last) {
      if (is_all) join(first, last, 0, all.levels.data(), all.hops.data());
      const std::uint32_t* const levels_before = is_all ? all.levels.data() : &joined_.levels[at(first, last)];
      const std::uint32_t* const hops_before = is_all ? all.hops.data() : &joined_.hops[at(first, last)];
      const std::uint32_t* const levels_of_child = &brought_.levels[at(last, end)];
      const std::uint32_t* const hops_of_child = &brought_.hops[at(last, end)];
      for (std::size_t router = 0; router < routers; ++router) {
        const std::uint32_t highest = std::max(levels_before[router], levels_of_child[router]);
        const std::uint32_t both = hops_before[router] + hops_of_child[router];
        const bool is_less = highest + both < weights[router];
        weights[router] = is_less ? highest + both : weights[router];
        levels[router] = is_less ? highest : levels[router];
        hops[router] = is_less ? both : hops[router];
        lasts[router] = is_less ? last : lasts[router];
      }
    }
    for (std::uint32_t router = 0; router < routers; ++router) {
      // Packets for a node have to end there. So no vertex of a range that ends at the node stands at it.
      const bool is_none = weights[router] >= kMost || own_[router] == end || avoided_[place + router];
      vertices_.set(place + router, is_none ? 0 : levels[router], is_none ? kMost : hops[router]);
      last_[place + router] = lasts[router];
      if (is_none) continue;
      const bool is_first = router == behind.place && lasts[router] + 1 == end;
      children_[place + router] = is_first ? children : 1 + children_before(first, lasts[router], router);
    }
  }

  // To every other router from the cheapest vertex.
  void bring(std::uint32_t first, std::uint32_t end) {
    const std::size_t place = at(first, end);
    const std::size_t routers = routers_.size();
    const std::uint32_t directions = ways(first, end);
    std::vector<std::uint32_t> weights(routers, kMost);
    std::vector<std::uint32_t> froms(routers, 0);
    for (std::uint32_t from = 0; from < routers; ++from) {
      const std::uint32_t weight = vertices_.weight(place + from);
      if (weight >= kMost) continue;
      const std::uint32_t* const way = &ways_[directions - 1][from * routers];
      for (std::size_t to = 0; to < routers; ++to) {
        const bool is_less = weight + way[to] < weights[to];
        weights[to] = is_less ? weight + way[to] : weights[to];
        froms[to] = is_less ? from : froms[to];
      }
    }
    for (std::uint32_t to = 0; to < routers; ++to) {
      const std::uint32_t from = froms[to];
      const bool is_none = weights[to] >= kMost || (own_[to] != kNone && own_[to] >= first && own_[to] < end);
      const std::uint32_t hops = hops_[from * routers + to];
      brought_.set(place + to, is_none ? 0 : vertices_.levels[place + from] + levels_ * hops,
                   is_none ? kMost : vertices_.hops[place + from] + directions * hops);
      from_[place + to] = from;
    }
  }

  std::vector<Item> items_;
  const std::vector<std::uint32_t> routers_;
  const std::uint32_t n_;
  const std::uint32_t levels_;
  const std::vector<unsigned> degrees_;
  std::vector<std::uint32_t> hops_;     // from router to router
  std::vector<std::uint32_t> ways_[2];  // and what they weigh, by the directions; none to the router itself
  std::vector<std::uint32_t> own_;      // by router: its own packet
  Costs vertices_;
  Costs brought_;
  Costs joined_;                     // what one more child finds
  std::vector<std::uint32_t> last_;  // where the last part of a vertex begins
  std::vector<std::uint32_t> from_;  // the vertex that is brought
  std::vector<std::uint32_t> children_;
  std::vector<bool> avoided_;
};

// Every vertex at the router of an own packet, its parent at the node behind its range's end or the one before it.
class AtNodes final : public RangeSearch {
 public:
  AtNodes(const LinkTable& links, std::uint32_t levels)
      : n_(links.ends()), levels_(levels), degrees_(degrees_of(links)), distances_(links) {}

  std::vector<RangeVertex> cheapest() override {
    find();
    std::vector<RangeVertex> found;
    std::vector<Open> open{{0, n_, root(0, n_, false), 0}};
    while (!open.empty()) {
      const Open range = open.back();
      open.pop_back();
      const std::uint32_t router = range.router;
      const std::uint32_t here = add_to(found, range, true);
      if (router + 1 < range.end) open.push_back({router + 1, range.end, root(router + 1, range.end, true), here});
      if (range.first < router) open.push_back({range.first, router, root(range.first, router, false), here});
    }
    return found;
  }
  void avoid(const RangeVertex& vertex) override { avoided_.push_back(vertex); }

 private:
  std::size_t at(std::uint32_t first, std::uint32_t end, bool is_right) const {
    return 2 * (std::size_t{first} * (n_ + 1) + end) + (is_right ? 1 : 0);
  }
  std::uint32_t root(std::uint32_t first, std::uint32_t end, bool is_right) const {
    return roots_[at(first, end, is_right)];
  }
  bool is_avoided(std::uint32_t first, std::uint32_t end, std::uint32_t root) const {
    return std::ranges::any_of(avoided_, [&](const RangeVertex& vertex) {
      return vertex.first == first && vertex.end == end && vertex.router == root;
    });
  }

  void find() {
    std::vector<Cost> costs(at(n_, n_, true) + 1);
    roots_.assign(costs.size(), 0);
    for (std::uint32_t size = 1; size <= n_; ++size) {
      steps_ += std::uint64_t{size} * (n_ - size + 1);
      for (std::uint32_t first = 0; first + size <= n_; ++first) {
        const std::uint32_t end = first + size;
        std::uint64_t least[2] = {~std::uint64_t{0}, ~std::uint64_t{0}};
        for (const bool is_right : {false, true}) costs[at(first, end, is_right)] = {kMost, kMost};
        for (std::uint32_t root = first; root < end; ++root) {
          const unsigned edges = (size == n_ ? 0 : 1) + (root == first ? 0 : 1) + (root + 1 == end ? 0 : 1);
          if (edges > degrees_[root] || is_avoided(first, end, root)) continue;
          const Cost left = costs[at(first, root, false)];
          const Cost right = costs[at(root + 1, end, true)];
          const std::uint32_t below = std::max(left.levels, right.levels);
          if (below >= kMost) continue;
          for (const bool is_right : {false, true}) {
            const bool has_parent = is_right ? first != 0 : end != n_;
            if (!has_parent && size != n_) continue;
            const std::uint32_t hops = has_parent ? distances_.row(is_right ? first - 1 : end)[root] : 0;
            const Cost cost{below + hops, left.hops + right.hops + hops};
            const std::uint64_t weight = std::uint64_t{levels_} * cost.levels + cost.hops;
            if (weight >= least[is_right ? 1 : 0]) continue;
            least[is_right ? 1 : 0] = weight;
            costs[at(first, end, is_right)] = cost;
            roots_[at(first, end, is_right)] = static_cast<std::uint16_t>(root);
          }
        }
      }
    }
    if (costs[at(0, n_, false)].levels >= kMost) throw no_tree();
  }

  const std::uint32_t n_;
  const std::uint32_t levels_;
  const std::vector<unsigned> degrees_;
  const AllDistances distances_;
  std::vector<std::uint16_t> roots_;
  std::vector<RangeVertex> avoided_;
};

}  // namespace

std::unique_ptr<RangeSearch> range_search(const LinkTable& links, std::uint32_t levels, RangesMeet where) {
  constexpr double kMostSteps = 1.2e8;        // a second
  constexpr std::uint32_t kMostNodes = 1024;  // as long
  const bool is_anywhere = where == RangesMeet::kAnywhere;
  if (is_anywhere ? AtAnyRouter::steps_of(links) > kMostSteps : links.ends() > kMostNodes) {
    throw PlanError("has too many nodes for a search of trees in order; use algorithm tree");
  }
  if (is_anywhere) return std::make_unique<AtAnyRouter>(links, levels);
  return std::make_unique<AtNodes>(links, levels);
}

}  // namespace testbench
