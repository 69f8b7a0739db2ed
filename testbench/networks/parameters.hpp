// The parameters of a network as typed. What is no number, or not within its limits, is nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "firmware/networks/network.hpp"

namespace testbench {

// In the form of testbench/files/numeral.hpp.
std::optional<std::uint32_t> number_in(std::string_view text, const network::Limits& limits);

// The parts between separators; one at least.
std::vector<std::string_view> split(std::string_view text, char separator);

// Numbers between separators, 16 at most.
std::optional<network::Symbols> numbers_in(std::string_view text, char separator, const network::Limits& limits);

}  // namespace testbench
