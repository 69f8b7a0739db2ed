// SPDX-License-Identifier: Apache-2.0
// The place of every register, port and memory in the C++ objects and in the RTL, printed as JSON
// for people and other programs, and as a C++ header that drives the Verilator model of a design
// from C++ objects and compares the two.
#pragma once

#include <string>
#include <vector>

#include "hls/stepc/design/module.hpp"

namespace stepc {

// A scalar of State, In or Out.
struct Place {
  std::string path;          // C++: "queues_[1].head_"
  std::uint64_t offset = 0;  // bytes in the object
  std::uint64_t bytes = 0;
  unsigned width = 0;
};

struct RegisterPlace {
  Place place;
  bool in_out = false;
  std::string rtl;        // hierarchical name below the top module: "queues_1.head"
  bool constant = false;  // never written: no register in the RTL
  std::uint64_t reset = 0;
  bool is_reset = true;  // false: data, which reset does not touch
};

struct PortPlace {
  Place place;
  std::string port;
  unsigned bit = 0;  // lowest bit in the port
};

struct MemoryPlace {
  Place place;  // all words; width: of one
  std::string rtl;
  std::string data_rtl;  // the register of the word that was read, if registered
  std::uint64_t words = 0;
  std::uint64_t word_bytes = 0;
  std::vector<PortPlace> fields;  // in a word
  bool registered_read = false;
  std::uint64_t data_offset = 0;  // of the word that was read, if registered
};

struct Layout {
  std::string module;
  std::uint64_t state_bytes = 0;
  std::uint64_t in_bytes = 0;
  std::uint64_t out_bytes = 0;
  std::vector<RegisterPlace> registers;
  std::vector<PortPlace> inputs;
  std::vector<PortPlace> outputs;
  std::vector<MemoryPlace> memories;  // only memories that the design reads
};

// Requires a design with settled names.
Layout layout_of(const Design& design);
// Prints the layout as JSON.
std::string to_layout(const Design& design);

// Prints the namespace <module>_rtl with drive(), randomise(), sample(), compare(), compare_out(),
// compare_memories(), take_data() and each_port(); see hls/stepc/lockstep/model_access.hpp and
// hls/stepc/docs/tops.md. The design has settled names, and its text is public for Verilator.
std::string to_harness(const Design& design, const std::string& origin);

}  // namespace stepc
