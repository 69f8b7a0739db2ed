// Names in the generated text.
#pragma once

#include <set>
#include <string>

namespace stepc {

// Hands out every name once, and none that SystemVerilog reserves.
class Names {
 public:
  // `wanted`, or `wanted_2`, `wanted_3` and so on.
  std::string unique(const std::string& wanted);

 private:
  std::set<std::string> taken_;
};

// "CrosspointQueue" -> "crosspoint_queue"
std::string snake_case(const std::string& name);

}  // namespace stepc
