// SPDX-License-Identifier: Apache-2.0
// Kinds of networks, one line of kinds.cpp for each: the word before the colon of a name, the form
// of the parameters behind it, and the network that they make. Parameters are numbers as typed; the
// functions that read them return nothing for text that is no number or is out of its limits.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "firmware/networks/network.hpp"
#include "testbench/networks/network.hpp"

namespace testbench {

// A number in the form of testbench/files/numeral.hpp.
std::optional<std::uint32_t> number_in(std::string_view text, const network::Limits& limits);

// The parts between separators; one at least.
std::vector<std::string_view> split(std::string_view text, char separator);

// Numbers between separators, 16 at most.
std::optional<network::Symbols> numbers_in(std::string_view text, char separator, const network::Limits& limits);

struct NetworkKind {
  std::string name;
  std::string form;  // of the parameters, with their limits: "N with N from 3 to 65536"
  // Nothing where the parameters are not of that form. Throws NetworkError where the form is right
  // and the network cannot be.
  std::optional<Network> (*make)(std::string_view parameters);
};

const std::vector<NetworkKind>& network_kinds();

}  // namespace testbench
