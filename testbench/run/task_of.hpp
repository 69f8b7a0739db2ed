// An operation in the judge's words.
#pragma once

#include "firmware/collectives/operation.hpp"
#include "testbench/checker/task.hpp"

namespace testbench {

Task task_of(const collectives::Operation& operation);

}  // namespace testbench
