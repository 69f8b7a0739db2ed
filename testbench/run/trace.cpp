#include "testbench/run/trace.hpp"

#include <fmt/format.h>

#include <iterator>
#include <ostream>

namespace testbench {

void write_trace_header(std::ostream& out) {
  out << "cycle,node,port,src,dst,tree,seq\n";
}

void write_trace(std::ostream& out, std::span<const LinkEvent> events) {
  fmt::memory_buffer rows;
  for (const LinkEvent& event : events) {
    fmt::format_to(std::back_inserter(rows), "{},{},{},{},{},{},{}\n", event.cycle, event.node, event.port,
                   event.source, event.destination, event.tree, event.sequence);
  }
  out.write(rows.data(), static_cast<std::streamsize>(rows.size()));
}

}  // namespace testbench
