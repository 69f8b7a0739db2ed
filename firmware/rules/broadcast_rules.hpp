// The rules of nodes that serve broadcast requests by themselves (hls/broadcast): to the node that
// is to hold a packet; from there to all, by either kind of partial multinode broadcast; to all
// from the source at once, by either kind of tree; to the root of a tree that all share, and down
// it; and what the nodes tell one another.
#pragma once

#include "firmware/rules/ascending.hpp"
#include "firmware/rules/doubling.hpp"
#include "firmware/rules/neighbour_part.hpp"
#include "firmware/rules/rule_list.hpp"
#include "firmware/rules/sbt.hpp"
#include "firmware/rules/shared_trees.hpp"
#include "firmware/rules/subcubes.hpp"
#include "firmware/rules/table.hpp"
#include "firmware/rules/to_root.hpp"

namespace rules {

using BroadcastRules = RuleList<Ascending, Doubling, Subcubes, Sbt, Table, ToRoot, SharedTrees, NeighbourPart>;

}  // namespace rules
