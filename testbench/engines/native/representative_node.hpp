// SPDX-License-Identifier: Apache-2.0
// The representative node of a network: one router that stands for all, where the programs differ in
// addresses alone, and no memory is ever slow (docs/guides/scale.md). A packet that it sends through
// a port comes back through the port by which the neighbour's link arrives, with addresses moved to
// the neighbour's view. The queues of every node thus hold as much in each cycle as its own do.
//
//     RepresentativeNode<router::Node<Config>> node(setting);
//     node.write(address, value);
//     if (auto bytes = node.queue_bytes(most_cycles)) total = nodes * *bytes;
#pragma once

#include <optional>
#include <vector>

#include "firmware/networks/any_network.hpp"
#include "firmware/node/register_image.hpp"
#include "testbench/engines/native/arena.hpp"
#include "testbench/engines/native/node_registers.hpp"
#include "testbench/engines/native/node_storage.hpp"
#include "testbench/judge/checker/symbolic_payload.hpp"

namespace testbench {

// A memory that keeps nothing.
struct NoMemory {
  template <class Fetch>
  static std::uint64_t fetch(const Fetch&) {
    return 0;
  }
  template <class Packet>
  static void deliver(const Packet&) {}
};

// Moves the addresses in a packet that node 0 has sent, to make it one of its neighbour's.
template <class Config>
void move_to(const network::SomeNetwork& network, Address neighbour, network::Packet<Config>& packet) {
  const auto moved = [&](Address seen) { return network.absolute(seen, neighbour); };
  network::Header<Config>& header = packet.header;
  SymbolicPayload payload = SymbolicPayload::of_word(packet.payload);
  const Address source = moved(header.source);
  // Nearly always the name is the source's, and moving takes longest of all that a run does.
  const bool is_of_source = payload.origin == header.source.number();
  payload.origin = (is_of_source ? source : moved(Address(payload.origin))).number();
  header.source = network::NodeAddress<Config>(source);
  header.destination = network::NodeAddress<Config>(moved(header.destination));
  packet.payload = network::Payload<Config>(payload.word());
}

template <AnyNode NodeOf>
class RepresentativeNode {
 public:
  using Config = typename NodeOf::Config;
  using In = typename NodeOf::In;
  using Registers = NodeRegisters<NodeOf>;
  using Links = typename Registers::Links;

  explicit RepresentativeNode(const MeshSetting& setting)
      : network_(setting.network),
        depth_(setting.program_depth),
        common_(setting, network_.nodes()),
        queues_(common_, setting, Registers::kQueues),
        programs_(router::kStreams<Config> * depth_),
        table_(std::size_t{kBanks} * network_.nodes()),
        windows_(kHasWindows<Config> ? setting.window_depth : 0),
        links_(setting.link_latency + 1, Registers::open_links()) {
    auto& state = registers_.state;
    attach_queues(state.router, queues_);
    for (unsigned stream = 0; stream < router::kStreams<Config>; ++stream) {
      state.injectors[stream].program().attach(programs_.slice(stream * depth_), depth_);
    }
    for (unsigned bank = 0; bank < kBanks; ++bank) {
      state.router.table().words(bank).attach(table_.slice(std::size_t{bank} * network_.nodes()), network_.nodes());
    }
    if constexpr (kHasWindows<Config>) state.router.gate().windows().attach(windows_.slice(0), setting.window_depth);
  }

  // The register bus of the node, while the network is at rest.
  void write(std::uint32_t address, std::uint32_t value) {
    access({hls::Bits<32>(address), hls::Bits<32>(value), hls::Bit(1), hls::Bit(0)});
  }
  std::uint32_t read(std::uint32_t address) {
    access({hls::Bits<32>(address), hls::Bits<32>(0), hls::Bit(0), hls::Bit(1)});
    return registers_.answer;
  }

  // node::Bus::write_far: no address reaches these words, so they are written where they lie. They
  // are those that a write to the first index would make.
  void write_far(node::Block block, unsigned port, std::uint32_t index, std::uint32_t value) {
    const router::RegisterAccess to_first{hls::Bits<32>(node::address(block, port, 0)), hls::Bits<32>(value),
                                          hls::Bit(1), hls::Bit(0)};
    const auto& control = registers_.state.control;
    const auto words = control.router_control(to_first);
    if (block == node::Block::kProgram) *programs_.slice(port * depth_ + index) = control.program_write(to_first).entry;
    if (block == node::Block::kTable) {
      *table_.slice(std::size_t{port} * network_.nodes() + index) = words.table_write.word;
    }
    if constexpr (kHasWindows<Config>) {
      if (block != node::Block::kWindow) return;
      *windows_.slice(index) = {words.gate.window_write.cycles, words.gate.window_write.port};
    }
  }

  // One cycle. `memory`: fetch(fetch) answers an injector, deliver(packet) takes from an ejector.
  template <class Memory>
  void clock(bool start, Memory&& memory) {
    in_.start = hls::Bit(start);
    if constexpr (requires { Config::network; }) Config::network = &network_;
    for (unsigned port = 0; port < kPorts; ++port) {
      take_link(port);
      if (registers_.ejects[port].valid) memory.deliver(registers_.ejects[port].packet);
    }
    for (unsigned stream = 0; stream < router::kStreams<Config>; ++stream) {
      const auto& fetch = registers_.fetches[stream];
      if (!fetch.valid) continue;
      in_.payloads[stream] = network::Payload<Config>(memory.fetch(fetch));
      registers_.publish(common_, Address(0), stream, in_.payloads[stream]);
    }
    // The oldest links have been read, and take the place of the newest.
    oldest_ = oldest_ + 1 == links_.size() ? 0 : oldest_ + 1;
    registers_.step_apart(in_, newest());
  }

  // Bytes that its queues take in a whole run, or nothing if the run is longer than `most_cycles`.
  std::optional<std::uint64_t> queue_bytes(std::uint64_t most_cycles) {
    clock(true, NoMemory());
    for (std::uint64_t cycle = 0; cycle < most_cycles; ++cycle) {
      if (registers_.done && registers_.state.router.empty()) return queues_.bytes();
      clock(false, NoMemory());
    }
    return std::nullopt;
  }

  void serialize(Archive& archive) {
    archive.values(in_, oldest_);
    archive.vector(links_);
    common_.serialize(archive);
    queues_.serialize(archive);
    Registers attached = registers_;
    keep_node(archive, registers_, attached, queues_);
  }

  const Links& links() const { return links_[newest_place()]; }
  std::uint32_t deepest_queue() const { return registers_.state.router.deepest(); }

 private:
  static constexpr unsigned kPorts = Config::Network::kPorts;
  static constexpr unsigned kBanks = router::RuleTable<Config>::kBanks;

  using Queues = typename Config::template Storage<network::Packet<Config>>;

  void access(const router::RegisterAccess& access) {
    if constexpr (requires { Config::network; }) Config::network = &network_;
    registers_.step_apart(In::quiet(access), newest());
  }

  std::size_t newest_place() const { return oldest_ == 0 ? links_.size() - 1 : oldest_ - 1; }
  Links& newest() { return links_[newest_place()]; }

  // Takes what the neighbour behind the port sends: the node's own packets, as the neighbour sees
  // them. A port of the hardware that the network lacks leads back to the node. A link layer moves
  // packets when it has received them.
  void take_link(unsigned port) {
    const bool has_port = port < network_.ports();
    const unsigned arrival = has_port ? network_.arrival_port(Address(0), port) : port;
    const Links& links = links_[oldest_];
    if constexpr (requires { in_.phits; }) {
      in_.phits[port] = links.phits[arrival];
    } else {
      network::Link<Config>& link = in_.links[port];
      network::connect(links[arrival], link);
      if (!link.valid || !has_port) return;
      move_to<Config>(network_, network_.neighbour(Address(0), port), link.packet);
      common_.publish(Address(link.packet.header.source).number(), link.packet);
    }
  }

  const network::SomeNetwork network_;
  const std::size_t depth_;  // of a program
  typename Queues::Common common_;
  Queues queues_;
  Arena<router::ProgramEntry<Config>> programs_;
  Arena<network::PortSet<Config>> table_;
  Arena<router::Window<Config>> windows_;
  Registers registers_;
  std::vector<Links> links_;  // as they were in this cycle and before, as many as the wires take and one
  std::size_t oldest_ = 0;
  In in_ = In::quiet();
};

}  // namespace testbench
