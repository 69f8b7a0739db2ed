// SPDX-License-Identifier: Apache-2.0
// Takes the frames on one link apart again, beside the ends that do so, and tells when its wires carry
// which packet and what becomes of it. It reads the phits that one end drives and that come to the
// other, and the counters of the sending end.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hls/link/frame_header.hpp"
#include "hls/link/serialiser.hpp"
#include "testbench/engines/nodes/any_node.hpp"
#include "testbench/engines/nodes/link_events.hpp"
#include "testbench/judge/checker/wire_event.hpp"

namespace testbench {

template <class Config>
class WireTap {
 public:
  using Phit = links::Phit<Config>;

  // One cycle, before it: `driven` leaves the sending end, which is `end`, and comes as `received`.
  template <class End>
  void observe(std::uint64_t cycle, network::Address node, unsigned port, const End& end, const Phit& driven,
               const Phit& received, WireEvents& events) {
    const auto emit = [&](WireEventKind kind, std::uint64_t first, std::uint64_t last, const LinkEvent& packet = {}) {
      events.push_back({kind, first, last, frame_, packet});
      events.back().packet.cycle = last;
      events.back().packet.node = node.number();
      events.back().packet.port = port;
    };
    const bool pauses = Config::kPauses && !received.go;
    if (!pauses && driven.kind != links::PhitKind::kIdle) take(cycle, node, port, end, driven, received, emit);
    if constexpr (Config::kPauses) {
      // Errors make words of none: one too many for the frame that is on the wires, or a head for the next one.
      if (received.kind == links::PhitKind::kHead) strays_ = (strays_ + 1) % links::header_cycles<Config>();
      if (received.kind > links::PhitKind::kHead) strays_ = 0;
      if (pauses) damaged_ = damaged_ || received.kind != links::PhitKind::kIdle;
    }
    frame_ = 0;
    const auto rise = [&](node::LinkRegister counter, std::uint32_t& before) {
      const std::uint32_t now = end.read(counter);
      const std::uint32_t more = now < before ? now : now - before;  // a start strobe has cleared it
      before = now;
      return more;
    };
    if (rise(node::LinkRegister::kTimeOuts, time_outs_) != 0) emit(WireEventKind::kTimeOut, cycle, cycle);
    if (const std::uint32_t lost = rise(node::LinkRegister::kLost, lost_); lost != 0) {
      LinkEvent packets{};
      packets.sequence = lost;
      emit(WireEventKind::kDropped, cycle, cycle, packets);
    }
    const bool is_dead = (end.read(node::LinkRegister::kStatus) & node::kLinkDead) != 0;
    if (is_dead && !was_dead_) emit(WireEventKind::kDead, cycle, cycle);
    was_dead_ = is_dead;
  }

 private:
  static constexpr bool kChecked = links::is_checked<Config>();
  static constexpr unsigned kPacketCycles = links::packet_cycles<Config>();

  struct Carried {
    LinkEvent packet;
    links::LinkNumber<Config> number;
  };

  template <class End, class Emit>
  void take(std::uint64_t cycle, network::Address node, unsigned port, const End& end, const Phit& driven,
            const Phit& received, const Emit& emit) {
    if (!open_) {
      if (kChecked && driven.kind != links::PhitKind::kHead) return;  // of a frame that began before the trace
      begin(cycle, end.read(node::LinkRegister::kFrames));
    }
    frame_ = number_;
    came_ = came_ || received.kind != links::PhitKind::kIdle;
    damaged_ = damaged_ || received.kind != driven.kind;
    for (unsigned lane = 0; lane < links::kLanes<Config>; ++lane) {
      damaged_ = damaged_ || received.word[lane] != driven.word[lane];
    }
    const bool is_tail = driven.kind == links::PhitKind::kTail;
    if (driven.kind == links::PhitKind::kHead) {
      take_head(driven.word);
    } else if (driven.kind == links::PhitKind::kBody || (is_tail && !kChecked)) {
      if (body_.at_first()) packet_first_ = cycle;
      if (body_.at_last()) take_packet(cycle, node, port, body_.with(driven.word), emit);
      body_.take(driven.word);
    }
    if (is_tail && (!kChecked || ++tail_ == tail_words())) finish(cycle, emit);
  }

  static constexpr unsigned tail_words() {
    if constexpr (kChecked) return links::checksum_cycles<Config>();
    return 1;
  }

  void begin(std::uint64_t cycle, std::uint32_t number) {
    open_ = true;
    if (number <= count_) before_ += count_;  // of the starts before
    count_ = number;
    number_ = before_ + number;
    first_ = cycle;
    tail_ = 0;
    came_ = false;
    damaged_ = strays_ != 0;
    packets_.clear();
    body_.begin();
    if constexpr (kChecked) head_.begin();
  }
  void take_head(const links::Word<Config>& word) {
    if constexpr (kChecked) {
      if (head_.at_last()) header_ = links::header_of<Config>(head_.with(word));
      head_.take(word);
    }
  }

  template <class Emit>
  void take_packet(std::uint64_t cycle, network::Address node, unsigned port, const links::PacketWords<Config>& words,
                   const Emit& emit) {
    network::Flit<Config> flit{};
    flit.packet = links::packet_of<Config>(words);
    const links::LinkNumber<Config> number(header_.number + packets_.size());
    const LinkEvent packet = link_event(cycle, node, port, flit);
    const bool is_new = !kChecked || number == next_;
    if (is_new) next_ = links::LinkNumber<Config>(next_ + 1);
    emit(is_new ? WireEventKind::kCarried : WireEventKind::kRepeated, packet_first_, cycle, packet);
    packets_.push_back({packet, number});
  }

  template <class Emit>
  void finish(std::uint64_t cycle, const Emit& emit) {
    open_ = false;
    if (packets_.empty()) emit(WireEventKind::kAnswer, first_, cycle);
    if (damaged_) {
      emit(came_ ? WireEventKind::kDamaged : WireEventKind::kLost, first_, cycle);
      return;
    }
    for (const Carried& carried : packets_) {
      if (kChecked && carried.number != taken_) continue;
      taken_ = links::LinkNumber<Config>(taken_ + 1);
      emit(WireEventKind::kArrived, cycle, cycle, carried.packet);
    }
  }

  bool open_ = false;  // a frame is on the wires
  std::uint32_t number_ = 0;
  std::uint32_t count_ = 0;   // of the frames since the start strobe
  std::uint32_t before_ = 0;  // it
  std::uint32_t frame_ = 0;   // of the event that is told
  std::uint64_t first_ = 0;
  std::uint64_t packet_first_ = 0;
  unsigned tail_ = 0;
  unsigned strays_ = 0;  // words of a head that have come since other words, with pauses
  bool came_ = false;
  bool damaged_ = false;
  links::Deserialiser<Config, kChecked ? links::header_cycles<Config>() : 1> head_;
  links::Deserialiser<Config, kPacketCycles> body_;
  links::FrameHeader<Config> header_{};
  links::LinkNumber<Config> next_{};   // of the first packet that was never sent
  links::LinkNumber<Config> taken_{};  // that the other end expects
  std::vector<Carried> packets_;       // of the frame
  std::uint32_t time_outs_ = 0;
  std::uint32_t lost_ = 0;
  bool was_dead_ = false;
};

// The taps of all links of nodes of one kind. Without a link layer there are none.
template <AnyNode Node>
class WireTaps {
 public:
  // One cycle of the link behind a port, before it. `out` drives the wires, `received` comes to the other end: a phit of the
  // nodes, or a WidePhit.
  template <class Out, class Received>
  void observe(std::uint64_t cycle, network::Address node, unsigned port, const typename Node::State& state,
               const Out& out, const Received& received, WireEvents& events) {
    if constexpr (requires { out.phits; }) {
      auto came = out.phits[port];
      if constexpr (std::is_same_v<Received, WidePhit>) {
        copy_phit(received, came);
      } else {
        came = received;
      }
      if (taps_.size() <= node.number()) taps_.resize(node.number() + 1);
      taps_[node.number()][port].observe(cycle, node, port, state.ends[port], out.phits[port], came, events);
    }
  }

 private:
  struct None {};
  static constexpr bool kAny = requires(typename Node::In in) { in.phits; };
  using Tap = std::conditional_t<kAny, WireTap<typename Node::Config>, None>;

  std::vector<std::array<Tap, Node::Config::Network::kPorts>> taps_;  // by address
};

// Tells when links take nothing, because a queue behind them is full.
class StopTaps {
 public:
  // One cycle, before it. `link`: its number. `goes`: the other end takes packets.
  void observe(std::uint64_t cycle, std::size_t link, network::Address node, unsigned port, bool goes,
               WireEvents& events) {
    if (since_.size() <= link) since_.resize(link + 1);
    std::uint64_t& since = since_[link];
    if (!goes && since == 0) since = cycle;
    if (!goes || since == 0) return;
    LinkEvent at{};
    at.cycle = cycle;
    at.node = node.number();
    at.port = port;
    events.push_back({WireEventKind::kStopped, since, cycle - 1, 0, at});
    since = 0;
  }

 private:
  std::vector<std::uint64_t> since_;  // 0: it is not stopped
};

}  // namespace testbench
