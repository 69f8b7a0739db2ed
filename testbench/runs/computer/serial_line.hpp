// SPDX-License-Identifier: Apache-2.0
// The other end of a system's serial line: a start bit, eight bits with the lowest first, a stop bit.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace testbench {

class Listener {
 public:
  explicit Listener(unsigned cycles_per_bit) : cycles_(cycles_per_bit) {}

  // One cycle. Returns a byte that has come.
  std::optional<std::uint8_t> hear(bool level) {
    if (wait_ == 0) {
      if (!level) wait_ = 10 * cycles_;
      byte_ = 0;
      return std::nullopt;
    }
    --wait_;
    const unsigned passed = 10 * cycles_ - wait_;
    const unsigned bit = passed / cycles_;
    if (passed % cycles_ == cycles_ / 2 && bit >= 1 && bit <= 8) byte_ |= static_cast<unsigned>(level) << (bit - 1);
    if (bit != 9 || passed % cycles_ != cycles_ / 2) return std::nullopt;
    wait_ = 0;
    return static_cast<std::uint8_t>(byte_);
  }

 private:
  unsigned cycles_;
  unsigned wait_ = 0;
  unsigned byte_ = 0;
};

// Sends a text, a byte whenever the system is ready for one.
class Talker {
 public:
  // `text`: must outlive the talker.
  Talker(unsigned cycles_per_bit, std::string_view text) : cycles_(cycles_per_bit), text_(text) {}

  // One cycle. Returns the level of the line.
  bool talk(bool ready) {
    if (left_ == 0) {
      if (!ready || text_.empty()) return true;
      frame_ = 1u << 9 | static_cast<unsigned>(static_cast<unsigned char>(text_.front())) << 1;
      text_.remove_prefix(1);
      left_ = 10 * cycles_;
    }
    const unsigned bit = 9 - --left_ / cycles_;
    return (frame_ >> bit & 1u) != 0;
  }
  // Nothing more comes over the line.
  bool has_ended() const { return text_.empty() && left_ == 0; }

 private:
  unsigned cycles_;
  std::string_view text_;
  unsigned frame_ = 0;
  unsigned left_ = 0;  // cycles of the frame
};

}  // namespace testbench
