// Names of operations, for dumps and messages.
#pragma once

#include "hls/compiler/expression/node.hpp"

namespace stepc {

const char* op_name(Op op);

}  // namespace stepc
