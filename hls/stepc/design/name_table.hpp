// SPDX-License-Identifier: Apache-2.0
// Legal and unique names for one scope of the generated text, and the reserved words.
#pragma once

#include <map>
#include <set>
#include <string>

namespace stepc {

// The words are all of IEEE 1800-2017, annex B, and the classes of its package std, which Verilator
// reads as types.
bool is_systemverilog_word(const std::string& name);

// Returns whether a port of the top cannot have this name, because Verilator makes it a member of a
// C++ class: words of C++, members of that class, names that Verilator renames, and macros of the C
// library.
bool is_verilator_word(const std::string& name);

// Returns a name that SystemVerilog, Verilator and C++ read as an identifier: letters, digits and
// single underscores, a letter first. "2-port fifo" becomes "n_2_port_fifo", "grüße__" becomes
// "gr_e".
std::string legal_identifier(const std::string& wanted);

// Returns "crosspoint_queue" for "CrosspointQueue".
std::string snake_case(const std::string& name);

// Hands out each name once. It makes names legal, and skips words that SystemVerilog reserves.
// Names that differ only in case count as one: not every tool and file system tells them apart.
class NameTable {
 public:
  // Returns `wanted`, or `wanted_2`, `wanted_3` and so on.
  std::string unique(const std::string& wanted);
  // Returns `wanted`, or else `wanted` with the suffix, numbered if need be.
  std::string unique(const std::string& wanted, const std::string& suffix);
  // Does the same for a port of the top, and avoids the names that Verilator's model reserves.
  std::string unique_port(const std::string& wanted, const std::string& suffix);
  // Returns a name that `other` has not handed out either: `wanted`, with the suffix if `other` has
  // that, and numbered if need be.
  std::string unique_beside(const NameTable& other, const std::string& wanted, const std::string& suffix);
  // Returns `wanted`, or `wanted_` if SystemVerilog reserves it, numbered if need be.
  std::string unique_member(const std::string& wanted);
  // Takes a name, so that nothing else gets it.
  void reserve(const std::string& name);

 private:
  bool is_free(const std::string& name) const;

  std::set<std::string> taken_;           // in small letters
  std::map<std::string, unsigned> next_;  // the number to try first: those below are taken
};

}  // namespace stepc
