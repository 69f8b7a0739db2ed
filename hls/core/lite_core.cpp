// SPDX-License-Identifier: Apache-2.0
// A core with M and C behind AXI4-Lite as a top, for stepc.
#include "hls/core/lite_master.hpp"

struct Config : core::CoreConfiguration {
  static constexpr bool kMultiplies = true;
  static constexpr bool kCompressed = true;
};
using State = core::LiteCore<Config>::State;
using In = core::LiteCore<Config>::In;
using Out = core::LiteCore<Config>::Out;
void step(State& state, const In& in, Out& out) {
  core::LiteCore<Config>::step(state, in, out);
}
