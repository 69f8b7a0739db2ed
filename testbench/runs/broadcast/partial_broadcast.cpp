// SPDX-License-Identifier: Apache-2.0
#include "testbench/runs/broadcast/partial_broadcast.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace testbench {
namespace {

// After so many cycles without packets on the links or to the memories no more will come; stalls
// are shorter.
constexpr std::uint64_t kMostStillCycles = 10'000;

// Checks that every node gets every packet of every other active node once.
class Judge {
 public:
  // `served`: the first sequence of each node.
  Judge(const BroadcastSetting& setting, const std::vector<Address>& active, const std::vector<std::uint32_t>& served)
      : nodes_(setting.nodes()),
        packets_(packets_of_request(setting.scheme, setting.dimension())),
        payloads_(setting.payload_seed, setting.payload_bits),
        served_(served),
        places_(nodes_, kPassive),
        missing_(std::uint64_t{packets_} * active.size() * (nodes_ - 1)) {
    for (const Address node : active) {
      places_[node.number()] = static_cast<std::uint32_t>(got_.size());
      got_.insert(got_.end(), packets_, std::vector<bool>(nodes_));
    }
  }

  std::uint64_t missing() const { return missing_; }
  const std::optional<std::string>& error() const { return error_; }

  void judge(const BroadcastDelivery& delivery) {
    const auto& [node, source, sequence, payload] = delivery;
    const std::uint32_t place = places_[source.number()];
    const std::uint32_t packet = sequence - served_[source.number()];
    if (place == kPassive || node == source || packet >= packets_) {
      return fail(delivery, "which is none of this broadcast");
    }
    if (payload != payloads_(source.number(), sequence)) return fail(delivery, "with a wrong payload");
    std::vector<bool>& got = got_[place + packet];
    if (got[node.number()]) return fail(delivery, "twice");
    got[node.number()] = true;
    --missing_;
  }

 private:
  static constexpr std::uint32_t kPassive = ~0u;

  void fail(const BroadcastDelivery& delivery, const char* what) {
    if (error_) return;
    error_ = fmt::format("node {} got packet {} from node {}, {}", delivery.node.number(), delivery.sequence,
                         delivery.source.number(), what);
  }

  std::uint32_t nodes_;
  std::uint32_t packets_;  // of each node
  PayloadHash payloads_;
  const std::vector<std::uint32_t>& served_;
  std::vector<std::uint32_t> places_;   // by node: the place of its first packet in got_
  std::vector<std::vector<bool>> got_;  // by packet and node
  std::uint64_t missing_;
  std::optional<std::string> error_;
};

}  // namespace

std::uint64_t partial_broadcast_bytes(const BroadcastSetting& setting, std::uint64_t active) {
  const std::uint64_t d = setting.network.ports();
  const std::uint64_t nodes = setting.nodes();
  const std::uint64_t packets = active * packets_of_request(setting.scheme, setting.dimension());
  // Measured sizes of a node's registers and of its d^2 queues.
  const PrefixSetting prefix = setting.prefix.value_or(PrefixSetting());
  const std::uint64_t of_tree = prefix.channel == broadcast::PrefixChannel::kTree ? 4 * d * d : 0;
  const std::uint64_t of_node = 1500 + 40 * d * d + of_tree + (setting.trees ? 4 * nodes : 0);
  // A copy is a packet number, or a packet in a ring of up to twice its contents.
  const std::uint64_t of_copy = setting.dimension() >= kLeastNumberedDim ? 4 : 64;
  return nodes * (of_node + packets * of_copy) + packets * nodes / 8;
}

PartialBroadcasts::PartialBroadcasts(BroadcastMesh& mesh, const BroadcastSetting& setting)
    : mesh_(mesh), setting_(setting), served_(setting.nodes()) {
  load_service(mesh, setting, /*repeats=*/false);
}

PartialBroadcastResult PartialBroadcasts::run(const std::vector<Address>& active,
                                              const std::function<void(std::uint64_t cycle)>& watch) {
  Judge judge(setting_, active, served_);
  PartialBroadcastResult result;
  // Cycles count from the strobe; the nodes begin one cycle later.
  std::uint64_t last_count = 0;
  std::uint64_t first_broadcast = 0;
  std::uint64_t last = 0;
  std::uint64_t last_change = 0;
  for (std::uint64_t cycle = 0; judge.missing() != 0 || cycle <= last + 1 || last == 0; ++cycle) {
    mesh_.clock(cycle == 0, cycle == 0 ? active : std::vector<Address>{});
    const BroadcastTraffic traffic = mesh_.traffic();
    if (traffic.counts != 0) last_count = cycle;
    if (traffic.broadcast != 0 && first_broadcast == 0) first_broadcast = cycle;
    if (traffic.all() != 0) {
      last = cycle;
      if (watch) watch(cycle);
    }
    result.sent += traffic.packing + traffic.broadcast;
    for (const BroadcastDelivery& delivery : mesh_.delivered()) judge.judge(delivery);
    result.delivered += mesh_.delivered().size();
    if (traffic.all() != 0 || !mesh_.delivered().empty()) last_change = cycle;
    if (cycle > last_change + kMostStillCycles) {
      result.error =
          fmt::format("nothing has moved for {} cycles, and {} packets have not come: queues of {} are too shallow",
                      kMostStillCycles, judge.missing(), setting_.queue_depth.chosen);
      result.stands_still = true;
      break;
    }
  }
  result.cycles.prefix = last_count;
  if (first_broadcast != 0) {
    // On trees the nodes near the root send while others are still told.
    first_broadcast = std::max(first_broadcast, last_count + 1);
    result.cycles.packing = first_broadcast - 1 - last_count;
    result.cycles.broadcast = last + 1 - first_broadcast;
  }
  result.deepest_queue = mesh_.deepest_queue();
  if (judge.error()) result.error = judge.error();
  for (const Address node : active) served_[node.number()] += packets_of_request(setting_.scheme, setting_.dimension());
  return result;
}

PartialBroadcastResult run_partial_broadcast(BroadcastMesh& mesh, const BroadcastSetting& setting,
                                             const std::vector<Address>& active,
                                             const std::function<void(std::uint64_t cycle)>& watch) {
  return PartialBroadcasts(mesh, setting).run(active, watch);
}

}  // namespace testbench
