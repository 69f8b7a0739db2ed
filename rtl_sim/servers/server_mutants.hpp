// Test only: deliberately wrong RTL of nodes that serve broadcast requests, for d = 2; rtl_sim/servers/CMakeLists.txt says
// what is wrong with each.
#pragma once

#include <memory>

#include "testbench/broadcast/broadcast_mesh.hpp"

namespace rtl_sim::test {

using MutantMaker = std::unique_ptr<testbench::BroadcastMesh>(const testbench::BroadcastSetting&);

MutantMaker make_mutant_count, make_mutant_rank, make_mutant_missing, make_mutant_request, make_mutant_tree,
    make_mutant_relay;

}  // namespace rtl_sim::test
