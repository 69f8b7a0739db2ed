// SPDX-License-Identifier: Apache-2.0
#include "testbench/tool/printer/version.hpp"

#include <fmt/format.h>
#include <sys/utsname.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>

namespace testbench {

std::string machine() {
  std::string model;
  std::ifstream processors("/proc/cpuinfo");
  for (std::string line; model.empty() && std::getline(processors, line);) {
    if (line.starts_with("model name") && line.find(": ") != std::string::npos)
      model = line.substr(line.find(": ") + 2);
  }
  utsname system{};
  uname(&system);
  return fmt::format("{}{} processors, {} {}", model.empty() ? "" : model + ", ", std::thread::hardware_concurrency(),
                     system.sysname, system.release);
}

void add_program(nlohmann::ordered_json& row) {
  static const std::string here = machine();
  row["version"] = kVersion;
  row["commit"] = kCommit;
  row["machine"] = here;
}

}  // namespace testbench
