// A number as the user has typed it, in the form of testbench/files/numeral.hpp. It is judged where
// its limits are known, so that a message shows both.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace testbench {

inline constexpr std::int64_t kLargestSeed = std::numeric_limits<std::int64_t>::max();

class Number {
 public:
  Number(std::int64_t value) : text_(std::to_string(value)), value_(value) {}
  explicit Number(const std::string& text);

  const std::string& text() const { return text_; }
  // The words of a message about another form; empty in the right one.
  std::string_view form() const;
  // Throws UsageError "--dim 40: must be 1..12<where>" for what is no number, and for one that is
  // not within.
  std::int64_t within(std::string_view option, std::int64_t least, std::int64_t most,
                      std::string_view where = "") const;

 private:
  std::string text_;
  std::optional<std::int64_t> value_;  // nothing: no number, or one of more than 64 bits
};

// "3..9", or "3" for one: a range as typed.
class NumberRange {
 public:
  explicit NumberRange(const std::string& text);

  const std::string& text() const { return text_; }
  bool is_one() const { return !last_; }
  std::int64_t first() const { return first_value_; }
  std::int64_t last() const { return last_value_; }
  // Throws UsageError "--dims 8..2: must be A..B with 1 <= A <= B <= 12<where>", or "must be 1..12"
  // for one. first() and last() are known then.
  void require_within(std::string_view option, std::int64_t least, std::int64_t most, std::string_view where = "");

 private:
  std::string text_;
  Number first_;
  std::optional<Number> last_;
  std::int64_t first_value_ = 0;
  std::int64_t last_value_ = 0;
};

// A decimal number, 0.25 or 25e-2. Throws UsageError "--stall 2: must be 0..0.99<where>".
double decimal_within(std::string_view option, const std::string& text, double least, double most,
                      std::string_view where = "");

}  // namespace testbench
