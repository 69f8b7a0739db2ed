// Constant tables: the only globals that a step function may read. Others would be state outside of State.
#pragma once

#include <llvm/IR/GlobalVariable.h>

#include <map>

#include "hls/stepc/walk/context.hpp"

namespace stepc {

class ConstantTables {
 public:
  explicit ConstantTables(Context& context) : context_(context) {}

  // The bytes of a constant; throws Untranslatable for a variable.
  const Region& region_of(const llvm::GlobalVariable& global);

 private:
  Context& context_;
  std::map<const llvm::GlobalVariable*, const Region*> regions_;
};

}  // namespace stepc
