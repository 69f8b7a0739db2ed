// The rules of the cube. A new rule comes last: the place of a rule is its number.
#pragma once

#include "firmware/rules/ascending.hpp"
#include "firmware/rules/ecube.hpp"
#include "firmware/rules/gray.hpp"
#include "firmware/rules/nesbt.hpp"
#include "firmware/rules/ring.hpp"
#include "firmware/rules/rule_list.hpp"
#include "firmware/rules/sbnt.hpp"
#include "firmware/rules/sbt.hpp"
#include "firmware/rules/table.hpp"

namespace rules {

using CubeRules = RuleList<Ecube, Ascending, Sbt, Nesbt, Sbnt, Gray, Ring, Table>;

}  // namespace rules
