// What stepc generated for one top, as a type. CUBECAST_DIM and CUBECAST_HOP_CYCLES: those of a node of a cube,
// CUBECAST_COMBINES: that combines packets, in so many stages, CUBECAST_SERVES: that serves broadcast requests, its counts going
// over links or wires (broadcast::PrefixChannel), CUBECAST_COUNT_WIRES of them;
// CUBECAST_PORTS: of a node of any other network; CUBECAST_TOP: its module, a gated node with 64-bit payloads;
// CUBECAST_HARNESS: its generated header. For translation units of one top only.
#pragma once

#include CUBECAST_HARNESS

#include "hls/compiler/lockstep/lockstep.hpp"
#include "hls/tops/broadcast_top.hpp"
#include "hls/tops/labelled_top.hpp"
#include "hls/tops/node_top.hpp"

namespace rtl_sim {
namespace {

#if defined(CUBECAST_PORTS)
using TopConfig = tops::LabelledEngineConfig<CUBECAST_PORTS>;
#elif defined(CUBECAST_SERVES)
using TopConfig =
    tops::BroadcastEngineConfig<CUBECAST_DIM, broadcast::PrefixChannel::CUBECAST_SERVES, CUBECAST_COUNT_WIRES>;
#elif defined(CUBECAST_COMBINES)
using TopConfig = tops::CombiningEngineConfig<CUBECAST_DIM, CUBECAST_HOP_CYCLES, CUBECAST_COMBINES>;
#else
using TopConfig = tops::EngineConfig<CUBECAST_DIM, CUBECAST_HOP_CYCLES>;
#endif

#define CUBECAST_LOCKSTEP(top) STEPC_LOCKSTEP(top)
#define CUBECAST_JOIN(a, b) a##b
#define CUBECAST_HARNESS_OF(top) CUBECAST_JOIN(top, _lockstep)

CUBECAST_LOCKSTEP(CUBECAST_TOP);
using TopHarness = CUBECAST_HARNESS_OF(CUBECAST_TOP);

}  // namespace
}  // namespace rtl_sim
