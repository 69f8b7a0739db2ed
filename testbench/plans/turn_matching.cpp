#include "testbench/plans/turn_matching.hpp"

#include <algorithm>

namespace testbench {

std::vector<Turn> TurnMatching::choose(std::vector<Turn>& turns) {
  std::sort(turns.begin(), turns.end(), [](const Turn& a, const Turn& b) {
    if (a.weight != b.weight) return a.weight > b.weight;
    return a.sender != b.sender ? a.sender < b.sender : a.port < b.port;
  });
  std::fill(of_sender_.begin(), of_sender_.end(), nullptr);
  std::fill(of_receiver_.begin(), of_receiver_.end(), nullptr);
  for (std::vector<const Turn*>& of_one : turns_of_) of_one.clear();
  for (const Turn& turn : turns) {
    turns_of_[turn.sender].push_back(&turn);
    if (of_sender_[turn.sender] != nullptr || of_receiver_[turn.receiver] != nullptr) continue;
    of_sender_[turn.sender] = &turn;
    of_receiver_[turn.receiver] = &turn;
  }
  // What a search without success has reached leads nowhere, whatever is matched elsewhere.
  std::fill(asked_.begin(), asked_.end(), false);
  for (const Turn& turn : turns) {
    if (of_sender_[turn.sender] != nullptr || turns_of_[turn.sender].front() != &turn) continue;
    reached_.clear();
    if (!match(turn.sender)) continue;
    for (const std::uint32_t receiver : reached_) asked_[receiver] = false;
  }
  std::vector<Turn> taken;
  for (const Turn* const turn : of_sender_) {
    if (turn != nullptr) taken.push_back(*turn);
  }
  return taken;
}

bool TurnMatching::match(std::uint32_t sender) {
  for (const Turn* const turn : turns_of_[sender]) {
    if (asked_[turn->receiver]) continue;
    asked_[turn->receiver] = true;
    reached_.push_back(turn->receiver);
    if (of_receiver_[turn->receiver] != nullptr && !match(of_receiver_[turn->receiver]->sender)) continue;
    of_sender_[sender] = turn;
    of_receiver_[turn->receiver] = turn;
    return true;
  }
  return false;
}

}  // namespace testbench
