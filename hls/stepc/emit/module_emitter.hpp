// SPDX-License-Identifier: Apache-2.0
// Prints one module as SystemVerilog.
//
// Expressions of the hardware are printed first, by a printer of their own. Expressions for
// assertions only stand between `ifndef SYNTHESIS and `endif, and the rest of the text is the same
// as without assertions.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "hls/stepc/design/module.hpp"
#include "hls/stepc/emit/printer.hpp"
#include "hls/stepc/emit/systemverilog.hpp"

namespace stepc {

class ModuleEmitter {
 public:
  ModuleEmitter(const Design& design, const Module& module, const TextOptions& options);

  std::string text();

 private:
  std::string symbol_text(Expr symbol) const;

  // module_emitter.cpp: declarations.
  std::string header(const std::vector<const Type*>& wires) const;
  std::string start_parameters() const;
  std::string start_text(const Register& reg) const;  // the start value
  std::vector<std::string> ports(Use use) const;
  using Reads = std::map<std::string, llvm::APInt>;  // bits that the module's text reads, by the signal
  std::string register_declarations(const Reads& reads) const;
  std::string memory_declarations() const;
  std::string instance_signals(Use use) const;

  // module_body.cpp: instances and their connections, and updates. `connections` returns a text for
  // each instance, with the ports of this use.
  std::string instances(const std::vector<std::string>& hardware, const std::vector<std::string>& assertions) const;
  std::string starts_of(const Instance& instance) const;
  std::vector<std::string> connections(Use use, Printer& printer);
  std::string connection(const Port& port, const std::vector<Expr>& values, Expr word, Printer& printer);
  std::string register_updates();
  std::string update(const Register& reg, const std::string& indent);
  std::string memory_updates();
  std::string first_contents(const MemoryBlock& memory) const;
  std::string output_assignments();
  std::string if_enabled(Expr condition);
  std::string enabled(Expr condition);
  Reads reads(const Printer& checks) const;
  void append_unread_port(const std::string& signal, const Port& port, const Reads& reads,
                          std::vector<std::string>& texts) const;
  bool has_constant_index(const Printer::Table& table) const;
  bool reads_reset() const;
  std::string unread_signals(Use use, const Printer& checks, const Reads& reads);
  std::string assertions(Printer& printer) const;

  const Design& design_;
  const Module& module_;
  const char* public_;  // behind a declaration
  bool initial_zeros_;
  NameTable names_;
  Wholes wholes_;
  Printer printer_;
};

// Hides a text from synthesis; an empty text stays empty.
std::string for_assertions_only(const std::string& text);

}  // namespace stepc
