// The commands of cubecast. Each returns the exit status: 0, or 1 where a run did not verify; mistakes of the user's
// are thrown as UsageError.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "testbench/cli/request.hpp"

namespace testbench {

// cubecast list
int list_command();

struct RunArguments {
  Request request;
  bool packets_given = false;
  std::filesystem::path payload;  // empty: random
  std::filesystem::path output;   // empty: none
  std::filesystem::path trace;    // empty: none
  std::int64_t seed = 1;
  bool json = false;
};

// cubecast run
int run_command(const RunArguments& arguments);

struct MeasureArguments {
  std::string dims = "2..8";
  std::string collective;  // empty: all
  EngineRequest engine;
  std::filesystem::path results;  // empty: none
  double stall = 0;
  std::int64_t packets = 1;
  std::int64_t root = 0;
  std::int64_t seed = 1;
  bool json = false;
};

// cubecast measure
int measure_command(const MeasureArguments& arguments);

}  // namespace testbench
