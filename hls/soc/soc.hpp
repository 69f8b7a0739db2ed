// SPDX-License-Identifier: Apache-2.0
// A node as a system of its own: core, memory, router, packet memories with a DMA for each port, timer,
// serial line, interrupts, and the barrier that starts collectives. Wiring and the bus; each part has a
// file of its own. docs/reference/soc.md has the figures.
//
//     +------+   bus    +--------+
//     | core |<-------->| memory |
//     |      |     |    +--------+
//     +------+     |--->| packet memories |<------>+--------+
//        ^         |    +-----------------+        | router |<--> links
//        |         |------------------------------>|        |
//        |         |    +-----------+   strobe     +--------+
//   interrupts     |--->| collective|----------------->^
//        |         |    |           |<---> barrier's wires
//        +---------|--->| registers, serial line |<--> rx, tx
//
// The memories answer in the cycle of the request, for they read at the address that the bus will hold.
// Registers answer a cycle later. step() is one clock cycle.
#pragma once

#include "firmware/image/router_window.hpp"
#include "hls/soc/collective.hpp"
#include "hls/soc/memory.hpp"
#include "hls/soc/serial_input.hpp"
#include "hls/soc/system_registers.hpp"

namespace soc {

// The ports carry packets, or the words of a link layer.
template <class Config, bool Linked = HasLinks<Config>::value>
struct Channels {
  using Array = std::array<router::Link<Config>, kPorts<Config>>;

  static constexpr Array open() { return router::open_links<Config>(); }
  static Array& of(router::In<Config>& in) { return in.links; }
  static const Array& of(const router::Out<Config>& out) { return out.links; }
};
template <class Config>
struct Channels<Config, true> {
  using Array = std::array<links::Phit<Config>, kPorts<Config>>;

  static constexpr Array open() { return links::idle_phits<Config>(); }
  static Array& of(links::In<Config>& in) { return in.phits; }
  static const Array& of(const links::Out<Config>& out) { return out.phits; }
};

// A word for the memory while the core is held.
struct Load {
  Word address;
  Word value;
  hls::Bit valid;
};

template <class Config>
struct In {
  typename Channels<Config>::Array links = Channels<Config>::open();
  hls::Bits<kPorts<Config>> barrier;  // the neighbours' wires, by port
  hls::Bits<kPorts<Config>> number;   // of the node
  hls::Bit run;                       // the core runs; low: it is held, and the memory can be loaded
  Load load;
  hls::Bit rx{1};
  hls::Bit rx_ends;  // nothing more comes over it
};

template <class Config>
struct Out {
  typename NodeOf<Config>::Out node;
  hls::Bits<kPorts<Config>> barrier;
  hls::Bit tx{1};
  hls::Bit rx_ready;  // a byte may come
  hls::Bit exited;
  Word status;  // of the exit
};

// A memory without an image is not written at all, which takes long on the host.
template <class Config>
constexpr Memory<kMemoryBytes<Config> / 4> memory_of() {
  if constexpr (Config::Image::kWords.empty()) {
    return {};
  } else {
    return {CoreOf<Config>::kResetAddress, Config::Image::kWords};
  }
}

template <class Config>
struct State {
  core::State<CoreOf<Config>> core;
  core::Out<CoreOf<Config>> bus;
  Memory<kMemoryBytes<Config> / 4> memory = memory_of<Config>();
  SendMemory<Config> send;
  ReceiveMemory<Config> receive;
  SystemRegisters<has_checked_links<Config>() ? kPorts<Config> : 0> system;
  Collective<Config> collective;
  typename NodeOf<Config>::State router;
  SerialInput<Config::kCyclesPerBit> input;
  board::UartTransmitter<Config::kCyclesPerBit> transmitter;
  hls::Bit answers;  // a register's access ends in this cycle
  hls::Bit routed;   // and it was the router's
  Word answer;
};

template <class Config>
class Soc {
  static constexpr unsigned kPorts = soc::kPorts<Config>;
  static_assert(Config::kPayloadWidth == 64, "a packet is two words of the core");

 public:
  using State = soc::State<Config>;
  using In = soc::In<Config>;
  using Out = soc::Out<Config>;

  static void step(State& state, const In& in, Out& out) {
    const std::uint32_t address = state.bus.address;
    const std::uint32_t value = state.bus.write_data;
    const std::uint32_t strobes = state.bus.strobes;
    const bool writes = strobes != 0;
    const bool asks = in.run && state.bus.valid;
    const bool is_memory = address - CC_MEMORY < kMemoryBytes<Config>;
    const bool is_window = address - CC_PACKETS < Config::kPackets * 8;
    const bool is_router = address >> 31 != 0;
    const bool is_word = !writes || strobes == 15;
    const bool is_known = is_memory || (is_word && (is_window || is_router || is_register(address, writes)));

    // Registers: the access takes place in the first cycle, unless it waits, and ends in the next one.
    const bool first = asks && !is_memory && !is_window && is_known && !state.answers;
    const bool starts = writes && address == CC_START;
    const bool prints = writes && (address == CC_CONSOLE || address == CC_ERROR);
    const bool leaves = writes && address == CC_EXIT;
    const bool waits = ((starts || address == CC_WAIT) && state.collective.busy()) ||
                       (prints && !state.transmitter.ready()) || leaves || out.exited;
    const bool acts = first && !(waits && !is_router);
    const bool acts_here = acts && !is_router;

    core::In core;
    core.ready = hls::Bit(is_memory || is_window || !is_known || state.answers);
    core.read_data = Word(is_memory        ? state.memory.data()
                          : is_window      ? word_of(state.receive.packet(), address)
                          : !state.answers ? 0
                          : state.routed   ? std::uint32_t{out.node.answer}
                                           : std::uint32_t{state.answer});
    core.timer = state.system.timer();
    core.external = state.system.external();

    // Reads come before the ticks of the parts.
    state.answer = Word(read(state, in, address));
    const bool has_come = state.input.tick(in.rx, in.rx_ends, acts_here && address == CC_INPUT && !writes);
    out.rx_ready = hls::Bit(state.input.ready());
    state.transmitter.tick({hls::Bits<8>(value), hls::Bit(acts_here && prints)}, out.tx);
    if (first && leaves) {
      out.exited = hls::Bit(1);
      out.status = Word(value);
    }

    typename NodeOf<Config>::In node = NodeOf<Config>::In::quiet();
    node.access.address = hls::Bits<32>(image::register_at(address));
    node.access.value = hls::Bits<32>(value);
    node.access.write = hls::Bit(acts && is_router && writes);
    node.access.read = hls::Bit(acts && is_router && !writes);
    // Nodes of a group may have had different collectives with others, so one that begins with a barrier is of epoch 1.
    const hls::Bit begins(acts_here && starts && (value & CC_FOLLOWS) == 0);
    if constexpr (router::kHasEpochs<Config>) {
      if (begins) node.access.address = hls::Bits<32>(node::address(node::Control::kStatus));
      node.access.write = hls::Bit(node.access.write || begins);
    }
    node.start = hls::Bit(state.collective.starts());
    Channels<Config>::of(node) = in.links;
    bool stopped = false;
    std::uint32_t dead = 0;
    for (unsigned port = 0; port < kPorts; ++port) {
      if constexpr (has_checked_links<Config>()) {
        stopped = stopped || state.router.ends[port].is_stopped();
        dead |= (state.router.ends[port].is_dead() ? 1u : 0u) << port;
      } else {
        stopped = stopped || !in.links[port].go;
      }
    }
    for (unsigned stream = 0; stream < router::kStreams<Config>; ++stream) {
      const bool is_result = stream < kPorts && out.node.fetches[stream].asks_for_result();
      node.payloads[stream] =
          router::Payload<Config>(is_result ? state.receive.result(stream) : state.send.payload(stream));
    }
    const std::array<router::Flit<Config>, kPorts> taken = out.node.ejects;
    const hls::Bit done = out.node.done;
    NodeOf<Config>::step(state.router, node, out.node);

    const DmaSetting dma = state.collective.dma();
    const hls::Bit joins(acts_here && starts);
    const hls::Bit strobe(state.collective.starts());
    const bool ends = state.collective.tick(joins, state.receive.ready(), done, in.barrier, out.barrier);
    if (acts_here && writes) state.collective.write(address, Word(value));

    if (in.run) core::Core<CoreOf<Config>>::step(state.core, core, state.bus);
    state.system.tick(acts_here && !writes, acts_here && writes, address, value,
                      {ends, stopped, asks && !is_known, has_come, dead, address});
    state.routed = hls::Bit(is_router);
    if (in.run) state.answers = hls::Bit(acts);  // a core that is held does not make its access twice

    // The memories, at the address that the bus holds from now on.
    const std::uint32_t next = state.bus.address;
    state.memory.request(next >> 2);
    const bool loads = !in.run && in.load.valid;
    state.memory.write((loads ? std::uint32_t{in.load.address} : address) >> 2,
                       loads ? std::uint32_t{in.load.value} : value,
                       loads               ? 15
                       : asks && is_memory ? strobes
                                           : 0);
    for (unsigned stream = 0; stream < router::kStreams<Config>; ++stream) {
      const auto& header = out.node.fetches[stream].header;
      state.send.request(stream, Place<Config>::of(dma, dma.send, dma.send_stride,
                                                   network::Address(header.destination).number(), header.sequence));
    }
    if (asks && is_window && is_word && writes) state.send.write(address >> 2 & (2 * Config::kPackets - 1), value);
    state.receive.tick(in.number, next >> 3, out.node.fetches, taken, dma, begins, strobe);
  }

 private:
  static std::uint32_t word_of(std::uint64_t packet, std::uint32_t address) {
    return static_cast<std::uint32_t>((address & 4) != 0 ? packet >> 32 : packet);
  }
  // The words of the system's page that are registers.
  static constexpr std::uint32_t bit(std::uint32_t address) { return std::uint32_t{1} << (address >> 2 & 31); }
  static constexpr std::uint32_t kBoth = bit(CC_INTERRUPTS) | bit(CC_ENABLE) | bit(CC_TIMER) | bit(CC_TIMER_HIGH);
  static constexpr std::uint32_t kReadable = kBoth | bit(CC_NODE) | bit(CC_DIMENSION) | bit(CC_END) | bit(CC_CYCLES) |
                                             bit(CC_CYCLES_HIGH) | bit(CC_MOST) | bit(CC_BUSY) | bit(CC_WAIT) |
                                             bit(CC_INPUT) | bit(CC_FAULT) | bit(CC_CHAINS);
  static constexpr std::uint32_t kWritable = kBoth | bit(CC_SEND) | bit(CC_SEND_STRIDE) | bit(CC_RECEIVE) |
                                             bit(CC_RECEIVE_STRIDE) | bit(CC_GROUP) | bit(CC_CALL) | bit(CC_COUNT) |
                                             bit(CC_ROOT) | bit(CC_CALLER) | bit(CC_START) | bit(CC_CONSOLE) |
                                             bit(CC_ERROR) | bit(CC_EXIT);
  static bool is_register(std::uint32_t address, bool writes) {
    return address >> 7 == CC_SYSTEM >> 7 && ((writes ? kWritable : kReadable) >> (address >> 2 & 31) & 1) != 0;
  }

  static std::uint32_t read(const State& state, const In& in, std::uint32_t address) {
    if (address == CC_NODE) return in.number;
    if (address == CC_DIMENSION) return kPorts;
    if (address == CC_END) return CC_MEMORY + kMemoryBytes<Config>;
    if (address == CC_MOST) return most_packets<Config>();
    if (address == CC_CHAINS) return most_chained<Config>();
    if (address == CC_BUSY) return state.collective.busy();
    if (address == CC_INPUT) return state.input.read();
    return state.system.read(address);
  }
};

}  // namespace soc
