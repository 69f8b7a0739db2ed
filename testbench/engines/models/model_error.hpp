// SPDX-License-Identifier: Apache-2.0
// A model that cannot be had. The message is one line with the reason and the way out. The exit
// status is 2 if the user or the machine lacks something, 1 for a failed build.
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
