// SPDX-License-Identifier: Apache-2.0
// Test only: the link events of a run as CSV.
#pragma once

#include <ostream>

#include "testbench/runs/verdict/link_records.hpp"
#include "testbench/runs/verdict/run_hooks.hpp"

namespace testbench::test {

// The stream must outlive the run.
inline void trace_to(std::ostream& out, RunHooks& hooks) {
  write_trace_header(out);
  hooks.events = [&out](std::span<const LinkEvent> events) { write_trace(out, events); };
}

}  // namespace testbench::test
