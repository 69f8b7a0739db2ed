// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/tree_reductions.hpp"

#include <algorithm>
#include <random>

#include "firmware/collectives/allreduce.hpp"
#include "testbench/plans/router_model.hpp"
#include "testbench/plans/shortest_trees.hpp"

namespace testbench {
namespace {

using collectives::kRule;
using network::Ports;

Address relative(std::uint32_t node, Address origin) {
  return cube::relative(Address(node), origin);
}

class TreeReduce : public collectives::Plan {
 public:
  explicit TreeReduce(const PlanRequest& request)
      : links_(request.links()),
        up_(links_, request.root.number()),
        root_(request.root),
        packets_(request.packets),
        combining_(request.combining),
        cycles_{along(request, up_), "M packets in a row up a tree"} {}

  void load(Address me, node::Driver& driver) const override {
    begin(me, me == root_ ? packets_ : 0, driver);
    load_up(me, driver);
  }
  const collectives::ClosedForm* cycles() const final { return &cycles_; }

 protected:
  static std::uint64_t along(const PlanRequest& request, const BalancedTree& tree) {
    return request.packets + request.hop * std::uint64_t{tree.levels().eccentricity() - 1};
  }
  Ports children(const BalancedTree& tree, Address me) const {
    Ports found;
    for (unsigned port = 0; port < links_.ports(); ++port) found.insert(port, tree.is_child(me.number(), port));
    return found;
  }

  void begin(Address me, std::uint32_t results, node::Driver& driver) const {
    driver.begin(links_.ports(), me, kRule<rules::Parents>, 0);
    driver.expect(results);
    driver.set_operation(combining_);
  }
  void load_up(Address me, node::Driver& driver) const {
    const bool is_root = me == root_;
    const unsigned stream = is_root ? node::Driver::ejector(links_.ports(), 0) : up_.parent_port(me.number());
    const Address to_root = relative(root_.number(), me);
    driver.add(stream, {to_root, 0, 0, packets_, children(up_, me)});
    driver.send(stream, packets_);
    driver.set_combining_word(to_root, is_root ? Ports() : Ports::one(stream));
  }

  const LinkTable links_;
  const BalancedTree up_;
  const Address root_;
  const std::uint32_t packets_;
  const std::uint32_t combining_;
  collectives::ClosedForm cycles_;
};

class TreeAllreduce final : public TreeReduce {
 public:
  explicit TreeAllreduce(const PlanRequest& request)
      : TreeReduce(request), turned_(links_.turned()), down_(turned_, request.root.number()) {
    cycles_ = {along(request, up_) + along(request, down_) + collectives::turn_around_cycles(request.hop),
               "M packets in a row up a tree, and down another"};
  }

  void load(Address me, node::Driver& driver) const override {
    begin(me, packets_, driver);
    load_up(me, driver);
    const Ports below = children(down_, me);
    driver.set_word(relative(me.number(), root_), below);
    if (me != root_) return;
    driver.set_second_part(kRule<rules::Table>, packets_);
    for (const unsigned port : below) {
      driver.send(port, 0);
      driver.add(port, {Address(), 0, 0, packets_});
      driver.send_second(port, packets_);
    }
  }

 private:
  const LinkTable turned_;
  const BalancedTree down_;
};

class TreeReduceScatter final : public collectives::Plan {
 public:
  explicit TreeReduceScatter(const PlanRequest& request)
      : links_(request.links()),
        turned_(links_.turned()),
        packets_(request.packets),
        combining_(request.combining),
        trees_(best_trees()),
        owners_(std::size_t{links_.nodes()} * links_.ports()) {
    played(trees_, ~std::uint64_t{0} - 1, [&](std::uint32_t node, std::uint32_t owner) {
      owners_[stream(node, trees_.parent_port(node, owner))].push_back(owner);
    });
    for (std::vector<std::uint32_t>& owners : owners_) std::reverse(owners.begin(), owners.end());
  }

  void load(Address me, node::Driver& driver) const override {
    driver.begin(links_.ports(), me, kRule<rules::Parents>, 0);
    driver.expect(packets_);
    driver.set_operation(combining_);
    for (unsigned port = 0; port < links_.ports(); ++port) {
      const std::vector<std::uint32_t>& owners = owners_[stream(me.number(), port)];
      for (const std::uint32_t owner : owners) {
        const Address to_owner = relative(owner, me);
        driver.add(port, {to_owner, 0, 0, packets_, children(me.number(), owner)});
        driver.set_combining_word(to_owner, Ports::one(port));
      }
      driver.send(port, packets_ * static_cast<std::uint32_t>(owners.size()));
    }
    const unsigned ejector = node::Driver::ejector(links_.ports(), 0);
    driver.add(ejector, {Address(), 0, 0, packets_, children(me.number(), me.number())});
    driver.send(ejector, packets_);
    driver.set_combining_word(Address(), Ports());
  }

 private:
  std::size_t stream(std::uint32_t node, unsigned port) const { return std::size_t{node} * links_.ports() + port; }
  Ports children(std::uint32_t node, std::uint32_t owner) const { return trees_.children(turned_, node, owner); }

  SourceTrees best_trees() const {
    const AllDistances distances(links_);
    std::mt19937_64 random(1);
    return best_of(
        std::uint64_t{links_.nodes()} * links_.nodes(), [&] { return SourceTrees(links_, distances, random); },
        [](const SourceTrees& trees) { return trees.most_loaded(); },
        [&](const SourceTrees& trees, std::uint64_t limit) {
          return played(trees, limit, [](std::uint32_t, std::uint32_t) {});
        });
  }

  // The cycles of the allgather. Calls arrived(node, source) for all arrivals, in their order.
  template <class Arrived>
  std::uint64_t played(const SourceTrees& trees, std::uint64_t limit, Arrived arrived) const {
    std::vector<OutputModel<std::uint32_t>> nodes(links_.nodes(), {links_.ports(), false});
    for (std::uint32_t node = 0; node < links_.nodes(); ++node) {
      for (const unsigned port : trees.children(turned_, node, node)) nodes[node].own(port, node);
    }
    return cycles_of_nodes(nodes, turned_, limit, [&](std::uint32_t node, std::uint32_t source) {
      arrived(node, source);
      return trees.children(turned_, node, source);
    });
  }

  const LinkTable links_;
  const LinkTable turned_;
  const std::uint32_t packets_;
  const std::uint32_t combining_;
  const SourceTrees trees_;
  std::vector<std::vector<std::uint32_t>> owners_;  // by node and port: whose packets leave there, in order
};

}  // namespace

std::unique_ptr<collectives::Plan> plan_tree_reduce(const PlanRequest& request) {
  return std::make_unique<TreeReduce>(request);
}
std::unique_ptr<collectives::Plan> plan_tree_allreduce(const PlanRequest& request) {
  return std::make_unique<TreeAllreduce>(request);
}
std::unique_ptr<collectives::Plan> plan_tree_reduce_scatter(const PlanRequest& request) {
  return std::make_unique<TreeReduceScatter>(request);
}

}  // namespace testbench
