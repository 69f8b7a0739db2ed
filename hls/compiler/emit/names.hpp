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
  // `wanted`, or else `wanted` with the suffix, numbered if need be.
  std::string unique(const std::string& wanted, const std::string& suffix);

 private:
  bool is_free(const std::string& name) const;

  std::set<std::string> taken_;
};

// The name, or with an underscore behind it when SystemVerilog reserves it: for members of structures, which need not
// be unique.
std::string without_keyword(const std::string& name);

// "CrosspointQueue" -> "crosspoint_queue"
std::string snake_case(const std::string& name);

}  // namespace stepc
