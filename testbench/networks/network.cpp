// SPDX-License-Identifier: Apache-2.0
#include "testbench/networks/network.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace testbench {

std::string Network::joined(const network::Symbols& symbols) {
  const std::string text = fmt::format("{}", fmt::join(symbols.begin(), symbols.end(), ","));
  return symbols.size() == 1 ? text : "(" + text + ")";
}

}  // namespace testbench
