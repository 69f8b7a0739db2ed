// SPDX-License-Identifier: Apache-2.0
#include "testbench/runs/computer/boot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <tuple>

#include "firmware/image/memory_map.h"
#include "firmware/node/registers.hpp"
#include "hls/operators/operation.hpp"
#include "testbench/runs/computer/boot_processors.hpp"
#include "testbench/runs/computer/host_threads.hpp"
#include "testbench/runs/experiment/engines.hpp"

namespace testbench {
namespace {

// Instructions, and accesses to registers, between two calls of poll().
constexpr std::uint64_t kSlice = 1'000'000;
constexpr std::uint64_t kUnpolled = 4096;
constexpr std::uint64_t kQuiet = 64;  // cycles without a packet, after which none is under way

MeshSetting setting_for(const BootOptions& options) {
  MeshSetting setting = options.mesh;
  setting.combining = true;
  setting.copies = true;
  // Programs may call anything: floats are combined too, and queues hold what comes.
  setting.operation = operators::number(options.multiplies ? operators::Function::kProduct : operators::Function::kSum,
                                        operators::Type::kFloat32);
  constexpr std::size_t kDeep = 1u << 14;
  setting.queue_depth = {kDeep, kDeep, false};
  setting.program_depth = std::max<std::size_t>(256, std::size_t{2} << options.dim());
  return setting;
}

}  // namespace

std::string_view input_of(const BootOptions& options, std::uint32_t node) {
  if (options.input.empty()) return {};
  return options.input.size() == 1 ? options.input[0] : options.input[node];
}

std::string core_of(const BootOptions& options, std::uint32_t node) {
  if (!options.mesh.rtl_nodes.empty() && options.mesh.rtl_nodes[node]) return "rtl";
  if (!options.native_nodes.empty() && options.native_nodes[node]) return "native";
  return options.cores;
}

std::uint64_t router_bytes(const BootOptions& options) {
  const auto some = static_cast<std::uint32_t>(std::ranges::count(options.mesh.rtl_nodes, true));
  // In SystemC nodes beside RTL have the same full queues.
  const bool are_all = options.mesh.engine == "rtl" || (options.mesh.engine == "systemc" && some != 0);
  const std::uint32_t nodes = are_all ? options.nodes() : some;
  return nodes == 0 ? 0 : rtl_bytes(rtl_configuration(setting_for(options)), nodes, options.mesh.lockstep);
}

Boot::Boot(const Image& image, BootOptions options)
    : BootBooks(image, std::move(options)), router_(rtl_configuration(setting_for(options_))) {
  const std::uint32_t nodes = options_.nodes();
  auto computers = std::make_unique<Computers>(nodes);
  computers_ = computers.get();
  mesh_ = make_mesh(setting_for(options_), std::move(computers));
  for (auto& processor : make_processors(nodes)) {
    const auto number = static_cast<std::uint32_t>(nodes_.size());
    Node& node = *nodes_.emplace_back(std::make_unique<Node>());
    add(node);
    node.number = number;
    node.processor = std::move(processor);
    computers_->node(number).memory = node.processor->memory();
    node.computer = &computers_->node(number);
    if (options_.profiles) node.processor->count_each();
    node.processor->serve([this, &node](const Processor::Stop& stop) {
      ++node.report.accesses;
      const bool goes_on = access(node, stop);
      charge(node);
      return goes_on && node.time <= options_.most_cycles;
    });
  }
}
std::vector<std::unique_ptr<Processor>> Boot::make_processors(std::uint32_t nodes) const {
  if (options_.cores == kHost) return make_host_threads(image_, nodes, options_.poll);
  std::vector<std::unique_ptr<Processor>> processors;
  for (std::uint32_t node = 0; node < nodes; ++node) {
    options_.poll();
    const std::string core = core_of(options_, node);
    processors.push_back(core == kEmulator ? make_emulator(image_) : make_core(image_, make_core_model(core)));
  }
  return processors;
}

BootReport Boot::run() {
  // The node whose time is least goes first, so that a node can ask whether a collective has ended. Nodes
  // that watch go last: others may join their collective. When none can, it never begins.
  const auto is_later = [](const Node* a, const Node* b) {
    return std::tuple(a->watches(), a->time, a->number) > std::tuple(b->watches(), b->time, b->number);
  };
  for (;;) {
    Node* next = nullptr;
    for (const auto& node : nodes_) {
      const bool can_run = !node->has_ended && !node->waits && !node->sleeps;
      if (can_run && (next == nullptr || is_later(next, node.get()))) next = node.get();
    }
    if (has_many_faults() || is_over_) break;
    // A node that asks whether a collective has ended may ask for one of these.
    if (!groups_.empty() && (next == nullptr || next->polls || next->watches())) {
      run_groups();
      continue;
    }
    if (next == nullptr) break;
    if (!next->polls || answer_poll(*next)) run_node(*next);
  }
  explain_waits();
  for (const auto& node : nodes_) {
    node->report.instructions = node->processor->instructions();
    close(*node, node->processor->counts());
  }
  return std::move(report_);
}

void Boot::run_node(Node& node) {
  const bool watches = node.watches();
  for (;;) {
    set_lines(node);
    const bool is_debugged = options_.gdb != nullptr && options_.gdb->node() == node.number;
    const Processor::Stop stop = is_debugged ? options_.gdb->run(*node.processor, kSlice) : node.processor->run(kSlice);
    charge(node);
    const bool is_served = stop.kind == Processor::Stop::kServed;
    const bool is_long = stop.kind == Processor::Stop::kPause || is_served;
    if (is_long || node.report.accesses % kUnpolled == 0) options_.poll();
    if (is_served && node.has_ended) return;
    const auto cannot_go_on = [&](const std::string& why) {
      if (is_debugged) options_.gdb->end(*node.processor, "S0b");
      fail(node, fmt::format("{} in {}", why, image_.place(node.processor->counter())));
    };
    if (stop.kind == Processor::Stop::kFault) {
      is_over_ = node.processor->shares_memory();
      return cannot_go_on(stop.fault);
    }
    if (node.time > options_.most_cycles) {
      const std::string polls = node.has_joined ? ": " + missing(node).value_or("") : "";
      return fail_late(node, node.processor->counter(), polls);
    }
    if (is_served) return;
    if (stop.kind == Processor::Stop::kPause || stop.kind == Processor::Stop::kBreak) continue;
    if (stop.kind == Processor::Stop::kSleep) {
      node.sleeps = node.has_joined;
      return node.sleeps ? void() : cannot_go_on("it waits for an interrupt, and there is none");
    }
    if (stop.kind == Processor::Stop::kNothing && !node.interrupts.is_enabled(CC_INTERRUPT_FAULT)) {
      return cannot_go_on(stop.fault);
    }
    if (stop.kind == Processor::Stop::kNothing) {
      miss(node, stop.address, "");
      charge(node);
      continue;
    }
    ++node.report.accesses;
    const bool goes_on = access(node, stop);
    charge(node);
    if (is_debugged && node.report.status) {
      options_.gdb->end(*node.processor, fmt::format("W{:02x}", *node.report.status & 0xff));
    }
    if (!goes_on || node.watches() != watches) return;
  }
}

// Tells the processor when interrupts come, in its own cycles.
void Boot::set_lines(Node& node) {
  const std::uint64_t apart = node.time - node.counted;
  const auto own = [&](std::uint64_t time) {
    return time == Interrupts::kNever ? time : std::max(time, apart) - apart;
  };
  node.processor->set_lines({own(node.interrupts.timer()), own(node.interrupts.external())});
}

// Adds the cycles that the processor has run to the node's time.
void Boot::charge(Node& node) {
  node.time += node.processor->cycles() - node.counted;
  node.counted = node.processor->cycles();
}

void Boot::join(Node& node) {
  if (node.has_joined) return fail(node, "joins a collective before the last one has begun");
  node.has_joined = true;
  node.joined = node.time;
  computers_->node(node.number).memory = node.processor->memory();
  if (awaited_by(node) != nullptr) return;
  std::vector<Node*> all;
  for (const auto& other : nodes_) {
    if (node.has_member(*other)) all.push_back(other.get());
  }
  for (Node* const other : all) {
    if (!check_fit(*all[0], *other)) return;
  }
  groups_.push_back(all);
}

// Runs the collectives that all nodes of a group have joined, at once: groups have no link in common.
void Boot::run_groups() {
  const auto members = [&](const auto& visit) {
    for (const std::vector<Node*>& group : groups_) {
      for (Node* const node : group) visit(*node);
    }
  };
  members([&](const Node& node) { computers_->node(node.number).starts = true; });
  const std::uint64_t start = cycle_;
  computers_->set_cycle(++cycle_);
  mesh_->clock(true);
  members([&](const Node& node) { computers_->node(node.number).starts = false; });
  while (cycle_ - std::max(start, computers_->last_moved()) <= kQuiet) {
    computers_->set_cycle(++cycle_);
    mesh_->clock(false);
    if (cycle_ % 256 == 0) options_.poll();
  }
  const std::vector<std::vector<Node*>> groups = std::exchange(groups_, {});
  for (const std::vector<Node*>& group : groups) {
    std::uint64_t last = start + 1;
    for (const Node* const node : group) last = std::max(last, computers_->last_moved(node->number));
    settle(group, last - start - 1);
  }
}

// The group's packets have moved for so many cycles.
void Boot::settle(const std::vector<Node*>& group, std::uint64_t cycles) {
  std::uint64_t begins = 0;
  for (const Node* node : group) begins = std::max(begins, node->joined + 1);
  ++report_.collectives;
  report_.network += cycles;
  for (Node* node : group) {
    const bool done =
        (mesh_->read(Address(node->number), static_cast<std::uint32_t>(node::Control::kStatus)) & node::kDone) != 0;
    if (!done) fail(*node, call_of(*node) + ": its packets do not come");
    if (node->computer->strayed) {
      fail(*node, call_of(*node) + ": a buffer is outside the memory, or not aligned to 8 bytes");
    }
    node->has_joined = false;
    node->call.failed = 0;
    node->busy_until = begins + cycles;
    node->interrupts.end_at(node->busy_until);
    if (node->waits) spend(*node, node->time, begins, /*waits=*/true);
    if (node->waits) end_wait(*node, std::max(node->time, begins));
    node->waits = node->sleeps = false;
  }
}

// A read of CC_WAIT is answered. `from`: when the node has begun to do nothing but communicate.
void Boot::end_wait(Node& node, std::uint64_t from) {
  spend(node, from, node.busy_until, /*waits=*/false);
  node.time = std::max(node.time, node.busy_until);
  answer(node, 0);
}

// Nodes that wait for others which will never join.
void Boot::explain_waits() {
  for (const auto& node : nodes_) {
    if (!(node->waits || node->sleeps) || node->has_ended) continue;
    if (const std::optional<std::string> what = missing(*node)) fail(*node, *what);
  }
}

BootReport boot(const Image& image, BootOptions options) {
  return Boot(image, std::move(options)).run();
}

}  // namespace testbench
