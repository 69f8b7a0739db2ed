// SPDX-License-Identifier: Apache-2.0
// The spanning tree whose longest path is the shortest: a tree of shortest paths from the middle of the network, which is a node or
// lies within a link (Hakimi's absolute centre; Hassin and Tamir 1995).
#pragma once

#include "testbench/plans/networks/network.hpp"

namespace testbench {

// `links`: in both directions; the tree's alone are left. Paths between switches do not count. `is_symmetric`: all nodes see the
// same network. On some thousand others only links of a middle node are tried.
LinkTable shallow_tree(const LinkTable& links, bool is_symmetric);

}  // namespace testbench
