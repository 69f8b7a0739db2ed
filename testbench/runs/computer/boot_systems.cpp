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
#include "testbench/runs/computer/boot.hpp"
#include "testbench/runs/computer/call_text.hpp"
#include "testbench/runs/computer/program_memory.hpp"
#include "testbench/runs/computer/serial_line.hpp"
#include "testbench/runs/experiment/engines.hpp"

namespace testbench {
namespace {

constexpr std::uint64_t kLookInterval = 4096;       // cycles between two looks at what hangs
constexpr std::uint64_t kMemoryInterval = 1 << 16;  // cycles between two comparisons of memories, and of a long wait
constexpr std::size_t kMostSystemFaults = 8;

hls::NodeConfiguration configuration_for(const Image& image, const BootOptions& options) {
  // A collective may have 32 packets of a block (soc::most_packets).
  constexpr std::uint32_t kMostPackets = 32;
  const std::uint32_t nodes = std::uint32_t{1} << options.dim;
  const std::uint32_t stack = (image.entry() - CC_MEMORY) / 1024;
  const std::uint32_t kib = (image.memory_end() - CC_MEMORY + 1023) / 1024;
  hls::ConfigurationDraft draft{{"kind", "soc"},
                                {"dim", std::to_string(options.dim)},
                                {"operators", "floats"},
                                {"multiplies", "on"},
                                {"compressed", "on"},
                                {"stack_kib", std::to_string(stack)},
                                {"memory_kib", std::to_string(std::max(2 * stack, std::bit_ceil(kib)))},
                                {"cycles_per_bit", "4"},
                                {"queue_depth", std::to_string(2 * nodes * kMostPackets)},
                                {"program_depth", std::to_string(std::max(256u, 2 * nodes))}};
  if (options.links) {
    draft["link_wires"] = std::to_string(options.links->wires);
    draft["frame_packets"] = std::to_string(options.links->frame_packets);
    draft["link_check"] = name_of(options.links->check);
    if (options.links->cut_through) draft["cut_through"] = "on";
  }
  return hls::configuration_of(draft);
}

class SystemsBoot {
 public:
  SystemsBoot(const Image& image, const BootOptions& options, std::uint64_t skew)
      : image_(image), options_(options), configuration_(configuration_for(image, options)), nodes_(1u << options.dim) {
    cube_ = make_systems(options.rtl_nodes.empty() ? options.cores : "rtl", configuration_, options.rtl_nodes);
    if (options.wires.any()) cube_->disturb(options.wires);
    // Links try again some times before they are dead.
    quiet_ = kLookInterval + std::uint64_t{links::kUsualTries + 2} * hls::time_out_of(configuration_, 0);
    inputs_.runs.assign(nodes_.size(), 0);
    inputs_.rx.assign(nodes_.size(), 1);
    inputs_.rx_ends.assign(nodes_.size(), 0);
    std::mt19937_64 resets;  // the same in every run
    for (std::uint32_t n = 0; n < nodes_.size(); ++n) {
      nodes_[n].listener = Listener(configuration_.cycles_per_bit);
      nodes_[n].talker = Talker(configuration_.cycles_per_bit, input_of(options, n));
      nodes_[n].begins = resets() % (skew + 1);
      if (options.profiles) nodes_[n].counts.assign(image.memory_end() / 2, 0);
    }
  }

  BootReport run() {
    load();
    for (cycle_ = 0; report_.faults.size() < kMostSystemFaults && !all_have_ended(); ++cycle_) {
      inputs_.cycle = cycle_ + 1;
      for (std::uint32_t n = 0; n < nodes_.size(); ++n) drive(n);
      clock();
      report_.network += cube_->moves() ? 1 : 0;
      for (std::uint32_t n = 0; n < nodes_.size(); ++n) watch(n);
      if (cube_->moves()) last_moved_ = cycle_;
      if (cycle_ % kLookInterval == 0) look();
      if (cycle_ >= options_.most_cycles) end_late();
    }
    // Bytes are still on the serial lines.
    for (unsigned bit = 0; bit < 12 * configuration_.cycles_per_bit; ++bit) {
      clock();
      for (std::uint32_t n = 0; n < nodes_.size(); ++n) hear(n);
    }
    compare(cube_->difference_of_memories());
    finish();
    return std::move(report_);
  }

 private:
  struct Node {
    Listener listener{1};
    Talker talker{1, ""};
    std::uint64_t begins = 0;  // when it leaves its reset
    std::optional<std::uint64_t> ends;
    NodeCall call;
    bool joins = false;
    bool communicates = false;
    std::uint64_t since = 0;   // of joins or communicates
    std::uint64_t stands = 0;  // cycles in which its core has waited for one register
    std::uint64_t sleeps = 0;  // cycles in which it has waited for an interrupt that is not the timer's
    std::string line;
    std::vector<std::uint32_t> counts;
    BootedNode report;
  };

  // A word in each cycle, for all nodes.
  void load() {
    const std::vector<std::uint32_t> program = image_.program();
    for (std::uint32_t i = 0; i < program.size(); ++i) {
      inputs_.load_address = image_.entry() + 4 * i;
      inputs_.load_word = program[i];
      if (program[i] != 0) clock();
      if (i % kLookInterval == 0) options_.attend();
    }
    inputs_.load_address = 0;
  }

  void drive(std::uint32_t n) {
    Node& node = nodes_[n];
    inputs_.runs[n] = cycle_ >= node.begins && !node.ends;
    inputs_.rx_ends[n] = node.talker.has_ended();
    inputs_.rx[n] = node.talker.talk(cube_->node(n).rx_ready);
  }
  void clock() {
    cube_->cycle(inputs_);
    compare(cube_->difference());
  }
  void compare(const std::optional<std::string>& difference) {
    if (difference && report_.faults.empty()) {
      report_.faults.push_back(fmt::format("the RTL differs from C++ in cycle {}: {}", cycle_, *difference));
      for (Node& node : nodes_) node.ends = cycle_;
    }
  }
  bool all_have_ended() const {
    return std::ranges::all_of(nodes_, [](const Node& node) { return node.ends.has_value(); });
  }

  void watch(std::uint32_t n) {
    Node& node = nodes_[n];
    const SocCube::Node& seen = cube_->node(n);
    hear(n);
    if (node.ends) return;
    if (seen.executes) {
      ++node.report.instructions;
      if (!node.counts.empty() && seen.counter / 2 < node.counts.size()) ++node.counts[seen.counter / 2];
    }
    // A register's access takes two cycles, or more while it waits.
    const bool is_register = seen.asks && seen.address >= CC_SYSTEM;
    if (is_register && node.stands++ == 0) {
      ++node.report.accesses;
      if (seen.writes) node.call.write(seen.address, seen.value);
    }
    if (!is_register) node.stands = 0;
    node.sleeps = seen.sleeps && !seen.awaits_timer ? node.sleeps + 1 : 0;
    note_states(n, seen);
    if (seen.fault) return fail(n, text_of_fault(*seen.fault, seen));
    if (seen.exited) {
      // A collective over a dead link cannot end.
      if ((seen.joins || seen.communicates) && !any_link_is_dead())
        return fail(n, call_of(n) + " is still open when the program ends");
      node.report.status = seen.status;
      node.ends = cycle_;
    }
  }
  void hear(std::uint32_t n) {
    if (const std::optional<std::uint8_t> byte = nodes_[n].listener.hear(cube_->node(n).tx)) print(n, *byte);
  }
  void note_states(std::uint32_t n, const SocCube::Node& seen) {
    Node& node = nodes_[n];
    if (seen.joins == node.joins && seen.communicates == node.communicates) return;
    if (node.joins) spend(n, node.report.waits, true);
    if (node.communicates) {
      spend(n, node.report.communicates, false);
      node.call.failed = 0;
    }
    if (seen.communicates && !node.communicates) begins_collective(n);
    node.joins = seen.joins;
    node.communicates = seen.communicates;
    node.since = cycle_;
  }
  void spend(std::uint32_t n, std::uint64_t& sum, bool waits) {
    Node& node = nodes_[n];
    sum += cycle_ - node.since;
    if (options_.keeps_spells) {
      report_.spells.push_back({n, node.since, cycle_, waits, name_of_call(node.call.call)});
    }
  }
  // All nodes of a group must have made the same call.
  void begins_collective(std::uint32_t n) {
    const std::uint32_t first = n & ~nodes_[n].call.group;
    if (first == n) {
      ++report_.collectives;
    } else if (!nodes_[n].call.fits(nodes_[first].call)) {
      fail(n,
           fmt::format("{} does not fit that of node {}: {}{}{}", call_of(n), first, call_of(first),
                       text_of_failed(first, nodes_[first].call, image_), text_of_failed(n, nodes_[n].call, image_)));
      fail(first, fmt::format("{} does not fit that of node {}", call_of(first), n));
    }
  }

  // Nodes whose cores wait for a collective that does not continue, or for an interrupt that cannot come: a
  // byte of input would have come by now.
  void look() {
    options_.attend();
    if (cycle_ % kMemoryInterval == 0) compare(cube_->difference_of_memories());
    // A core with interrupts does not stand: it asks again and again, and may still end by itself.
    const auto is_stuck = [&](const Node& node) {
      const bool waits_long = (node.joins || node.communicates) && cycle_ - node.since > kMemoryInterval;
      return node.ends.has_value() || node.stands > kLookInterval || node.sleeps > kLookInterval || waits_long;
    };
    if (cycle_ - last_moved_ < quiet_ || !std::ranges::all_of(nodes_, is_stuck)) return;
    for (std::uint32_t n = 0; n < nodes_.size(); ++n) {
      if (!nodes_[n].ends) fail(n, why_it_waits(n));
    }
  }
  std::string why_it_waits(std::uint32_t n) const {
    const Node& node = nodes_[n];
    if (!node.joins && !node.communicates && node.sleeps != 0) {
      return "it waits for an interrupt, and there is none in " + image_.place(cube_->node(n).counter);
    }
    if (!node.joins) return call_of(n) + ": its packets do not come" + dead_links();
    for (std::uint32_t other = 0; other < nodes_.size(); ++other) {
      const Node& there = nodes_[other];
      const bool is_member = ((other ^ n) & ~node.call.group) == 0;
      if (!is_member || (there.joins && there.call.group == node.call.group)) continue;
      const std::string why = there.joins           ? call_of(other)
                              : there.report.status ? fmt::format("it has ended with status {}", *there.report.status)
                              : there.ends          ? "it has failed"
                                                    : "it has not joined";
      return fmt::format("{} waits for node {}: {}{}{}", call_of(n), other, why,
                         text_of_failed(other, there.call, image_), dead_links());
    }
    return call_of(n) + " does not begin";
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
      for (unsigned port = 0; port < options_.dim; ++port) {
        if ((cube_->node(n).dead >> port & 1u) != 0) text += fmt::format(" {}:{}", n, port);
      }
    }
    return text.empty() ? "" : "; links that do not answer:" + text;
  }
  void end_late() {
    for (std::uint32_t n = 0; n < nodes_.size(); ++n) {
      if (nodes_[n].ends) continue;
      fail(n,
           fmt::format("runs for more than {} cycles, now in {}{}; give more with --most-cycles", options_.most_cycles,
                       image_.place(cube_->node(n).counter), nodes_[n].joins ? ": " + why_it_waits(n) : ""));
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

  void print(std::uint32_t n, std::uint8_t byte) {
    Node& node = nodes_[n];
    if (options_.keeps_output) {
      node.report.output += static_cast<char>(byte);
    } else if (byte == '\n') {
      options_.print(n, std::exchange(node.line, ""));
    } else {
      node.line += static_cast<char>(byte);
    }
  }
  void fail(std::uint32_t n, const std::string& what) {
    nodes_[n].ends = cycle_;
    if (report_.faults.size() < kMostSystemFaults) report_.faults.push_back(fmt::format("node {}: {}", n, what));
  }
  std::string call_of(std::uint32_t n) const { return text_of(nodes_[n].call, options_.dim, image_); }

  void finish() {
    for (std::uint32_t n = 0; n < nodes_.size(); ++n) {
      Node& node = nodes_[n];
      if (!node.line.empty()) options_.print(n, node.line);
      node.report.cycles = node.ends.value_or(cycle_);  // from the reset of the first one
      report_.cycles = std::max(report_.cycles, node.report.cycles);
      if (!node.counts.empty()) {
        const std::vector<FunctionCount> found = functions_of(image_, n, node.counts);
        report_.profile.insert(report_.profile.end(), found.begin(), found.end());
      }
      report_.nodes.push_back(std::move(node.report));
    }
  }

  const Image& image_;
  const BootOptions& options_;
  hls::NodeConfiguration configuration_;
  std::unique_ptr<SocCube> cube_;
  SocCube::Inputs inputs_;
  std::vector<Node> nodes_;
  std::uint64_t cycle_ = 0;
  std::uint64_t last_moved_ = 0;
  std::uint64_t quiet_ = 0;  // cycles without a move after which nothing will come
  BootReport report_;
};

}  // namespace

std::uint64_t system_bytes(const Image& image, const BootOptions& options) {
  const hls::NodeConfiguration node = configuration_for(image, options);
  const std::uint64_t ports = node.ports;
  constexpr std::uint64_t kPacket = 24;      // in a queue, with its header
  constexpr std::uint64_t kWithNumber = 16;  // in a receive memory
  const std::uint64_t send = 2 * ports * node.packets * sizeof(std::uint64_t);
  const std::uint64_t receive = (ports + ports * ports) * node.packets * kWithNumber;
  const std::uint64_t queues = 2 * ports * ports * node.queue_depth * kPacket;
  const std::uint64_t one = (std::uint64_t{node.memory_kib} << 10) + send + receive + queues;
  const auto some = static_cast<std::uint64_t>(std::ranges::count(options.rtl_nodes, true));
  return one * (node.nodes + 2 * (options.cores == "rtl" ? node.nodes : some));
}

BootReport boot_systems(const Image& image, const BootOptions& options, std::uint64_t skew) {
  return SystemsBoot(image, options, skew).run();
}

}  // namespace testbench
