// One module as SystemVerilog.
#pragma once

#include <string>
#include <vector>

#include "hls/compiler/design/module.hpp"
#include "hls/compiler/emit/printer.hpp"
#include "hls/compiler/emit/structures.hpp"

namespace stepc {

// What drives an output port; what an instance passes to an input port, whose first scalar is argument number `first`.
std::vector<Expr> values_of(const Port& port);
std::vector<Expr> arguments_of(const Instance& instance, const Port& port, std::size_t first);

class ModuleEmitter {
 public:
  ModuleEmitter(Module& module, Structures& structures);

  std::string text();

 private:
  void name_everything();
  std::string symbol_text(Expr symbol) const;
  std::vector<Printer::Root> roots() const;
  bool is_used(const Port& port) const;

  std::string header() const;
  std::string register_declarations() const;
  std::string memory_declarations() const;
  std::string instance_signals() const;
  std::string instances();
  std::string connection(const Port& port, const std::vector<Expr>& values);
  std::string register_updates();
  std::string update(const Register& reg, const std::string& indent);
  std::string memory_updates();
  std::string output_assignments();
  std::string joined(const std::vector<Expr>& values);
  std::string enabled(Expr condition);
  Expr whole(const std::vector<Expr>& values) const;

  Module& module_;
  Structures& structures_;
  Names names_;
  std::vector<std::vector<std::string>> instance_outputs_;  // signal names, by instance and output port
  std::vector<std::vector<std::string>> instance_exports_;
  std::set<unsigned> used_symbols_;
  Printer printer_;
};

}  // namespace stepc
