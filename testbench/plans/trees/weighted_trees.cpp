// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/trees/weighted_trees.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <queue>
#include <utility>

namespace testbench {
namespace {

constexpr double kSteepness = 8;

class Weighted {
 public:
  Weighted(const LinkTable& links, const std::vector<std::uint32_t>& packets, double cost_of_level,
           std::optional<std::uint32_t> root, LoadOf load_of)
      : links_(links),
        packets_(packets),
        cost_of_level_(cost_of_level),
        load_of_(load_of),
        nodes_(links.nodes()),
        root_(root),
        sources_(root ? 1 : links.ends()),
        loads_(std::size_t{nodes_} * (load_of == LoadOf::kLinks ? links.ports() : 1)),
        costs_(load_of == LoadOf::kLinks ? 0 : nodes_),
        into_(std::size_t{nodes_} * sources_ * packets.size(), kNone) {}

  std::uint32_t trees() const { return sources_ * static_cast<std::uint32_t>(packets_.size()); }
  void grow_again(std::uint32_t tree) {
    std::uint32_t* const into = into_.data() + std::size_t{tree} * nodes_;
    const std::uint32_t packets = packets_[tree / sources_];
    for (std::uint32_t node = 0; node < nodes_; ++node) {
      if (into[node] != kNone) load(std::exchange(into[node], kNone), 0 - packets);
    }
    const std::uint32_t most = std::max(most_loaded(), 1u);
    const std::uint32_t source = root_.value_or(tree % sources_);
    grow(source, packets, most, into);
    cut(source, packets, into);
  }
  std::uint32_t most_loaded() const { return *std::ranges::max_element(loads_); }
  // The busiest node gives a child to another, which gives one of the same or another tree off in turn, and so on to one
  // with two fewer, as long as it can. For loads of nodes only.
  void even_out() {
    std::vector<std::vector<std::uint32_t>> links_into(nodes_);
    for (std::uint32_t node = 0; node < nodes_; ++node) {
      for (unsigned port = 0; port < links_.ports(); ++port) {
        if (links_.has_link(node, port))
          links_into[links_.neighbour(node, port)].push_back(node * links_.ports() + port);
      }
    }
    std::uint64_t left = 20'000'000;  // ways up to look at
    while (gives_child(links_into, left)) {
    }
  }

  std::vector<std::uint8_t> parent_ports() const {
    std::vector<std::uint8_t> found(into_.size(), 0);
    for (std::uint32_t tree = 0; tree < trees(); ++tree) {
      for (std::uint32_t node = 0; node < nodes_; ++node) {
        const std::uint32_t link = into_[std::size_t{tree} * nodes_ + node];
        if (link == kNone) continue;
        found[std::size_t{node} * trees() + tree] =
            static_cast<std::uint8_t>(links_.arrival_port(link / links_.ports(), link % links_.ports()));
      }
    }
    return found;
  }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  std::uint32_t packet_cycles(std::uint32_t link) const {
    return links_.packet_cycles(link / links_.ports(), link % links_.ports());
  }
  // Packets more, or fewer, modulo 2^32.
  void load(std::uint32_t link, std::uint32_t packets) {
    if (load_of_ == LoadOf::kLinks) {
      loads_[link] += packets * packet_cycles(link);
      return;
    }
    loads_[sender(link)] += packets;
    if (load_of_ == LoadOf::kNodes) loads_[receiver(link)] += packets;
  }
  std::uint32_t sender(std::uint32_t link) const { return link / links_.ports(); }
  std::uint32_t receiver(std::uint32_t link) const { return links_.neighbour(sender(link), link % links_.ports()); }
  // A node sends over all its links of a tree but the one to its parent, whichever that is. So both ends of a link pay.
  double cost(std::uint32_t link, double most) const {
    if (load_of_ != LoadOf::kLinks) return costs_[sender(link)] + costs_[receiver(link)];
    return packet_cycles(link) * std::exp(kSteepness * loads_[link] / most);
  }

  // The cheapest link out of the tree joins it, and a level costs something too.
  void grow(std::uint32_t source, std::uint32_t packets, double most, std::uint32_t* into) {
    using Reached = std::pair<double, std::uint32_t>;
    std::priority_queue<Reached, std::vector<Reached>, std::greater<>> open;
    std::vector<double> best(nodes_, HUGE_VAL);
    std::vector<std::uint32_t> depth(nodes_, kNone);  // in cycles
    for (std::size_t node = 0; node < costs_.size(); ++node) costs_[node] = std::exp(kSteepness * loads_[node] / most);
    open.emplace(0, source);
    while (!open.empty()) {
      const std::uint32_t node = open.top().second;
      open.pop();
      if (depth[node] != kNone) continue;
      if (node == source) {
        depth[node] = 0;
      } else {
        const std::uint32_t before = into[node] / links_.ports();
        depth[node] = depth[before] + links_.cycles(before, into[node] % links_.ports());
        load(into[node], packets);
      }
      for (unsigned port = 0; port < links_.ports(); ++port) {
        const std::uint32_t there = links_.neighbour(node, port);
        const std::uint32_t link = node * links_.ports() + port;
        if (there == node || depth[there] != kNone) continue;
        const double all = cost(link, most) + cost_of_level_ * depth[node];
        if (all >= best[there]) continue;
        best[there] = all;
        into[there] = link;
        open.emplace(all, there);
      }
    }
  }

  struct Gift {
    std::uint32_t tree;
    std::uint32_t child;
    std::uint32_t link;  // its new one
  };

  bool gives_child(const std::vector<std::vector<std::uint32_t>>& links_into, std::uint64_t& left) {
    left -= std::min<std::uint64_t>(left, into_.size() / 4);
    if (left == 0) return false;
    const auto busiest = static_cast<std::uint32_t>(std::ranges::max_element(loads_) - loads_.begin());
    std::vector<std::vector<std::pair<std::uint32_t, std::uint32_t>>> children(nodes_);  // and trees
    for (std::uint32_t tree = 0; tree < trees(); ++tree) {
      for (std::uint32_t node = 0; node < nodes_; ++node) {
        const std::uint32_t link = into_[std::size_t{tree} * nodes_ + node];
        if (link != kNone) children[sender(link)].emplace_back(tree, node);
      }
    }
    std::vector<std::optional<Gift>> gift_to(nodes_);
    std::vector<std::uint32_t> order{busiest};
    for (std::size_t next = 0; next < order.size(); ++next) {
      for (const auto& [tree, child] : children[order[next]]) {
        for (const std::uint32_t link : links_into[child]) {
          const std::uint32_t to = sender(link);
          const Gift gift{tree, child, link};
          if (to == busiest || gift_to[to] || !is_possible(gift, left)) continue;
          if (left == 0) return false;
          gift_to[to] = gift;
          if (loads_[to] + 1 < loads_[busiest]) return give(gift_to, to, busiest, left);
          order.push_back(to);
        }
      }
    }
    return false;
  }
  // The way from the source to the new parent does not lead through the child.
  bool is_possible(const Gift& gift, std::uint64_t& left) const {
    const std::uint32_t source = root_.value_or(gift.tree % sources_);
    for (std::uint32_t node = sender(gift.link); node != source; --left) {
      const std::uint32_t link = into_[std::size_t{gift.tree} * nodes_ + node];
      if (node == gift.child || link == kNone || left == 0) return false;
      node = sender(link);
    }
    return true;
  }
  // The last one first. A gift that one of the same tree has made impossible leaves more at the nodes before.
  bool give(const std::vector<std::optional<Gift>>& gift_to, std::uint32_t to, std::uint32_t busiest,
            std::uint64_t& left) {
    while (to != busiest) {
      const std::optional<Gift>& given = gift_to[to];
      if (!given) return false;
      const Gift& gift = *given;
      if (!is_possible(gift, left)) return left != 0;
      std::uint32_t& into = into_[std::size_t{gift.tree} * nodes_ + gift.child];
      to = sender(into);
      load(into, 0 - packets_[gift.tree / sources_]);
      load(into = gift.link, packets_[gift.tree / sources_]);
    }
    return true;
  }

  // Takes off what leads to switches alone.
  void cut(std::uint32_t source, std::uint32_t packets, std::uint32_t* into) {
    if (nodes_ == links_.ends()) return;
    std::vector<bool> is_used(nodes_);
    is_used[source] = true;
    for (std::uint32_t end = 0; end < links_.ends(); ++end) {
      for (std::uint32_t node = end; !is_used[node]; node = into[node] / links_.ports()) is_used[node] = true;
    }
    for (std::uint32_t node = 0; node < nodes_; ++node) {
      if (!is_used[node] && into[node] != kNone) load(std::exchange(into[node], kNone), 0 - packets);
    }
  }

  const LinkTable& links_;
  const std::vector<std::uint32_t>& packets_;  // of each tree of a node
  const double cost_of_level_;
  const LoadOf load_of_;
  std::uint32_t nodes_;
  std::optional<std::uint32_t> root_;
  std::uint32_t sources_;
  std::vector<std::uint32_t> loads_;  // by link: packets, in the cycles for which they hold it; or packets by node
  std::vector<double> costs_;         // by node
  std::vector<std::uint32_t> into_;   // by tree and node: the link of the tree
};

std::uint64_t links_of_round(std::uint64_t sources, const LinkTable& links, std::uint64_t trees) {
  return sources * links.nodes() * links.ports() * trees;
}
std::uint64_t rounds_of(std::uint64_t sources, const LinkTable& links, std::uint64_t trees) {
  constexpr std::uint64_t kMostLinksSeen = 40'000'000;  // links looked at
  constexpr std::uint64_t kMostRounds = 10;
  return std::min(kMostRounds * trees, kMostLinksSeen / links_of_round(sources, links, trees));
}

}  // namespace

std::uint64_t links_of_weighted_trees(const LinkTable& links, std::uint64_t trees) {
  return rounds_of(links.nodes(), links, trees) * links_of_round(links.nodes(), links, trees);
}

std::vector<std::uint8_t> weighted_trees(const LinkTable& links, std::mt19937_64& random,
                                         const std::vector<std::uint32_t>& packets, double cost_of_level,
                                         std::optional<std::uint32_t> root, LoadOf load_of) {
  const std::uint64_t in_time = rounds_of(root ? 1 : links.nodes(), links, packets.size());
  const std::uint64_t rounds = load_of == LoadOf::kLinks ? in_time : std::max<std::uint64_t>(in_time, 1);
  std::vector<std::uint8_t> found;
  if (rounds < 2 && load_of == LoadOf::kLinks) return found;
  Weighted trees(links, packets, cost_of_level, root, load_of);
  std::vector<std::uint32_t> order(trees.trees());
  std::iota(order.begin(), order.end(), 0u);
  std::uint32_t least = ~std::uint32_t{0};
  for (std::uint64_t i = 0; i < rounds; ++i) {
    std::shuffle(order.begin(), order.end(), random);
    for (const std::uint32_t tree : order) trees.grow_again(tree);
    if (load_of != LoadOf::kLinks && i + 1 == rounds) trees.even_out();
    if (trees.most_loaded() > least) continue;
    least = trees.most_loaded();
    found = trees.parent_ports();
  }
  return found;
}

std::vector<TreesTried> trees_to_try(std::span<const TreesTried> tries, std::uint32_t most) {
  std::vector<TreesTried> found;
  for (const bool are_fewer : {false, true}) {
    for (const auto& [trees, cost_of_level] : tries) {
      const TreesTried one{std::min(trees, most), cost_of_level};
      const bool is_first = found.empty();
      const bool is_known = std::ranges::any_of(found, [&](const TreesTried& other) {
        return other.trees == one.trees && other.cost_of_level == one.cost_of_level;
      });
      if (is_first || (!is_known && (one.trees != trees) == are_fewer)) found.push_back(one);
    }
  }
  return found;
}

std::uint64_t least_cycles_of_all(const LinkTable& links, std::uint64_t packets) {
  std::vector<std::uint64_t> into(links.nodes(), 0);
  for (std::uint32_t node = 0; node < links.nodes(); ++node) {
    for (unsigned port = 0; port < links.ports(); ++port)
      into[links.neighbour(node, port)] += links.has_link(node, port);
  }
  const std::uint64_t fewest = *std::min_element(into.begin(), into.begin() + links.ends());
  return (packets * (links.ends() - 1) + fewest - 1) / fewest;
}

std::vector<std::uint32_t> dealt(std::uint32_t packets, std::uint32_t trees) {
  std::vector<std::uint32_t> found(trees, packets / trees);
  for (std::uint32_t tree = 0; tree < packets % trees; ++tree) ++found[tree];
  return found;
}

}  // namespace testbench
