// cubecast deadlock --scheme: whether packets of the schemes that serve broadcast requests can wait
// for one another for ever. Those of a partial multinode broadcast have an end, and so a depth of
// queues that is enough; requests that are served each at once have none.
#pragma once

#include "testbench/cli/commands.hpp"

namespace testbench {

// `scheme`: a name, or all. 1 where links can wait for one another for ever. Throws UsageError.
int deadlock_of_schemes(const std::string& scheme, const DeadlockArguments& arguments);

}  // namespace testbench
