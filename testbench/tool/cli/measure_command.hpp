// SPDX-License-Identifier: Apache-2.0
// cubecast measure: the main job. testbench/tool/commands/commands.hpp has the other commands, and what holds for all.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "testbench/tool/request/request.hpp"
#include "testbench/tool/request/words.hpp"

namespace testbench {

struct MeasureArguments {
  Parameters parameters;  // its collective, algorithm and ports choose rows; all rows without them
  std::optional<std::string> dims;
  std::string packets = "1";  // "A..B", in steps
  std::optional<Number> step;
  std::optional<Number> factor;
  std::optional<Number> seeds;
  bool rows = false;
  std::optional<std::filesystem::path> results;
  bool resume = false;              // rows of `results` are not measured again
  std::optional<std::string> join;  // nor are those of these files, "a,b"
  std::optional<std::string> part;  // "3/64": every 64th run, from the third on
  std::optional<std::filesystem::path> plot;

  static void each_option(auto& self, const auto& visit) {
    visit("--dims", self.dims);
    visit("--packets", self.packets);
    visit("--step", self.step);
    visit("--factor", self.factor);
    visit("--seeds", self.seeds);
    visit("--rows", self.rows);
    visit("--results", self.results);
    visit("--resume", self.resume);
    visit("--join", self.join);
    visit("--part", self.part);
    visit("--plot", self.plot);
    Parameters::each_option(self.parameters, visit);
  }
};

// Returns 1 if a run is not as it should be.
int measure_command(const MeasureArguments& arguments);

}  // namespace testbench
