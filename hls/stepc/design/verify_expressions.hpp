// Part of verify.hpp: the expressions of a module.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "hls/stepc/design/module.hpp"

namespace stepc {

using Complain = std::function<void(const std::string& object, const std::string& fault)>;

// Every expression below `roots`.
void verify_expressions(const Module& module, const std::vector<Expr>& roots, const Complain& complain);

}  // namespace stepc
