// Calls of parts: instances of their modules.
#pragma once

#include <llvm/IR/Instructions.h>

#include <map>
#include <vector>

#include "hls/compiler/walk/accesses.hpp"
#include "hls/compiler/walk/callees.hpp"
#include "hls/compiler/walk/values.hpp"

namespace stepc {

class Parts {
 public:
  Parts(Context& context, Values& values, Accesses& accesses, Callees& callees)
      : context_(context), values_(values), accesses_(accesses), callees_(callees) {}

  // Before the walk: the objects whose tick `function` calls become instances, and their modules are translated. Fields
  // of these objects are not registers of this module. `object`: the argument that points to the state, if there is
  // one.
  void find(llvm::Function& function, const llvm::Argument* object);
  void call(llvm::CallInst& call);
  // After the walk: what has been passed to the instances.
  void finish();

 private:
  std::vector<Expr> arguments_of(const llvm::CallInst& call, const Module& part, const Signature& signature);
  void take_results(llvm::CallInst& call, unsigned instance, const Signature& signature);
  void check_aliases(const llvm::CallInst& call, const Signature& signature);

  Context& context_;
  Values& values_;
  Accesses& accesses_;
  Callees& callees_;
  std::vector<InstanceSlots> slots_;  // by instance
  std::map<const llvm::CallInst*, unsigned> instance_of_call_;
};

}  // namespace stepc
