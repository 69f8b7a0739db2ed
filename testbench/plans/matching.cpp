// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/matching.hpp"

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
  std::fill(of_sender_.begin(), of_sender_.end(), nullptr);
  std::fill(of_receiver_.begin(), of_receiver_.end(), nullptr);
  for (std::vector<const Transfer*>& of_one : transfers_of_) of_one.clear();
  for (const Transfer& transfer : transfers) {
    transfers_of_[transfer.sender].push_back(&transfer);
    if (of_sender_[transfer.sender] != nullptr || of_receiver_[transfer.receiver] != nullptr) continue;
    of_sender_[transfer.sender] = &transfer;
    of_receiver_[transfer.receiver] = &transfer;
  }
  // Receivers that a failed search has reached lead nowhere, whatever is matched elsewhere.
  std::fill(asked_.begin(), asked_.end(), false);
  for (const Transfer& transfer : transfers) {
    if (of_sender_[transfer.sender] != nullptr || transfers_of_[transfer.sender].front() != &transfer) continue;
    reached_.clear();
    if (!match(transfer.sender)) continue;
    for (const std::uint32_t receiver : reached_) asked_[receiver] = false;
  }
  std::vector<Transfer> taken;
  for (const Transfer* const transfer : of_sender_) {
    if (transfer != nullptr) taken.push_back(*transfer);
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
  is_busy_.assign(is_busy_.size(), false);
  std::erase_if(transfers, [&](const Transfer& transfer) {
    if (is_busy_[transfer.sender] || is_busy_[transfer.receiver]) return true;
    is_busy_[transfer.sender] = is_busy_[transfer.receiver] = true;
    return false;
  });
}

}  // namespace testbench
