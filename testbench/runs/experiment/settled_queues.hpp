// SPDX-License-Identifier: Apache-2.0
// Whether the packets that a run combines are all sent with short queues at any timing. Copies of results leave a port behind
// all that it combines, so that they stop none of these.
//
//     if (settles(operation, depth - network::stop_latency(operation.stop_cycles()))) ...   // it does
//
// Packets are sent one after another, in no time: whichever has its operands and finds no queue behind its link that holds
// more than `room` packets. Every stream of a node, a port or an ejector, sends in the order of its program and takes its
// operands in that order, so that it does not matter which goes first. If all are sent, so are they in every run.
// Proof: suppose that in a run nothing moves any more, and take the earliest sending here that has not happened there. All
// earlier ones have. So its operands have come, and are at the heads of their queues. Streams of each node being in order,
// no more packets have come over its link there than here at that time, and no fewer have left the queues behind it. So
// none of these says stop. Its memory becomes free, and its gate opens in its turn: the sending happens.
#pragma once

#include <cstdint>

#include "firmware/collectives/operation.hpp"

namespace testbench {

// False too where results are combined once more, or where there are too many packets.
bool settles(const collectives::Operation& operation, std::uint64_t room);

}  // namespace testbench
