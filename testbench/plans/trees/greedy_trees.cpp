// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/trees/greedy_trees.hpp"

#include <algorithm>
#include <random>

#include "testbench/plans/trees/router_model.hpp"

namespace testbench {
namespace {

class GreedyPlay {
 public:
  // `is_rarest`: ports send the own packet that the fewest nodes have, not any.
  GreedyPlay(const LinkTable& links, std::uint32_t packets, OwnOrder order, bool is_rarest,
             std::optional<std::uint32_t> root, std::mt19937_64& random)
      : links_(links),
        trees_((root ? 1 : links.nodes()) * packets),
        is_backwards_(order == OwnOrder::kOfNode),
        is_rarest_(is_rarest),
        random_(random),
        nodes_with_(trees_, 1),
        queues_(links.nodes(), {links.ports(), links.ports()}),
        has_(std::size_t{links.nodes()} * trees_),
        waiting_(std::size_t{links.nodes()} * links.ports()) {
    made_.back.resize(has_.size());
    made_.own.resize(waiting_.size());
    for (std::uint32_t node = 0; node < links.nodes(); ++node) {
      std::vector<std::uint32_t> own;
      for (std::uint32_t i = 0; i < packets && node == root.value_or(node); ++i)
        own.push_back(root ? i : i * links.nodes() + node);
      for (const std::uint32_t tree : own) has_[at(node, tree)] = true;
      std::ranges::shuffle(own, random_);
      if (is_backwards_) made_.own_of_node.push_back(own);
      for (unsigned port = 0; port < links.ports(); ++port) {
        if (!links.has_link(node, port)) continue;
        if (!is_backwards_) std::ranges::shuffle(own, random_);
        out_.push_back({node, port, links.neighbour(node, port), links.arrival_port(node, port)});
        waiting_[stream(out_.back())] = {own.rbegin(), own.rend()};
      }
    }
  }

  // More than the limit where it takes longer.
  std::uint64_t play(std::uint64_t limit) {
    std::uint64_t left = std::uint64_t{trees_} * (links_.nodes() - 1);
    std::vector<std::pair<const Out*, std::uint32_t>> sent;
    for (; left != 0 && made_.cycles < limit; ++made_.cycles) {
      std::ranges::shuffle(out_, random_);
      sent.clear();
      for (const Out& out : out_) {
        const std::optional<std::uint32_t> tree = next(out);
        if (!tree) continue;
        has_[at(out.to, *tree)] = true;
        made_.back[at(out.to, *tree)] = static_cast<std::uint8_t>(out.in);
        ++nodes_with_[*tree];
        sent.emplace_back(&out, *tree);
      }
      left -= sent.size();
      for (const auto& [out, tree] : sent) {
        if (is_backwards_) made_.arrivals.emplace_back(out->to, tree);
        for (unsigned port = 0; port < links_.ports(); ++port) {
          if (port != out->in && links_.has_link(out->to, port)) queues_[out->to].push(out->in, port, tree);
        }
      }
    }
    return left == 0 ? made_.cycles : limit + 1;
  }
  GreedyTrees take() { return std::move(made_); }

 private:
  // A link.
  struct Out {
    std::uint32_t node;
    unsigned port;
    std::uint32_t to;
    unsigned in;  // the port there
  };

  std::size_t at(std::uint32_t node, std::uint32_t tree) const { return std::size_t{node} * trees_ + tree; }
  std::size_t stream(const Out& out) const { return std::size_t{out.node} * links_.ports() + out.port; }

  std::optional<std::uint32_t> next(const Out& out) {
    std::vector<std::uint32_t>& own = waiting_[stream(out)];
    while (!own.empty() && has_[at(out.to, own.back())]) own.pop_back();
    if (!own.empty()) {
      if (is_rarest_) to_the_end(own, out.to);
      made_.own[stream(out)].push_back(own.back());
      own.pop_back();
      return made_.own[stream(out)].back();
    }
    CrosspointQueues<std::uint32_t>& queues = queues_[out.node];
    queues.drop(out.port, [&](std::uint32_t tree) { return has_[at(out.to, tree)]; });
    if (queues.waiting(out.port).empty()) return std::nullopt;
    return queues.serve(out.port);
  }

  // The tree that the fewest nodes have, among those that the other node has not.
  void to_the_end(std::vector<std::uint32_t>& own, std::uint32_t other) const {
    std::erase_if(own, [&](std::uint32_t tree) { return has_[at(other, tree)]; });
    std::iter_swap(std::ranges::min_element(own, {}, [&](std::uint32_t tree) { return nodes_with_[tree]; }),
                   own.end() - 1);
  }

  const LinkTable& links_;
  const std::uint32_t trees_;
  const bool is_backwards_;
  const bool is_rarest_;
  std::mt19937_64& random_;
  std::vector<std::uint32_t> nodes_with_;  // by tree
  std::vector<Out> out_;
  std::vector<CrosspointQueues<std::uint32_t>> queues_;  // by node
  std::vector<bool> has_;                                // by node and tree
  std::vector<std::vector<std::uint32_t>> waiting_;      // by node and port: own trees, the last one first
  GreedyTrees made_;
};

}  // namespace

std::optional<GreedyTrees> greedy_trees(const LinkTable& links, std::uint32_t packets, OwnOrder order,
                                        std::uint64_t least, std::optional<std::uint32_t> root) {
  const std::uint64_t most_tries = root ? 3000 : 1000;
  const std::uint64_t trees = std::uint64_t{root ? 1 : links.nodes()} * packets;
  const std::uint64_t tries = std::min(kMostPlayedHops / (trees * (links.nodes() - 1)), most_tries);
  if (links.has_cycles() || links.has_packet_cycles() || links.ends() != links.nodes() || trees > network::kMaxNodes)
    return std::nullopt;
  std::mt19937_64 random(1);
  std::optional<GreedyTrees> best;
  for (std::uint64_t i = 0; i < tries && (!best || best->cycles > least); ++i) {
    GreedyPlay play(links, packets, order, order == OwnOrder::kOfPort && i % 2 != 0, root, random);
    const std::uint64_t limit = best ? best->cycles - 1 : ~std::uint64_t{0} - 1;
    if (play.play(limit) <= limit) best = play.take();
  }
  return best;
}

}  // namespace testbench
