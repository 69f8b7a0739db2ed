#include "testbench/broadcast/dynamic_run.hpp"

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
// Requests for each node below which a backlog is not called unstable.
constexpr double kLeastUnstable = 4;

// Serves what is open, without new requests. Throws VerificationError for the oldest that never comes everywhere.
void drain(BroadcastMesh& mesh, RequestSources& sources, const PayloadHash& payloads, std::uint64_t cycle) {
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
  sources.verification().finish();
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
  BacklogWatch watch(kLeastUnstable * nodes);
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
    result.deadlocked = cycle > last_delivery + kMostIdleCycles;
    if (cycle % kSampleInterval == 0) {
      watch.sample(sources.open());
      result.longest_queue = std::max(result.longest_queue, sources.longest_line(mesh));
    }
    if (cycle != next_look && !result.deadlocked) continue;

    result.cycles = cycle;
    result.requests = sources.begun();
    result.completed = sources.completed();
    result.deliveries = sources.deliveries();
    result.delays = delays.summary();
    result.backlog = watch.look();
    result.deepest_queue = mesh.deepest_queue();
    if (result.deadlocked) result.backlog.verdict = Stability::kUnstable;
    const Stability verdict = result.backlog.verdict;
    const bool may_be_deadlock = !result.deadlocked && cycle > last_delivery + kManyIdleCycles;
    result.settled =
        (verdict == Stability::kUnstable && !may_be_deadlock) ||
        (verdict == Stability::kStable && (dynamic.only_stability || result.delays.is_settled(dynamic.precision)));
    if (look) look(result);
    if (cycle >= dynamic.most_cycles || result.settled) {
      if (verdict != Stability::kUnstable) drain(mesh, sources, payloads, cycle);
      return result;
    }
    next_look = std::min(cycle + (may_be_deadlock ? kManyIdleCycles : cycle / 2), dynamic.most_cycles);
  }
}

}  // namespace testbench
