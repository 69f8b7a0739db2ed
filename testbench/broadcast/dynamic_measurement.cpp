#include "testbench/broadcast/dynamic_measurement.hpp"

#include <algorithm>

namespace testbench {

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

}  // namespace testbench
