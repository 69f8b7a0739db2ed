// SPDX-License-Identifier: Apache-2.0
// The core as a top, for stepc.
#include "hls/core/core.hpp"

struct Config : core::CoreConfiguration {
  static constexpr bool kCounters = COUNTERS;
  static constexpr bool kMultiplies = MULTIPLIES;
  static constexpr bool kCompressed = COMPRESSED;
  static constexpr bool kFastShifts = FAST;
  static constexpr bool kFastProducts = FAST;
  static constexpr bool kPipelined = PIPELINED;
  static constexpr bool kTraces = TRACES;
};
using State = core::State<Config>;
using In = core::In;
using Out = core::Out<Config>;
void step(State& state, const In& in, Out& out) {
  core::Core<Config>::step(state, in, out);
}
