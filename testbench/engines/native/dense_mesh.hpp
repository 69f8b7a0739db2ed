// SPDX-License-Identifier: Apache-2.0
// The native engine's network: compiled nodes, stepped in place, by one thread or more. The links'
// registers stand apart from the nodes, in one copy for this cycle and one for the next. A node
// thus reads its neighbours' registers directly, and the order of nodes cannot matter. Wires that take
// cycles add a copy for each. In a network that is divided among ranks only the nodes of this one are
// there, and node 0, of which the others are copies.
#pragma once

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <type_traits>
#include <vector>

#include "testbench/engines/mesh/environment.hpp"
#include "testbench/engines/mesh/mesh.hpp"
#include "testbench/engines/native/frontier.hpp"
#include "testbench/engines/native/native_mesh.hpp"
#include "testbench/engines/native/node_registers.hpp"
#include "testbench/engines/native/resting_nodes.hpp"
#include "testbench/engines/nodes/any_node.hpp"
#include "testbench/engines/nodes/noisy_wires.hpp"
#include "testbench/engines/nodes/wire_tap.hpp"
#include "testbench/engines/nodes/wiring.hpp"
#include "testbench/ground/host/sparse_array.hpp"
#include "testbench/ground/host/workers.hpp"

namespace testbench {

template <AnyNode NodeOf>
class DenseMesh final : public Mesh {
 public:
  using Config = typename NodeOf::Config;
  using In = typename NodeOf::In;

  static NativeSizes sizes(const MeshSetting& setting) {
    return {sizeof(Node) + (2 + setting.longest_wires()) * sizeof(Links),
            Queues::kPacketBytes,
            Queues::kQueueBytes + kBytesMadeLate<router::CrosspointQueues<Config, kPorts>>,
            Queues::common_bytes(setting),
            sizeof(router::ProgramEntry<Config>),
            sizeof(network::PortSet<Config>),
            sizeof(router::Window<Config>)};
  }

  // `environment`: of the type that the kind of node needs.
  DenseMesh(const MeshSetting& setting, std::unique_ptr<Environment> environment)
      : environment_(std::move(environment)),
        around_(*environment_),
        wiring_(setting.network, kPorts),
        division_(setting.division),
        loaded_(setting, wiring_.nodes()),
        nodes_(wiring_.nodes()),
        wires_(wires_of(setting)),
        latencies_(setting.latencies),
        resting_(wiring_.nodes()),
        queues_(setting, wiring_.nodes()),
        noise_(setting.wires, wiring_, setting.links ? setting.links->wires : 0),
        foreseen_(noise_),
        workers_(Workers::shared(std::min(setting.threads, wiring_.nodes()))) {
    for (unsigned i = 0; i < workers_->count(); ++i) {
      const std::uint32_t first = first_of(i);
      const std::uint32_t end = first_of(i + 1);
      Block& block = *blocks_.emplace_back(std::make_unique<Block>(queues_, setting, first, end));
      for (std::uint32_t node = first; node < end; ++node) {
        if (has(node)) {
          make(node, block);
        } else {
          resting_.rest(node, 0);  // for ever
        }
      }
    }
    if (division_ == nullptr) return;
    if (!has(0)) make(0, *blocks_[0]);
    frontier_ = std::make_unique<Frontier>(*division_, setting.network, LinkBytes<Node>::kMost, wires_.size());
    for (const std::uint32_t node : frontier_->neighbours()) {
      for (Wires& wires : wires_) wires.make(node, Node::open_links());
    }
  }

  void write(Address node, std::uint32_t address, std::uint32_t value) override {
    loaded_.write(nodes_[node.number()].state, address);
    access(node, {hls::Bits<32>(address), hls::Bits<32>(value), hls::Bit(1), hls::Bit(0)});
  }
  std::uint32_t read(Address node, std::uint32_t address) override {
    access(node, {hls::Bits<32>(address), hls::Bits<32>(0), hls::Bit(0), hls::Bit(1)});
    return nodes_[node.number()].answer;
  }
  bool copy_first_node() override {
    if (!only_first_accessed_) return false;
    loaded_.close();
    for (const auto& block : blocks_) {
      for (std::uint32_t node = std::max(block->first, 1u); node < block->end; ++node) {
        if (!has(node)) continue;
        nodes_[node] = nodes_[0];
        attach_queues(nodes_[node].state.router, block->queues);
        loaded_.copied(nodes_[node].state);
        for (Wires& wires : wires_) wires[node] = wires[0];
      }
    }
    return true;
  }
  // Wires of L cycles show a register to the other end L cycles after it is written, so that L + 1 cycles of registers can
  // go in one message.
  void delay_messages() override {
    if (!frontier_) return;
    most_unsent_ = 1 + (latencies_ ? frontier_->least_of(*latencies_) : static_cast<unsigned>(wires_.size()) - 2);
  }
  bool shares_tables() const override { return Node::kSharesTables; }
  Division* division() const override { return division_; }

  void clock(bool start) override {
    loaded_.close();
    only_first_accessed_ = false;
    cycle_ = start ? 0 : cycle_ + 1;
    started_ = started_ || start;
    ++tick_;
    for (const auto& block : blocks_) block->begin_cycle();
    if (frontier_) {
      step_divided(start);
    } else {
      workers_->run([this, start](unsigned worker) { clock(*blocks_[worker], start, {}); });
    }
    for (const auto& block : blocks_) around_.count(block->delivered);
    present_ = next_place();
  }

  void append_link_events(std::uint64_t cycle, LinkEvents& events) override {
    std::size_t count = events.size();
    for (const auto& block : blocks_) {
      block->events_from = count;
      count += block->sent;
    }
    events.resize(count);
    workers_->run([&](unsigned worker) {
      const Block& block = *blocks_[worker];
      LinkEvent* event = events.data() + block.events_from;
      for (const std::uint32_t node : block.senders) {
        for (unsigned port = 0; port < kPorts; ++port) {
          const network::Link<Config>& link = present()[node][port];
          if (link.valid) *event++ = link_event(cycle, Address(node), port, link);
        }
      }
    });
  }
  void append_wire_events(std::uint64_t cycle, WireEvents& events) override {
    for (std::uint32_t number = 0; number < wiring_.nodes(); ++number) {
      const Address node(number);
      for (unsigned port = 0; port < kPorts; ++port) {
        const Address receiver = wiring_.neighbour(node, port);
        if (receiver == node) continue;
        const unsigned arrival = wiring_.arrival_port(node, port);
        if constexpr (requires(In in) { in.phits; }) {
          if (has(number)) {
            auto received = present()[number].phits[port];
            // The wires err in the same way when the word is at the other end.
            if (noise_.any()) {
              const std::uint64_t later = latency_of(node, port) + 1;
              const std::size_t link = link_into(wiring_, receiver, arrival);
              noise_.pause(link, 0, link, tick_ + 1, received);
              foreseen_.disturb(link, tick_ + later, started_, cycle_ + later, received);
            }
            taps_.observe(cycle, node, port, nodes_[number].state, present()[number], received, events);
          }
        }
        // The receiver's rank knows whether its queue is full.
        if (!has(receiver.number())) continue;
        const bool goes = present()[receiver.number()][arrival].go;
        stops_.observe(cycle, link_from(wiring_, node, port), node, port, goes, events);
      }
    }
  }
  bool is_full(Address node) const override {
    if constexpr (requires { nodes_[0].full; }) return nodes_[node.number()].full;
    return false;
  }
  std::uint32_t deepest_queue() const override {
    std::uint32_t packets = 0;
    for (std::uint32_t node = 0; node < wiring_.nodes(); ++node) {
      if (has(node)) packets = std::max(packets, nodes_[node].state.router.deepest());
    }
    return packets;
  }

  // The nodes of this rank. Links that cross come again before the next cycle.
  void serialize(Archive& archive) override {
    if constexpr (kHasCheckpoints) {
      loaded_.close();
      archive.values(present_, cycle_, tick_, started_, only_first_accessed_);
      if (archive.is_reading()) {
        accessed_ = true;
        unsent_ = static_cast<unsigned>(wires_.size()) - 1;
      }
      resting_.serialize(archive);
      noise_.serialize(archive);
      queues_.serialize(archive);
      for (const auto& block : blocks_) serialize(archive, *block);
    } else {
      Mesh::serialize(archive);
    }
  }

 private:
  static constexpr unsigned kPorts = Config::Network::kPorts;

  using Node = NodeRegisters<NodeOf>;
  using Queues = typename Config::template Storage<network::Packet<Config>>;
  using Links = typename Node::Links;
  using Wires = SparseArray<Links>;
  // Links whose wires may take cycles.
  static constexpr bool kDelays = router::has_runtime_latency<Config>() || requires(In in) { in.phits; };

  // The nodes can take more than a share of the second-level cache. This holds for cubes from d = 8
  // on, and for any other network.
  static constexpr bool kIsLarge = Config::Network::kNodes * sizeof(Node) > std::size_t{1} << 19;

  // The nodes that one thread steps and its own data, on cache lines that no other thread writes.
  struct alignas(64) Block {
    Block(const typename Queues::Common& common, const MeshSetting& setting, std::uint32_t first_node,
          std::uint32_t end_node)
        : first(first_node), end(end_node), queues(common, setting, std::uint64_t{end - first} * Node::kQueues) {}

    bool has(std::uint32_t node) const { return node >= first && node < end; }
    void begin_cycle() {
      delivered = {};
      senders.clear();
      sent = 0;
    }

    std::uint32_t first;
    std::uint32_t end;
    Queues queues;
    Deliveries delivered;                // in this cycle
    std::vector<std::uint32_t> senders;  // nodes whose links carry packets in the next cycle
    std::size_t sent = 0;                // the number of these packets
    std::size_t events_from = 0;         // the place of their first event
  };

  // Nodes that serve requests have none.
  static constexpr bool kHasCheckpoints = std::is_same_v<typename Node::Loaded, LoadedNodes<Config>>;

  void serialize(Archive& archive, Block& block) {
    block.queues.serialize(archive);
    archive.vector(block.senders);
    archive.values(block.sent);
    for (std::uint32_t node = block.first; node < block.end; ++node) {
      if (!has(node)) continue;
      for (Wires& wires : wires_) archive.values(wires[node]);
      Node attached = nodes_[node];
      keep_node(archive, nodes_[node], attached, block.queues);
    }
  }

  bool has(std::uint32_t node) const { return division_ == nullptr || division_->share.has(node); }
  // Blocks divide the addresses from the first node of this rank to its last.
  std::uint32_t first_of(unsigned block) const {
    const std::uint32_t first = division_ == nullptr ? 0 : division_->share.nodes().front();
    const std::uint32_t end = division_ == nullptr ? wiring_.nodes() : division_->share.nodes().back() + 1;
    return first + static_cast<std::uint32_t>(std::uint64_t{end - first} * block / workers_->count());
  }
  void make(std::uint32_t node, Block& block) {
    nodes_.make(node);
    for (Wires& wires : wires_) wires.make(node, Node::open_links());
    attach_queues(nodes_[node].state.router, block.queues);
    loaded_.attach(nodes_[node].state);
  }
  using AllWires = std::conditional_t<kDelays, std::vector<Wires>, std::array<Wires, 2>>;
  AllWires wires_of(const MeshSetting& setting) const {
    if constexpr (kDelays) {
      AllWires wires;
      for (unsigned i = 0; i < 2 + setting.longest_wires(); ++i) wires.emplace_back(wiring_.nodes());
      return wires;
    } else {
      return {Wires(wiring_.nodes()), Wires(wiring_.nodes())};
    }
  }
  unsigned next_place() const {
    if constexpr (kDelays) return present_ + 1 == wires_.size() ? 0 : present_ + 1;
    return present_ ^ 1;
  }
  const Wires& present() const { return wires_[present_]; }
  Wires& next() { return wires_[next_place()]; }
  unsigned latency_of(Address node, unsigned port) const {
    if (latencies_) return latencies_->of(node.number(), port);
    return static_cast<unsigned>(wires_.size()) - 2;
  }
  // The registers of a node at the other end of a link's wires in this cycle. On the longest wires they are in the
  // oldest copy but the one that comes next.
  const Links& arriving(Address node, unsigned port) const {
    if constexpr (kDelays) {
      return wires_[(present_ + wires_.size() - latency_of(node, port)) % wires_.size()][node.number()];
    }
    return present()[node.number()];
  }

  // Some of the nodes of a block: those with this mark, by address. Without marks it is all of them.
  struct Some {
    const std::uint8_t* marks = nullptr;
    std::uint8_t mark = 0;

    bool has(std::uint32_t node) const { return marks == nullptr || marks[node] == mark; }
  };

  // The nodes at the edge step first. Their links are on the way while the others step.
  void step_divided(bool start) {
    const auto step = [&](Some some) { workers_->run([&](unsigned worker) { clock(*blocks_[worker], start, some); }); };
    if (accessed_) {
      // Accesses are steps too: neighbours see what they have changed.
      accessed_ = false;
      unsent_ = std::max(unsent_, 1u);
      send_edges(present_);
      receive_edges(present_, [](std::uint32_t) {});
    }
    if (++unsent_ < most_unsent_) return step({});
    if (frontier_->has_inner()) {
      step({frontier_->is_edge(), 1});
      send_edges(next_place());
      step({frontier_->is_edge(), 0});
    } else {
      step({});
      send_edges(next_place());
    }
    receive_edges(next_place(),
                  [this](std::uint32_t receiver) { resting_.call(receiver, tick_, Caller::kOtherThread); });
  }
  // The copies of wires_ that have not gone to other ranks, up to the last one.
  template <class Function>
  void for_each_unsent(unsigned last, Function function) {
    const auto copies = static_cast<unsigned>(wires_.size());
    for (unsigned age = unsent_; age-- != 0;) function(wires_[(last + copies - age) % copies]);
  }
  void send_edges(unsigned last) {
    for_each_unsent(last, [this](const Wires& wires) { frontier_->template put<Node>(wires); });
    frontier_->send();
  }
  template <class OnPacket>
  void receive_edges(unsigned last, OnPacket on_packet) {
    frontier_->receive();
    for_each_unsent(last, [&](Wires& wires) { frontier_->template get<Node>(wires, on_packet); });
    unsent_ = 0;
  }

  // The function is flattened so that the compiler knows in every part of a node that nothing
  // starts and no register is accessed. For this the inputs must not escape.
  [[gnu::flatten]] void clock(Block& block, bool start, Some some) {
    In in;
    for (std::uint32_t node = block.first; node < block.end; ++node) {
      if (!some.has(node)) continue;
      if (!resting_.must_step(node, tick_) && !(start && has(node))) continue;
      if constexpr (kIsLarge) {
        prefetch_behind(node, block);
      } else if (node + 1 < block.end && has(node + 1)) {
        nodes_[node + 1].state.router.prefetch_heads(nodes_[node + 1].fetches);
      }
      wake(node, tick_);
      const bool any = take_inputs(Address(node), in, block.delivered);
      if (start) {
        begin(node, in);
      } else if (Node::kRests && !kDelays && !any && nodes_[node].state.router.empty()) {
        step_to_rest(Address(node));
      } else {
        in.start = hls::Bit(0);
        in.access = {};
        nodes_[node].step(in, next()[node]);
      }
      send(Address(node), block);
    }
  }

  // Steps the node in the cycle of the start strobe.
  [[gnu::noinline]] void begin(std::uint32_t node, In in) {
    in.start = hls::Bit(1);
    in.access = {};
    nodes_[node].step_apart(in, next()[node]);
  }

  // `tick`: the cycle of the node's next step.
  void wake(std::uint32_t node, std::uint64_t tick) {
    if constexpr (Node::kRests) {
      if (const std::uint64_t cycles = resting_.wake(node, tick); cycles != 0) {
        NodeOf::rest(nodes_[node].state, cycles);
      }
    }
  }

  // Steps a node without packets, whose links are then quiet. If the step changes nothing and the
  // links were quiet before too, no further step does until a packet comes: the inputs from
  // neighbours and memory do not matter to such a node.
  [[gnu::noinline]] void step_to_rest(Address address) {
    if constexpr (Node::kRests) {
      Node& node = nodes_[address.number()];
      Node expected = node;
      NodeOf::rest(expected.state, 1);
      node.step_apart(In::quiet(), next()[address.number()]);
      // Different padding would only keep the node awake.
      // NOLINTNEXTLINE(bugprone-suspicious-memory-comparison)
      const bool same = std::memcmp(static_cast<const void*>(&expected), &node, sizeof(Node)) == 0;
      if (same && is_quiet(present()[address.number()])) {
        resting_.rest(address.number(), tick_);
      }
    }
  }
  static bool is_quiet(const Links& links) {
    bool quiet = true;
    for (const network::Link<Config>& link : links) quiet = quiet && !link.valid && link.go;
    return quiet;
  }

  // Reports the packets that the node has put on its links.
  void send(Address node, Block& block) {
    if constexpr (requires { around_.observe(next()[0]); }) around_.observe(next()[node.number()]);
    std::size_t sent = 0;
    for (unsigned port = 0; port < kPorts; ++port) {
      if (!next()[node.number()][port].valid) continue;
      ++sent;
      const std::uint32_t receiver = wiring_.neighbour(node, port).number();
      if (frontier_ && !has(receiver)) continue;
      resting_.call(receiver, tick_, block.has(receiver) ? Caller::kSameThread : Caller::kOtherThread);
    }
    if (sent == 0) return;
    block.senders.push_back(node.number());
    block.sent += sent;
  }

  // Sets the node's inputs of the coming cycle, and delivers the packets that the memory takes from
  // its ejectors. Returns whether there is any packet.
  bool take_inputs(Address address, In& in, Deliveries& delivered) {
    const Node& node = nodes_[address.number()];
    const network::Ports ready = around_.ready(cycle_, address, kPorts);
    bool any = false;
    for (unsigned port = 0; port < kPorts; ++port) {
      const Address neighbour = wiring_.neighbour(address, port);
      const unsigned sent_through = wiring_.arrival_port(address, port);
      if constexpr (requires { in.phits; }) {
        in.phits[port] = arriving(neighbour, sent_through).phits[sent_through];
        if (noise_.any()) {
          const std::size_t link = link_into(wiring_, address, port);
          noise_.pause(link, latency_of(neighbour, sent_through), link_from(wiring_, address, port), tick_,
                       in.phits[port]);
          noise_.disturb(link, tick_, started_, cycle_, in.phits[port]);
        }
        any = true;
      } else {
        network::connect(arriving(neighbour, sent_through)[sent_through], in.links[port]);
        any = any || in.links[port].valid;
      }
      if constexpr (requires { in.wires; }) {
        in.wires[port] = present()[neighbour.number()].wires[sent_through];
      }
      any = fetch(address, port, in) || any || node.ejects[port].valid;
      if (node.ejects[port].valid && ready.contains(port)) {
        around_.deliver(address, node.ejects[port].packet, delivered, port);
      }
    }
    if constexpr (router::combines<Config>()) {
      for (unsigned ejector = kPorts; ejector < router::kStreams<Config>; ++ejector) {
        any = fetch(address, ejector, in) || any;
      }
    }
    in.eject_ready = network::PortSet<Config>(ready);
    if constexpr (requires { in.request; }) in.request = hls::Bit(around_.comes(address));
    return any;
  }
  // Answers a stream of the node. Returns whether it has asked.
  bool fetch(Address address, unsigned stream, In& in) {
    const Node& node = nodes_[address.number()];
    const router::Fetch<Config>& fetch = node.fetches[stream];
    if (!fetch.valid) return false;
    in.payloads[stream] = around_.template payload<Config>(address, fetch);
    node.publish(queues_, address, stream, in.payloads[stream]);
    return true;
  }

  // Large networks wait for memory, so these are hints for the next nodes. The hints for a node
  // need data that earlier hints have fetched.
  void prefetch_behind(std::uint32_t node, const Block& block) {
    if (node + 2 < block.end && has(node + 2)) {
      nodes_[node + 2].prefetch();
      prefetch_inputs(Address(node + 2));
    }
    if (node + 1 < block.end && has(node + 1)) prefetch_payloads(Address(node + 1));
  }
  void prefetch_inputs(Address address) const {
    for (unsigned port = 0; port < kPorts; ++port) {
      const unsigned sent_through = wiring_.arrival_port(address, port);
      __builtin_prefetch(&arriving(wiring_.neighbour(address, port), sent_through)[sent_through]);
    }
  }
  void prefetch_payloads(Address address) const {
    const Node& node = nodes_[address.number()];
    for (unsigned port = 0; port < kPorts; ++port) {
      const router::Fetch<Config>& fetch = node.fetches[port];
      const network::Flit<Config>& eject = node.ejects[port];
      if (fetch.valid) around_.prefetch_fetch(address, fetch.header);
      if (eject.valid) around_.prefetch_delivery(address, eject.packet.header);
    }
    node.state.router.prefetch_heads(node.fetches);
  }

  // Clocks one node with quiet links.
  void access(Address node, const router::RegisterAccess& access) {
    only_first_accessed_ = only_first_accessed_ && node == Address(0);
    accessed_ = true;
    wake(node.number(), tick_ + 1);
    nodes_[node.number()].step_apart(In::quiet(access), wires_[present_][node.number()]);
  }

  std::unique_ptr<Environment> environment_;
  typename Node::Around around_;
  [[no_unique_address]] const Wiring<typename Config::Network> wiring_;
  Division* const division_;
  typename Node::Loaded loaded_;
  SparseArray<Node> nodes_;
  AllWires wires_;
  std::shared_ptr<const LinkValues> latencies_;
  RestingNodes resting_;
  typename Queues::Common queues_;
  NoisyWires noise_;
  NoisyWires foreseen_;      // for a trace, which sees a word at the other end when it is sent
  unsigned present_ = 0;     // index into wires_: the registers as they are in this cycle
  std::uint64_t cycle_ = 0;  // since the start
  std::uint64_t tick_ = 0;   // since the mesh was made
  bool started_ = false;
  bool only_first_accessed_ = true;
  bool accessed_ = true;                        // since the last cycle
  std::unique_ptr<Frontier> frontier_;          // of a network that is divided
  unsigned unsent_ = 0;                         // copies of wires_ that other ranks do not have
  unsigned most_unsent_ = 1;                    // at the end of a cycle they are fewer
  std::vector<std::unique_ptr<Block>> blocks_;  // by worker
  std::shared_ptr<Workers> workers_;
  WireTaps<NodeOf> taps_;  // of a trace, like stops_
  StopTaps stops_;
};

}  // namespace testbench
