// The trace of a run: CSV, one row for every packet on a link in the cycle in which the link
// carries it.
#pragma once

#include <iosfwd>
#include <span>

#include "testbench/checker/link_event.hpp"

namespace testbench {

void write_trace_header(std::ostream& out);
void write_trace(std::ostream& out, std::span<const LinkEvent> events);

}  // namespace testbench
