// SPDX-License-Identifier: Apache-2.0
#include "testbench/runs/broadcast/request_service.hpp"

namespace testbench {

RequestService::RequestService(BroadcastMesh& mesh, const BroadcastSetting& setting)
    : mesh_(mesh), sources_(setting, mesh.sequence_width()), payloads_(setting.payload_seed, setting.payload_bits) {
  load_service(mesh, setting, /*repeats=*/true);
  mesh.clock(true, {});
}

void RequestService::clock(const std::vector<std::uint32_t>& came) {
  ++cycle_;
  for (const std::uint32_t node : came) sources_.come(node, cycle_);
  mesh_.clock(false, sources_.send(mesh_));
  delays_.clear();
  for (const BroadcastDelivery& delivery : mesh_.delivered()) {
    const bool payload_ok = delivery.payload == payloads_(delivery.source.number(), delivery.sequence);
    if (const auto delay = sources_.deliver(delivery, payload_ok, cycle_)) delays_.push_back(*delay);
  }
  if (!mesh_.delivered().empty() || sources_.open() == 0) last_delivery_ = cycle_;
}

bool RequestService::is_deadlocked() const {
  if (!stands_still()) return false;
  if (mesh_.traffic().stopped == 0) sources_.verification().finish();
  return true;
}

bool RequestService::drain() {
  while (sources_.open() != 0 && !stands_still()) clock({});
  if (is_deadlocked()) return false;
  sources_.verification().finish();
  return true;
}

}  // namespace testbench
