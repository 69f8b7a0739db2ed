#pragma once

#include <string_view>

namespace testbench {

// Writes all of the text to a descriptor; 0, or errno of the write that failed.
int write_all(int descriptor, std::string_view text);

}  // namespace testbench
