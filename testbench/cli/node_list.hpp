// Nodes as typed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace testbench {

// "0,3,5-7" or "all", of a network of so many nodes: for every address whether it is meant. Throws
// UsageError that names the option.
std::vector<bool> node_list(std::string_view option, const std::string& list, std::uint32_t nodes);

}  // namespace testbench
