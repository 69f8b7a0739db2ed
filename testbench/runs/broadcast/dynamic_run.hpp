// SPDX-License-Identifier: Apache-2.0
// Continuous random request arrivals, served by a network of nodes. The run ends when their mean delay
// is known well enough, or when the backlog is seen to grow without end. Every delivery of every
// request is judged during the run, in bounded memory.
#pragma once

#include <cstdint>
#include <functional>

#include "testbench/plans/dynamic/delay_statistics.hpp"
#include "testbench/plans/dynamic/request_arrivals.hpp"
#include "testbench/plans/dynamic/stability.hpp"
#include "testbench/runs/broadcast/broadcast_mesh.hpp"
#include "testbench/runs/broadcast/request_service.hpp"

namespace testbench {

struct DynamicSetting {
  ArrivalSetting arrivals;
  std::uint64_t seed = RequestArrivals::kDefaultSeed;
  double precision = 0.05;                // half width of the mean delay's confidence interval, as a part of the mean
  std::uint64_t most_cycles = 1'000'000;  // the longest run
  bool only_stability = false;            // ends when stability is decided
};

struct DynamicResult {
  std::uint64_t cycles = 0;
  std::uint64_t requests = 0;       // have come
  std::uint64_t completed = 0;      // have reached all nodes
  std::uint64_t deliveries = 0;     // packets, judged
  DelaySummary delays;              // of requests, in cycles: from the arrival to the last delivery of the last packet
  Backlog backlog;                  // requests that have not reached all nodes
  std::uint64_t longest_queue = 0;  // requests at one node, none of whose packets has been on offer to its router
  std::uint32_t deepest_queue = 0;  // packets in a crosspoint queue
  BroadcastTraffic sent;
  bool deadlocked = false;  // requests wait, and nothing has been delivered for 20,000 cycles: queues are too shallow
  bool settled = false;     // the interval is as short as requested, or stability is decided

  // Requests that were completed, per node and cycle.
  double throughput(std::uint32_t nodes) const {
    return cycles == 0 ? 0 : static_cast<double>(completed) / static_cast<double>(cycles) / nodes;
  }

  void set_deadlocked() {
    deadlocked = true;
    backlog.verdict = Stability::kUnstable;
  }
};

// Measures requests while they are served, cycle by cycle, in bounded memory.
class DynamicMeasurement {
 public:
  // Cycles between two samples of the backlog.
  static constexpr std::uint64_t kSampleInterval = 16;

  // `least_unstable`: see BacklogWatch.
  DynamicMeasurement(const RequestService& service, double least_unstable);

  // Called after the service has been clocked.
  void observe();
  // The results so far, except `settled`. Throws the exceptions of RequestService::is_deadlocked().
  DynamicResult result() const;

 private:
  const RequestService& service_;
  DelayStatistics delays_;
  BacklogWatch backlog_;
  BroadcastTraffic sent_;
  std::uint64_t longest_queue_ = 0;
};

// Unless the run is unstable, the open requests are served at the end, outside of the statistics,
// because nothing may be lost. `look`: called now and then with the results so far, for progress
// and interruptions. Throws VerificationError where a delivery is wrong.
DynamicResult run_dynamic(BroadcastMesh& mesh, const BroadcastSetting& setting, const DynamicSetting& dynamic,
                          const std::function<void(const DynamicResult&)>& look = {});

}  // namespace testbench
