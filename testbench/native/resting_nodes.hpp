// SPDX-License-Identifier: Apache-2.0
// Which nodes have nothing to do: one at rest is left alone until a neighbour sends it a packet. So
// a cycle of a large cube costs as much as there is to do in it.
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

namespace testbench {

// Who steps the node that calls.
enum class Caller {
  kSameThread,   // as the one that is called
  kOtherThread,  // apart, so that threads do not write to the same lines of memory all the time
};

// A node is stepped by one thread, and may be called by all at that time. `tick`: the number of the
// present cycle.
class RestingNodes {
 public:
  explicit RestingNodes(std::uint32_t nodes) : rested_(nodes, kAwake), called_{Calls(nodes), Calls(nodes)} {}

  // The node has to step in the next cycle.
  void call(std::uint32_t node, std::uint64_t tick, Caller caller) {
    Calls& calls = called_[(tick + 1) % 2];
    if (caller == Caller::kSameThread) {
      calls.within[node] = 1;
    } else {
      std::atomic_ref(calls.across[node]).store(1, std::memory_order_relaxed);
    }
  }
  // Once for each node in each cycle.
  bool must_step(std::uint32_t node, std::uint64_t tick) {
    Calls& calls = called_[tick % 2];
    const bool within = std::exchange(calls.within[node], 0) != 0;
    const bool across = calls.across[node] != 0;
    if (across) calls.across[node] = 0;
    return within || across || rested_[node] == kAwake;
  }
  // The node steps in every cycle from this one on. Returns the cycles in which it has not.
  std::uint64_t wake(std::uint32_t node, std::uint64_t tick) {
    const std::uint64_t last = rested_[node];
    if (last == kAwake) return 0;
    rested_[node] = kAwake;
    return tick - last - 1;
  }
  // This was its last step until it is called.
  void rest(std::uint32_t node, std::uint64_t tick) { rested_[node] = tick; }

 private:
  static constexpr std::uint64_t kAwake = ~std::uint64_t{0};

  // By node, whether it has been called, by nodes of its thread and by others.
  struct Calls {
    explicit Calls(std::uint32_t nodes) : within(nodes), across(nodes) {}
    std::vector<std::uint8_t> within;
    std::vector<std::uint8_t> across;
  };

  std::vector<std::uint64_t> rested_;  // by node: its last step, while it rests
  std::array<Calls, 2> called_;        // by the parity of the cycle in which to step
};

}  // namespace testbench
