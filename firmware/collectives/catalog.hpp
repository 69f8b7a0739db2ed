// Every collective and algorithm that the firmware can load: a row for each, and the loading of any of them.
// Freestanding.
//
//     const Row* row = find_row(Collective::kBroadcast, "nesbt", PortUse::kAll);
//     const Operation operation{row, network::Cube(5), /*packets=*/100, /*root=*/Address(3)};
//     row->load(operation, me, driver);
#pragma once

#include "firmware/collectives/allgather.hpp"
#include "firmware/collectives/alltoall.hpp"
#include "firmware/collectives/broadcast.hpp"
#include "firmware/collectives/gather.hpp"
#include "firmware/collectives/scatter.hpp"

namespace collectives {

inline constexpr Row kCatalog[] = {
    {Collective::kBroadcast, "sbt", PortUse::kAll, kRule<rules::Sbt>, Programs::kOfNodes, load_broadcast_sbt,
     broadcast_sbt_all_port, "Johnsson and Ho 1986, section 4.1.2, table 5", "optimal for one packet"},
    {Collective::kBroadcast, "sbt", PortUse::kOne, kRule<rules::Sbt>, Programs::kOfNodes, load_broadcast_sbt,
     broadcast_sbt_one_port, "Johnsson and Ho 1986, section 4.1.2, table 4", "optimal for one packet"},
    {Collective::kBroadcast, "nrsbt", PortUse::kAll, kRule<rules::Sbt>, Programs::kOfNodes, load_broadcast_nrsbt,
     broadcast_nrsbt, "Johnsson and Ho 1986, section 4.1.4, table 5", "optimal for up to d packets"},
    {Collective::kBroadcast, "nesbt", PortUse::kAll, kRule<rules::Nesbt>, Programs::kOfNodes, load_broadcast_nesbt,
     broadcast_nesbt_all_port, "Johnsson and Ho 1986, section 4.1.5, table 5",
     "within one cycle of the bound for any number of packets"},
    {Collective::kBroadcast, "nesbt", PortUse::kOne, kRule<rules::Nesbt>, Programs::kOfNodes, load_broadcast_nesbt,
     broadcast_nesbt_one_port, "Johnsson and Ho 1986, theorem 4.1, table 4",
     "within one cycle of the bound for any number of packets"},
    {Collective::kBroadcast, "tcbt", PortUse::kAll, kRule<rules::Table>, Programs::kOfNodes, load_broadcast_tcbt,
     broadcast_tcbt, "Johnsson and Ho 1986, section 4.1.3, table 5",
     "optimal for one packet, with at most three links busy at a node"},
    {Collective::kBroadcast, "gray", PortUse::kAll, kRule<rules::Gray>, Programs::kOfNodes, load_broadcast_gray,
     broadcast_gray, "Johnsson and Ho 1986, section 4.1.1", "never; two links busy at a node, long messages only"},

    {Collective::kScatter, "balanced", PortUse::kAll, kRule<rules::Ascending>, Programs::kOfNodes,
     load_scatter<BalancedSubtrees>, scatter_all_port<BalancedSubtrees>, "Bertsekas et al. 1991, section 3",
     "always optimal"},
    {Collective::kScatter, "sbnt", PortUse::kAll, kRule<rules::Ascending>, Programs::kOfNodes,
     load_scatter<SbntSubtrees>, scatter_all_port<SbntSubtrees>, "Johnsson and Ho 1986, section 5.1.5",
     "optimal where d is prime or divides the packets"},
    {Collective::kScatter, "sbt", PortUse::kAll, kRule<rules::Ascending>, Programs::kOfNodes, load_scatter<SbtSubtrees>,
     scatter_all_port<SbtSubtrees>, "Johnsson and Ho 1986, lemma 5.1",
     "optimal for d up to 2 only: half of all nodes are behind one port"},
    {Collective::kScatter, "sbt", PortUse::kOne, kRule<rules::Ascending>, Programs::kOfNodes, load_scatter<SbtSubtrees>,
     rooted_sbt_one_port, "Johnsson and Ho 1986, section 5.1.2", "always optimal"},

    {Collective::kGather, "balanced", PortUse::kAll, kRule<rules::Ecube>, Programs::kOfNodes,
     load_gather<BalancedSubtrees>, gather_all_port<BalancedSubtrees>, "Bertsekas et al. 1991, section 3",
     "always optimal"},
    {Collective::kGather, "sbnt", PortUse::kAll, kRule<rules::Ecube>, Programs::kOfNodes, load_gather<SbntSubtrees>,
     gather_all_port<SbntSubtrees>, "Johnsson and Ho 1986, section 5.1.5",
     "optimal where d is prime or divides the packets"},
    {Collective::kGather, "sbt", PortUse::kAll, kRule<rules::Ecube>, Programs::kOfNodes, load_gather<SbtSubtrees>,
     gather_all_port<SbtSubtrees>, "Johnsson and Ho 1986, lemma 5.1",
     "optimal for d up to 2 only: half of all nodes are behind one port"},
    {Collective::kGather, "sbt", PortUse::kOne, kRule<rules::Ecube>, Programs::kOfNodes, load_gather<SbtSubtrees>,
     rooted_sbt_one_port, "Johnsson and Ho 1986, section 5.1.2", "always optimal"},

    {Collective::kAllgather, "balanced", PortUse::kAll, kRule<rules::Table>, Programs::kAlike, BalancedAllgather::load,
     allgather_balanced, "Bertsekas et al. 1991, section 2", "always optimal"},
    {Collective::kAllgather, "sbnt", PortUse::kAll, kRule<rules::Sbnt>, Programs::kAlike, load_allgather_rotated,
     nullptr, "Johnsson and Ho 1986, section 6", "near the bound for many packets"},
    {Collective::kAllgather, "nrsbt", PortUse::kAll, kRule<rules::Sbt>, Programs::kAlike, load_allgather_rotated,
     nullptr, "Johnsson and Ho 1986, section 6", "near the bound where d divides the packets"},
    {Collective::kAllgather, "nesbt", PortUse::kAll, kRule<rules::Nesbt>, Programs::kAlike, load_allgather_nesbt,
     nullptr, "Johnsson and Ho 1986, section 6", "near the bound where d divides the packets"},
    {Collective::kAllgather, "ring", PortUse::kOne, kRule<rules::Ring>, Programs::kOfNodes, load_allgather_ring,
     allgather_ring_full_duplex, "Dimakopoulos 1999, section 3.1", "always optimal, with queues of one packet"},
    {Collective::kAllgather, "ring", PortUse::kHalf, kRule<rules::Ring>, Programs::kOfNodes, load_allgather_ring,
     allgather_ring_half_duplex, "Dimakopoulos 1999, section 3.2.1", "always optimal"},
    {Collective::kAllgather, "sbt", PortUse::kOne, kRule<rules::Sbt>, Programs::kAlike, load_allgather_sbt,
     allgather_sbt, "Johnsson and Ho 1986, section 6.1", "always optimal"},

    {Collective::kAlltoall, "table", PortUse::kAll, kRule<rules::Ecube>, Programs::kAlike, load_alltoall_table,
     alltoall_table, "Bertsekas et al. 1991, section 4", "always optimal: every link busy in every cycle"},
    {Collective::kAlltoall, "ecube", PortUse::kAll, kRule<rules::Ecube>, Programs::kAlike, load_alltoall_natural,
     nullptr, "Bertsekas et al. 1991, section 4, without its order", "for d up to 2; shows why the table matters"},
    {Collective::kAlltoall, "fifo", PortUse::kOne, kRule<rules::Ecube>, Programs::kAlike, load_alltoall_fifo,
     alltoall_fifo, "Dimakopoulos and Dimopoulos, theorem 1 and fig. 2", "always optimal, with queues of one packet"},
    {Collective::kAlltoall, "sbt", PortUse::kOne, kRule<rules::Ecube>, Programs::kAlike, load_alltoall_sbt,
     alltoall_sbt, "Johnsson and Ho 1986, lemma 7.1", "always optimal"},
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
constexpr const Row* find_row(Collective collective, const char* algorithm, PortUse ports) {
  for (const Row& row : kCatalog) {
    if (row.collective == collective && row.ports == ports && is_called(row, algorithm)) return &row;
  }
  return nullptr;
}

}  // namespace collectives
