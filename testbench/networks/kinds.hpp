// The kinds of networks: what stands before the colon of a name, which parameters follow it, and
// what they make.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "testbench/networks/network.hpp"

namespace testbench {

struct NetworkKind {
  std::string name;
  std::string form;  // of the parameters, with their limits: "N with N from 3 to 65536"
  // Nothing where the parameters are not of that form. Throws NetworkError where there is more to
  // say.
  std::optional<Network> (*make)(std::string_view parameters);
};

const std::vector<NetworkKind>& network_kinds();

}  // namespace testbench
