// SPDX-License-Identifier: Apache-2.0
#include "testbench/runs/experiment/runner.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <stdexcept>

#include "firmware/networks/node_kind.hpp"
#include "testbench/judge/checker/memory_layout.hpp"
#include "testbench/runs/experiment/coupled_links.hpp"
#include "testbench/runs/experiment/cycle_loop.hpp"
#include "testbench/runs/experiment/engines.hpp"
#include "testbench/runs/experiment/link_graph.hpp"
#include "testbench/runs/experiment/link_layer.hpp"
#include "testbench/runs/experiment/loader.hpp"
#include "testbench/runs/experiment/queue_check.hpp"
#include "testbench/runs/experiment/symmetric_run.hpp"
#include "testbench/runs/verdict/divided_judge.hpp"

namespace testbench {
namespace {

// Copies for a link that has broken may still wait in the root.
bool may_wait(const collectives::Operation& operation, Address node) {
  return operation.redundant && node == operation.root;
}

bool all_done(const collectives::Operation& operation, Mesh& mesh) {
  std::uint64_t undone = 0;
  for (const Address node : network::addresses(operation.network.ends())) {
    if (!mesh.is_here(node) || may_wait(operation, node)) continue;
    MeshBus bus(mesh, node);
    if (!node::Driver(bus).done()) ++undone;
  }
  if (mesh.division() != nullptr) mesh.division()->ranks.sum({&undone, 1});
  return undone == 0;
}

// Reads the status registers of every node.
void read_status(const collectives::Operation& operation, Mesh& mesh, RunReport& report) {
  Division* const division = mesh.division();
  std::optional<PlacedText> fault;
  for (const Address node : network::addresses(operation.network.nodes())) {
    if (!mesh.is_here(node)) continue;
    MeshBus bus(mesh, node);
    node::Driver driver(bus);
    report.deepest_queue = std::max<std::uint64_t>(report.deepest_queue, driver.deepest_queue());
    report.stall_cycles += driver.stall_cycles();
    if (operation.link_latency != 0) report.lost_in_queues += driver.lost();
    if (!fault && operation.shape().combined && driver.has_mismatch()) {
      fault =
          PlacedText{node.number(), fmt::format("node {}: its status register says that it combined packets that do "
                                                "not belong together",
                                                node.number())};
    }
    const bool is_asked = node.number() < operation.network.ends() && !may_wait(operation, node);
    if (!fault && is_asked && !driver.done()) {
      fault = PlacedText{node.number(), fmt::format("node {}: its status register does not say done after {} packets",
                                                    node.number(), driver.received())};
    }
  }
  if (division != nullptr) {
    division->ranks.most({&report.deepest_queue, 1});
    for (std::uint64_t* const sum : {&report.stall_cycles, &report.lost_in_queues}) division->ranks.sum({sum, 1});
    fault = first_of(division->ranks, fault);
  }
  if (!report.fault && fault) report.fault = fault->text;
  if (report.fault) report.fault = with_losses(report.lost_in_queues, *report.fault);
}

std::unique_ptr<RunJudge> judge_of(const Experiment& experiment, Division* division, NodeMemory& memory,
                                   const RunHooks& hooks) {
  const Task& task = experiment.task();
  MeshSetting setting = experiment.setting();
  setting.link_load = setting.link_load || experiment.operation().dead.count != 0;
  if (division != nullptr) return std::make_unique<DividedJudge>(task, memory, setting, hooks, *division);
  return std::make_unique<WholeJudge>(task, memory, setting);
}

// Links that never work must carry nothing.
std::optional<std::string> packets_over_dead_links(const collectives::Operation& operation, const LinkLoad& load) {
  for (std::uint32_t i = 0; i < operation.dead.count; ++i) {
    const collectives::DeadLink& link = operation.dead.links[i];
    const std::uint64_t packets = load.of_node(link.node.number())[link.port];
    if (packets != 0) {
      return fmt::format("{} packets go over link {}:{}, which does not work", packets, link.node.number(), link.port);
    }
  }
  return std::nullopt;
}

// Returns the send memories if they have the sizes that the task asks for.
std::vector<std::vector<std::uint64_t>> with_right_sizes(const Task& task,
                                                         std::vector<std::vector<std::uint64_t>> send) {
  if (send.size() != end_count(task)) {
    throw std::runtime_error(
        fmt::format("send memories of {} nodes: must be those of all {} nodes", send.size(), end_count(task)));
  }
  const MemoryLayout layout(task);
  for (std::size_t node = 0; node < send.size(); ++node) {
    const std::uint64_t words = layout.send_words(node);
    if (send[node].size() == words) continue;
    throw std::runtime_error(
        fmt::format("send memory of {} words for node {}: must be {} words", send[node].size(), node, words));
  }
  return send;
}

}  // namespace

Run::Run(const Experiment& experiment, NodeMemory memory)
    : experiment_(experiment),
      links_(couple_links(experiment)),
      longest_(longest_programs(experiment.operation())),
      memory_(std::move(memory)) {
}

Run::Run(const Experiment& experiment, std::vector<std::vector<std::uint64_t>> send)
    : Run(experiment, NodeMemory(experiment.task(), with_right_sizes(experiment.task(), std::move(send)))) {
}

Run::Run(const Experiment& experiment, PayloadHash payload) : Run(experiment, NodeMemory(experiment.task(), payload)) {
}

Run::Run(const Experiment& experiment, Division& division)
    : Run(experiment,
          NodeMemory(experiment.task(), PayloadHash(experiment.setting().seed, experiment.setting().payload_bits),
                     &division.share)) {
  division_ = &division;
}

Run::Run(const Experiment& experiment, std::vector<std::vector<std::uint64_t>> send, Division& division)
    : Run(experiment,
          NodeMemory(experiment.task(), with_right_sizes(experiment.task(), std::move(send)), &division.share)) {
  division_ = &division;
}

Run::Run(const Experiment& experiment)
    : Run(experiment, PayloadHash(experiment.setting().seed, experiment.setting().payload_bits)) {
}

RunReport Run::execute(const RunHooks& hooks) {
  if (experiment_.setting().engine == kSymmetricEngineName) return run_symmetric(experiment_, hooks);
  return execute_in(parts(hooks), hooks);
}

RunReport Run::execute_in(const Parts& parts, const RunHooks& hooks) {
  go_in(parts);
  const MeshSetting chosen = setting(hooks);
  try {
    return execute_once(chosen, hooks);
  } catch (const Divergence& seen) {
    throw with_waveform(seen, chosen, hooks);
  }
}

std::uint64_t Run::cycles_within(std::uint64_t limit) const {
  QueueCheck check(experiment_, links_, {});
  check.leave_after(limit);
  const std::optional<std::uint64_t> cycles = check.cycles_of(check.parts(!experiment_.setting().links));
  if (!cycles) throw std::runtime_error("a run that was tried does not end");
  return *cycles;
}

// A link layer and a checkpoint have the programs that were loaded before the start.
const Parts& Run::parts(const RunHooks& hooks) const {
  if (!parts_) {
    const bool may_load = !experiment_.setting().links && !hooks.checkpoints.write && !hooks.checkpoints.read;
    parts_.emplace(QueueCheck(experiment_, links_, hooks.interrupted).parts(may_load));
  }
  return parts_.value();
}

void Run::require_room(const RunHooks& hooks) const {
  parts(hooks);
  if (!experiment_.setting().has_rtl()) return;
  try {
    rtl_configuration(setting(hooks));
  } catch (const hls::ConfigurationError& error) {
    throw std::runtime_error(fmt::format("RTL nodes for this run: {}; or use --engine native", error.what()));
  }
}

MeshSetting Run::setting(const RunHooks& hooks) const {
  MeshSetting setting = experiment_.setting();
  setting.queue_depth = queue_depth(hooks);
  std::size_t entries = longest_.entries;
  setting.window_depth = longest_.windows;
  parts(hooks).each([&](const Experiment& part) {
    if (!parts(hooks).totals()) return;
    const LongestPrograms longest = longest_programs(part.operation());
    entries = std::max(entries, longest.entries);
    setting.window_depth = std::max(setting.window_depth, longest.windows);
    setting.labels = std::max(setting.labels, part.setting().labels);
    setting.trees = std::max(setting.trees, part.setting().trees);
    setting.tree_numbers = std::max(setting.tree_numbers, part.setting().tree_numbers);
  });
  setting.program_depth = std::bit_ceil(entries);
  // A trace reads the counters of links in the C++ beside RTL nodes, whose registers are compared with theirs.
  if (hooks.watch && setting.links) setting.lockstep = true;
  setting.division = division_;
  if (division_ != nullptr) setting.engine = "native";
  if (!hooks.wave.empty()) setting.wave = WaveRequest{hooks.wave, {true, 0}};
  return setting;
}

// The user's depth, or a depth at which no queue can fill. Engines whose queues have a depth of
// their own need less, the depth that is enough.
QueueDepth Run::queue_depth(const RunHooks& hooks) const {
  if (experiment_.queue_depth() != 0) return experiment_.setting().queue_depth;
  const std::size_t safe = safe_queue_depth(links_, experiment_.operation().stop_cycles());
  if (!experiment_.setting().has_rtl()) return {safe, safe};
  if (!links_.is_cyclic && !is_combined(experiment_.task())) return {safe, kMinQueueDepth};
  if (safe <= usual_rtl_queue_depth(setting_of(experiment_.operation()))) return {safe, safe};
  return {safe, QueueCheck(experiment_, links_, hooks.interrupted).enough_depth()};
}

// A waveform that was asked for already has the difference, unless it occurred while the nodes were
// loaded. Otherwise the same run is made again, with a waveform from shortly before the difference,
// so that the first run keeps nothing. While a waveform is made, every word of every memory is
// compared in every cycle, so the cycle is exact.
ShownDivergence Run::with_waveform(const Divergence& seen, MeshSetting setting, const RunHooks& hooks) {
  Divergence exact = seen;
  std::string trouble = "a second run, for the waveform, does not show it";
  if (setting.wave && seen.moment.started) {
    trouble.clear();
  } else {
    const std::uint64_t cycle = seen.moment.cycle;
    setting.wave = WaveRequest{hooks.wave.empty() ? hooks.lockstep_wave : hooks.wave,
                               {seen.moment.started, cycle - std::min(cycle, kWaveCycles)}};
    RunHooks again = hooks;
    again.events = nullptr;
    again.watch = nullptr;
    memory_ = memory_.anew();
    try {
      execute_once(setting, again);
    } catch (const Divergence& found) {
      exact = found;
      trouble.clear();
    } catch (const std::runtime_error& error) {
      trouble = fmt::format("no waveform: {}", error.what());
    }
  }
  return {exact, setting.wave->file, trouble};
}

RunReport Run::execute_once(const MeshSetting& setting, const RunHooks& hooks) {
  Stopwatch making;
  making.start();
  const std::unique_ptr<Mesh> mesh = make_mesh(setting, memory_);
  making.stop();
  RunReport report = run_in(parts(hooks), *mesh, experiment_, memory_, hooks);
  report.load_seconds += making.seconds();
  return report;
}

RunReport run_of_any(const Experiment& experiment, const RunHooks& hooks) {
  if (experiment.setting().engine == kSymmetricEngineName) return run_symmetric(experiment, hooks);
  return Run(experiment).execute(hooks);
}

std::uint64_t deepest_queue(const collectives::Operation& operation, const std::function<bool()>& interrupted) {
  RunHooks silent;
  silent.interrupted = interrupted;
  return Run(operation, PayloadHash(1)).execute(silent).deepest_queue;
}

RunReport run_on(Mesh& mesh, const Experiment& experiment, NodeMemory& memory, const RunHooks& hooks) {
  return run_in(Parts(experiment), mesh, experiment, memory, hooks);
}

RunReport run_in(Parts parts, Mesh& mesh, const Experiment& experiment, NodeMemory& memory, const RunHooks& hooks) {
  const collectives::Operation& operation = experiment.operation();
  Stopwatch loading;
  loading.start();
  double loaded = 0;
  const std::optional<LinkLayer> links = LinkLayer::of(experiment);
  memory.begin_part(0);
  load_mesh(parts.part().operation(), mesh, [&] { hooks.poll_loading(loaded++ / operation.network.nodes()); });
  if (links) {
    for (const Address node : network::addresses(operation.network.nodes())) {
      if (mesh.is_here(node)) links->load(mesh, node);
    }
    WireEvents unseen;  // a word that errors make while wires pause may belong to the first frame of a trace
    const auto poll = [&] {
      hooks.poll_loading(1);
      if (!hooks.watch || experiment.setting().wires.pause <= 0) return;
      mesh.append_wire_events(1, unseen);
      unseen.clear();
    };
    if (const auto untrained = links->train(mesh, poll)) {
      RunReport report;
      report.fault = untrained;
      report.link_layer = links->totals(mesh);
      return report;
    }
  }
  loading.stop();

  const std::unique_ptr<RunJudge> judge = judge_of(experiment, mesh.division(), memory, hooks);
  CycleLoop loop(experiment.task(), mesh, *judge, hooks, links ? &*links : nullptr);
  loop.take_wires(experiment.setting().shortest_wires(), experiment.setting().longest_wires());
  std::optional<std::string> fault_of_part;
  if (parts.count() != 1) {
    loop.take_parts(parts, [&]() -> std::uint64_t {
      RunReport part;
      read_status(operation, mesh, part);
      if (!fault_of_part) fault_of_part = part.fault;
      parts.see(part.deepest_queue, part.stall_cycles);
      memory.begin_part(parts.first());
      return parts.is_rest() ? load_again(parts, mesh) : 0;
    });
  }
  RunReport report = loop.run([&] { return all_done(operation, mesh); });
  if (!report.fault) report.fault = fault_of_part;

  report.load_seconds = loading.seconds();
  if (!report.fault) report.fault = judge->memory_fault();
  if (!report.fault && report.link_load) report.fault = packets_over_dead_links(operation, *report.link_load);
  if (!experiment.setting().link_load) report.link_load.reset();
  read_status(operation, mesh, report);
  if (parts.count() != 1) {
    report.deepest_queue = std::max(report.deepest_queue, parts.deepest_queue());
    report.stall_cycles += parts.stall_cycles();
  }
  report.parts = parts.totals();
  if (links) {
    report.link_layer = links->totals(mesh);
    const std::vector<std::string>& dead = report.link_layer->dead;
    if (report.fault && !dead.empty()) {
      report.fault = fmt::format("links without an answer, which are now dead: {} (node:port); {}",
                                 fmt::join(dead, " "), *report.fault);
    }
  }
  return report;
}

}  // namespace testbench
