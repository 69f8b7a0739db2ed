// SPDX-License-Identifier: Apache-2.0
// Runs one top beside its Verilator model; stepc_lockstep_of (cmake/StepcTests.cmake) builds it
// with main.cpp. STEPC_SOURCE is the C++ source of the top, STEPC_HARNESS the generated harness,
// STEPC_MODULE the module's name, and STEPC_TOP the step function. STEPC_STIMULUS is optional: a
// header with a type Stimulus, whose objects are called as shape(random, out, in), see
// lockstep.hpp.
#include STEPC_HARNESS
#include STEPC_SOURCE
#if defined(STEPC_STIMULUS)
#include STEPC_STIMULUS
#endif

#include "hls/stepc/lockstep/top_run.hpp"

#define STEPC_EXPAND(module) STEPC_LOCKSTEP(module)
#define STEPC_JOIN(a, b) a##b
#define STEPC_TEXT(name) #name
#define STEPC_STRING(name) STEPC_TEXT(name)
#define STEPC_HARNESS_TYPE(module) STEPC_JOIN(module, _lockstep)

STEPC_EXPAND(STEPC_MODULE);

std::optional<stepc::Divergence> stepc::run_top(const LockstepOptions& options, TestbenchWriter* writer) {
  using Harness = STEPC_HARNESS_TYPE(STEPC_MODULE);
  const auto watch = [&](auto& model) {
    if (writer != nullptr) writer->template add<Harness>(model, STEPC_STRING(STEPC_MODULE));
  };
#if defined(STEPC_STIMULUS)
  Stimulus stimulus;
#else
  const auto stimulus = [](auto&, const auto&, auto&) {};
#endif
  return run_lockstep<Harness>(STEPC_TOP, options, stimulus, watch);
}
