// Who sends to whom in a cycle, where a node sends one packet and receives one at most: a matching
// of senders and receivers among the turns that could be taken. Heavy turns come first, then as
// many senders more are matched as can be, by augmenting paths, which leave everyone matched who
// is.
#pragma once

#include <cstdint>
#include <vector>

namespace testbench {

struct Turn {
  std::uint32_t sender;
  std::uint32_t receiver;
  unsigned port;  // of the sender
  std::uint64_t weight;
};

class TurnMatching {
 public:
  explicit TurnMatching(std::uint32_t nodes)
      : turns_of_(nodes), of_sender_(nodes, nullptr), of_receiver_(nodes, nullptr), asked_(nodes, false) {}

  // Of equal weights the first ones are the heavier. Sorts the turns, and returns those that are
  // taken.
  std::vector<Turn> choose(std::vector<Turn>& turns);

 private:
  bool match(std::uint32_t sender);

  std::vector<std::vector<const Turn*>> turns_of_;  // by sender, heaviest first
  std::vector<const Turn*> of_sender_;
  std::vector<const Turn*> of_receiver_;
  std::vector<bool> asked_;             // by receiver
  std::vector<std::uint32_t> reached_;  // receivers that this search has asked
};

}  // namespace testbench
