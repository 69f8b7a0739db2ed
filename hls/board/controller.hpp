// SPDX-License-Identifier: Apache-2.0
// Executes requests one after another, each answered before the next can have come.
#pragma once

#include "hls/board/cycle_counter.hpp"
#include "hls/board/messages.hpp"
#include "hls/board/packet_memory.hpp"

namespace board {

// The controller's inputs from the nodes and their memories.
template <class Config>
struct Observed {
  hls::Bits<32> answer;     // to the latest register read of the node of the request
  hls::Bits<32> delivered;  // the word that the node's memory has read
  hls::Bit all_done;
  Cycles<Config> elapsed;
  Cycles<Config> cycles;
  Cycles<Config> total_cycles;
};

// The controller's outputs to them.
template <class Config>
struct Command {
  router::RegisterAccess access;  // for the node of the request
  MemoryAccess<Config> memory;    // store: for that node
  NodeNumber<Config> node;
  hls::Bit strobe;  // to all
};

template <class Config>
class Controller {
  using Place = board::Place<Config>;
  using Request = board::Request<Config>;
  using Observed = board::Observed<Config>;

 public:
  // The outputs of this cycle. The registers of the request keep their values until the next
  // request comes.
  Command<Config> command(const Request& request) const {
    const bool now = request.valid && !request.damaged;
    const Order order = request.order;
    Command<Config> command;
    command.access.address = request.address;
    command.access.value = request.value;
    command.access.write = hls::Bit(now && order == Order::kWriteRegister);
    command.access.read = hls::Bit(now && order == Order::kReadRegister);
    command.memory.place = phase_ == Phase::kClearing ? swept_ : Place(request.address);
    command.memory.payload = router::Payload<Config>(request.value);
    command.memory.store = hls::Bit(now && order == Order::kStorePacket);
    command.memory.clear = hls::Bit(phase_ == Phase::kClearing);
    command.node = request.node;
    command.strobe = hls::Bit(phase_ == Phase::kStarting);
    return command;
  }

  // The rest of the cycle.
  HLS_MODULE Answer tick(const Request& request, const Observed& observed) {
    Answer answer;
    answer.order = request.order;
    switch (Phase{phase_}) {
      case Phase::kListening:
        if (request.valid) begin(request, observed, answer);
        break;
      case Phase::kReading:
        answer.value = is_register_read(request) ? observed.answer : observed.delivered;
        answer.valid = hls::Bit(1);
        enter(Phase::kListening);
        break;
      case Phase::kClearing:
        if (swept_ == kShape<Config>.places() - 1) enter(Phase::kStarting);
        swept_ = Place(swept_ + 1);
        break;
      case Phase::kStarting:
        quiet_ = hls::Bits<3>(0);
        enter(Phase::kRunning);
        break;
      case Phase::kRunning: {
        const bool late = observed.elapsed == kShape<Config>.longest_run();
        const bool over = quiet_ == kAftermath;
        // The request's registers no longer hold the start once another byte has come.
        answer.order = hls::Bits<4, Order>(Order::kStart);
        quiet_ = hls::Bits<3>(observed.all_done ? quiet_ + 1 : 0);
        answer.status = hls::Bits<4, Status>(over ? Status::kOk : Status::kTimedOut);
        answer.valid = hls::Bit(over || late);
        if (over || late) enter(Phase::kListening);
        break;
      }
    }
    return answer;
  }

 private:
  enum class Phase : std::uint32_t { kListening, kReading, kClearing, kStarting, kRunning };
  // Cycles for which every node must be done before the run is over; a surplus packet would show in
  // them.
  static constexpr std::uint32_t kAftermath = 4;

  static bool is_register_read(const Request& request) { return Order{request.order} == Order::kReadRegister; }
  void enter(Phase phase) { phase_ = hls::Bits<3, Phase>(phase); }

  // The first cycle of a request: the answer, unless it has to wait.
  void begin(const Request& request, const Observed& observed, Answer& answer) {
    const Order order = request.order;
    const bool waits = order == Order::kReadRegister || order == Order::kLoadPacket || order == Order::kStart;
    const bool known = order >= Order::kIdentify && order <= Order::kRestart;
    answer.status = hls::Bits<4, Status>(request.damaged ? Status::kDamaged : known ? Status::kOk : Status::kUnknown);
    answer.valid = hls::Bit(request.damaged || !waits);
    if (order == Order::kIdentify) answer.value = hls::Bits<32>(identity_of(kShape<Config>));
    if (order == Order::kReadCycles) answer.value = hls::Bits<32>(observed.cycles << 16 | observed.total_cycles);
    if (!request.damaged && waits) {
      enter(order == Order::kStart ? Phase::kClearing : Phase::kReading);
    }
  }

  hls::Bits<3, Phase> phase_;
  hls::Bits<3> quiet_;  // cycles in which every node was done
  Place swept_;         // the place that is being cleared; 0 if none
};

}  // namespace board
