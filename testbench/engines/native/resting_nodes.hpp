// SPDX-License-Identifier: Apache-2.0
// The nodes at rest, which are left alone until a neighbour sends them a packet. A cycle of a large
// cube thus costs as much as there is work in it.
//
//     if (!resting.must_step(node, tick)) continue;
//     make_up(node, resting.wake(node, tick));  // for the cycles in which it was left alone
//     ...                                       // its step, in which it sends to a neighbour
//     resting.call(neighbour, tick, Caller::kSameThread);
//     resting.rest(node, tick);                 // nothing will change until somebody calls
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <utility>
#include <vector>

#include "testbench/ground/host/archive.hpp"

namespace testbench {

// The thread of the calling node.
enum class Caller {
  kSameThread,   // the called node's thread
  kOtherThread,  // apart, so that threads do not keep writing to the same lines of memory
};

// One thread steps a node, and all threads may call it meanwhile. `tick`: the number of the present
// cycle.
class RestingNodes {
 public:
  explicit RestingNodes(std::uint32_t nodes) : rested_(nodes, kAwake), called_{Calls(nodes), Calls(nodes)} {}

  // The node must step in the next cycle.
  void call(std::uint32_t node, std::uint64_t tick, Caller caller) {
    Calls& calls = called_[(tick + 1) % 2];
    if (caller == Caller::kSameThread) {
      calls.within[node] = 1;
    } else {
      std::atomic_ref(calls.across[node]).store(1, std::memory_order_relaxed);
    }
  }
  // Called once for each node in each cycle.
  bool must_step(std::uint32_t node, std::uint64_t tick) {
    Calls& calls = called_[tick % 2];
    const bool within = std::exchange(calls.within[node], 0) != 0;
    const bool across = calls.across[node] != 0;
    if (across) calls.across[node] = 0;
    return within || across || rested_[node] == kAwake;
  }
  // The node steps in every cycle from this one on. Returns the number of cycles without a step.
  std::uint64_t wake(std::uint32_t node, std::uint64_t tick) {
    const std::uint64_t last = rested_[node];
    if (last == kAwake) return 0;
    rested_[node] = kAwake;
    return tick - last - 1;
  }
  // The present step is the node's last until it is called.
  void rest(std::uint32_t node, std::uint64_t tick) { rested_[node] = tick; }

  void serialize(Archive& archive) {
    archive.vector(rested_);
    for (Calls& calls : called_) {
      archive.vector(calls.within);
      archive.vector(calls.across);
    }
  }

 private:
  static constexpr std::uint64_t kAwake = ~std::uint64_t{0};

  // By node: it has been called, by nodes of its thread and by others.
  struct Calls {
    explicit Calls(std::uint32_t nodes) : within(nodes), across(nodes) {}
    std::vector<std::uint8_t> within;
    std::vector<std::uint8_t> across;
  };

  std::vector<std::uint64_t> rested_;  // by node: its last step, if it rests
  std::array<Calls, 2> called_;        // by the parity of the cycle in which to step
};

}  // namespace testbench
