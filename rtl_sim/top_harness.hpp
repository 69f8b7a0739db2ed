// What stepc generated for one top, as a type. CUBECAST_CONFIG: its configuration; CUBECAST_TOP: its module, a gated node
// with 64-bit payloads; CUBECAST_HARNESS: its generated header. For translation units of one top only.
#pragma once

#include CUBECAST_HARNESS

#include "hls/compiler/lockstep/lockstep.hpp"
#include "hls/tops/labelled_top.hpp"
#include "hls/tops/node_top.hpp"

namespace rtl_sim {
namespace {

using TopConfig = CUBECAST_CONFIG;

#define CUBECAST_LOCKSTEP(top) STEPC_LOCKSTEP(top)
#define CUBECAST_JOIN(a, b) a##b
#define CUBECAST_HARNESS_OF(top) CUBECAST_JOIN(top, _lockstep)

CUBECAST_LOCKSTEP(CUBECAST_TOP);
using TopHarness = CUBECAST_HARNESS_OF(CUBECAST_TOP);

}  // namespace
}  // namespace rtl_sim
