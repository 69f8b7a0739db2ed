// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/planned_rows.hpp"

#include "testbench/plans/all_port_allgather.hpp"
#include "testbench/plans/all_port_exchange.hpp"
#include "testbench/plans/one_port_allgather.hpp"
#include "testbench/plans/one_port_exchange.hpp"
#include "testbench/plans/product_allgather.hpp"
#include "testbench/plans/rooted_plans.hpp"
#include "testbench/plans/tree_reductions.hpp"

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
constexpr node::Rule kToAll = kLabelledRule<rules::BySource>;
constexpr const char* kExchange = "Dimakopoulos and Dimopoulos, theorem 1";
constexpr const char* kAcyclic = "Domke, Hoefler and Matsuoka 2016, in part";
constexpr const char* kAcyclicMerit =
    "links never wait for one another in a cycle: with queues of any depth nothing can deadlock";
constexpr const char* kProduct = "Dimakopoulos 1999, section 4";
constexpr const char* kTree = "tree of shortest paths";
constexpr const char* kBalancedTree = "tree of shortest paths, its subtrees balanced";

const PlannedRow kRows[] = {
    {row(Collective::kBroadcast, "tree", PortModel::kAll, kToAll, kTree, "no one tree is faster"), plan_tree_broadcast,
     RowUse::kUsual, true},
    {row(Collective::kScatter, "tree", PortModel::kAll, kToOne, kBalancedTree,
         "optimal where the subtrees behind the root's ports are even"),
     plan_tree_scatter, RowUse::kUsual, true},
    {row(Collective::kGather, "tree", PortModel::kAll, kToOne, kBalancedTree,
         "optimal where the subtrees behind the root's ports are even"),
     plan_tree_gather, RowUse::kUsual, true},
    {row(Collective::kAllgather, "tree", PortModel::kAll, kToAll, "trees of shortest paths, their links balanced",
         "the busiest link's packets on most networks"),
     plan_tree_allgather, RowUse::kUsual, true},
    {row(Collective::kAllgather, "acyclic", PortModel::kAll, kToAll, kAcyclic, kAcyclicMerit), plan_acyclic_allgather,
     RowUse::kWhenNamed, true},
    {row(Collective::kAllgather, "ring", PortModel::kOne, kToAll, "Dimakopoulos 1999, section 3.1",
         "always optimal, where there is a Hamiltonian cycle"),
     plan_full_duplex_ring_allgather},
    {row(Collective::kAllgather, "ring", PortModel::kHalf, kToAll, "Dimakopoulos 1999, section 3.2",
         "always optimal, where there is a Hamiltonian cycle"),
     plan_half_duplex_ring_allgather},
    {row(Collective::kAllgather, "path", PortModel::kOne, kToAll, "testbench/plans/tdm_slots.hpp",
         "optimal on a path, and for networks without a Hamiltonian cycle"),
     plan_full_duplex_path_allgather},
    {row(Collective::kAllgather, "path", PortModel::kHalf, kToAll, "testbench/plans/tdm_slots.hpp",
         "optimal on a path, and for networks without a Hamiltonian cycle"),
     plan_half_duplex_path_allgather},
    {row(Collective::kAllgather, "product", PortModel::kOne, kToAll, kProduct,
         "optimal where all dimensions have Hamiltonian cycles"),
     plan_full_duplex_product_allgather},
    {row(Collective::kAllgather, "product", PortModel::kHalf, kToAll, kProduct,
         "optimal where these are even too, near the bound where one is"),
     plan_half_duplex_product_allgather},
    {row(Collective::kAlltoall, "shortest", PortModel::kAll, kToOne, "shortest paths, their links balanced",
         "the busiest link's packets on most networks"),
     plan_shortest_exchange, RowUse::kUsual, true},
    {row(Collective::kAlltoall, "acyclic", PortModel::kAll, kToOne, kAcyclic, kAcyclicMerit), plan_acyclic_exchange,
     RowUse::kWhenNamed, true},
    {row(Collective::kAlltoall, "fifo", PortModel::kOne, kToOne, kExchange,
         "optimal on every Cayley network: what has waited longest goes"),
     plan_exchange_fifo, RowUse::kWithCounts},
    {row(Collective::kAlltoall, "furthest", PortModel::kOne, kToOne, kExchange,
         "optimal on every Cayley network: what has the longest way goes"),
     plan_exchange_furthest, RowUse::kWithCounts},
    {row(Collective::kAlltoall, "closest", PortModel::kOne, kToOne, kExchange,
         "optimal on every Cayley network, and no packet ever waits behind another"),
     plan_exchange_closest, RowUse::kWithCounts},
    {row(Collective::kAlltoall, "matching", PortModel::kOne, kToOne, "matchings of senders and receivers",
         "the busiest node's packets on most networks, Cayley graph or not"),
     plan_matching_exchange},
};

constexpr PlannedRow reduction(Collective collective, std::unique_ptr<collectives::Plan> (*make)(const PlanRequest&)) {
  return {row(collective, "tree", PortModel::kAll, collectives::kRule<rules::Parents>, kTree,
              "goes around any links without which the nodes can still reach one another"),
          make, RowUse::kUsual, true};
}

const PlannedRow kReductionRows[] = {
    reduction(Collective::kReduce, plan_tree_reduce),
    reduction(Collective::kReduceScatter, plan_tree_reduce_scatter),
    reduction(Collective::kAllreduce, plan_tree_allreduce),
    reduction(Collective::kBarrier, plan_tree_allreduce),
};

}  // namespace

std::span<const PlannedRow> reduction_rows() {
  return kReductionRows;
}

std::span<const PlannedRow> planned_rows() {
  return kRows;
}

}  // namespace testbench
