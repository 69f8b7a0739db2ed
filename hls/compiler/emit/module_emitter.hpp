// One module as SystemVerilog.
#pragma once

#include <string>
#include <vector>

#include "hls/compiler/design/module.hpp"
#include "hls/compiler/emit/printer.hpp"
#include "hls/compiler/emit/systemverilog.hpp"

namespace stepc {

class ModuleEmitter {
 public:
  ModuleEmitter(const Design& design, const Module& module, const TextOptions& options);

  std::string text();

 private:
  std::string symbol_text(Expr symbol) const;

  std::string header() const;
  std::string register_declarations() const;
  std::string memory_declarations() const;
  std::string instance_signals() const;
  std::string instances();
  std::string connection(const Port& port, const std::vector<Expr>& values, Expr word);
  std::string register_updates();
  std::string update(const Register& reg, const std::string& indent);
  std::string memory_updates();
  std::string output_assignments();
  std::string joined(const std::vector<Expr>& values);
  std::string enabled(Expr condition);

  const Design& design_;
  const Module& module_;
  const char* public_;  // behind a declaration
  NameTable names_;
  Printer printer_;
};

}  // namespace stepc
