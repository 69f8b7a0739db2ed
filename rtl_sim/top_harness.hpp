// What stepc generated for the top of one dimension, as a type. CUBECAST_DIM: the dimension; CUBECAST_HOP_CYCLES: of
// the router; CUBECAST_TOP: the module
// of the top, a gated node with 64-bit payloads; CUBECAST_HARNESS: its generated header. For translation units of one
// dimension only.
#pragma once

#include CUBECAST_HARNESS

#include "hls/compiler/lockstep/lockstep.hpp"
#include "hls/tops/node_top.hpp"

namespace rtl_sim {
namespace {

using TopConfig = tops::EngineConfig<CUBECAST_DIM, CUBECAST_HOP_CYCLES>;

#define CUBECAST_LOCKSTEP(top) STEPC_LOCKSTEP(top)
#define CUBECAST_JOIN(a, b) a##b
#define CUBECAST_HARNESS_OF(top) CUBECAST_JOIN(top, _lockstep)

CUBECAST_LOCKSTEP(CUBECAST_TOP);
using TopHarness = CUBECAST_HARNESS_OF(CUBECAST_TOP);

}  // namespace
}  // namespace rtl_sim
