// SPDX-License-Identifier: Apache-2.0
// A file that cannot be read or written. The message is one line that names the file, the fault and
// the way out.
#pragma once

#include <stdexcept>

namespace testbench {

struct FileError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace testbench
