// SPDX-License-Identifier: Apache-2.0
// The packets that leave in a cycle, of those that could, where a node does not do everything at once.
//
//     Matching matching(nodes);
//     matching.choose(transfers);  // leaves those that are chosen
#pragma once

#include <cstdint>
#include <vector>

namespace testbench {

// A packet that could be sent in a cycle.
struct Transfer {
  std::uint32_t sender;
  std::uint32_t receiver;
  unsigned port;  // of the sender
  std::uint64_t weight;
};

// The transfers of one cycle, where a node sends one packet and receives one at most: a matching of
// senders and receivers. Heavy transfers come first; then augmenting paths match as many more
// senders as can be, and leave everyone matched who is.
class Matching {
 public:
  explicit Matching(std::uint32_t nodes)
      : transfers_of_(nodes), of_sender_(nodes, nullptr), of_receiver_(nodes, nullptr), asked_(nodes, false) {}

  // Leaves the chosen ones. The first of equal weights is the heavier.
  void choose(std::vector<Transfer>& transfers);

 private:
  bool match(std::uint32_t sender);

  std::vector<std::vector<const Transfer*>> transfers_of_;  // by sender, heaviest first
  std::vector<const Transfer*> of_sender_;
  std::vector<const Transfer*> of_receiver_;
  std::vector<bool> asked_;             // by receiver
  std::vector<std::uint32_t> reached_;  // receivers that this search has asked
};

// A node sends or receives. Heavy transfers come first, each if both its nodes are free. So they are
// half as many as can be at least.
class HalfMatching {
 public:
  explicit HalfMatching(std::uint32_t nodes) : is_busy_(nodes) {}

  // Leaves the chosen ones.
  void choose(std::vector<Transfer>& transfers);

 private:
  std::vector<bool> is_busy_;
};

}  // namespace testbench
