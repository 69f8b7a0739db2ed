// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "testbench/plans/collectives/all_port_allgather.hpp"
#include "testbench/plans/collectives/all_port_exchange.hpp"
#include "testbench/plans/collectives/catalog.hpp"
#include "testbench/plans/collectives/chained_scans.hpp"
#include "testbench/plans/collectives/flow_plans.hpp"
#include "testbench/plans/collectives/one_port_allgather.hpp"
#include "testbench/plans/collectives/one_port_exchange.hpp"
#include "testbench/plans/collectives/product_allgather.hpp"
#include "testbench/plans/collectives/range_scans.hpp"
#include "testbench/plans/collectives/reduce_scatter_plans.hpp"
#include "testbench/plans/collectives/rooted_plans.hpp"
#include "testbench/plans/collectives/slot_plans.hpp"
#include "testbench/plans/collectives/tree_reductions.hpp"
#include "testbench/plans/collectives/trees_in_slots.hpp"

namespace testbench {
namespace {

using collectives::Collective;
using collectives::PortModel;
using collectives::Programs;

// Every node has registers of its own, and neither they nor the cycles are known without the plan.
constexpr collectives::Row row(Collective collective, const char* algorithm, PortModel ports, node::Rule rule,
                               const char* source, const char* merit) {
  return {collective, algorithm, ports, rule, Programs::kOfNodes, nullptr, nullptr, source, merit};
}

constexpr node::Rule kToOne = kLabelledRule<rules::ByDestination>;
constexpr node::Rule kToAll = kLabelledRule<rules::ByTree>;
constexpr const char* kExchange = "Dimakopoulos and Dimopoulos, theorem 1";
constexpr const char* kAcyclic = "Domke, Hoefler and Matsuoka 2016, in part";
constexpr const char* kAcyclicMerit =
    "links never wait for one another in a cycle: with queues of any depth nothing can deadlock";
constexpr const char* kProduct = "Dimakopoulos 1999, section 4";
constexpr const char* kTree = "tree of shortest paths";
constexpr const char* kBalancedTree = "tree of shortest paths, its subtrees balanced";

// A plan for any network that takes PlanRequest::dead.
constexpr SiteKinds kAnywhere = kOnOther | kAroundDead;

constexpr const char* kChained = "chains of trees (docs/theory/plans.md)";
constexpr const char* kRanges = "tree of ranges (docs/theory/plans.md)";
constexpr const char* kInSlots = "trees for all ports, in slots (docs/theory/plans.md)";

using MakeSome = std::vector<SlotChoice> (*)(const PlanRequest&);

template <MakePlan kMake>
std::vector<SlotChoice> only(const PlanRequest& request) {
  std::vector<SlotChoice> choices;
  choices.push_back({[request] { return kMake(request); }});
  return choices;
}
template <MakePlan kMake>
std::vector<SlotChoice> only_of_each(const PlanRequest& request) {
  SlotPlan::require_few_hops_to_each(request);
  return only<kMake>(request);
}
// Plans for all ports, the fastest of which becomes one whose ports send in slots.
template <MakeSome kMake, PortModel kPorts>
std::unique_ptr<collectives::Plan> in_slots(const PlanRequest& request) {
  PlanRequest of_all_ports = request;
  of_all_ports.slots = kPorts;
  if (const auto* const whole = dynamic_cast<const SlotPlan*>(request.whole))
    of_all_ports.whole = &whole->of_all_ports();
  return fastest_in_slots(kMake(of_all_ports), request, kPorts);
}
// A plan that finds its slots itself, and has tried many trees.
template <MakePlan kMake, PortModel kPorts>
constexpr Entry searched(Entry row) {
  row.ports = kPorts;
  row.is_searched = true;
  row.make = [](const PlanRequest& request) {
    PlanRequest in_slots = request;
    in_slots.slots = kPorts;
    return kMake(in_slots);
  };
  return row;
}
template <MakeSome kMake, PortModel kPorts>
constexpr Entry tree_in_slots(Collective collective, node::Rule rule, Rank rank = Rank::kUsual) {
  return {row(collective, "tree", kPorts, rule, kInSlots, "on any network, and around dead links"),
          in_slots<kMake, kPorts>, kAnywhere, rank};
}
template <PortModel kPorts>
constexpr Entry acyclic_in_slots() {
  return {row(Collective::kAlltoall, "acyclic", kPorts, kToOne, kAcyclic, kAcyclicMerit),
          in_slots<only_of_each<plan_acyclic_exchange>, kPorts>, kAnywhere, Rank::kWhenNamed};
}

constexpr Entry reduction(Collective collective, PortModel ports, const char* source, MakePlan make) {
  return {row(collective, "tree", ports, collectives::kRule<rules::Parents>, source,
              "goes around any links without which the nodes can still reach one another"),
          make, kOnCubeWithDead};
}
template <MakeSome kMake, PortModel kPorts>
constexpr Entry reduction_in_slots(Collective collective) {
  return reduction(collective, kPorts, kInSlots, in_slots<kMake, kPorts>);
}
constexpr Entry apart(Entry row) {
  row.apart = true;
  return row;
}

constexpr Entry kTreeBroadcast{
    row(Collective::kBroadcast, "tree", {}, kToAll, kInSlots, "on any network, and around dead links"), {}, kAnywhere};
const Entry kRows[] = {
    {row(Collective::kBroadcast, "tree", PortModel::kAll, kToAll, kTree, "no one tree is faster"), plan_tree_broadcast,
     kAnywhere},
    {row(Collective::kBroadcast, "branchings", PortModel::kAll, kToAll, "Edmonds 1973",
         "many packets, on as many trees as the least cut has links"),
     plan_branchings_broadcast, kAnywhere},
    {row(Collective::kBroadcast, "packed", PortModel::kAll, kToAll,
         "a tree for each packet, as links take them in a play", "some packets, on a few links or on many"),
     plan_packed_broadcast, kAnywhere, Rank::kLast, nullptr, /*is_searched=*/true},
    searched<plan_broadcast_in_slots, PortModel::kOne>(kTreeBroadcast),
    searched<plan_broadcast_in_slots, PortModel::kHalf>(kTreeBroadcast),
    {row(Collective::kScatter, "tree", PortModel::kAll, kToOne, kBalancedTree,
         "optimal where the subtrees behind the root's ports are even"),
     plan_tree_scatter, kAnywhere},
    {row(Collective::kScatter, "flow", PortModel::kAll, kToOne, "paths of a least-cost flow (docs/theory/plans.md)",
         "around bottlenecks: the worst cut's links carry alike"),
     plan_flow_scatter, kAnywhere},
    tree_in_slots<plan_scatter_in_slots, PortModel::kOne>(Collective::kScatter, kToOne),
    tree_in_slots<plan_scatter_in_slots, PortModel::kHalf>(Collective::kScatter, kToOne),
    {row(Collective::kGather, "tree", PortModel::kAll, kToOne, kBalancedTree,
         "optimal where the subtrees behind the root's ports are even"),
     plan_tree_gather, kAnywhere},
    {row(Collective::kGather, "flow", PortModel::kAll, kToOne, "own packets dealt by a flow (docs/theory/plans.md)",
         "many packets, where the subtrees are uneven"),
     plan_flow_gather, kAnywhere},
    tree_in_slots<plan_gather_in_slots, PortModel::kOne>(Collective::kGather, kToOne),
    tree_in_slots<plan_gather_in_slots, PortModel::kHalf>(Collective::kGather, kToOne),
    {row(Collective::kAllgather, "tree", PortModel::kAll, kToAll, "trees whose links carry equally many",
         "the busiest link's packets on most networks"),
     plan_tree_allgather, kAnywhere},
    {row(Collective::kAllgather, "packed", PortModel::kAll, kToAll, "several trees a node, packed by load",
         "many packets: the busiest link's share of all, whether whole trees or not"),
     plan_packed_allgather, kAnywhere, Rank::kLast},
    {row(Collective::kAllgather, "acyclic", PortModel::kAll, kToAll, kAcyclic, kAcyclicMerit), plan_acyclic_allgather,
     kAnywhere, Rank::kWhenNamed},
    {row(Collective::kAllgather, "ring", PortModel::kOne, kToAll, "Dimakopoulos 1999, section 3.1",
         "always optimal, where there is a Hamiltonian cycle"),
     plan_full_duplex_ring_allgather, kOnOther},
    {row(Collective::kAllgather, "ring", PortModel::kHalf, kToAll, "Dimakopoulos 1999, section 3.2",
         "always optimal, where there is a Hamiltonian cycle"),
     plan_half_duplex_ring_allgather, kOnOther},
    {row(Collective::kAllgather, "path", PortModel::kOne, kToAll, "docs/theory/plans.md",
         "optimal on a path, and for networks without a Hamiltonian cycle"),
     plan_full_duplex_path_allgather, kOnOther},
    {row(Collective::kAllgather, "path", PortModel::kHalf, kToAll, "docs/theory/plans.md",
         "optimal on a path, and for networks without a Hamiltonian cycle"),
     plan_half_duplex_path_allgather, kOnOther},
    {row(Collective::kAllgather, "product", PortModel::kOne, kToAll, kProduct,
         "optimal where all dimensions have Hamiltonian cycles"),
     plan_full_duplex_product_allgather, kOnOther},
    {row(Collective::kAllgather, "product", PortModel::kHalf, kToAll, kProduct,
         "optimal where these are even too, near the bound where one is"),
     plan_half_duplex_product_allgather, kOnOther},
    tree_in_slots<plan_tree_allgathers_in_slots, PortModel::kOne>(Collective::kAllgather, kToAll, Rank::kLast),
    tree_in_slots<plan_tree_allgathers_in_slots, PortModel::kHalf>(Collective::kAllgather, kToAll, Rank::kLast),
    {row(Collective::kAlltoall, "shortest", PortModel::kAll, kToOne, "short paths, their links balanced",
         "the busiest link's packets on most networks"),
     plan_shortest_exchange, kAnywhere},
    {row(Collective::kAlltoall, "acyclic", PortModel::kAll, kToOne, kAcyclic, kAcyclicMerit), plan_acyclic_exchange,
     kAnywhere, Rank::kWhenNamed},
    {row(Collective::kAlltoall, "fifo", PortModel::kOne, kToOne, kExchange,
         "optimal on every Cayley network: what has waited longest goes"),
     plan_exchange_fifo, kOnOther | kWithCounts},
    {row(Collective::kAlltoall, "furthest", PortModel::kOne, kToOne, kExchange,
         "optimal on every Cayley network: what has the longest way goes"),
     plan_exchange_furthest, kOnOther | kWithCounts},
    {row(Collective::kAlltoall, "closest", PortModel::kOne, kToOne, kExchange,
         "optimal on every Cayley network, and no packet ever waits behind another"),
     plan_exchange_closest, kOnOther | kWithCounts, Rank::kShallow},
    {row(Collective::kAlltoall, "matching", PortModel::kOne, kToOne, "matchings of senders and receivers",
         "the busiest node's packets on most networks, Cayley graph or not"),
     plan_matching_exchange, kAnywhere, Rank::kLast},
    {row(Collective::kAlltoall, "matching", PortModel::kHalf, kToOne, "matchings of senders and receivers",
         "near the busiest node's packets, sent and received"),
     plan_half_duplex_matching_exchange, kAnywhere},
    acyclic_in_slots<PortModel::kOne>(),
    acyclic_in_slots<PortModel::kHalf>(),
};

// Cubes without dead links have the faster rows of the firmware. The nodes of a cube that combine packets
// route in logic around dead links too, those of other networks by tables: the rules' numbers differ.
constexpr Entry kTreeReduce = reduction(Collective::kReduce, {}, kInSlots, {});
const Entry kReductions[] = {
    reduction(Collective::kReduce, PortModel::kAll, kTree, plan_tree_reduce),
    reduction(Collective::kReduceScatter, PortModel::kAll, kTree, plan_tree_reduce_scatter),
    reduction(Collective::kAllreduce, PortModel::kAll, kTree, plan_tree_allreduce),
    reduction(Collective::kBarrier, PortModel::kAll, kTree, plan_tree_allreduce),
    searched<plan_reduce_in_slots, PortModel::kOne>(kTreeReduce),
    searched<plan_reduce_in_slots, PortModel::kHalf>(kTreeReduce),
    reduction_in_slots<plan_reduce_scatters_in_slots, PortModel::kOne>(Collective::kReduceScatter),
    reduction_in_slots<plan_reduce_scatters_in_slots, PortModel::kHalf>(Collective::kReduceScatter),
    reduction_in_slots<plan_allreduces_in_slots, PortModel::kOne>(Collective::kAllreduce),
    reduction_in_slots<plan_allreduces_in_slots, PortModel::kHalf>(Collective::kAllreduce),
    reduction_in_slots<plan_allreduces_in_slots, PortModel::kOne>(Collective::kBarrier),
    reduction_in_slots<plan_allreduces_in_slots, PortModel::kHalf>(Collective::kBarrier),
    apart(reduction(Collective::kScan, PortModel::kAll, kTree, plan_tree_scan)),
    apart(reduction_in_slots<only<plan_tree_scan>, PortModel::kOne>(Collective::kScan)),
    apart(reduction_in_slots<only<plan_tree_scan>, PortModel::kHalf>(Collective::kScan)),
    apart(reduction(Collective::kExscan, PortModel::kAll, kTree, plan_tree_exscan)),
    apart(reduction_in_slots<only<plan_tree_exscan>, PortModel::kOne>(Collective::kExscan)),
    apart(reduction_in_slots<only<plan_tree_exscan>, PortModel::kHalf>(Collective::kExscan)),
};

constexpr Entry exchange(Collective collective, MakePlan make, PortModel ports = PortModel::kAll) {
  Entry row = apart(reduction(collective, ports, kTree, make));
  row.algorithm = "exchange";
  row.source = "trees of shortest paths to every node";
  row.merit = "few packets on few nodes: they cross the network once, not up and down a tree";
  row.rank = Rank::kLast;
  return row;
}
template <MakePlan kMake, PortModel kPorts>
constexpr Entry sums(Collective collective) {
  Entry row = apart(reduction(collective, kPorts, "sums on a spanning tree (docs/theory/plans.md)", kMake));
  row.algorithm = "sums";
  row.merit = "few packets: a link carries the sum of the nodes behind it, both ways at once";
  return row;
}
template <PortModel kPorts>
constexpr auto kSumsInSlots = in_slots<plan_sums_allreduces_in_slots, kPorts>;
const Entry kSums[] = {
    sums<plan_sums_allreduce, PortModel::kAll>(Collective::kAllreduce),
    sums<plan_sums_allreduce, PortModel::kAll>(Collective::kBarrier),
    sums<kSumsInSlots<PortModel::kOne>, PortModel::kOne>(Collective::kAllreduce),
    sums<kSumsInSlots<PortModel::kOne>, PortModel::kOne>(Collective::kBarrier),
    sums<kSumsInSlots<PortModel::kHalf>, PortModel::kHalf>(Collective::kAllreduce),
    sums<kSumsInSlots<PortModel::kHalf>, PortModel::kHalf>(Collective::kBarrier),
};

const Entry kExchanges[] = {
    exchange(Collective::kAllreduce, plan_exchange_allreduce),
    exchange(Collective::kBarrier, plan_exchange_barrier),
    exchange(Collective::kAllreduce, in_slots<only<plan_exchange_allreduce>, PortModel::kOne>, PortModel::kOne),
    exchange(Collective::kBarrier, in_slots<only<plan_exchange_barrier>, PortModel::kOne>, PortModel::kOne),
};

template <MakePlan kMake>
constexpr std::array<Entry, 3> scans(Collective collective, const char* algorithm, const char* source,
                                     const char* merit) {
  constexpr PortModel kOne = PortModel::kOne;
  constexpr PortModel kHalf = PortModel::kHalf;
  std::array<Entry, 3> rows = {reduction(collective, PortModel::kAll, source, kMake),
                               reduction_in_slots<only<kMake>, kOne>(collective),
                               reduction_in_slots<only<kMake>, kHalf>(collective)};
  for (Entry& row : rows) {
    row = apart(row);
    row.algorithm = algorithm;
    row.merit = merit;
    row.has_one_tree = kMake == plan_prefix_scan || kMake == plan_prefix_exscan;
  }
  return rows;
}
constexpr const char* kChainMerit = "many packets: a node's result goes into those of nodes above it";
constexpr const char* kRangesMerit = "many packets: each goes up and down a tree of ranges of nodes, both ways at once";
constexpr const char* kPrefixes = "sums on a spanning tree (docs/theory/plans.md)";
constexpr const char* kPrefixesMerit = "trees whose nodes have numbers in no order";
const std::array<Entry, 3> kScans[] = {
    scans<plan_chained_scan>(Collective::kScan, "chain", kChained, kChainMerit),
    scans<plan_chained_exscan>(Collective::kExscan, "chain", kChained, kChainMerit),
    scans<plan_range_scan>(Collective::kScan, "ranges", kRanges, kRangesMerit),
    scans<plan_range_exscan>(Collective::kExscan, "ranges", kRanges, kRangesMerit),
    scans<plan_prefix_scan>(Collective::kScan, "prefixes", kPrefixes, kPrefixesMerit),
    scans<plan_prefix_exscan>(Collective::kExscan, "prefixes", kPrefixes, kPrefixesMerit),
};
constexpr Entry blocks(PortModel ports, const char* source, const char* merit, MakePlan make) {
  Entry row{testbench::row(Collective::kAllreduce, "blocks", ports, {}, source, merit), make};
  row.by_blocks = true;
  return row;
}
constexpr const char* kSlotsBackwards = "an allgather in slots, backwards and forwards";
constexpr const char* kManySlots = "many packets: a node sends and receives each twice at most, whatever its links";
const Entry kBlocks[] = {
    blocks(PortModel::kAll, "trees of shortest paths, backwards and forwards",
           "near the bound for long vectors where all nodes have as many links", plan_blocks_allreduce),
    blocks(PortModel::kOne, kSlotsBackwards, kManySlots, in_slots<plan_blocks_allreduces_in_slots, PortModel::kOne>),
    blocks(PortModel::kHalf, kSlotsBackwards, kManySlots, in_slots<plan_blocks_allreduces_in_slots, PortModel::kHalf>),
};

const Entry kBranchings{row(Collective::kReduce, "branchings", PortModel::kAll,
                            rules::CombiningLabelledRules::number_of<rules::ParentsByTree>(), "Edmonds 1973",
                            "many packets, on as many trees as the least cut has links"),
                        plan_branchings_reduce, kOnOther | kOnOtherWithDead};

constexpr Entry packed(Collective collective, bool by_blocks, MakePlan make) {
  Entry row{testbench::row(collective, "packed", PortModel::kAll,
                           rules::CombiningLabelledRules::number_of<rules::ParentsByTree>(),
                           "several trees a node, packed by load, backwards",
                           "many packets: the busiest link's share of all, whether whole trees or not"),
            make, kOnOther | kOnOtherWithDead, Rank::kLast};
  row.by_blocks = by_blocks;
  return row;
}
const Entry kPacked[] = {
    packed(Collective::kReduceScatter, false, plan_packed_reduce_scatter),
    packed(Collective::kAllreduce, true, plan_packed_blocks_allreduce),
};

Entry by_tables(Entry reduction) {
  reduction.rule = rules::CombiningLabelledRules::number_of<rules::ParentsByDestination>();
  reduction.sites = kOnOther | kOnOtherWithDead;
  return reduction;
}

}  // namespace

std::span<const Entry> planned_rows() {
  static const std::vector<Entry> all = [] {
    std::vector<Entry> rows(std::begin(kRows), std::end(kRows));
    rows.insert(rows.end(), std::begin(kReductions), std::end(kReductions));
    for (const Entry& row : kReductions) rows.push_back(by_tables(row));
    rows.push_back(kBranchings);
    for (const Entry& row : kBlocks) rows.push_back(by_tables(row));
    rows.insert(rows.end(), std::begin(kPacked), std::end(kPacked));
    for (const Entry& row : kSums) rows.push_back(by_tables(row));
    for (const Entry& row : kExchanges) rows.push_back(by_tables(row));
    for (const auto& of_all_ports : kScans) {
      for (const Entry& row : of_all_ports) rows.push_back(by_tables(row));
    }
    return rows;
  }();
  return all;
}

}  // namespace testbench
