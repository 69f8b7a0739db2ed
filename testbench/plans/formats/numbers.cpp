// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/formats/numbers.hpp"

#include "testbench/ground/files/numeral.hpp"

namespace testbench {

std::optional<std::uint32_t> number_in(std::string_view text, const network::Limits& limits) {
  const std::optional<std::uint32_t> value = whole_number<std::uint32_t>(text);
  return value && *value >= limits.least && *value <= limits.most ? value : std::nullopt;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::optional<network::Symbols> numbers_in(std::string_view text, char separator, const network::Limits& limits) {
  const std::vector<std::string_view> parts = split(text, separator);
  if (parts.size() > network::Symbols::kMost) return std::nullopt;
  network::Symbols numbers;
  for (const std::string_view part : parts) {
    const std::optional<std::uint32_t> number = number_in(part, limits);
    if (!number) return std::nullopt;
    numbers.add(*number);
  }
  return numbers;
}

}  // namespace testbench
