// SPDX-License-Identifier: Apache-2.0
#include "testbench/runs/broadcast/dynamic_run.hpp"

#include <algorithm>
#include <vector>

#include "testbench/plans/dynamic/look_schedule.hpp"

namespace testbench {
namespace {

// A backlog of fewer requests is not called unstable. A period in which all nodes are active needs
// no packing, and is shorter than one in which a few nodes are inactive. Queues of partial
// broadcasts therefore grow to dozens in each node before they stop. The numbers are chosen, not
// derived. By definition a backlog is unstable if it grows although every node always has a
// request. At a load 5 % beyond that limit, however, it takes thousands of requests at each node
// until no node is ever without one, because random arrivals make the queues grow apart, and large
// cubes do not run for so long.
double least_unstable(broadcast::Scheme scheme, std::uint32_t nodes) {
  const double of_node = is_partial(scheme) ? std::clamp(8192.0 / nodes, 8.0, 128.0) : 4;
  return of_node * nodes;
}

// The requested results are known. An unstable run continues while it may still turn out to be a
// deadlock.
bool is_settled(const DynamicResult& result, const DynamicSetting& dynamic, bool may_be_deadlock) {
  switch (result.backlog.verdict) {
    case Stability::kUnstable:
      return !may_be_deadlock;
    case Stability::kStable:
      return dynamic.only_stability || result.delays.is_settled(dynamic.precision);
    case Stability::kUndecided:
      break;
  }
  return false;
}

}  // namespace

DynamicMeasurement::DynamicMeasurement(const RequestService& service, double least_unstable)
    : service_(service), backlog_(least_unstable) {
}

void DynamicMeasurement::observe() {
  for (const std::uint64_t delay : service_.delays()) delays_.add(delay);
  const BroadcastTraffic traffic = service_.mesh().traffic();
  sent_.counts += traffic.counts;
  sent_.packing += traffic.packing;
  sent_.broadcast += traffic.broadcast;
  if (service_.cycle() % kSampleInterval != 0) return;
  backlog_.sample(service_.sources().open());
  longest_queue_ = std::max(longest_queue_, service_.sources().longest_line(service_.mesh()));
}

DynamicResult DynamicMeasurement::result() const {
  DynamicResult result;
  result.cycles = service_.cycle();
  result.requests = service_.sources().begun();
  result.completed = service_.sources().completed();
  result.deliveries = service_.sources().deliveries();
  result.delays = delays_.summary();
  result.backlog = backlog_.look(result.requests);
  result.longest_queue = longest_queue_;
  result.deepest_queue = service_.mesh().deepest_queue();
  result.sent = sent_;
  if (service_.is_deadlocked()) result.set_deadlocked();
  return result;
}

DynamicResult run_dynamic(BroadcastMesh& mesh, const BroadcastSetting& setting, const DynamicSetting& dynamic,
                          const std::function<void(const DynamicResult&)>& look) {
  const std::uint32_t nodes = setting.nodes();
  RequestService service(mesh, setting);
  RequestArrivals arrivals(dynamic.arrivals, nodes, dynamic.seed);
  DynamicMeasurement measurement(service, least_unstable(setting.scheme, nodes));
  LookSchedule looks(dynamic.most_cycles);
  std::vector<std::uint32_t> came;
  for (;;) {
    came.clear();
    arrivals.next(came);
    service.clock(came);
    measurement.observe();
    if (!looks.are_due(service.cycle()) && !service.stands_still()) continue;

    DynamicResult result = measurement.result();
    const bool may_be_deadlock = service.may_stand_still() && !result.deadlocked;
    result.settled = is_settled(result, dynamic, may_be_deadlock);
    if (look) look(result);
    if (result.settled || looks.end_at(service.cycle())) {
      if (result.backlog.verdict != Stability::kUnstable && !service.drain()) result.set_deadlocked();
      return result;
    }
    if (may_be_deadlock) {
      looks.go_on(service.cycle(), RequestService::kManyIdleCycles);
    } else {
      looks.go_on(service.cycle());
    }
  }
}

}  // namespace testbench
