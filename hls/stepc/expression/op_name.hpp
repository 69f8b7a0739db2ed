// Names of operations, for dumps and messages.
#pragma once

#include "hls/stepc/expression/node.hpp"

namespace stepc {

const char* op_name(Op op);

}  // namespace stepc
