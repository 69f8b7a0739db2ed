// The commands about broadcast requests, as those of commands.hpp.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "testbench/cli/broadcast_arguments.hpp"

namespace testbench {

struct PmnbArguments {
  ServiceRequest service;
  ActiveRequest active;
  std::optional<std::filesystem::path> trace;
  bool json = false;
};

// cubecast pmnb
int pmnb_command(const PmnbArguments& arguments);

struct DynamicArguments {
  ServiceRequest service;
  std::optional<std::string> load;  // "A..B" or one
  std::optional<std::string> step;
  std::string arrivals = "poisson";
  std::optional<std::string> burst;
  std::optional<std::string> hot_share;
  std::optional<Number> hot_nodes;
  std::string precision = "0.05";
  Number cycles = Number(1'000'000);
  bool limit = false;  // search for the largest stable load
  std::optional<std::filesystem::path> plot;
  std::optional<std::filesystem::path> data;
  bool json = false;
};

// cubecast dynamic
int dynamic_command(const DynamicArguments& arguments);

}  // namespace testbench
