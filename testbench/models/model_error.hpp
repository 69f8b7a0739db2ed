// SPDX-License-Identifier: Apache-2.0
// A model that cannot be had: one line that says why, with the way out, and the program's exit
// status: 2 for what the user or the machine lacks, 1 for a build that has failed.
#pragma once

#include <stdexcept>
#include <string>

namespace testbench {

struct ModelError : std::runtime_error {
  static constexpr int kUnusable = 2;
  static constexpr int kFailed = 1;

  ModelError(int exit_status, const std::string& text) : std::runtime_error(text), status(exit_status) {}

  int status;
};

}  // namespace testbench
