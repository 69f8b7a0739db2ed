// SPDX-License-Identifier: Apache-2.0
// Words as the user typed them: numbers, ranges, lists of nodes, names. The error for a wrong one
// shows the value, the limit and the way out.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace testbench {

// A mistake of the user: one line that names the value, the limit and the way out. The program ends
// with status 2.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// A number as typed, in the form of testbench/ground/files/numeral.hpp. It is checked where its limits are
// known, so that a message shows both.
inline constexpr std::int64_t kLargestSeed = std::numeric_limits<std::int64_t>::max();

class Number {
 public:
  Number(std::int64_t value) : text_(std::to_string(value)), value_(value) {}
  explicit Number(const std::string& text);

  const std::string& text() const { return text_; }
  // The words of a message about another form; empty in the right one.
  std::string_view form() const;
  // Throws UsageError "--dim 40: must be 1..12<where>" for text that is not a number, and for a number
  // out of range.
  std::int64_t within(std::string_view option, std::int64_t least, std::int64_t most,
                      std::string_view where = "") const;

 private:
  std::string text_;
  std::optional<std::int64_t> value_;  // nothing: no number, or more than 64 bits
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
  // for one. Afterwards first() and last() are known.
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

// "; did you mean <the nearest>?", or nothing where none is near.
std::string did_you_mean(std::string_view typed, const std::vector<std::string>& known);

// "a, b or c"
std::string either_of(const std::vector<std::string>& names);

// Throws UsageError "--op summ: must be one of sum, min, max, and, or, xor; did you mean sum?", or
// "--ports two: must be all, one or half".
[[noreturn]] void refuse_name(std::string_view option, const std::string& typed, const std::vector<std::string>& known);

// The bytes of a size such as 512, 20M or 20MiB: bytes, KiB, MiB, GiB. Throws UsageError "--bytes 20x: must be ..",
// with `or_else` at its end.
std::uint64_t bytes_in(std::string_view option, const std::string& text, std::string_view or_else = "");

// "a,b" as its words. Throws UsageError that names the option where one is empty.
std::vector<std::string> words_between_commas(std::string_view option, const std::string& list);
// Throws UsageError where a word is there twice.
void require_once(std::string_view option, const std::vector<std::string>& words);

// Parses "0,3,5-7" or "all" on a network of so many nodes: for every address, whether it is in the
// list. Throws UsageError that names the option.
std::vector<bool> node_list(std::string_view option, const std::string& list, std::uint32_t nodes);

}  // namespace testbench
