// The product of networks that are asked for by their names: "ccc:3*ring:4".
#pragma once

#include <optional>
#include <string_view>

#include "testbench/networks/network.hpp"

namespace testbench {

// Nothing where there is one factor only, or too many nodes or ports. Throws NetworkError of the
// factors.
std::optional<Network> product_of(std::string_view factors);

}  // namespace testbench
