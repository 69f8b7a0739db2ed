// SPDX-License-Identifier: Apache-2.0
// Boots an image on systems of hls/soc: all parts of all nodes are clocked in every cycle, and packets
// move while cores compute. The testbench only loads the memories, listens to the serial lines, and
// watches.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <random>

#include "firmware/image/memory_map.h"
#include "hls/configuration/link_times.hpp"
#include "hls/link/checked_end.hpp"
#include "testbench/runs/computer/boot_books.hpp"
#include "testbench/runs/computer/interrupts.hpp"
#include "testbench/runs/computer/program_memory.hpp"
#include "testbench/runs/computer/serial_line.hpp"
#include "testbench/runs/experiment/engines.hpp"

namespace testbench {
namespace {

constexpr std::uint64_t kLookInterval = 4096;       // cycles between two looks at what hangs
constexpr std::uint64_t kMemoryInterval = 1 << 16;  // cycles between two comparisons of memories, and of a long wait

hls::NodeConfiguration configuration_for(const Image& image, const BootOptions& options) {
  // A collective may have 32 packets of a block (soc::most_packets).
  constexpr std::uint32_t kMostPackets = 32;
  const std::uint32_t nodes = options.nodes();
  const std::uint32_t stack = (image.entry() - CC_MEMORY) / 1024;
  const std::uint32_t kib = (image.memory_end() - CC_MEMORY + 1023) / 1024;
  hls::ConfigurationDraft draft{{"kind", "soc"},
                                {"dim", std::to_string(options.dim())},
                                {"operators", options.multiplies ? "numbers" : "floats"},
                                {"multiplies", "on"},
                                {"compressed", "on"},
                                {"stack_kib", std::to_string(stack)},
                                {"memory_kib", std::to_string(std::max(2 * stack, std::bit_ceil(kib)))},
                                {"cycles_per_bit", "4"},
                                {"queue_depth", std::to_string(4 * nodes * kMostPackets)},
                                {"program_depth", std::to_string(std::max(256u, 2 * nodes))}};
  if (options.mesh.links) {
    draft["link_wires"] = std::to_string(options.mesh.links->wires);
    draft["frame_packets"] = std::to_string(options.mesh.links->frame_packets);
    draft["link_check"] = name_of(options.mesh.links->check);
    if (options.mesh.links->cut_through) draft["cut_through"] = "on";
  }
  return hls::configuration_of(draft);
}

class SystemsBoot : BootBooks {
 public:
  SystemsBoot(const Image& image, const BootOptions& options, std::uint64_t skew)
      : BootBooks(image, options), configuration_(configuration_for(image, options)), nodes_(options.nodes()) {
    cube_ =
        make_systems(options.mesh.rtl_nodes.empty() ? options.cores : "rtl", configuration_, options.mesh.rtl_nodes);
    if (options.mesh.wires.any()) cube_->disturb(options.mesh.wires);
    // Links try again some times before they are dead.
    quiet_ = kLookInterval + std::uint64_t{links::kUsualTries + 2} * hls::time_out_of(configuration_, 0);
    inputs_.runs.assign(nodes_.size(), 0);
    inputs_.rx.assign(nodes_.size(), 1);
    inputs_.rx_ends.assign(nodes_.size(), 0);
    std::mt19937_64 resets;  // the same in every run
    for (std::uint32_t n = 0; n < nodes_.size(); ++n) {
      nodes_[n].number = n;
      add(nodes_[n]);
      nodes_[n].listener = Listener(configuration_.cycles_per_bit);
      nodes_[n].talker = Talker(configuration_.cycles_per_bit, input_of(options, n));
      nodes_[n].begins = resets() % (skew + 1);
      if (options.profiles) nodes_[n].counts.assign(image.memory_end() / 2, 0);
    }
  }

  BootReport run() {
    load();
    for (cycle_ = 0; !has_many_faults() && !all_have_ended(); ++cycle_) {
      inputs_.cycle = cycle_ + 1;
      for (Node& node : nodes_) drive(node);
      clock();
      report_.network += cube_->moves() ? 1 : 0;
      for (Node& node : nodes_) watch(node);
      if (cube_->moves()) last_moved_ = cycle_;
      if (cycle_ % kLookInterval == 0) look();
      if (cycle_ >= options_.most_cycles) end_late();
    }
    // Bytes are still on the serial lines.
    for (unsigned bit = 0; bit < 12 * configuration_.cycles_per_bit; ++bit) {
      clock();
      for (Node& node : nodes_) hear(node);
    }
    compare(cube_->difference_of_memories());
    for (Node& node : nodes_) {
      if (!node.has_ended) node.time = cycle_;
      close(node, node.counts);
    }
    return std::move(report_);
  }

 private:
  struct Node : NodeBooks {
    Listener listener{1};
    Talker talker{1, ""};
    std::uint64_t begins = 0;  // when it leaves its reset
    bool communicates = false;
    std::uint64_t since = 0;   // since when it has joined, or communicates
    bool asks_for_end = true;  // the program has asked whether its last collective has ended
    bool is_told = false;      // an interrupt tells it
    std::uint64_t stands = 0;  // cycles in which its core has waited for one register
    std::uint64_t sleeps = 0;  // cycles in which it has waited for an interrupt that is not the timer's
    std::vector<std::uint32_t> counts;
  };

  // A word in each cycle, for all nodes.
  void load() {
    const std::vector<std::uint32_t> program = image_.program();
    for (std::uint32_t i = 0; i < program.size(); ++i) {
      inputs_.load_address = image_.entry() + 4 * i;
      inputs_.load_word = program[i];
      if (program[i] != 0) clock();
      if (i % kLookInterval == 0) options_.poll();
    }
    inputs_.load_address = 0;
  }

  void drive(Node& node) {
    const std::uint32_t n = node.number;
    if (!node.has_ended) node.time = cycle_;
    inputs_.runs[n] = cycle_ >= node.begins && !node.has_ended;
    inputs_.rx_ends[n] = node.talker.has_ended();
    inputs_.rx[n] = node.talker.talk(cube_->node(n).rx_ready);
  }
  void clock() {
    cube_->cycle(inputs_);
    compare(cube_->difference());
  }
  void compare(const std::optional<std::string>& difference) {
    if (!difference || !report_.faults.empty()) return;
    report_.faults.push_back(fmt::format("the RTL differs from C++ in cycle {}: {}", cycle_, *difference));
    for (Node& node : nodes_) node.has_ended = true;
  }
  bool all_have_ended() const { return std::ranges::all_of(nodes_, &Node::has_ended); }

  void watch(Node& node) {
    const SocCube::Node& seen = cube_->node(node.number);
    hear(node);
    if (node.has_ended) return;
    if (seen.executes) {
      ++node.report.instructions;
      if (!node.counts.empty() && seen.counter / 2 < node.counts.size()) ++node.counts[seen.counter / 2];
    }
    // A register's access takes two cycles, or more while it waits.
    const bool is_register = seen.asks && seen.address >= CC_SYSTEM;
    if (is_register && node.stands++ == 0) note_access(node, seen);
    if (!is_register) node.stands = 0;
    node.sleeps = seen.sleeps && !seen.awaits_timer ? node.sleeps + 1 : 0;
    note_states(node, seen);
    if (seen.fault) return fail(node, text_of_fault(*seen.fault, seen));
    if (!seen.exited) return;
    const bool is_open = seen.joins || seen.communicates || !(node.asks_for_end || node.is_told);
    // A collective over a dead link cannot end.
    exit(node, seen.status, is_open && !any_link_is_dead());
  }
  void hear(Node& node) {
    if (const auto byte = node.listener.hear(cube_->node(node.number).tx)) print(node, *byte);
  }
  void note_access(Node& node, const SocCube::Node& seen) {
    ++node.report.accesses;
    if (seen.writes) {
      node.call.write(seen.address, seen.value);
      if (seen.address == CC_START) node.asks_for_end = false;
      if (seen.address == CC_ENABLE) node.is_told = (seen.value & CC_INTERRUPT_DONE) != 0;
    }
    const bool tells = seen.address == CC_BUSY || Interrupts::tells_of_end(seen.address);
    if (seen.address == CC_WAIT || (tells && !seen.joins)) node.asks_for_end = true;
  }
  void note_states(Node& node, const SocCube::Node& seen) {
    if (seen.joins == node.has_joined && seen.communicates == node.communicates) return;
    if (node.has_joined) spend(node, node.since, cycle_, true);
    if (node.communicates) {
      spend(node, node.since, cycle_, false);
      node.call.failed = 0;
    }
    // All nodes of a group must have made the same call.
    if (seen.communicates && !node.communicates) {
      Node& first = nodes_[node.number & ~node.call.group];
      if (&first == &node) ++report_.collectives;
      check_fit(node, first);
    }
    node.has_joined = seen.joins;
    node.communicates = seen.communicates;
    node.since = cycle_;
  }

  // Nodes whose cores wait for a collective that does not continue, or for an interrupt that cannot come: a
  // byte of input would have come by now.
  void look() {
    options_.poll();
    if (cycle_ % kMemoryInterval == 0) compare(cube_->difference_of_memories());
    // A core with interrupts does not stand: it asks again and again, and may still end by itself.
    const auto is_stuck = [&](const Node& node) {
      const bool waits_long = (node.has_joined || node.communicates) && cycle_ - node.since > kMemoryInterval;
      return node.has_ended || node.stands > kLookInterval || node.sleeps > kLookInterval || waits_long;
    };
    if (cycle_ - last_moved_ < quiet_ || !std::ranges::all_of(nodes_, is_stuck)) return;
    for (Node& node : nodes_) {
      if (!node.has_ended) fail(node, why_it_waits(node));
    }
  }
  std::string why_it_waits(const Node& node) const {
    if (!node.has_joined && !node.communicates && node.sleeps != 0) {
      return "it waits for an interrupt, and there is none in " + image_.place(cube_->node(node.number).counter);
    }
    if (!node.has_joined) return call_of(node) + ": its packets do not come" + dead_links();
    if (const std::optional<std::string> what = missing(node)) return *what + dead_links();
    return call_of(node) + " does not begin";
  }
  bool any_link_is_dead() const {
    for (std::uint32_t n = 0; n < nodes_.size(); ++n) {
      if (cube_->node(n).dead != 0) return true;
    }
    return false;
  }
  std::string dead_links() const {
    std::string text;
    for (std::uint32_t n = 0; n < nodes_.size(); ++n) {
      for (unsigned port = 0; port < options_.dim(); ++port) {
        if ((cube_->node(n).dead >> port & 1u) != 0) text += fmt::format(" {}:{}", n, port);
      }
    }
    return text.empty() ? "" : "; links that do not answer:" + text;
  }
  void end_late() {
    for (Node& node : nodes_) {
      if (node.has_ended) continue;
      fail_late(node, cube_->node(node.number).counter, node.has_joined ? ": " + why_it_waits(node) : "");
    }
  }
  std::string text_of_fault(std::uint32_t address, const SocCube::Node& seen) const {
    // A program without a handler goes to address 0.
    if (seen.trap && address == 0 && seen.trap->counter == seen.executed) {
      return fmt::format("{} in {}", name_of_trap(seen.trap->cause & 15u), image_.place(seen.trap->counter));
    }
    if (address == (seen.counter & ~3u)) {
      return fmt::format("a jump to {:08x}, where there is nothing, in {}", seen.counter, image_.place(seen.executed));
    }
    return fmt::format("an access to {:08x}, where there is nothing, in {}", address, image_.place(seen.counter));
  }

  hls::NodeConfiguration configuration_;
  std::unique_ptr<SocCube> cube_;
  SocCube::Inputs inputs_;
  std::vector<Node> nodes_;
  std::uint64_t cycle_ = 0;
  std::uint64_t last_moved_ = 0;
  std::uint64_t quiet_ = 0;  // cycles without a move after which nothing will come
};

}  // namespace

std::uint64_t system_bytes(const Image& image, const BootOptions& options) {
  const hls::NodeConfiguration node = configuration_for(image, options);
  const std::uint64_t ports = node.ports;
  constexpr std::uint64_t kPacket = 24;      // in a queue, with its header
  constexpr std::uint64_t kWithNumber = 16;  // in a receive memory
  const std::uint64_t send = 2 * ports * node.packets * sizeof(std::uint64_t);
  const std::uint64_t receive = (2 * ports + ports * ports) * node.packets * kWithNumber;
  const std::uint64_t queues = 2 * ports * ports * node.queue_depth * kPacket;
  const std::uint64_t one = (std::uint64_t{node.memory_kib} << 10) + send + receive + queues;
  const auto some = static_cast<std::uint64_t>(std::ranges::count(options.mesh.rtl_nodes, true));
  return one * (node.nodes + 2 * (options.cores == "rtl" ? node.nodes : some));
}

BootReport boot_systems(const Image& image, const BootOptions& options, std::uint64_t skew) {
  return SystemsBoot(image, options, skew).run();
}

}  // namespace testbench
