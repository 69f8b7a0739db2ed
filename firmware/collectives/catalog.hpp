// Every collective and algorithm that the firmware can load, and the loading of any of them. Freestanding.
#pragma once

#include "firmware/collectives/allgather.hpp"
#include "firmware/collectives/alltoall.hpp"
#include "firmware/collectives/broadcast.hpp"
#include "firmware/collectives/gather.hpp"
#include "firmware/collectives/scatter.hpp"

namespace collectives {

// One row of the catalog: an algorithm under one port model.
struct Offer {
  Collective collective;
  Algorithm algorithm;
  PortUse ports;
  const char* source;
  const char* merit;  // when it is optimal, or what it shows
};

inline constexpr Offer kCatalog[] = {
    {Collective::kBroadcast, Algorithm::kSbt, PortUse::kAll, "Johnsson and Ho 1986, section 4.1.2, table 5",
     "optimal for one packet"},
    {Collective::kBroadcast, Algorithm::kSbt, PortUse::kOne, "Johnsson and Ho 1986, section 4.1.2, table 4",
     "optimal for one packet"},
    {Collective::kBroadcast, Algorithm::kNrsbt, PortUse::kAll, "Johnsson and Ho 1986, section 4.1.4, table 5",
     "optimal for up to d packets"},
    {Collective::kBroadcast, Algorithm::kNesbt, PortUse::kAll, "Johnsson and Ho 1986, section 4.1.5, table 5",
     "within one cycle of the bound for any number of packets"},
    {Collective::kBroadcast, Algorithm::kNesbt, PortUse::kOne, "Johnsson and Ho 1986, theorem 4.1, table 4",
     "within one cycle of the bound for any number of packets"},
    {Collective::kBroadcast, Algorithm::kTcbt, PortUse::kAll, "Johnsson and Ho 1986, section 4.1.3, table 5",
     "optimal for one packet, with at most three links busy at a node"},
    {Collective::kBroadcast, Algorithm::kGray, PortUse::kAll, "Johnsson and Ho 1986, section 4.1.1",
     "never; two links busy at a node, long messages only"},
    {Collective::kScatter, Algorithm::kBalanced, PortUse::kAll, "Bertsekas et al. 1991, section 3", "always optimal"},
    {Collective::kScatter, Algorithm::kSbnt, PortUse::kAll, "Johnsson and Ho 1986, section 5.1.5",
     "optimal where d is prime or divides the packets"},
    {Collective::kScatter, Algorithm::kSbt, PortUse::kAll, "Johnsson and Ho 1986, lemma 5.1",
     "optimal for d up to 2 only: half of all nodes are behind one port"},
    {Collective::kScatter, Algorithm::kSbt, PortUse::kOne, "Johnsson and Ho 1986, section 5.1.2", "always optimal"},
    {Collective::kGather, Algorithm::kBalanced, PortUse::kAll, "Bertsekas et al. 1991, section 3", "always optimal"},
    {Collective::kGather, Algorithm::kSbnt, PortUse::kAll, "Johnsson and Ho 1986, section 5.1.5",
     "optimal where d is prime or divides the packets"},
    {Collective::kGather, Algorithm::kSbt, PortUse::kAll, "Johnsson and Ho 1986, lemma 5.1",
     "optimal for d up to 2 only: half of all nodes are behind one port"},
    {Collective::kGather, Algorithm::kSbt, PortUse::kOne, "Johnsson and Ho 1986, section 5.1.2", "always optimal"},
    {Collective::kAllgather, Algorithm::kBalanced, PortUse::kAll, "Bertsekas et al. 1991, section 2",
     "always optimal, but for one cycle at d = 6 with some packet counts above 1"},
    {Collective::kAllgather, Algorithm::kSbnt, PortUse::kAll, "Johnsson and Ho 1986, section 6",
     "near the bound for many packets"},
    {Collective::kAllgather, Algorithm::kNrsbt, PortUse::kAll, "Johnsson and Ho 1986, section 6",
     "near the bound where d divides the packets"},
    {Collective::kAllgather, Algorithm::kNesbt, PortUse::kAll, "Johnsson and Ho 1986, section 6",
     "near the bound where d divides the packets"},
    {Collective::kAllgather, Algorithm::kRing, PortUse::kOne, "Dimakopoulos 1999, section 3.1",
     "always optimal, with queues of one packet"},
    {Collective::kAllgather, Algorithm::kRing, PortUse::kHalf, "Dimakopoulos 1999, section 3.2.1", "always optimal"},
    {Collective::kAllgather, Algorithm::kSbt, PortUse::kOne, "Johnsson and Ho 1986, section 6.1", "always optimal"},
    {Collective::kAlltoall, Algorithm::kTable, PortUse::kAll, "Bertsekas et al. 1991, section 4",
     "always optimal: every link busy in every cycle"},
    {Collective::kAlltoall, Algorithm::kEcube, PortUse::kAll, "Bertsekas et al. 1991, section 4, without its order",
     "for d up to 2; shows why the table matters"},
    {Collective::kAlltoall, Algorithm::kFifo, PortUse::kOne, "Dimakopoulos and Dimopoulos, theorem 1 and fig. 2",
     "always optimal, with queues of one packet"},
    {Collective::kAlltoall, Algorithm::kSbt, PortUse::kOne, "Johnsson and Ho 1986, lemma 7.1", "always optimal"},
};

// The rule that the hardware needs.
constexpr node::Rule rule_of(const Operation& operation) {
  switch (operation.collective) {
    case Collective::kBroadcast:
      return broadcast_rule(operation.algorithm);
    case Collective::kScatter:
      return node::Rule::kAscending;
    case Collective::kAllgather:
      return allgather_rule(operation.algorithm);
    default:
      return node::Rule::kEcube;
  }
}

// Does the operation need the port gate?
constexpr bool needs_gate(const Operation& operation) {
  return operation.ports != PortUse::kAll;
}

// Does every node receive the same register values but for its own address?
constexpr bool is_isotropic(const Operation& operation) {
  return (operation.collective == Collective::kAllgather && operation.algorithm != Algorithm::kRing) ||
         operation.collective == Collective::kAlltoall;
}

// Loads node `me` through its driver.
template <class Driver>
void load(const Operation& operation, cube::Address me, Driver& driver) {
  switch (operation.collective) {
    case Collective::kBroadcast:
      return load_broadcast(operation, me, driver);
    case Collective::kScatter:
      return load_scatter(operation, me, driver);
    case Collective::kGather:
      return load_gather(operation, me, driver);
    case Collective::kAllgather:
      return load_allgather(operation, me, driver);
    case Collective::kAlltoall:
      return load_alltoall(operation, me, driver);
  }
}

}  // namespace collectives
