// The board: the nodes of a 2-cube with their memories, and a serial line to a host that loads them, starts them and asks
// how it went. Wiring only; each part has a file of its own. docs/board.md has the messages.
//
//            +----------+   +----------------+
//     rx --->| receiver |-->| request reader |--> +------------+  registers, strobe   +--------+--------+
//            +----------+   +----------------+    |            |--------------------->| nodes  | links  |
//                                                 | controller |                      | 0 .. 3 | of the |
//            +-------------+  +---------------+   |            |<-->+----------+<---->|        | 2-cube |
//     tx <---| transmitter |<-| answer writer |<--+------------+    | memories |      +--------+--------+
//            +-------------+  +---------------+                     +----------+
//
// A node sees what its neighbours held before the cycle, as in a mesh of the testbenches, and a memory that is always
// ready: a collective takes the same cycles.
#pragma once

#include "hls/board/controller.hpp"
#include "hls/board/uart_transmitter.hpp"

namespace board {

struct In {
  hls::Bit rx{1};
};

struct Out {
  hls::Bit tx{1};
  hls::Bits<kNodes> done;  // by node
  hls::Bit damaged;        // a request has come damaged since the power did
  hls::Bit restart;        // the reset of the next cycle
};

// `CyclesPerBit` of the serial line. `Silence`: request_reader.hpp.
template <unsigned CyclesPerBit, std::uint32_t Silence>
struct State {
  UartReceiver<CyclesPerBit> receiver;
  UartTransmitter<CyclesPerBit> transmitter;
  RequestReader<Silence> reader;
  AnswerWriter writer;
  Controller controller;
  CycleCounter counter;
  std::array<NodeState, kNodes> nodes;
  std::array<NodeOut, kNodes> outs;
  std::array<PacketMemory, kNodes> memories;
  hls::Bit restarting;  // when the answer has left
};

template <unsigned CyclesPerBit, std::uint32_t Silence>
class Board {
 public:
  using State = board::State<CyclesPerBit, Silence>;

  static void step(State& state, const In& in, Out& out) {
    const Request request = state.reader.tick(state.receiver.tick(in.rx));
    const Command command = state.controller.command(request);
    const Answer answer = state.controller.tick(request, observed(state, command.node));
    step_line(state, answer, out);
    step_nodes(state, command);

    std::uint32_t done = 0;
    for (unsigned n = 0; n < kNodes; ++n) done |= static_cast<std::uint32_t>(state.outs[n].done) << n;
    out.done = hls::Bits<kNodes>(done);
    if (request.valid && request.damaged) out.damaged = hls::Bit(1);
  }

 private:
  static constexpr NodeConfig::Network kNetwork{};

  // What the registers hold before the cycle. `node`: that of the request.
  static Observed observed(const State& state, NodeNumber node) {
    Observed seen;
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

  static void step_nodes(State& state, const Command& command) {
    std::array<NodeIn, kNodes> ins;
    std::array<std::array<Flit, kPorts>, kNodes> taken;
    bool carrying = false;
    bool delivering = false;
    for (unsigned n = 0; n < kNodes; ++n) {
      const network::Address me(n);
      ins[n] = NodeIn::quiet(command.access);
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
      router::Node<NodeConfig>::step(state.nodes[n], ins[n], state.outs[n]);
      MemoryAccess access = command.memory;
      access.store = hls::Bit(access.store && command.node == n);
      state.memories[n].tick(access, state.outs[n].fetches, taken[n]);
    }
    state.counter.tick(command.strobe, hls::Bit(carrying), hls::Bit(delivering));
  }
};

}  // namespace board
