#include "testbench/run/runner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <random>
#include <stdexcept>

#include "firmware/collectives/catalog.hpp"
#include "firmware/node/driver.hpp"
#include "testbench/bounds/bounds.hpp"
#include "testbench/checker/link_checker.hpp"
#include "testbench/run/engines.hpp"
#include "testbench/run/loader.hpp"
#include "testbench/run/mesh_bus.hpp"
#include "testbench/run/queue_depth.hpp"
#include "testbench/run/trace.hpp"

namespace testbench {
namespace {

// Events are judged in portions, so that the clock of the run stops and starts seldom.
constexpr std::size_t kPortion = std::size_t{1} << 16;
// Cycles after which the user is attended to at the latest.
constexpr std::uint64_t kAttention = 1024;
// Idle cycles, beyond a whole turn of the port gate, after which a run is called stuck.
constexpr std::uint64_t kPatience = 1000;
// Cycles after the last delivery in which a packet too many would show.
constexpr unsigned kAftermath = 4;

class Stopwatch {
 public:
  void start() { began_ = std::chrono::steady_clock::now(); }
  void stop() { seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count(); }
  double seconds() const { return seconds_; }

 private:
  std::chrono::steady_clock::time_point began_;
  double seconds_ = 0;
};

// Shows how far the run is, and ends it if the user has had enough.
void attend(const RunOptions& options, double part_done) {
  if (options.progress) options.progress(part_done);
  if (options.interrupted && options.interrupted()) throw Interrupted{};
}

std::uint64_t deliveries_due(const Task& task) {
  const std::uint64_t receivers = node_count(task) - 1;
  const bool all_send = task.collective == Collective::kAllgather || task.collective == Collective::kAlltoall;
  return task.packets * receivers * (all_send ? node_count(task) : 1);
}

// One run on one mesh, cycle by cycle.
class Clockwork {
 public:
  Clockwork(const Task& task, Mesh& mesh, const NodeMemory& memory, const RunOptions& options)
      : task_(task), mesh_(mesh), memory_(memory), options_(options), checker_(task) {
    events_.reserve(kPortion + node_count(task) * task.dim);
  }

  RunReport run() {
    const std::uint64_t due = deliveries_due(task_);
    const std::uint64_t patience = lower_bound(task_).value + kPatience;
    if (options_.trace != nullptr) write_trace_header(*options_.trace);
    stopwatch_.start();
    mesh_.clock(true);
    while (memory_.deliveries() < due && cycle_ - last_activity_ < patience) step();
    const bool stuck = memory_.deliveries() < due;
    for (unsigned i = 0; i < kAftermath; ++i) step();
    stopwatch_.stop();
    judge_events();
    RunReport found = report();
    if (stuck && found.fault) {
      found.fault = fmt::format(
          "nothing has moved for {} cycles (full queues that wait for one another? a larger "
          "--queue-depth helps): {}",
          patience, *found.fault);
    }
    return found;
  }

 private:
  void step() {
    ++cycle_;
    const std::size_t before = events_.size();
    mesh_.append_link_events(first_cycle_ == 0 ? 1 : cycle_ - first_cycle_ + 1, events_);
    if (events_.size() != before) {
      if (first_cycle_ == 0) first_cycle_ = cycle_;
      last_activity_ = cycle_;
    }
    mesh_.clock(false);
    if (memory_.deliveries() != delivered_) {
      delivered_ = memory_.deliveries();
      last_delivery_ = last_activity_ = cycle_;
    }
    if (events_.size() >= kPortion || cycle_ % kAttention == 0) {
      stopwatch_.stop();
      if (events_.size() >= kPortion) judge_events();
      attend(options_, static_cast<double>(delivered_) / static_cast<double>(deliveries_due(task_)));
      stopwatch_.start();
    }
  }

  void judge_events() {
    checker_.observe(events_);
    if (options_.trace != nullptr) write_trace(*options_.trace, events_);
    events_.clear();
  }

  RunReport report() {
    RunReport report;
    report.cycles = checker_.last_cycle();
    report.total_cycles = last_delivery_;
    report.transmissions = checker_.transmissions();
    report.seconds = stopwatch_.seconds();
    report.node_cycles = (cycle_ + 1) * node_count(task_);
    report.fault = checker_.finish();
    return report;
  }

  const Task task_;
  Mesh& mesh_;
  const NodeMemory& memory_;
  const RunOptions& options_;
  LinkChecker checker_;
  Stopwatch stopwatch_;
  std::vector<LinkEvent> events_;
  std::uint64_t cycle_ = 0;  // since the strobe
  std::uint64_t first_cycle_ = 0;
  std::uint64_t last_activity_ = 0;
  std::uint64_t last_delivery_ = 0;
  std::uint64_t delivered_ = 0;
};

// Asks every node's registers how it went.
void read_status(const Task& task, Mesh& mesh, RunReport& report) {
  for (std::uint32_t node = 0; node < node_count(task); ++node) {
    MeshBus bus{mesh, node};
    node::Driver driver(bus);
    report.deepest_queue = std::max<std::uint64_t>(report.deepest_queue, driver.deepest_queue());
    report.stall_cycles += driver.stall_cycles();
    if (!report.fault && !driver.done()) {
      report.fault =
          fmt::format("node {}: its status register does not say done after {} packets", node, driver.received());
    }
  }
}

}  // namespace

Task task_of(const collectives::Operation& operation) {
  return {operation.collective, operation.d, operation.ports, operation.packets, operation.root};
}

Run::Run(const collectives::Operation& operation, std::vector<std::vector<std::uint64_t>> send)
    : operation_(operation), task_(task_of(operation)), memory_(task_, std::move(send)) {
}

RunReport Run::execute(const RunOptions& options) {
  MeshSetting setting;
  setting.dim = operation_.d;
  setting.gated = collectives::needs_gate(operation_);
  setting.queue_depth = options.queue_depth != 0 ? options.queue_depth : safe_queue_depth(operation_);
  setting.least_queue_depth = least_queue_depth(options, setting.queue_depth);
  setting.program_depth = std::bit_ceil(longest_program(operation_));
  setting.stall_probability = options.stall_probability;
  setting.stall_seed = options.stall_seed;
  setting.rtl_nodes = options.rtl_nodes;
  setting.lockstep = options.lockstep;
  if (!options.wave.empty()) setting.wave = WaveRequest{options.wave, {true, 0}};
  try {
    return execute_once(setting, options);
  } catch (const Divergence& seen) {
    throw with_waveform(seen, setting, options);
  }
}

// For engines whose queues have a depth of their own. Where links form circles no queue may fill, so that nothing can
// deadlock: with stalls that takes the depth that never fills; without, as much as the native engine shows to be used.
std::size_t Run::least_queue_depth(const RunOptions& options, std::size_t depth) const {
  const bool any_depth = options.engine != "rtl" && options.rtl_nodes.empty();
  if (any_depth || options.queue_depth != 0) return depth;
  if (!links_form_circles(operation_)) return kMinQueueDepth;
  if (options.stall_probability > 0 || depth <= queue_depth_of_rtl_nodes(operation_.d)) return depth;
  Run native(operation_, {memory_.send().begin(), memory_.send().end()});
  RunOptions silent;
  silent.interrupted = options.interrupted;
  return queue_depth_for(native.execute(silent).deepest_queue);
}

// A waveform that was asked for has it, unless the nodes were still being loaded. Otherwise the same run is made again,
// to begin a waveform shortly before: until then nothing has to be kept. While a waveform is made every word of every
// memory is compared in every cycle, so that the cycle is exact.
Divergence Run::with_waveform(const Divergence& seen, MeshSetting setting, const RunOptions& options) {
  Divergence exact = seen;
  std::string trouble = "a second run, for the waveform, does not show it";
  if (setting.wave && seen.moment.started) {
    trouble.clear();
  } else {
    const std::uint64_t cycle = seen.moment.cycle;
    setting.wave = WaveRequest{options.wave.empty() ? kLockstepWave : options.wave,
                               {seen.moment.started, cycle - std::min(cycle, kWaveCycles)}};
    RunOptions again = options;
    again.trace = nullptr;
    memory_ = NodeMemory(task_, {memory_.send().begin(), memory_.send().end()});
    try {
      execute_once(setting, again);
    } catch (const Divergence& found) {
      exact = found;
      trouble.clear();
    } catch (const std::runtime_error& error) {
      trouble = fmt::format("no waveform: {}", error.what());
    }
  }
  return {exact.moment, exact.difference,
          "; " + (trouble.empty() ? fmt::format("waveform: {}", setting.wave->file.string()) : trouble)};
}

RunReport Run::execute_once(const MeshSetting& setting, const RunOptions& options) {
  const std::unique_ptr<Mesh> mesh = make_mesh(options.engine, setting, memory_);
  load_mesh(operation_, *mesh, [&] { attend(options, 0); });

  RunReport report = Clockwork(task_, *mesh, memory_, options).run();
  if (!report.fault) report.fault = check_memory(task_, memory_.send(), memory_.receive());
  if (!report.fault && memory_.strays() != 0) {
    report.fault = fmt::format("{} packets were delivered to nodes that have no place for them", memory_.strays());
  }
  read_status(task_, *mesh, report);
  return report;
}

std::vector<std::vector<std::uint64_t>> random_send_memory(const Task& task, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<std::vector<std::uint64_t>> send(node_count(task));
  for (std::uint32_t node = 0; node < send.size(); ++node) {
    send[node].resize(send_words(task, node));
    std::generate(send[node].begin(), send[node].end(), std::ref(random));
  }
  return send;
}

std::uint64_t memory_bytes(const collectives::Operation& operation, std::size_t queue_depth) {
  // Not less than the sizes of the native router's records.
  constexpr std::uint64_t kPacket = 24;
  constexpr std::uint64_t kEntry = 12;
  constexpr std::uint64_t kCrosspoint = 128;
  constexpr std::uint64_t kPage = 4096;

  const Task task = task_of(operation);
  const std::uint64_t nodes = node_count(task);
  const std::uint64_t d = task.dim;
  std::uint64_t words = 0;
  for (std::uint32_t node = 0; node < nodes; ++node) {
    words += send_words(task, node) + receive_words(task, node);
  }

  // A packet that waits takes a place of its own in a queue, as far as the queue is long; a queue in use takes whole
  // pages. From or to a root, packet m and tree m mod d, only the edges of d trees have queues in use.
  const bool all_send = task.collective == Collective::kAllgather || task.collective == Collective::kAlltoall;
  const std::uint64_t depth = queue_depth != 0 ? queue_depth : safe_queue_depth(operation);
  const std::uint64_t queues = nodes * d * (all_send ? d : 1);
  const std::uint64_t waiting = std::min(nodes * d * d * depth, least_transmissions(task).value);
  const std::uint64_t queued = std::min(nodes * d * d * depth * kPacket, waiting * kPacket + queues * kPage);

  // The nodes that have a program for each other node, or one for each tree.
  const std::uint64_t long_programs = task.collective == Collective::kAlltoall  ? nodes
                                      : task.collective == Collective::kScatter ? d
                                                                                : 0;
  const std::uint64_t entries = nodes * (long_programs + d * d);
  const std::uint64_t programs = entries * kEntry + (long_programs != 0 ? nodes * d * kPage : 0);

  const std::uint64_t routers = nodes * (d * d + 8) * kCrosspoint;
  const std::uint64_t events = (kPortion + nodes * d) * sizeof(LinkEvent);
  return words * 9 + queued + programs + routers + events + LinkChecker::memory_bytes(task);
}

}  // namespace testbench
