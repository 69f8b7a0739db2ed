// SPDX-License-Identifier: Apache-2.0
// An order for ports that send the same packets again and again, into and out of queues that are first in, first out. A packet
// is made of others, which have come and wait in queues of its port. First any two packets of a queue get an order, the same
// in and out, so that none waits for itself. Then each packet gets a time, and its next one comes a period later (modulo
// scheduling: Rau, Iterative modulo scheduling, 1994). Packets leave a queue as they have come if for any two of them
//
//     floor((in of p - in of q) / period) = floor((out of p - out of q) / period)
//
// Times grow until that holds. Ports that send in the order of these times never stand still, however late anything is, since
// each packet can leave when all have left whose times are before its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace testbench {

struct PeriodicPacket {
  std::size_t port = 0;
  std::vector<std::pair<std::uint32_t, unsigned>> parts;  // packets, and in which of the port's queues they come
  std::vector<std::size_t> others = {};  // what it takes for its cycle: of one-port nodes both of its ends
};

class PeriodicOrder {
 public:
  // Parts come before what is made of them.
  explicit PeriodicOrder(std::vector<PeriodicPacket> packets);

  static constexpr std::size_t kAnyRoom = std::numeric_limits<std::size_t>::max();
  // The time of each packet; none where no order is found. At most `room` packets of a queue wait when another is
  // sent there. A port has no more packets than a period has cycles.
  std::vector<std::int64_t> times(std::int64_t period, std::size_t room = kAnyRoom) const;

 private:
  // A packet in a queue.
  struct Waiting {
    std::uint32_t in;   // that is sent there
    std::uint32_t out;  // into which it goes
  };
  // By packet, which others come after it.
  using After = std::vector<std::vector<std::uint64_t>>;
  struct Pair {
    Waiting first;
    Waiting second;
  };
  class Times;

  static bool is_after(const After& after, std::uint32_t packet, std::uint32_t other) {
    return (after[packet][other / 64] >> other % 64 & 1) != 0;
  }
  static void add(After& after, std::uint32_t first, std::uint32_t second);
  bool decide(After& after, std::vector<Pair>& pairs) const;
  void find_order();

  std::vector<PeriodicPacket> packets_;
  std::vector<std::vector<Waiting>> queues_;
  std::vector<std::vector<std::uint32_t>> ports_;  // the packets of each
  std::vector<std::int64_t> earliest_;
  std::vector<std::int64_t> heights_;  // of what is made of a packet
  After made_of_;                      // as packets are parts of others
  std::vector<std::pair<std::uint32_t, std::uint32_t>> order_;
  bool has_order_ = false;
  bool has_two_ends_ = false;  // each packet takes a sender and a receiver, and no end is both
};

}  // namespace testbench
