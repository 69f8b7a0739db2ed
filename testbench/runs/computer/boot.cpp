// SPDX-License-Identifier: Apache-2.0
#include "testbench/runs/computer/boot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <tuple>

#include "firmware/image/memory_map.h"
#include "firmware/node/registers.hpp"
#include "hls/operators/operation.hpp"
#include "testbench/runs/computer/boot_node.hpp"
#include "testbench/runs/computer/host_threads.hpp"
#include "testbench/runs/experiment/engines.hpp"

namespace testbench {
namespace {

// Instructions, and accesses to registers, between two calls of attend().
constexpr std::uint64_t kSlice = 1'000'000;
constexpr std::uint64_t kUnattended = 4096;
constexpr std::uint64_t kQuiet = 64;  // cycles without a packet, after which none is under way
constexpr std::size_t kMostFaults = 8;

MeshSetting setting_for(const BootOptions& options) {
  MeshSetting setting;
  setting.network = network::Cube(options.dim);
  setting.combining = true;
  setting.copies = true;
  // Programs may call anything: floats are combined too, and queues hold what comes.
  setting.operation = operators::number(operators::Function::kSum, operators::Type::kFloat32);
  constexpr std::size_t kDeep = 1u << 14;
  setting.queue_depth = {kDeep, kDeep, false};
  setting.simulation.lockstep = options.lockstep;
  setting.simulation.rtl_nodes = options.rtl_nodes;
  setting.program_depth = std::max<std::size_t>(256, std::size_t{2} << options.dim);
  return setting;
}

}  // namespace

std::string_view input_of(const BootOptions& options, std::uint32_t node) {
  if (options.input.empty()) return {};
  return options.input.size() == 1 ? options.input[0] : options.input[node];
}

std::string core_of(const BootOptions& options, std::uint32_t node) {
  if (!options.rtl_nodes.empty() && options.rtl_nodes[node]) return "rtl";
  if (!options.native_nodes.empty() && options.native_nodes[node]) return "native";
  return options.cores;
}

std::uint64_t router_bytes(const BootOptions& options) {
  const auto some = static_cast<std::uint32_t>(std::ranges::count(options.rtl_nodes, true));
  // In SystemC nodes beside RTL have the same full queues.
  const bool are_all = options.routers == "rtl" || (options.routers == "systemc" && some != 0);
  const std::uint32_t nodes = are_all ? std::uint32_t{1} << options.dim : some;
  return nodes == 0 ? 0 : rtl_bytes(rtl_configuration(setting_for(options)), nodes, options.lockstep);
}

std::vector<FunctionCount> functions_of(const Image& image, std::uint32_t node, std::span<const std::uint32_t> counts) {
  std::map<const Image::Function*, std::uint64_t> by_function;
  for (std::uint32_t place = 0; place < counts.size(); ++place) {
    if (counts[place] != 0) by_function[image.function_at(2 * place)] += counts[place];
  }
  std::vector<FunctionCount> found;
  found.reserve(by_function.size());
  for (const auto& [function, instructions] : by_function) {
    found.push_back({function != nullptr ? image.readable(*function) : "(no function)", node, instructions});
  }
  std::ranges::sort(found, std::ranges::greater(), &FunctionCount::instructions);
  return found;
}

Boot::Boot(const Image& image, BootOptions options)
    : image_(image), options_(std::move(options)), router_(rtl_configuration(setting_for(options_))) {
  const std::uint32_t nodes = std::uint32_t{1} << options_.dim;
  auto computers = std::make_unique<Computers>(nodes);
  computers_ = computers.get();
  mesh_ = make_mesh(options_.routers, setting_for(options_), std::move(computers));
  for (auto& processor : make_processors(nodes)) {
    const auto number = static_cast<std::uint32_t>(nodes_.size());
    nodes_.push_back(std::make_unique<Node>(number, std::move(processor)));
    Node& node = *nodes_.back();
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
Boot::~Boot() = default;

std::vector<std::unique_ptr<Processor>> Boot::make_processors(std::uint32_t nodes) const {
  if (options_.cores == kHost) return make_host_threads(image_, nodes, options_.attend);
  std::vector<std::unique_ptr<Processor>> processors;
  for (std::uint32_t node = 0; node < nodes; ++node) {
    options_.attend();
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
    if (report_.faults.size() >= kMostFaults || is_over_) break;
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
    for (const std::string* const line : {&node->line, &node->error_line}) {
      if (!line->empty()) options_.print(node->number, *line);
    }
    node->report.cycles = node->time;
    node->report.instructions = node->processor->instructions();
    report_.cycles = std::max(report_.cycles, node->time);
    report_.nodes.push_back(node->report);
    if (options_.profiles) {
      const std::vector<FunctionCount> found = functions_of(image_, node->number, node->processor->counts());
      report_.profile.insert(report_.profile.end(), found.begin(), found.end());
    }
  }
  return report_;
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
    if (is_long || node.report.accesses % kUnattended == 0) options_.attend();
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
      const std::string polls = node.has_joined ? fmt::format(": {}", missing(node).value_or("")) : "";
      return fail(node, fmt::format("runs for more than {} cycles, now in {}{}; give more with --most-cycles",
                                    options_.most_cycles, image_.place(node.processor->counter()), polls));
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

// The nodes of its group, itself among them.
std::vector<Boot::Node*> Boot::group_of(const Node& node) {
  const std::uint32_t group = node.call.group;
  std::vector<Node*> found;
  for (const auto& other : nodes_) {
    if (((other->number ^ node.number) & ~group) == 0) found.push_back(other.get());
  }
  return found;
}

void Boot::join(Node& node) {
  if (node.has_joined) return fail(node, "joins a collective before the last one has begun");
  node.has_joined = true;
  node.joined = node.time;
  computers_->node(node.number).memory = node.processor->memory();
  const std::uint32_t group = node.call.group;
  const std::vector<Node*> all = group_of(node);
  const bool is_complete =
      std::ranges::all_of(all, [&](const Node* other) { return other->has_joined && other->call.group == group; });
  if (!is_complete) return;
  for (const Node* other : all) {
    if (other->call.fits(all[0]->call)) continue;
    fail(*all[0], fmt::format("{} does not fit that of node {}: {}{}{}", call_of(*all[0]), other->number,
                              call_of(*other), text_of_failed(other->number, other->call, image_),
                              text_of_failed(all[0]->number, all[0]->call, image_)));
    return fail(*other, fmt::format("{} does not fit that of node {}", call_of(*other), all[0]->number));
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
    if (cycle_ % 256 == 0) options_.attend();
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
    if (!done) fail(*node, fmt::format("{}: its packets do not come", call_of(*node)));
    if (node->computer->strayed) {
      fail(*node, fmt::format("{}: a buffer is outside the memory, or not aligned to 8 bytes", call_of(*node)));
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

void Boot::spend(Node& node, std::uint64_t begin, std::uint64_t end, bool waits) {
  if (begin >= end) return;
  (waits ? node.report.waits : node.report.communicates) += end - begin;
  if (options_.keeps_spells) report_.spells.push_back({node.number, begin, end, waits, name_of_call(node.call.call)});
}

// A read of CC_WAIT is answered. `from`: when the node has begun to do nothing but communicate.
void Boot::end_wait(Node& node, std::uint64_t from) {
  spend(node, from, node.busy_until, /*waits=*/false);
  node.time = std::max(node.time, node.busy_until);
  answer(node, 0);
}

void Boot::fail(const Node& node, const std::string& what) {
  Node& failed = *nodes_[node.number];
  failed.has_ended = true;
  if (report_.faults.size() < kMostFaults) report_.faults.push_back(fmt::format("node {}: {}", node.number, what));
}

std::string Boot::call_of(const Node& node) const {
  return text_of(node.call, options_.dim, image_);
}

// Nodes that wait for others which will never join.
void Boot::explain_waits() {
  for (const auto& node : nodes_) {
    if (!(node->waits || node->sleeps) || node->has_ended || report_.faults.size() >= kMostFaults) continue;
    if (const std::optional<std::string> what = missing(*node)) fail(*node, *what);
  }
}

// Why the collective that the node has joined does not begin.
std::optional<std::string> Boot::missing(const Node& node) {
  const std::vector<Node*> all = group_of(node);
  const auto found = std::ranges::find_if(
      all, [&](const Node* other) { return !other->has_joined || other->call.group != node.call.group; });
  if (found == all.end()) return std::nullopt;
  const Node& other = **found;
  const std::string why = other.has_joined      ? call_of(other)
                          : other.report.status ? fmt::format("it has ended with status {}", *other.report.status)
                          : other.has_ended     ? "it has failed"
                                                : "it has not joined";
  return fmt::format("{} waits for node {}: {}{}", call_of(node), other.number, why,
                     text_of_failed(other.number, other.call, image_));
}

}  // namespace testbench
