// Every collective and algorithm that the firmware can load: a row for each, and the loading of any
// of them. Freestanding.
//
//     const Row* row = find_row(Collective::kBroadcast, "nesbt", PortModel::kAll);
//     const Operation operation{row, network::Cube(5), /*packets=*/100, /*root=*/Address(3)};
//     row->load(operation, me, driver);
#pragma once

#include "firmware/collectives/allgather.hpp"
#include "firmware/collectives/allreduce.hpp"
#include "firmware/collectives/alltoall.hpp"
#include "firmware/collectives/broadcast.hpp"
#include "firmware/collectives/gather.hpp"
#include "firmware/collectives/scatter.hpp"

namespace collectives {

inline constexpr Row kCatalog[] = {
    {Collective::kBroadcast, "sbt", PortModel::kAll, kRule<rules::Sbt>, Programs::kOfNodes, load_broadcast_sbt,
     broadcast_sbt_all_port, "Johnsson and Ho 1986, section 4.1.2, table 5", "optimal for one packet"},
    {Collective::kBroadcast, "sbt", PortModel::kOne, kRule<rules::Sbt>, Programs::kOfNodes, load_broadcast_sbt,
     broadcast_sbt_one_port, "Johnsson and Ho 1986, section 4.1.2, table 4", "optimal for one packet"},
    {Collective::kBroadcast, "nrsbt", PortModel::kAll, kRule<rules::Sbt>, Programs::kOfNodes, load_broadcast_nrsbt,
     broadcast_nrsbt, "Johnsson and Ho 1986, section 4.1.4, table 5", "optimal for up to d packets"},
    {Collective::kBroadcast, "nesbt", PortModel::kAll, kRule<rules::Nesbt>, Programs::kOfNodes, load_broadcast_nesbt,
     broadcast_nesbt_all_port, "Johnsson and Ho 1986, section 4.1.5, table 5",
     "within one cycle of the bound for any number of packets"},
    {Collective::kBroadcast, "nesbt", PortModel::kOne, kRule<rules::Nesbt>, Programs::kOfNodes, load_broadcast_nesbt,
     broadcast_nesbt_one_port, "Johnsson and Ho 1986, theorem 4.1, table 4",
     "within one cycle of the bound for any number of packets"},
    {Collective::kBroadcast, "tcbt", PortModel::kAll, kRule<rules::Table>, Programs::kWordsAlike, load_broadcast_tcbt,
     broadcast_tcbt, "Johnsson and Ho 1986, section 4.1.3, table 5",
     "optimal for one packet, with at most three links busy at a node"},
    {Collective::kBroadcast, "gray", PortModel::kAll, kRule<rules::Gray>, Programs::kOfNodes, load_broadcast_gray,
     broadcast_gray, "Johnsson and Ho 1986, section 4.1.1", "never; two links busy at a node, long messages only"},

    {Collective::kScatter, "balanced", PortModel::kAll, kRule<rules::Ascending>, Programs::kOfNodes,
     load_scatter<BalancedSubtrees>, scatter_all_port<BalancedSubtrees>, "Bertsekas et al. 1991, section 3",
     "always optimal"},
    {Collective::kScatter, "sbnt", PortModel::kAll, kRule<rules::Ascending>, Programs::kOfNodes,
     load_scatter<SbntSubtrees>, scatter_all_port<SbntSubtrees>, "Johnsson and Ho 1986, section 5.1.5",
     "optimal where d is prime or divides the packets"},
    {Collective::kScatter, "sbt", PortModel::kAll, kRule<rules::Ascending>, Programs::kOfNodes,
     load_scatter<SbtSubtrees>, scatter_all_port<SbtSubtrees>, "Johnsson and Ho 1986, lemma 5.1",
     "optimal for d up to 2 only: half of all nodes are behind one port"},
    {Collective::kScatter, "sbt", PortModel::kOne, kRule<rules::Ascending>, Programs::kOfNodes,
     load_scatter<SbtSubtrees>, rooted_sbt_one_port, "Johnsson and Ho 1986, section 5.1.2", "always optimal"},

    {Collective::kGather, "balanced", PortModel::kAll, kRule<rules::Ecube>, Programs::kOfNodes,
     load_gather<BalancedSubtrees>, gather_all_port<BalancedSubtrees>, "Bertsekas et al. 1991, section 3",
     "always optimal"},
    {Collective::kGather, "sbnt", PortModel::kAll, kRule<rules::Ecube>, Programs::kOfNodes, load_gather<SbntSubtrees>,
     gather_all_port<SbntSubtrees>, "Johnsson and Ho 1986, section 5.1.5",
     "optimal where d is prime or divides the packets"},
    {Collective::kGather, "sbt", PortModel::kAll, kRule<rules::Ecube>, Programs::kOfNodes, load_gather<SbtSubtrees>,
     gather_all_port<SbtSubtrees>, "Johnsson and Ho 1986, lemma 5.1",
     "optimal for d up to 2 only: half of all nodes are behind one port"},
    {Collective::kGather, "sbt", PortModel::kOne, kRule<rules::Ecube>, Programs::kOfNodes, load_gather<SbtSubtrees>,
     rooted_sbt_one_port, "Johnsson and Ho 1986, section 5.1.2", "always optimal"},

    {Collective::kAllgather, "balanced", PortModel::kAll, kRule<rules::Table>, Programs::kAlike,
     BalancedAllgather::load, allgather_balanced, "Bertsekas et al. 1991, section 2", "always optimal"},
    {Collective::kAllgather, "sbnt", PortModel::kAll, kRule<rules::Sbnt>, Programs::kAlike, load_allgather_rotated,
     nullptr, "Johnsson and Ho 1986, section 6", "near the bound for many packets"},
    {Collective::kAllgather, "nrsbt", PortModel::kAll, kRule<rules::Sbt>, Programs::kAlike, load_allgather_rotated,
     nullptr, "Johnsson and Ho 1986, section 6", "near the bound where d divides the packets"},
    {Collective::kAllgather, "nesbt", PortModel::kAll, kRule<rules::Nesbt>, Programs::kAlike, load_allgather_nesbt,
     nullptr, "Johnsson and Ho 1986, section 6", "near the bound where d divides the packets"},
    {Collective::kAllgather, "ring", PortModel::kOne, kRule<rules::Ring>, Programs::kOfNodes, load_allgather_ring,
     allgather_ring_full_duplex, "Dimakopoulos 1999, section 3.1", "always optimal, with queues of one packet"},
    {Collective::kAllgather, "ring", PortModel::kHalf, kRule<rules::Ring>, Programs::kOfNodes, load_allgather_ring,
     allgather_ring_half_duplex, "Dimakopoulos 1999, section 3.2.1", "always optimal"},
    {Collective::kAllgather, "sbt", PortModel::kOne, kRule<rules::Sbt>, Programs::kAlike, load_allgather_sbt,
     allgather_sbt, "Johnsson and Ho 1986, section 6.1", "always optimal"},

    {Collective::kAlltoall, "table", PortModel::kAll, kRule<rules::Ecube>, Programs::kAlike, load_alltoall_table,
     alltoall_table, "Bertsekas et al. 1991, section 4", "always optimal: every link busy in every cycle"},
    {Collective::kAlltoall, "ecube", PortModel::kAll, kRule<rules::Ecube>, Programs::kAlike, load_alltoall_natural,
     nullptr, "Bertsekas et al. 1991, section 4, without its order", "for d up to 2; shows why the table matters"},
    {Collective::kAlltoall, "fifo", PortModel::kOne, kRule<rules::Ecube>, Programs::kAlike, load_alltoall_fifo,
     alltoall_fifo, "Dimakopoulos and Dimopoulos, theorem 1 and fig. 2", "always optimal, with queues of one packet"},
    {Collective::kAlltoall, "sbt", PortModel::kOne, kRule<rules::Ecube>, Programs::kAlike, load_alltoall_sbt,
     alltoall_sbt, "Johnsson and Ho 1986, lemma 7.1", "always optimal"},

    {Collective::kReduce, "sbt", PortModel::kAll, kRule<rules::Parents>, Programs::kWordsAlike,
     load_reduce_up<trees::Sbt>, broadcast_sbt_all_port,
     "Bertsekas et al. 1991, section 1; Johnsson and Ho 1986, section 4.1.2, backwards", "optimal for one packet"},
    {Collective::kReduce, "sbt", PortModel::kOne, kRule<rules::Parents>, Programs::kWordsAlike,
     load_reduce_up<trees::Sbt>, broadcast_sbt_one_port,
     "Bertsekas et al. 1991, section 1; Johnsson and Ho 1986, section 4.1.2, backwards", "optimal for one packet"},
    {Collective::kReduce, "nrsbt", PortModel::kAll, kRule<rules::Parents>, Programs::kWordsAlike,
     load_reduce_rotated<trees::Nrsbt>, broadcast_nrsbt,
     "Bertsekas et al. 1991, section 1; Johnsson and Ho 1986, section 4.1.4, backwards", "optimal for up to d packets"},
    {Collective::kReduce, "nesbt", PortModel::kAll, kRule<rules::Parents>, Programs::kWordsAlike,
     load_reduce_rotated<trees::Nesbt>, broadcast_nesbt_all_port,
     "Bertsekas et al. 1991, section 1; Johnsson and Ho 1986, section 4.1.5, backwards",
     "within one cycle of the bound for any number of packets"},
    {Collective::kReduce, "nesbt", PortModel::kOne, kRule<rules::Parents>, Programs::kWordsAlike,
     load_reduce_rotated<trees::Nesbt>, broadcast_nesbt_one_port,
     "Bertsekas et al. 1991, section 1; Johnsson and Ho 1986, section 4.1.5, backwards",
     "within one cycle of the bound for any number of packets"},
    {Collective::kReduce, "tcbt", PortModel::kAll, kRule<rules::Parents>, Programs::kWordsAlike,
     load_reduce_up<trees::Tcbt>, broadcast_tcbt,
     "Bertsekas et al. 1991, section 1; Johnsson and Ho 1986, section 4.1.3, backwards",
     "optimal for one packet, with at most three links busy at a node"},
    {Collective::kReduce, "gray", PortModel::kAll, kRule<rules::Parents>, Programs::kWordsAlike,
     load_reduce_up<trees::BrgPath>, broadcast_gray,
     "Bertsekas et al. 1991, section 1; Johnsson and Ho 1986, section 4.1.1, backwards",
     "never; two links busy at a node, long messages only"},

    {Collective::kReduceScatter, "balanced", PortModel::kAll, kRule<rules::Parents>, Programs::kAlike,
     load_reduce_scatter_balanced, reduce_scatter_balanced, "Bertsekas et al. 1991, sections 1 and 2",
     "always optimal"},
    {Collective::kReduceScatter, "sbt", PortModel::kOne, kRule<rules::Parents>, Programs::kAlike,
     load_reduce_scatter_sbt, reduce_scatter_sbt, "Johnsson and Ho 1986, section 6.1, backwards", "always optimal"},
    {Collective::kReduceScatter, "ring", PortModel::kOne, kRule<rules::Parents>, Programs::kOfNodes,
     load_reduce_scatter_ring, reduce_scatter_ring_full_duplex, "Dimakopoulos 1999, section 3.1, backwards",
     "always optimal"},
    {Collective::kReduceScatter, "ring", PortModel::kHalf, kRule<rules::Parents>, Programs::kOfNodes,
     load_reduce_scatter_ring, reduce_scatter_ring_half_duplex, "Dimakopoulos 1999, section 3.2.1, backwards",
     "always optimal"},

    {Collective::kAllreduce, "exchange", PortModel::kAll, kRule<rules::Exchange>, Programs::kAlike,
     load_allreduce_exchange, allreduce_exchange_all_port,
     "Johnsson and Ho 1986, section 6.1, with sums in place of blocks", "optimal for up to d packets"},
    {Collective::kAllreduce, "exchange", PortModel::kOne, kRule<rules::Exchange>, Programs::kAlike,
     load_allreduce_exchange, allreduce_exchange_one_port,
     "Johnsson and Ho 1986, section 6.1, with sums in place of blocks", "optimal for one packet"},
    {Collective::kAllreduce, "balanced", PortModel::kAll, kRule<rules::Parents>, Programs::kAlike,
     load_allreduce_balanced, allreduce_balanced, "Bertsekas et al. 1991, sections 1 and 2",
     "within a few cycles of the bound for long vectors", true},
    {Collective::kAllreduce, "nesbt", PortModel::kAll, kRule<rules::Parents>, Programs::kWordsAlike,
     load_allreduce_nesbt, allreduce_nesbt, "Johnsson and Ho 1986, section 4.1.5, both ways",
     "for vectors that are neither short nor long"},
    {Collective::kAllreduce, "ring", PortModel::kOne, kRule<rules::Parents>, Programs::kOfNodes, load_allreduce_ring,
     allreduce_ring, "Dimakopoulos 1999, section 3.1, both ways", "optimal where the nodes divide the packets", true},
    {Collective::kAllreduce, "sbt", PortModel::kOne, kRule<rules::Parents>, Programs::kAlike, load_allreduce_sbt,
     allreduce_sbt, "Johnsson and Ho 1986, section 6.1, both ways", "within a few cycles of the bound for long vectors",
     true},

    {Collective::kScan, "exchange", PortModel::kAll, kRule<rules::Prefix>, Programs::kOfNodes, load_scan, scan_all_port,
     "by exchange in ascending order of dimensions", "optimal for one packet"},
    {Collective::kScan, "exchange", PortModel::kOne, kRule<rules::Prefix>, Programs::kOfNodes, load_scan, scan_one_port,
     "by exchange in ascending order of dimensions", "optimal for one packet"},
    {Collective::kExscan, "exchange", PortModel::kAll, kRule<rules::Prefix>, Programs::kOfNodes, load_scan,
     scan_all_port, "by exchange in ascending order of dimensions", "optimal for one packet"},
    {Collective::kExscan, "exchange", PortModel::kOne, kRule<rules::Prefix>, Programs::kOfNodes, load_scan,
     scan_one_port, "by exchange in ascending order of dimensions", "optimal for one packet"},
    {Collective::kBarrier, "exchange", PortModel::kAll, kRule<rules::Exchange>, Programs::kAlike,
     load_allreduce_exchange, allreduce_exchange_all_port, "an allreduce of one packet", "always optimal"},
    {Collective::kBarrier, "exchange", PortModel::kOne, kRule<rules::Exchange>, Programs::kAlike,
     load_allreduce_exchange, allreduce_exchange_one_port, "an allreduce of one packet", "always optimal"},
};

constexpr bool is_called(const Row& row, const char* algorithm) {
  const char* name = row.algorithm;
  while (*name != '\0' && *name == *algorithm) {
    ++name;
    ++algorithm;
  }
  return *name == *algorithm;
}

// Null where the catalog has no such row.
constexpr const Row* find_row(Collective collective, const char* algorithm, PortModel ports) {
  for (const Row& row : kCatalog) {
    if (row.collective == collective && row.ports == ports && is_called(row, algorithm)) return &row;
  }
  return nullptr;
}

}  // namespace collectives
