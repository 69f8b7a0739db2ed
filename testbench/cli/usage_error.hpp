// A mistake of the user's: one line that names the value, the limit and the way out. The program
// ends with status 2.
#pragma once

#include <stdexcept>

namespace testbench {

struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace testbench
