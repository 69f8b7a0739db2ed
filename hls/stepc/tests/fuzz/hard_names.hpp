// SPDX-License-Identifier: Apache-2.0
// Names that are legal in C++ but mean something else in SystemVerilog, in stepc's text, or in a
// simulator's model; and names that are nearly the same.
#pragma once

#include <string>
#include <vector>

namespace fuzz {

inline std::vector<std::string> hard_names() {
  return {"reg",     "wire",      "module",  "input", "output",  "begin",    "end",     "logic",     "packed",
          "assign",  "always",    "initial", "clk",   "rst",     "enable",   "result",  "word",      "table",
          "count_",  "Count",     "COUNT",   "byte",  "edge",    "cell",     "config",  "x_now",     "queue_next",
          "state",   "in",        "a__b",    "a_b",   "name",    "eval",     "choices", "_under",    "endmodule",
          "rootp",   "vlSymsp",   "type",    "bit",   "string",  "real",     "event",   "interface", "property",
          "supply0", "primitive", "strong",  "local", "rand",    "soft",     "$cash",   "größe",     "clk_",
          "in_x",    "out_x",     "x_out",   "data",  "x_write", "x_address"};
}

}  // namespace fuzz
