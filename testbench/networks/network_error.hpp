// A network that cannot be had as it was asked for: one line that names the value, the limit and
// the way out.
#pragma once

#include <stdexcept>

namespace testbench {

struct NetworkError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace testbench
