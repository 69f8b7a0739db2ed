// SPDX-License-Identifier: Apache-2.0
// A node's part in a collective: it joins, starts with the others of its group, and leaves with them. All
// start in one cycle. All leave in one cycle, and then no packet is under way: a node has its own packets,
// but may still have to pass on those of others.
//
// Collectives with the same program can be a chain (CC_GOES_ON, CC_FOLLOWS): between them no node waits for all others. A
// node leaves one when it is done, and starts the next when all have started that one, which their barriers tell in the
// meantime. So no node is two collectives ahead, and the epoch of a packet tells of which one it is
// (hls/router/received_of_epochs.hpp). The first of a chain starts, and the last is left, in one cycle.
#pragma once

#include "hls/soc/barrier.hpp"
#include "hls/soc/packet_memory.hpp"

namespace soc {

template <class Config>
class Collective {
 public:
  using Wires = hls::Bits<kPorts<Config>>;

  bool busy() const { return step_ != Step::kIdle; }
  // The strobe of this cycle.
  bool starts() const { return step_ == Step::kStarts; }
  // Whether this node and all others of the group have joined.
  bool has_started() const { return step_ == Step::kStarts || step_ == Step::kRuns || step_ == Step::kLeaves; }
  const DmaSetting& dma() const { return dma_; }

  // A write of a register, which is written only while the node is in no collective.
  void write(std::uint32_t address, Word value) {
    if (address == CC_SEND) dma_.send = value;
    if (address == CC_SEND_STRIDE) dma_.send_stride = value;
    if (address == CC_RECEIVE) dma_.receive = value;
    if (address == CC_RECEIVE_STRIDE) dma_.receive_stride = value;
    if (address == CC_GROUP) dma_.group = value;
    if constexpr (router::kHasEpochs<Config>) {
      if (address == CC_START) {
        follows_ = hls::Bit((value & CC_FOLLOWS) != 0);
        goes_on_ = hls::Bit((value & CC_GOES_ON) != 0);
      }
    }
  }

  // One cycle. `joins`: only if not busy. `ready`: the packet memory is. `done`: the router's. Returns
  // whether the collective ends.
  bool tick(hls::Bit joins, bool ready, hls::Bit done, Wires in, Wires& out) {
    const bool enters = step_ == Step::kPrepares && ready && !tells_;
    const bool leaves = step_ == Step::kRuns && done && !goes_on_ && !tells_;
    const bool meet = barrier_.tick(hls::Bit(enters || leaves), Wires(dma_.group), in, out);
    if constexpr (router::kHasEpochs<Config>) tells_ = hls::Bit(((enters && follows_) || tells_) && !meet);
    bool ends = false;
    switch (Step{step_}) {
      case Step::kIdle:
        if (joins) enter(Step::kPrepares);
        break;
      case Step::kPrepares:
        if (enters) enter(meet || follows_ ? Step::kStarts : Step::kMeets);
        break;
      case Step::kMeets:
        if (meet) enter(Step::kStarts);
        break;
      case Step::kStarts:
        enter(Step::kRuns);
        break;
      case Step::kRuns:
        ends = (leaves && meet) || (done && goes_on_);
        if (leaves) enter(Step::kLeaves);
        if (ends) enter(Step::kIdle);
        break;
      case Step::kLeaves:
        ends = meet;
        if (meet) enter(Step::kIdle);
        break;
    }
    return ends;
  }

 private:
  enum class Step : std::uint32_t { kIdle, kPrepares, kMeets, kStarts, kRuns, kLeaves };
  void enter(Step step) { step_ = hls::Bits<3, Step>(step); }

  DmaSetting dma_;
  Barrier<kPorts<Config>> barrier_;
  hls::Bits<3, Step> step_;
  hls::Bit follows_;  // starts when all have started the one before
  hls::Bit goes_on_;  // is left when this node is done
  hls::Bit tells_;    // of a collective that follows: the barrier does not tell yet that all have started it
};

}  // namespace soc
