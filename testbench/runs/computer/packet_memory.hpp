// SPDX-License-Identifier: Apache-2.0
// The packets of a host thread's collective: those that the program writes to CC_PACKETS, and behind them
// those that come and that it reads there (firmware/image/memory_map.h).
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "firmware/image/memory_map.h"

namespace testbench {

class PacketMemory {
 public:
  static constexpr std::uint32_t kSendBase = CC_MEMORY;  // for the DMA

  // With the addresses of the DMA.
  std::span<std::uint8_t> bytes() { return bytes_; }

  // `place`: in bytes.
  void fill(std::uint32_t place, std::uint32_t word) {
    sent_ = std::max(sent_, place + 4);
    std::memcpy(at(kSendBase + std::size_t{place}), &word, sizeof word);
  }
  std::uint32_t take(std::uint32_t place) {
    std::uint32_t word = 0;
    std::memcpy(&word, at(receive_base_ + std::size_t{place}), sizeof word);
    return word;
  }

  // The packets to send are there. Returns where others come, for the DMA.
  std::uint32_t begin_receiving() {
    receive_base_ = kSendBase + (sent_ + 7) / 8 * 8;
    sent_ = 0;
    return receive_base_;
  }
  void make_room(std::size_t received) { reach(receive_base_ + received); }

 private:
  void reach(std::size_t size) {
    if (bytes_.size() < size) bytes_.resize(std::max(size, 2 * bytes_.size()));
  }
  std::uint8_t* at(std::size_t word) {
    reach(word + 4);
    return &bytes_[word];
  }

  std::vector<std::uint8_t> bytes_;
  std::uint32_t sent_ = 0;
  std::uint32_t receive_base_ = kSendBase;
};

}  // namespace testbench
