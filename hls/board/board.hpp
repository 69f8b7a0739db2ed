// SPDX-License-Identifier: Apache-2.0
// The board: the nodes of a cube with their memories, and a serial line to a host that loads them,
// starts them and reads the results. Wiring only; each part has a file of its own.
// docs/guides/board.md has the messages.
//
//     struct Config : router::CubeConfig<2> { ... };    // node_types.hpp says which
//     board::Board<Config, 104, 1u << 20>::step(state, in, out);
//
//            +----------+   +----------------+
//     rx --->| receiver |-->| request reader |--> +------------+  registers, strobe   +--------+--------+
//            +----------+   +----------------+    |            |--------------------->| nodes  | links  |
//                                                 | controller |                      | 0 .. N | of the |
//            +-------------+  +---------------+   |            |<-->+----------+<---->|  - 1   |  cube  |
//     tx <---| transmitter |<-| answer writer |<--+------------+    | memories |      +--------+--------+
//            +-------------+  +---------------+                     +----------+
//
// A node sees its neighbours' registers before the cycle, as in a mesh of the testbenches, and a
// memory that is always ready, so that a collective takes the same cycles.
#pragma once

#include "hls/board/controller.hpp"
#include "hls/board/uart.hpp"

namespace board {

struct In {
  hls::Bit rx{1};
};

// The pins have this many lights.
inline constexpr unsigned kLights = 4;

struct Out {
  hls::Bit tx{1};
  hls::Bits<kLights> done;  // light l: nodes l, l + 4, l + 8, ... are done
  hls::Bit damaged;         // a damaged request has come since power-up
  hls::Bit restart;         // the reset of the next cycle
};

// `CyclesPerBit` of the serial line. `Silence`: messages.hpp.
template <class Config, unsigned CyclesPerBit, std::uint32_t Silence>
struct State {
  UartReceiver<CyclesPerBit> receiver;
  UartTransmitter<CyclesPerBit> transmitter;
  RequestReader<Config, Silence> reader;
  AnswerWriter writer;
  Controller<Config> controller;
  CycleCounter<Config> counter;
  std::array<router::State<Config>, kNodes<Config>> nodes;
  std::array<router::Out<Config>, kNodes<Config>> outs;
  std::array<PacketMemory<Config>, kNodes<Config>> memories;
  hls::Bit restarting;  // restarts when the answer has left
};

template <class Config, unsigned CyclesPerBit, std::uint32_t Silence>
class Board {
  static_assert(is_for_a_board<Config>());

 public:
  using State = board::State<Config, CyclesPerBit, Silence>;

  static void step(State& state, const In& in, Out& out) {
    const Request<Config> request = state.reader.tick(state.receiver.tick(in.rx));
    const Command<Config> command = state.controller.command(request);
    const Answer answer = state.controller.tick(request, observed(state, command.node));
    step_line(state, answer, out);
    step_nodes(state, command);

    out.done = lights(state);
    if (request.valid && request.damaged) out.damaged = hls::Bit(1);
  }

 private:
  static constexpr typename Config::Network kNetwork{};
  static constexpr std::uint32_t kNodes = board::kNodes<Config>;
  static constexpr unsigned kPorts = board::kPorts<Config>;

  static hls::Bits<kLights> lights(const State& state) {
    std::uint32_t done = 0;
    for (unsigned light = 0; light < kLights && light < kNodes; ++light) {
      bool all_done = true;
      for (unsigned n = light; n < kNodes; n += kLights) all_done = all_done && state.outs[n].done;
      done |= (all_done ? 1u : 0u) << light;
    }
    return hls::Bits<kLights>(done);
  }

  // The registers before the cycle. `node`: the node of the request.
  static Observed<Config> observed(const State& state, NodeNumber<Config> node) {
    Observed<Config> seen;
    bool all_done = true;
    for (unsigned n = 0; n < kNodes; ++n) {
      if (node == n) {
        seen.answer = state.outs[n].answer;
        seen.delivered = state.memories[n].delivered();
      }
      all_done = all_done && state.outs[n].done;
    }
    seen.all_done = hls::Bit(all_done);
    seen.elapsed = state.counter.elapsed();
    seen.cycles = state.counter.cycles();
    seen.total_cycles = state.counter.total_cycles();
    return seen;
  }

  static void step_line(State& state, const Answer& answer, Out& out) {
    const hls::Bit ready(state.transmitter.ready());
    const Byte byte = state.writer.byte();
    out.restart = hls::Bit(state.restarting && ready && state.writer.idle());
    if (answer.valid && Order{answer.order} == Order::kRestart && Status{answer.status} == Status::kOk) {
      state.restarting = hls::Bit(1);
    }
    state.transmitter.tick(byte, out.tx);
    state.writer.tick(answer, ready);
  }

  static void step_nodes(State& state, const Command<Config>& command) {
    std::array<router::In<Config>, kNodes> ins;
    std::array<std::array<router::Flit<Config>, kPorts>, kNodes> taken;
    bool carrying = false;
    bool delivering = false;
    for (unsigned n = 0; n < kNodes; ++n) {
      const network::Address me(n);
      ins[n] = router::In<Config>::quiet(command.access);
      ins[n].access.write = hls::Bit(command.access.write && command.node == n);
      ins[n].access.read = hls::Bit(command.access.read && command.node == n);
      ins[n].start = command.strobe;
      ins[n].payloads = state.memories[n].payloads();
      for (unsigned k = 0; k < kPorts; ++k) {
        const network::Address neighbour = kNetwork.neighbour(me, k);
        ins[n].links[k] = state.outs[neighbour.number()].links[kNetwork.arrival_port(me, k)];
        carrying = carrying || state.outs[n].links[k].valid;
        delivering = delivering || state.outs[n].ejects[k].valid;
      }
      taken[n] = state.outs[n].ejects;
    }
    for (unsigned n = 0; n < kNodes; ++n) {
      router::Node<Config>::step(state.nodes[n], ins[n], state.outs[n]);
      MemoryAccess<Config> access = command.memory;
      access.store = hls::Bit(access.store && command.node == n);
      state.memories[n].tick(access, state.outs[n].fetches, taken[n]);
    }
    state.counter.tick(command.strobe, hls::Bit(carrying), hls::Bit(delivering));
  }
};

}  // namespace board
