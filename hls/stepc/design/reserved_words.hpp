// Words that cannot be names in the generated text.
#pragma once

#include <string>

namespace stepc {

// All of IEEE 1800-2017, annex B, and the classes of its package std, which Verilator reads as types.
bool is_systemverilog_word(const std::string& name);

// What a port of the top cannot be called, because Verilator makes a member of a C++ class of it: words of C++, members
// of that class, and what Verilator renames or the C library defines as a macro.
bool is_verilator_word(const std::string& name);

}  // namespace stepc
