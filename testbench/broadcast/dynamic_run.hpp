// Requests that arrive at random and for ever, served by a cube of nodes, measured until their mean
// delay is known well enough or the requests that wait are seen to grow without end. Every delivery
// of every request is judged while it runs, in bounded memory.
#pragma once

#include <cstdint>
#include <functional>

#include "testbench/broadcast/broadcast_mesh.hpp"
#include "testbench/broadcast/dynamic_measurement.hpp"
#include "testbench/dynamic/request_arrivals.hpp"

namespace testbench {

struct DynamicSetting {
  ArrivalSetting arrivals;
  std::uint64_t seed = RequestArrivals::kDefaultSeed;
  double precision = 0.05;                // half width of the mean delay's confidence interval, as a part of the mean
  std::uint64_t most_cycles = 1'000'000;  // run for so many at most
  bool only_stability = false;            // ends when that is decided
};

// Unless it is unstable, what is open at the end is served to the last, outside of the statistics:
// nothing may be lost. `look`: called now and then with what is known so far, for progress and
// interruptions. Throws VerificationError where a delivery is wrong.
DynamicResult run_dynamic(BroadcastMesh& mesh, const BroadcastSetting& setting, const DynamicSetting& dynamic,
                          const std::function<void(const DynamicResult&)>& look = {});

}  // namespace testbench
