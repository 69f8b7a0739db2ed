// SPDX-License-Identifier: Apache-2.0
// Numbers in names and files of networks, and the error where there are wrong ones.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "firmware/networks/network.hpp"

namespace testbench {

/// \brief A network that cannot be had as it was asked for: one line that names the value, the
/// limit and the way out.
struct NetworkError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Parameters are numbers as typed. The functions that read them return nothing for text that is no
// number or is out of its limits.

// A number in the form of testbench/ground/files/numeral.hpp.
std::optional<std::uint32_t> number_in(std::string_view text, const network::Limits& limits);

// The parts between separators; one at least.
std::vector<std::string_view> split(std::string_view text, char separator);

// Numbers between separators, 16 at most.
std::optional<network::Symbols> numbers_in(std::string_view text, char separator, const network::Limits& limits);

}  // namespace testbench
