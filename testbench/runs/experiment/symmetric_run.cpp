// SPDX-License-Identifier: Apache-2.0
#include "testbench/runs/experiment/symmetric_run.hpp"

#include <algorithm>
#include <bit>
#include <memory>
#include <new>
#include <vector>

#include "firmware/networks/node_kind.hpp"
#include "testbench/engines/native/native_mesh.hpp"
#include "testbench/judge/bounds/bounds.hpp"
#include "testbench/judge/checker/relative_checker.hpp"
#include "testbench/runs/experiment/cycle_loop.hpp"
#include "testbench/runs/experiment/loader.hpp"

namespace testbench {
namespace {

using collectives::Operation;

// No more packets than a node receives, and the few that follow a stop, can wait at a crosspoint.
std::size_t enough_depth(const Task& task) {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 31;
  const std::uint64_t items = times(end_count(task), times(task.packets, 2));
  return std::bit_ceil(std::clamp<std::uint64_t>(items, 64, kMost));
}

NodeGroup group_of(const network::SomeNetwork& network) {
  if (network::kind_of(network).routes_in_logic) return {};  // by XOR, in fewer cycles
  const network::AnyNetwork& other = network.other();
  return {[&other](std::uint32_t seen, std::uint32_t origin) {
            return other.absolute(Address(seen), Address(origin)).number();
          },
          [&other](std::uint32_t node, std::uint32_t origin) {
            return other.relative(Address(node), Address(origin)).number();
          }};
}

std::vector<std::uint32_t> neighbours_of_0(const network::SomeNetwork& network) {
  std::vector<std::uint32_t> neighbours;
  neighbours.reserve(network.ports());
  for (unsigned port = 0; port < network.ports(); ++port) {
    neighbours.push_back(network.neighbour(Address(0), port).number());
  }
  return neighbours;
}

// Judges node 0 and reports all nodes.
class SymmetricJudge final : public RunJudge {
 public:
  SymmetricJudge(const Task& task, const MeshSetting& setting)
      : nodes_(static_cast<std::uint32_t>(end_count(task))),
        ports_(port_count(task)),
        checker_(task, group_of(setting.network), neighbours_of_0(setting.network),
                 arrivals(setting.latency && !is_combined(task))) {
    if (setting.link_load) link_load_.emplace(nodes_, ports_, true);
  }

  RelativeChecker& checker() { return checker_; }

  std::uint64_t nodes() const override { return 1; }
  std::uint64_t links() const override { return ports_; }
  std::uint64_t deliveries() const override { return checker_.deliveries(); }
  std::uint64_t due() const override { return checker_.due(); }
  void observe(LinkEvents& events) override {
    checker_.observe(events);
    if (link_load_ && !checker_.fault()) link_load_->observe(events);
  }
  bool has_failed() const override { return checker_.fault().has_value(); }
  void report(RunReport& report) override {
    report.cycles = checker_.last_cycle();
    report.transmissions = checker_.transmissions() * nodes_;
    report.fault = checker_.finish();
    if (latency_) report.latency = latency_->summary(nodes_);
    report.link_load = link_load_;
  }
  std::optional<std::string> memory_fault() override { return checker_.finish(); }
  void serialize(Archive& archive) override {
    checker_.serialize(archive);
    if (latency_) latency_->serialize(archive);
    if (link_load_) link_load_->serialize(archive);
  }

 private:
  RelativeChecker::OnArrival arrivals(bool has_latency) {
    if (!has_latency) return {};
    latency_.emplace();
    return [this](std::uint64_t cycles) { latency_->add(cycles); };
  }

  std::uint32_t nodes_;
  unsigned ports_;
  std::optional<LatencyHistogram> latency_;
  RelativeChecker checker_;
  std::optional<LinkLoad> link_load_;
};

MeshSetting setting_for(const Experiment& experiment) {
  MeshSetting setting = experiment.setting();
  const LongestPrograms longest = longest_programs(experiment.operation());
  setting.gated = true;
  setting.queue_depth = {.chosen = experiment.queue_depth() != 0 ? experiment.queue_depth()
                                                                 : enough_depth(experiment.task())};
  setting.program_depth = std::bit_ceil(longest.entries);
  setting.window_depth = longest.windows;
  return setting;
}

}  // namespace

std::optional<std::string> asymmetry_of(const Experiment& experiment) {
  const Operation& operation = experiment.operation();
  const collectives::Shape shape = operation.shape();
  const bool has_root = shape.senders != collectives::Party::kAll || shape.receivers != collectives::Party::kAll;
  if (has_root) return "its nodes do not all do the same";
  if (!network::is_cayley(operation.network)) {
    return "the network is not known to look the same from every node";
  }
  if (operation.row->ports == collectives::PortModel::kHalf) return "half-duplex neighbours send at different times";
  if (experiment.setting().stall_probability > 0) return "the memories of its nodes are busy at different times";
  if (experiment.setting().wires.any()) return "the wires of its links err at different times";
  if (experiment.setting().latency && experiment.setting().links && !is_combined(experiment.task()))
    return "the wires of every node tell when packets arrive";
  if (!one_tells_all(operation)) return "the programs of its nodes differ";
  return std::nullopt;
}

RunReport run_symmetric(const Experiment& experiment, const RunHooks& hooks) {
  const Operation& operation = experiment.operation();
  Stopwatch loading;
  loading.start();
  hooks.poll_loading(0);
  SymmetricJudge judge(experiment.task(), experiment.setting());
  const std::unique_ptr<Mesh> mesh = make_symmetric_mesh(setting_for(experiment), judge.checker());
  load_first_node(operation, *mesh, [&] { hooks.poll_loading(0); });
  const std::optional<LinkLayer> links = LinkLayer::of(experiment);
  if (links) {
    links->load(*mesh, Address(0));
    if (const auto untrained = links->train(*mesh, [&] { hooks.poll_loading(1); }, true)) {
      RunReport report;
      report.fault = untrained;
      return report;
    }
  }
  loading.stop();

  RunReport report = CycleLoop(experiment.task(), *mesh, judge, hooks, links ? &*links : nullptr).run();
  report.load_seconds = loading.seconds();
  if (links) report.link_layer = links->totals(*mesh, true);
  MeshBus bus(*mesh, Address(0));
  node::Driver driver(bus);
  report.deepest_queue = driver.deepest_queue();
  report.stall_cycles = std::uint64_t{driver.stall_cycles()} * operation.network.nodes();
  if (operation.link_latency != 0) report.lost_in_queues = std::uint64_t{driver.lost()} * operation.network.nodes();
  if (!report.fault && !driver.done()) {
    report.fault =
        "the status register of node 0 does not say done after " + std::to_string(driver.received()) + " packets";
  }
  if (report.fault) report.fault = with_losses(report.lost_in_queues, *report.fault);
  return report;
}

std::uint64_t symmetric_memory_bytes(const Experiment& experiment, bool latency) {
  const Task& task = experiment.task();
  const std::uint64_t nodes = end_count(task);
  const bool combined = is_combined(task);
  // A vector of an allreduce crosses each link of a node at most twice.
  const std::uint64_t of_vector = times(2 * std::uint64_t{port_count(task)}, task.packets);
  const std::uint64_t packets = task.collective == Collective::kAllreduce ? of_vector : times(nodes, task.packets);
  // A node has no more entries than packets, and one for each port where these are for all nodes.
  const std::uint64_t entries = combined || is_unicast(task) ? packets : times(port_count(task), task.packets);
  // No more packets wait at a node than it receives: each will be delivered to a node, and to all
  // nodes as many as to one. They leave room for the facts of the network that its bound needs, which
  // are found before any waits.
  const std::uint64_t entry = combined ? 20 : 16;
  const std::uint64_t waiting = combined ? 8 : 96;  // few of those that combine; RingStorage::kPacketBytes
  constexpr std::uint64_t kWindow = 16;             // in the plan and the node
  constexpr std::uint64_t kPlan = 13;               // OnePortExchange, SymmetricExchange
  constexpr std::uint64_t kPlanning = 48;           // while it is made: RelativeTree
  constexpr std::uint64_t kDelay = 24;              // for each cycle of a latency, while the histogram grows
  constexpr std::uint64_t kRest = std::uint64_t{16} << 20;
  const bool is_planned = !network::kind_of(experiment.operation().network).routes_in_logic;
  const bool has_windows = is_planned && task.ports == PortModel::kOne;
  const std::uint64_t parts[] = {RelativeChecker::memory_bytes(task, latency),
                                 times(nodes, (combined ? 8 : 4) + (is_planned ? kPlan : 0)),
                                 times(entries, entry),
                                 times(packets, waiting),
                                 latency ? times(kDelay, lower_bound(task).value) : 0,
                                 has_windows ? times(kWindow, longest_programs(experiment.operation()).windows) : 0};
  std::uint64_t sum = 0;
  for (const std::uint64_t part : parts) sum = plus(sum, part);
  return plus(std::max(sum, is_planned ? times(nodes, kPlanning) : 0), kRest);
}

}  // namespace testbench
