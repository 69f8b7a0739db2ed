// SPDX-License-Identifier: Apache-2.0
// A node's part in a collective: it joins, starts with the others of its group, and leaves with them. All
// start in one cycle. All leave in one cycle, and then no packet is under way: a node has its own packets,
// but may still have to pass on those of others.
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

  // A write of a register that is written only while no collective is under way.
  void write(std::uint32_t address, Word value) {
    if (address == CC_SEND) dma_.send = value;
    if (address == CC_SEND_STRIDE) dma_.send_stride = value;
    if (address == CC_RECEIVE) dma_.receive = value;
    if (address == CC_RECEIVE_STRIDE) dma_.receive_stride = value;
    if (address == CC_GROUP) dma_.group = value;
  }

  // One cycle. `joins`: only if not busy. `ready`: the packet memory is. `done`: the router's. Returns
  // whether the collective ends.
  bool tick(hls::Bit joins, bool ready, hls::Bit done, Wires in, Wires& out) {
    const bool enters = step_ == Step::kPrepares && ready;
    const bool leaves = step_ == Step::kRuns && done;
    const bool meet = barrier_.tick(hls::Bit(enters || leaves), Wires(dma_.group), in, out);
    bool ends = false;
    switch (Step{step_}) {
      case Step::kIdle:
        if (joins) enter(Step::kPrepares);
        break;
      case Step::kPrepares:
        if (enters) enter(meet ? Step::kStarts : Step::kMeets);
        break;
      case Step::kMeets:
        if (meet) enter(Step::kStarts);
        break;
      case Step::kStarts:
        enter(Step::kRuns);
        break;
      case Step::kRuns:
      case Step::kLeaves:
        ends = meet;
        if (leaves) enter(Step::kLeaves);
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
};

}  // namespace soc
