// SPDX-License-Identifier: Apache-2.0
// Cuts that a collective's packets take longest to cross, each found exactly by flows (Dinkelbach 1967: a
// cut that is worse than the ratio so far, until there is none).
#pragma once

#include <cstdint>
#include <vector>

#include "testbench/judge/bounds/flows.hpp"

namespace testbench {

struct WorstCut {
  Crossing crossing;         // a packet for each node behind it, or of each before it
  std::vector<bool> before;  // by node: on the side from which packets come
};

// Where a packet goes from the root to each node: nodes behind the cut by links over it.
WorstCut worst_scatter_cut(const TurnedLinks& links, std::uint32_t root);

// Where a packet goes from each node to all: nodes before the cut by links over it (Zhao et al. 2024, section 4).
// Takes a flow for each node.
WorstCut worst_gossip_cut(const TurnedLinks& links);

// Where all nodes combine an item and have the result: 2 (p - 1) messages between p parts (Harary and Schwenk 1974,
// each part taken as a node), by the links between them. The worst parts have the strength of the network between
// them (Cunningham 1985), where there are no switches. Parts of switches alone send nothing of their own: they are not
// counted, and the links among them neither. To each link there is one the other way. Takes a flow for each node.
Crossing worst_parts(const TurnedLinks& links);

}  // namespace testbench
