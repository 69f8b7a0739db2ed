// The module's interface: parameters become ports, the object's fields become registers and memories; at the return
// what is in storage becomes next values, outputs and the memories' ports.
#pragma once

#include <llvm/IR/Function.h>

#include <string>
#include <utility>
#include <vector>

#include "hls/compiler/walk/memory_ports.hpp"
#include "hls/compiler/walk/parts.hpp"
#include "hls/compiler/walk/signature.hpp"

namespace stepc {

class Interface {
 public:
  Interface(Context& context, Values& values, MemoryPorts& memories, Parts& parts, llvm::Function& function,
            const Signature& signature)
      : context_(context),
        values_(values),
        memories_(memories),
        parts_(parts),
        function_(function),
        signature_(signature) {}

  // Before the walk: gives the module its ports and registers, and the function its arguments.
  void bind();
  // The bytes that the function returns in registers.
  void set_result(Expr bytes) { result_bytes_ = bytes; }
  // After the walk.
  void finish();

 private:
  void bind_top();
  void bind_object(const Type& type, const llvm::Argument& argument);
  void bind_parameter(const PassedParameter& passed);
  void bind_result();
  void bind_registers(Region& region, const Type& type, bool in_out);
  void bind_input(Region& region, const std::vector<unsigned>& ports);
  Expr add_register(const Leaf& leaf, bool in_out);
  std::vector<unsigned> add_port(bool is_output, const std::string& name, const Type& type);
  std::vector<unsigned> add_field_ports(bool outputs, const Type& type);
  void set_initial_leaves(Region& region, std::vector<std::pair<Leaf, Expr>> leaves);

  void finish_registers();
  void finish_outputs(const Parameter& parameter, const Region* region, Expr bytes);
  void show_registers();

  Context& context_;
  Values& values_;
  MemoryPorts& memories_;
  Parts& parts_;
  llvm::Function& function_;
  const Signature& signature_;
  Region* out_ = nullptr;                                 // of a top
  std::vector<std::pair<unsigned, Region*>> references_;  // parameter number and what it refers to
  Region* result_region_ = nullptr;
  Expr result_bytes_ = nullptr;
};

}  // namespace stepc
