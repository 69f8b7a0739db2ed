// SPDX-License-Identifier: Apache-2.0
// Legal and unique names for one scope of the generated text, and the words that cannot be names.
#pragma once

#include <map>
#include <set>
#include <string>

namespace stepc {

// All of IEEE 1800-2017, annex B, and the classes of its package std, which Verilator reads as
// types.
bool is_systemverilog_word(const std::string& name);

// What a port of the top cannot be called, because Verilator makes a member of a C++ class of it:
// words of C++, members of that class, and what Verilator renames or the C library defines as a
// macro.
bool is_verilator_word(const std::string& name);

// A name that SystemVerilog, Verilator and C++ read as an identifier: letters, digits and single
// underscores, a letter first. "2-port fifo" becomes "n_2_port_fifo", "grüße__" becomes "gr_e".
std::string legal_identifier(const std::string& wanted);

// "CrosspointQueue" -> "crosspoint_queue"
std::string snake_case(const std::string& name);

// Hands out every name once, made legal, and none that SystemVerilog reserves. Names that differ
// only in case count as one: not every tool and file system tells them apart.
class NameTable {
 public:
  // `wanted`, or `wanted_2`, `wanted_3` and so on.
  std::string unique(const std::string& wanted);
  // `wanted`, or else `wanted` with the suffix, numbered if need be.
  std::string unique(const std::string& wanted, const std::string& suffix);
  // Likewise, for a port of the top: no name that would not do in Verilator's model either.
  std::string unique_port(const std::string& wanted, const std::string& suffix);
  // `wanted`, or else `wanted_` where SystemVerilog reserves it, numbered if need be.
  std::string unique_member(const std::string& wanted);
  // Nothing else gets this name.
  void reserve(const std::string& name);

 private:
  bool is_free(const std::string& name) const;

  std::set<std::string> taken_;           // in small letters
  std::map<std::string, unsigned> next_;  // the number to try first: those below are taken
};

}  // namespace stepc
