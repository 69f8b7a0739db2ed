// SPDX-License-Identifier: Apache-2.0
// Random regular networks, as of Jellyfish (Singla, Hong, Popa and Godfrey, Networking data centers
// randomly, 2012): the same for the same seed, on every machine.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "testbench/plans/networks/network.hpp"

namespace testbench {

inline constexpr std::uint32_t kLeastRandomDegree = 3;  // with two, most are several rings
inline constexpr std::uint32_t kMostRandomSeed = ~std::uint32_t{0};

/// \brief The network of "N,K,S": N nodes of K links each, with seed S. Nothing where it is not of that form.
std::optional<Network> random_regular(std::string_view parameters);

}  // namespace testbench
