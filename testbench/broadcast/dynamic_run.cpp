#include "testbench/broadcast/dynamic_run.hpp"

#include <algorithm>
#include <bit>

#include "testbench/broadcast/request_source.hpp"

namespace testbench {
namespace {

// Cycles in which requests wait and none of their packets is delivered, after which none will be.
constexpr std::uint64_t kMostIdleCycles = 20'000;
// And such behind which what is unstable may be a deadlock, which is worth some more cycles to find out.
constexpr std::uint64_t kManyIdleCycles = 256;
constexpr std::uint64_t kSampleInterval = 16;
// The first look, in cycles; each later one comes half as late again as the one before.
constexpr std::uint64_t kFirstLook = 4096;
// First looks for progress and interruptions alone, each at twice the cycles of the one before.
constexpr std::uint64_t kFirstWords = 64;

// Requests below which a backlog is not called unstable. A period in which all nodes are active needs no packing and is
// shorter than one from which a few are missing: queues of partial broadcasts grow to dozens in each node before they
// grow no more, the fewer the larger the cube is.
double least_unstable(broadcast::Scheme scheme, std::uint32_t nodes) {
  const double of_node = is_partial(scheme) ? std::clamp(8192.0 / nodes, 8.0, 128.0) : 4;
  return of_node * nodes;
}

// Serves what is open, without new requests. Returns false if it stands still in full queues. Throws VerificationError for
// the oldest request that never comes everywhere although no queue is full.
bool drain(BroadcastMesh& mesh, RequestSources& sources, const PayloadHash& payloads, std::uint64_t cycle) {
  std::uint64_t last_delivery = cycle;
  while (sources.open() != 0 && cycle <= last_delivery + kMostIdleCycles) {
    ++cycle;
    mesh.clock(false, sources.send(mesh));
    for (const BroadcastDelivery& delivery : mesh.delivered()) {
      const bool payload_ok = delivery.payload == payloads(delivery.source.number(), delivery.sequence);
      sources.deliver(delivery, payload_ok, cycle);
      last_delivery = cycle;
    }
  }
  if (sources.open() != 0 && mesh.traffic().stopped != 0) return false;
  sources.verification().finish();
  return true;
}

}  // namespace

DynamicResult run_dynamic(BroadcastMesh& mesh, const BroadcastSetting& setting, const DynamicSetting& dynamic,
                          const std::function<void(const DynamicResult&)>& look) {
  const std::uint32_t nodes = cube::nodes(setting.dimension);
  load_service(mesh, setting, /*repeats=*/true);
  mesh.clock(true, {});
  RequestArrivals arrivals(dynamic.arrivals, nodes, dynamic.seed);
  RequestSources sources(setting, mesh.sequence_width());
  const PayloadHash payloads(setting.payload_seed);
  DelayStatistics delays;
  BacklogWatch watch(least_unstable(setting.scheme, nodes));
  DynamicResult result;
  std::vector<std::uint32_t> came;
  std::uint64_t next_look = std::min(kFirstLook, dynamic.most_cycles);
  std::uint64_t last_delivery = 0;

  for (std::uint64_t cycle = 1;; ++cycle) {
    came.clear();
    arrivals.next(came);
    for (const std::uint32_t node : came) sources.come(node, cycle);
    mesh.clock(false, sources.send(mesh));
    for (const BroadcastDelivery& delivery : mesh.delivered()) {
      const bool payload_ok = delivery.payload == payloads(delivery.source.number(), delivery.sequence);
      if (const auto delay = sources.deliver(delivery, payload_ok, cycle)) delays.add(*delay);
    }
    const BroadcastTraffic traffic = mesh.traffic();
    result.sent.counts += traffic.counts;
    result.sent.packing += traffic.packing;
    result.sent.broadcast += traffic.broadcast;
    if (!mesh.delivered().empty() || sources.open() == 0) last_delivery = cycle;
    const bool stands_still = cycle > last_delivery + kMostIdleCycles;
    if (cycle % kSampleInterval == 0) {
      watch.sample(sources.open());
      result.longest_queue = std::max(result.longest_queue, sources.longest_line(mesh));
    }
    const bool is_early = cycle < kFirstLook && cycle >= kFirstWords && std::has_single_bit(cycle);
    if (cycle != next_look && !stands_still && !is_early) continue;
    if (stands_still && traffic.stopped == 0) sources.verification().finish();

    result.cycles = cycle;
    result.requests = sources.begun();
    result.completed = sources.completed();
    result.deliveries = sources.deliveries();
    result.delays = delays.summary();
    result.backlog = watch.look(result.requests);
    result.deepest_queue = mesh.deepest_queue();
    result.deadlocked = stands_still;
    if (result.deadlocked) result.backlog.verdict = Stability::kUnstable;
    const Stability verdict = result.backlog.verdict;
    const bool may_be_deadlock = !result.deadlocked && cycle > last_delivery + kManyIdleCycles;
    result.settled =
        (verdict == Stability::kUnstable && !may_be_deadlock) ||
        (verdict == Stability::kStable && (dynamic.only_stability || result.delays.is_settled(dynamic.precision)));
    if (look) look(result);
    if (cycle >= dynamic.most_cycles || result.settled) {
      if (verdict != Stability::kUnstable && !drain(mesh, sources, payloads, cycle)) {
        result.deadlocked = true;
        result.backlog.verdict = Stability::kUnstable;
      }
      return result;
    }
    if (cycle < next_look) continue;
    next_look = std::min(cycle + (may_be_deadlock ? kManyIdleCycles : cycle / 2), dynamic.most_cycles);
  }
}

}  // namespace testbench
