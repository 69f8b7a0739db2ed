// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/trees/matching.hpp"

#include <algorithm>
#include <utility>

namespace testbench {
namespace {

void heaviest_first(std::vector<Transfer>& transfers) {
  std::ranges::sort(transfers, [](const Transfer& a, const Transfer& b) {
    if (a.weight != b.weight) return a.weight > b.weight;
    return a.sender != b.sender ? a.sender < b.sender : a.port < b.port;
  });
}

}  // namespace

void Matching::choose(std::vector<Transfer>& transfers) {
  heaviest_first(transfers);
  // Large networks have few senders at a time.
  for (const Transfer& transfer : transfers) {
    of_sender_[transfer.sender] = of_receiver_[transfer.receiver] = nullptr;
    asked_[transfer.receiver] = false;
    transfers_of_[transfer.sender].clear();
  }
  for (const Transfer& transfer : transfers) {
    transfers_of_[transfer.sender].push_back(&transfer);
    if (of_sender_[transfer.sender] != nullptr || of_receiver_[transfer.receiver] != nullptr) continue;
    of_sender_[transfer.sender] = &transfer;
    of_receiver_[transfer.receiver] = &transfer;
  }
  // Receivers that a failed search has reached lead nowhere, whatever is matched elsewhere.
  for (const Transfer& transfer : transfers) {
    if (of_sender_[transfer.sender] != nullptr || transfers_of_[transfer.sender].front() != &transfer) continue;
    reached_.clear();
    if (!match(transfer.sender)) continue;
    for (const std::uint32_t receiver : reached_) asked_[receiver] = false;
  }
  std::vector<Transfer> taken;
  for (const Transfer& transfer : transfers) {
    if (of_sender_[transfer.sender] == &transfer) taken.push_back(transfer);
  }
  transfers = std::move(taken);
}

bool Matching::match(std::uint32_t sender) {
  for (const Transfer* const transfer : transfers_of_[sender]) {
    if (asked_[transfer->receiver]) continue;
    asked_[transfer->receiver] = true;
    reached_.push_back(transfer->receiver);
    if (of_receiver_[transfer->receiver] != nullptr && !match(of_receiver_[transfer->receiver]->sender)) continue;
    of_sender_[sender] = transfer;
    of_receiver_[transfer->receiver] = transfer;
    return true;
  }
  return false;
}

void HalfMatching::choose(std::vector<Transfer>& transfers) {
  heaviest_first(transfers);
  for (const Transfer& transfer : transfers) is_busy_[transfer.sender] = is_busy_[transfer.receiver] = false;
  std::erase_if(transfers, [&](const Transfer& transfer) {
    if (is_busy_[transfer.sender] || is_busy_[transfer.receiver]) return true;
    is_busy_[transfer.sender] = is_busy_[transfer.receiver] = true;
    return false;
  });
}

}  // namespace testbench
