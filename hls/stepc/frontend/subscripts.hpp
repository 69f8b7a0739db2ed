// The bounds of arrays, told to LLVM and to the walk before LLVM's passes make numbers of bytes of them.
#pragma once

#include <llvm/IR/Module.h>

namespace stepc {

// Behind every `array[i]` of an unoptimised program: that i is below the array's length; or equal to it where only an
// address is formed, which may be the end's.
void tell_bounds_of_subscripts(llvm::Module& module);

}  // namespace stepc
