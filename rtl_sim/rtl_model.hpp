// The end of the translation unit of one model of RTL nodes. The model store (testbench/models)
// writes its beginning:
//
//     struct Config : router::CubeConfig<3> { ... };   // the configuration (hls/configuration)
//     #include "node_d3_w13_gated_rtl.hpp"             // what stepc generated
//     #include "rtl_sim/rtl_model.hpp"
//     CUBECAST_RTL_MODEL(RouterKind, node_d3_w13_gated)
//
// CUBECAST_WAVES: the model can write waveforms.
#pragma once

#include "hls/stepc/lockstep/lockstep.hpp"
#include "rtl_sim/rtl_nodes.hpp"
#if CUBECAST_WAVES
#include "rtl_sim/rtl_wave.hpp"
#endif

namespace rtl_sim {

#if CUBECAST_WAVES
template <class Kind, class Harness>
using ModelNodes = RtlNodes<Kind, Harness, RtlWave>;
#else
template <class Kind, class Harness>
using ModelNodes = RtlNodes<Kind, Harness, NoWave>;
#endif

}  // namespace rtl_sim

#define CUBECAST_RTL_MODEL(KIND, MODULE)                                                       \
  STEPC_LOCKSTEP(MODULE);                                                                      \
  extern "C" __attribute__((visibility("default"))) testbench::Nodes* cubecast_make_rtl_nodes( \
      const testbench::RtlRequest& request) {                                                  \
    return new rtl_sim::ModelNodes<testbench::KIND<Config>, MODULE##_lockstep>(request);       \
  }
