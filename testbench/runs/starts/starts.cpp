// SPDX-License-Identifier: Apache-2.0
#include "testbench/runs/starts/starts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "testbench/judge/checker/split_mix.hpp"
#include "testbench/plans/collectives/routing.hpp"
#include "testbench/runs/experiment/engines.hpp"
#include "testbench/runs/experiment/link_layer.hpp"
#include "testbench/runs/experiment/loader.hpp"
#include "testbench/runs/experiment/queue_check.hpp"
#include "testbench/runs/experiment/runner.hpp"
#include "testbench/runs/starts/starting_nodes.hpp"

namespace testbench {
namespace {

// Whether packets of the operation cross the network as they are.
bool moves_packets(const collectives::Operation& operation) {
  if (!Routing::of(operation).is_combined(operation.row->rule)) return true;
  bool found = false;
  for_each_image(operation, [&](Address, const node::RegisterImage& image) {
    for (const node::RegisterWrite& write : image.writes()) {
      found = found || (node::block(write.address) == node::Block::kSecondPackets && write.value != 0);
    }
  });
  return found;
}

// Compares the results of combining with those of the same collective alone, which the judge has seen.
std::optional<std::string> difference(const NodeMemory& found, const NodeMemory& right) {
  if (found.strays() != 0) return fmt::format("{} results have no place in a memory", found.strays());
  for (std::size_t node = 0; node < right.receive().size(); ++node) {
    const DeliveredMemory& a = found.receive()[node];
    const DeliveredMemory& b = right.receive()[node];
    for (std::size_t word = 0; word < b.words.size(); ++word) {
      if (a.words[word] == b.words[word] && a.writes[word] == b.writes[word]) continue;
      return fmt::format("node {} holds {:#x} in word {}, written {} time(s); it must be {:#x}, written {} time(s)",
                         node, a.words[word], word, a.writes[word], b.words[word], b.writes[word]);
    }
  }
  return std::nullopt;
}

// Links that never work carry nothing. A node of one port sends to one neighbour in a cycle and receives from one; half
// duplex it does one of the two.
class LinkUse {
 public:
  explicit LinkUse(const Experiment& experiment)
      : task_(experiment.task()),
        dead_(experiment.operation().dead),
        sends_(router_count(task_)),
        receives_(sends_.size()) {}

  // Describes what is wrong in the cycle.
  std::optional<std::string> fault(Mesh& mesh, std::uint64_t cycle) {
    if (task_.ports == PortModel::kAll && dead_.count == 0) return std::nullopt;
    LinkEvents events;
    mesh.append_link_events(cycle, events);
    std::ranges::fill(sends_, 0);
    std::ranges::fill(receives_, 0);
    for (const LinkEvent& event : events) {
      for (const collectives::DeadLink* link = dead_.links; link != dead_.links + dead_.count; ++link) {
        if (link->node.number() != event.node || link->port != event.port) continue;
        return fmt::format("a packet goes over link {}:{}, which does not work", event.node, event.port);
      }
      ++sends_[event.node];
      ++receives_[receiver_of(task_, event.node, event.port)];
    }
    for (std::size_t node = 0; node < sends_.size(); ++node) {
      const unsigned both = task_.ports == PortModel::kHalf ? sends_[node] + receives_[node] : 1;
      if (task_.ports == PortModel::kAll || (sends_[node] <= 1 && receives_[node] <= 1 && both <= 1)) continue;
      return fmt::format("node {} sends {} packets and receives {} in cycle {}, with --ports {}", node, sends_[node],
                         receives_[node], cycle, name_of(task_.ports));
    }
    return std::nullopt;
  }

 private:
  const Task& task_;
  const collectives::DeadLinks dead_;
  std::vector<unsigned> sends_;  // by node
  std::vector<unsigned> receives_;
};

class Starter {
 public:
  Starter(const Experiment& experiment, const Starts& starts, const Chain& chain, const RunHooks& hooks)
      : experiment_(experiment),
        starts_(starts),
        chain_(chain),
        hooks_(hooks),
        starting_(experiment.with_epochs()),
        setting_(setting()) {}

  std::uint64_t lost_in_queues() const { return lost_in_queues_; }  // in the last run

  // Returns the cycles to the last node that is done.
  std::uint64_t run(const std::vector<std::uint64_t>& ready, std::optional<std::string>& fault) {
    constexpr std::uint64_t kMostIdle = 20'000;
    constexpr std::uint64_t kPollCycles = 1024;
    constexpr std::uint64_t kMoreCycles = 4;  // in which a packet too many would come
    std::unique_ptr<Mesh> mesh;
    auto made = std::make_unique<StartingNodes>(
        experiment_, ready, starts_.repeat, chain_.start_together, chain_.parts,
        [this](std::uint32_t collective, const NodeMemory& memory) { return fault_in(collective, memory); },
        [&mesh](const Parts& parts) { return load_again(parts, *mesh); });
    StartingNodes& nodes = *made;
    mesh = make_mesh(setting_, std::move(made));
    const std::optional<LinkLayer> links = LinkLayer::of(starting_);
    const auto poll_loading = [&] { hooks_.poll_loading(0); };
    load_mesh(chain_.parts.part().operation(), *mesh, poll_loading);
    if (links) {
      for (const Address node : network::addresses(experiment_.operation().network.nodes())) links->load(*mesh, node);
      fault = links->train(*mesh, poll_loading);
      if (fault) return 0;
    }
    LinkUse use(experiment_);
    const std::uint64_t most_idle = kMostIdle + (links ? links->patience() : 0);
    const std::uint64_t aftermath = kMoreCycles + setting_.link_latency + (links ? links->aftermath() : 0);
    const std::uint64_t latest = *std::ranges::max_element(ready);
    for (std::uint64_t cycle = 0;; ++cycle) {
      nodes.begin_cycle(cycle);
      mesh->clock(cycle == 0);
      fault = nodes.fault();
      if (!fault) fault = use.fault(*mesh, cycle);
      if (!fault && nodes.last_event() >= hooks_.most_cycles)
        fault = fmt::format("takes more than {} cycles", hooks_.most_cycles);
      if (fault || (nodes.is_over() && cycle >= nodes.last_event() + aftermath)) break;
      if (cycle > std::max(latest, nodes.last_event()) + most_idle) {
        fault = fmt::format("nothing has happened for {} cycles: {}{}", most_idle, nodes.progress(),
                            links ? "" : "; queues may be too short (--queue-depth)");
        break;
      }
      if (cycle % kPollCycles == 0) hooks_.poll(nodes.part_done());
    }
    lost_in_queues_ = 0;
    for (const Address node : network::addresses(experiment_.operation().network.nodes())) {
      MeshBus bus(*mesh, node);
      lost_in_queues_ += node::Driver(bus).lost();
    }
    if (fault) fault = with_losses(lost_in_queues_, *fault);
    return nodes.last_event() + 1;
  }

 private:
  // Two collectives may be under way, so that twice as many packets can be in a queue.
  MeshSetting setting() const {
    Run alone(starting_);
    alone.go_in(chain_.parts);
    MeshSetting setting = alone.setting(hooks_);
    if (!setting.queue_depth.is_users && starts_.repeat > 1) {
      setting.queue_depth.chosen *= 2;
      setting.queue_depth.least *= 2;
    }
    return setting;
  }

  std::optional<std::string> fault_in(std::uint32_t collective, const NodeMemory& memory) const {
    if (!is_combined(experiment_.task())) return memory.find_fault();
    Run alone(experiment_.alone(collective - 1));
    RunHooks silent;
    silent.interrupted = hooks_.interrupted;
    const RunReport report = alone.execute_in(chain_.parts, silent);
    return report.fault ? report.fault : difference(memory, alone.memory());
  }

  const Experiment& experiment_;
  const Starts& starts_;
  const Chain& chain_;
  const RunHooks& hooks_;
  const Experiment starting_;
  const MeshSetting setting_;
  std::uint64_t lost_in_queues_ = 0;
};

// The cycle of each node; that of the first is 0.
std::vector<std::uint64_t> ready_in(const Experiment& experiment, const Starts& starts) {
  std::vector<std::uint64_t> ready(experiment.operation().network.nodes());
  // A switch is ready with the first node.
  const auto nodes = std::span(ready).first(experiment.operation().network.ends());
  for (std::size_t node = 0; node < nodes.size(); ++node) {
    nodes[node] = split_mix(split_mix(experiment.setting().seed) + node) % (starts.skew + 1);
  }
  const std::uint64_t first = *std::ranges::min_element(nodes);
  for (std::uint64_t& cycle : nodes) cycle -= first;
  return ready;
}

// As run_with_starts makes it, for which nodes that are all ready in one cycle must come to their end too.
RunReport tried_together(const Experiment& experiment, const Starts& starts, const Parts& parts,
                         const RunHooks& hooks) {
  const Experiment tried = experiment.as_tried();
  const Chain chain{true, parts};
  RunReport report;
  const std::vector<std::uint64_t> ready = ready_in(tried, starts);
  report.cycles = Starter(tried, starts, chain, hooks).run(ready, report.fault);
  report.is_cut = report.cycles > hooks.most_cycles;
  RunHooks silent;
  silent.interrupted = hooks.interrupted;
  if (!report.fault && starts.skew != 0)
    Starter(tried, starts, chain, silent).run(std::vector<std::uint64_t>(ready.size()), report.fault);
  return report;
}

}  // namespace

bool must_start_together(const collectives::Operation& operation, std::uint32_t repeat) {
  if (collectives::needs_gate(operation)) return true;
  return repeat > 1 && operation.shape().combined && moves_packets(operation);
}

Chain chain_of(const Experiment& experiment, const Starts& starts, const RunHooks& hooks) {
  const Experiment starting = experiment.with_epochs();
  Chain chain{must_start_together(experiment.operation(), starts.repeat), Parts(starting)};
  if (const std::size_t depth = experiment.queue_depth(); depth != 0) {
    QueueCheck check(starting, couple_links(starting), hooks.interrupted);
    QueueCheck of_two = check;
    if (starts.repeat > 1) of_two.assume_overlap();
    if (chain.start_together || !of_two.is_enough(depth)) {
      chain.start_together = true;
      const auto run = [&](const Parts& parts, const RunHooks& silent) {
        return tried_together(experiment, starts, parts, silent);
      };
      check.assume_one_start({run, starts.skew, starts.repeat});
      chain.parts = check.parts(/*may_load=*/!experiment.setting().links);
    }
  }
  Run run(starting);
  run.go_in(chain.parts);
  run.require_room(hooks);
  return chain;
}

StartsReport run_with_starts(const Experiment& experiment, const Starts& starts, const Chain& chain,
                             const RunHooks& hooks) {
  Starter starter(experiment, starts, chain, hooks);
  StartsReport report;
  report.start_together = chain.start_together;
  report.parts = chain.parts.totals();
  const std::vector<std::uint64_t> ready = ready_in(experiment, starts);
  report.aligned_cycles = starter.run(std::vector<std::uint64_t>(ready.size()), report.fault);
  report.lost_in_queues = starter.lost_in_queues();
  if (report.fault) return report;
  report.spread = std::ranges::max(ready);
  report.cycles = starts.skew == 0 ? report.aligned_cycles : starter.run(ready, report.fault);
  report.lost_in_queues = starter.lost_in_queues();
  return report;
}

}  // namespace testbench
