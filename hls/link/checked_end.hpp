// SPDX-License-Identifier: Apache-2.0
// An end of a link whose wires may err. Every frame has a header and a checksum. A damaged frame is
// not taken; packets without an acknowledgement are sent again. A packet arrives once and in order,
// whatever happens to frames, as long as the checksum finds it.
//
//   silent     from reset until the first timeout, so that no frame from before the reset is under way
//   training   each end says which number its next packet has, until both have heard one another
//   up         frames of packets; a header tells what this end expects and how much room it has
//   dead       after `tries` timeouts in a row without progress: packets are dropped, and a status bit is set. On
//              wires that take cycles without a right frame: an answer may be on them that comes too late
//
// If one end is reset, it trains, and the other end joins it.
#pragma once

#include "hls/link/frame_receiver.hpp"
#include "hls/link/frame_sender.hpp"
#include "hls/link/round_trip.hpp"

namespace links {

enum class EndState { kSilent, kTraining, kUp, kDead };

// A timeout that is longer than an answer takes: a frame that has begun before, the packet's frame,
// one in the other direction that has begun before it ends, and the one behind that with the answer.
// `tau`: cycles of a frame without packets. `packets`: of the most packets. `latency`: of the wires, each way.
constexpr unsigned usual_time_out(unsigned tau, unsigned packets, unsigned latency) {
  return 4 * (tau + packets) + 2 * latency + 16;
}
template <class Config>
constexpr unsigned usual_time_out() {
  return usual_time_out(frame_cycles<Config>(), Config::kFramePackets * packet_cycles<Config>(), Config::kLinkLatency);
}
inline constexpr unsigned kUsualTries = 16;

template <class Config>
class CheckedEnd {
 public:
  CheckedEnd() {
    setting_.time_out = hls::Bits<24>(usual_time_out<Config>());
    setting_.tries = hls::Bits<8>(kUsualTries);
  }

  // One cycle, as of PlainEnd.
  HLS_MODULE EndOutput<Config> tick(const EndAccess& access, hls::Bit start, const router::Flit<Config>& leaving,
                                    hls::Bit goes, const Phit<Config>& received, Phit<Config>& driven) {
    const bool ready = !Config::kPauses || received.go;
    if (start) refused_ = time_outs_ = lost_ = hls::Bits<32>(0);
    EndOutput<Config> output;
    output.packet = receiver_.head();
    output.valid = hls::Bit(goes && receiver_.has_packet());

    // A frame that begins now tells what has come up to the cycle before.
    const LinkNumber<Config> limit(receiver_.expected() + receiver_.room());
    FrameHeader<Config> header;
    header.expected = receiver_.expected();
    header.room = PacketsHeld<Config>(receiver_.room());
    header.trains = hls::Bit(state_ == EndState::kTraining);
    header.heard = heard_;
    header.asks = asks_;
    header.answers = answers_;
    const bool speaks = state_ == EndState::kTraining || state_ == EndState::kUp;
    router::Flit<Config> kept = leaving;
    if (state_ == EndState::kDead) {
      kept.valid = hls::Bit(0);
      if (leaving.valid) lost_ = hls::Bits<32>(lost_ + 1);
    }
    const LinkNumber<Config> next = sender_.next();
    const bool is_first = sender_.begins_anew();
    if (sender_.tick(setting_, start, state_ == EndState::kUp, speaks && due_, header, kept, driven, ready)) {
      trip_.begin(is_first, next);
      due_ = asks_ = answers_ = hls::Bit(0);
      told_ = limit;
    }
    // The other end must know of room that has become free.
    if (LinkNumber<Config>(limit - told_) >= kBufferPackets<Config> / 2) due_ = hls::Bit(1);

    // No packet is whole in the cycle behind the end of a frame, so the receiver may go first, which
    // keeps what the frame tells out of the way of a packet.
    const FrameEvent<Config> event = receiver_.event();
    receiver_.tick(received, output.valid);
    // A dead end joins one that has been reset.
    const bool hears = event.right && state_ != EndState::kSilent && (state_ != EndState::kDead || event.header.trains);
    if (event.refused) refused_ = hls::Bits<32>(refused_ + 1);
    if (kLivesOnFrames && hears) tries_ = hls::Bits<8>(0);
    bool has_progress = false;
    if (hears && event.header.trains) {
      has_progress = train(event.header);
    } else if (hears && heard_) {
      has_progress = take(event);
    }
    count_time(has_progress, ready);
    driven.go = hls::Bit(1);
    output.free = hls::Bit(sender_.has_room());
    setting_.write(access);
    if (access.write && access.target == node::LinkRegister::kRestart) restart(driven);
    return output;
  }

  bool is_up() const { return state_ == EndState::kUp; }
  bool is_dead() const { return state_ == EndState::kDead; }
  // The router's packets that the other end has not acknowledged.
  PacketsHeld<Config> held() const { return sender_.held(); }
  // The other end has no room.
  bool is_stopped() const { return state_ == EndState::kUp && sender_.others_room() == 0; }

  std::uint32_t read(node::LinkRegister target) const {
    if (target == node::LinkRegister::kStatus) {
      const std::uint32_t losses = !kLivesOnFrames ? 0
                                                   : (refused_ != 0 ? node::kLinkDamaged : 0) |
                                                         (time_outs_ != 0 ? node::kLinkTimedOut : 0) |
                                                         (lost_ != 0 ? node::kLinkLost : 0);
      return (state_ == EndState::kUp ? node::kLinkUp : 0) | (state_ == EndState::kDead ? node::kLinkDead : 0) | losses;
    }
    if (target == node::LinkRegister::kFrames) return sender_.frames();
    if (target == node::LinkRegister::kRefused) return refused_;
    if (target == node::LinkRegister::kTimeOuts) return time_outs_;
    return target == node::LinkRegister::kLost ? lost_ : 0;
  }

 private:
  // A frame of training. The other end has been reset if it has not heard this end.
  bool train(const FrameHeader<Config>& header) {
    const bool was_up = state_ == EndState::kUp;
    receiver_.learn(header.number);
    if (state_ == EndState::kDead || (was_up && !header.heard)) state_ = State(EndState::kTraining);
    if (!was_up && header.heard) state_ = State(EndState::kUp);
    heard_ = due_ = hls::Bit(1);
    if (state_ == EndState::kTraining) sender_.go_back();
    sender_.acknowledge(sender_.oldest(), header.room);
    return !was_up && header.heard;
  }
  // Any other frame. It comes from an end that is up.
  bool take(const FrameEvent<Config>& event) {
    state_ = State(EndState::kUp);
    receiver_.accept(event);
    const bool is_new = sender_.acknowledge(event.header.expected, event.header.room);
    trip_.acknowledge(event.header.expected);
    if (event.packets != 0 || event.header.asks) due_ = hls::Bit(1);
    if (event.header.asks) answers_ = hls::Bit(1);
    // An answer without progress is right only where the other end has no room.
    if (event.header.answers && event.header.room == 0) tries_ = hls::Bits<8>(0);
    return is_new;
  }

  void restart(Phit<Config>& driven) {
    driven.kind = {};
    sender_.restart();
    receiver_.restart();
    trip_.restart();
    state_ = State(EndState::kSilent);
    heard_ = due_ = asks_ = answers_ = hls::Bit(0);
    told_ = LinkNumber<Config>(0);
    timer_ = hls::Bits<24>(0);
    tries_ = hls::Bits<8>(0);
  }

  // Pauses of the wires are not counted.
  void count_time(bool has_progress, bool ready) {
    const bool waits = sender_.held() != 0;
    if (ready) trip_.tick();
    if (has_progress) tries_ = hls::Bits<8>(0);
    if (has_progress || state_ == EndState::kDead || (state_ == EndState::kUp && !waits)) {
      timer_ = hls::Bits<24>(0);
      return;
    }
    if (sender_.rests()) return;  // nobody can answer a frame that has not begun
    if (!ready) return;
    timer_ = hls::Bits<24>(timer_ + 1);
    if (timer_ < trip_.time_out_of(setting_)) return;
    timer_ = hls::Bits<24>(0);
    due_ = asks_ = hls::Bit(1);
    if (state_ == EndState::kSilent) state_ = State(EndState::kTraining);
    if (!waits) return;
    sender_.try_again();
    trip_.time_out();
    time_outs_ = hls::Bits<32>(time_outs_ + 1);
    tries_ = hls::Bits<8>(tries_ + 1);
    if (tries_ < setting_.tries) return;
    state_ = State(EndState::kDead);
    lost_ = hls::Bits<32>(lost_ + sender_.held());
    sender_.drop_all();
  }

  using State = hls::Bits<2, EndState>;

  // Wires that take cycles.
  static constexpr bool kLivesOnFrames = Config::kLinkLatency != 0;

  EndSetting<Config> setting_;
  FrameSender<Config> sender_;
  FrameReceiver<Config> receiver_;
  RoundTrip<Config> trip_;
  State state_;
  hls::Bit heard_;           // a frame of training, since the reset
  hls::Bit due_;             // a frame must be sent
  hls::Bit asks_;            // it asks for an answer
  hls::Bit answers_;         // it is one
  LinkNumber<Config> told_;  // the limit of room that the other end has been told
  hls::Bits<24> timer_;
  hls::Bits<8> tries_;
  // Since the start:
  hls::Bits<32> refused_;    // frames that came damaged
  hls::Bits<32> time_outs_;  // while packets waited for an answer
  hls::Bits<32> lost_;       // packets that a dead link did not take
};

}  // namespace links
