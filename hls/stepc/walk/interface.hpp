// SPDX-License-Identifier: Apache-2.0
// The module's interface. Parameters become ports, and the object's fields become registers and
// memories. At the return, the storage gives next values, outputs and the memories' ports.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hls/stepc/walk/parts.hpp"
#include "hls/stepc/walk/signature.hpp"

namespace stepc {

class Interface {
 public:
  // `codes`: the functions of the module. A function of a part within the object is replaced by one
  // that calls it.
  Interface(Context& context, Values& values, MemoryPorts& memories, Parts& parts, Callees& callees,
            std::vector<ModuleCode>& codes)
      : context_(context), values_(values), memories_(memories), parts_(parts), callees_(callees), codes_(codes) {}

  // Before the walk: gives the module its ports and registers, and the functions their arguments.
  void bind();
  // Called before and after the walk of function number `code`.
  void begin(std::size_t code);
  void end(std::size_t code);
  // Sets the bytes that the function returns in registers.
  void set_result(Expr bytes) { functions_[walked_].result_bytes = bytes; }
  // After the walk: sets next values, outputs, and the ports of memories and parts.
  void finish();

 private:
  // Keeps the data of a function that are needed after its walk.
  struct Bound {
    const Signature* signature = nullptr;
    std::vector<std::pair<unsigned, Region*>> references;  // parameter number and what it refers to
    Region* result_region = nullptr;
    Expr result_bytes = nullptr;
    std::optional<unsigned> result;  // parameter number
    Expr enable = nullptr;           // where there are several functions
    Memory before;
  };

  bool has_enables() const { return context_.module.has_entry_enables(); }
  void bind_top();
  void bind_object(const Type& type);
  void bind_function(std::size_t code);
  void bind_enable(Entry& entry, Bound& bound);
  void bind_parameter(const PassedParameter& passed, const std::string& prefix, const ModuleCode& code, Bound& bound);
  void bind_result(const std::string& prefix, const ModuleCode& code, Bound& bound);
  void bind_overwrites();
  void take_overwrites(std::size_t entry);
  void keep_values_after(std::size_t code);
  void bind_registers(Region& region, const Type& type, bool in_out);
  void bind_input(Region& region, const std::vector<unsigned>& ports);
  Expr add_register(const Leaf& leaf, bool in_out);
  std::vector<unsigned> add_port(bool is_output, const std::string& name, const Type& type);
  std::vector<unsigned> add_field_ports(bool outputs, const Type& type);
  void set_initial_leaves(Region& region, std::vector<std::pair<Leaf, Expr>> leaves);

  void finish_function(const Bound& bound);
  void finish_registers();
  void finish_outputs(const Parameter& parameter, const Region* region, Expr bytes);
  void show_registers();

  Context& context_;
  Values& values_;
  MemoryPorts& memories_;
  Parts& parts_;
  Callees& callees_;
  std::vector<ModuleCode>& codes_;
  Region* out_ = nullptr;  // of a top
  std::vector<Bound> functions_;
  std::size_t walked_ = 0;
};

}  // namespace stepc
