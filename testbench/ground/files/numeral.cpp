// SPDX-License-Identifier: Apache-2.0
#include "testbench/ground/files/numeral.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <system_error>

namespace testbench {
namespace {

bool is_digit(char character) {
  return character >= '0' && character <= '9';
}

// The text begins with 0 alone, or with a digit that others may follow.
bool begins_as_a_number(std::string_view text) {
  return !text.empty() && is_digit(text[0]) && (text[0] != '0' || text.size() == 1 || !is_digit(text[1]));
}

std::string_view without_minus(std::string_view text) {
  return text.substr(text.starts_with('-') ? 1 : 0);
}

template <class Value>
std::from_chars_result parse(std::string_view text, Value& value) {
  return std::from_chars(text.data(), text.data() + text.size(), value);
}

}  // namespace

bool is_whole_number(std::string_view text) {
  const std::string_view digits = without_minus(text);
  return begins_as_a_number(digits) && std::ranges::all_of(digits, is_digit);
}

bool is_decimal_number(std::string_view text) {
  const std::size_t point = text.find('.');
  if (point != std::string_view::npos && (point + 1 == text.size() || !is_digit(text[point + 1]))) return false;
  double value = 0;
  return begins_as_a_number(without_minus(text)) && parse(text, value).ptr == text.data() + text.size();
}

template <std::integral Value>
std::optional<Value> whole_number(std::string_view text) {
  Value value{};
  if (!is_whole_number(text) || parse(text, value).ec != std::errc()) return std::nullopt;
  return value;
}

template std::optional<int> whole_number(std::string_view text);
template std::optional<std::uint32_t> whole_number(std::string_view text);
template std::optional<std::int64_t> whole_number(std::string_view text);

std::optional<double> decimal_number(std::string_view text) {
  double value = 0;
  if (!is_decimal_number(text) || parse(text, value).ec != std::errc()) return std::nullopt;
  return value;
}

std::string_view form_of_whole_number(std::string_view text) {
  return is_whole_number(text) ? "" : ", in digits without leading zeros";
}

std::string_view form_of_decimal_number(std::string_view text) {
  return is_decimal_number(text) ? "" : ", in digits without leading zeros, like 0.25 or 25e-2";
}

}  // namespace testbench
