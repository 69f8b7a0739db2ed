// SPDX-License-Identifier: Apache-2.0
// The end of the translation unit of one model of RTL nodes. The model store (testbench/models)
// writes its beginning:
//
//     struct Config : router::CubeConfig<3> { ... };   // the configuration (hls/configuration)
//     #include "node_d3_w13_gated_rtl.hpp"             // what stepc generated
//     #include "rtl_sim/rtl_model.hpp"
//     CUBECAST_RTL_MODEL(router::Node, node_d3_w13_gated)
//
// CUBECAST_WAVES: the model can write waveforms.
#pragma once

#include "hls/broadcast/node.hpp"
#include "hls/router/node.hpp"
#include "hls/stepc/lockstep/lockstep.hpp"
#include "rtl_sim/rtl_nodes.hpp"
#if CUBECAST_WAVES
#include "rtl_sim/rtl_wave.hpp"
#endif

namespace rtl_sim {

#if CUBECAST_WAVES
template <testbench::AnyNode Node, class Harness>
using ModelNodes = RtlNodes<Node, Harness, RtlWave>;
#else
template <testbench::AnyNode Node, class Harness>
using ModelNodes = RtlNodes<Node, Harness, NoWave>;
#endif

}  // namespace rtl_sim

#define CUBECAST_RTL_MODEL(NODE, MODULE)                                                       \
  STEPC_LOCKSTEP(MODULE);                                                                      \
  extern "C" __attribute__((visibility("default"))) testbench::Nodes* cubecast_make_rtl_nodes( \
      const testbench::RtlRequest& request) {                                                  \
    return new rtl_sim::ModelNodes<NODE<Config>, MODULE##_lockstep>(request);                  \
  }
