// The functions that sc_signal asks of the types that it carries: links, and the counts beside
// them.
#pragma once

#include <ostream>
#include <string>
#include <systemc>

#include "testbench/nodes/wide.hpp"

namespace network {

inline bool operator==(const testbench::WideLink& a, const testbench::WideLink& b) {
  return equal(a, b);
}

inline std::ostream& operator<<(std::ostream& out, const testbench::WideLink& link) {
  each_field([&out](const char* name, const auto& field) { out << name << ' ' << field.number() << ' '; }, link);
  return out;
}

inline void sc_trace(sc_core::sc_trace_file* file, const testbench::WideLink& link, const std::string& name) {
  each_field(
      [file, &name](const char* field_name, const auto& field) {
        sc_core::sc_trace(file, std::uint64_t{field.number()}, name + "." + field_name);
      },
      link);
}

}  // namespace network

namespace testbench {

inline std::ostream& operator<<(std::ostream& out, const WideCount& count) {
  return out << "count " << count.count << " valid " << count.valid;
}

inline void sc_trace(sc_core::sc_trace_file* file, const WideCount& count, const std::string& name) {
  sc_core::sc_trace(file, count.count, name + ".count");
  sc_core::sc_trace(file, count.valid, name + ".valid");
}

}  // namespace testbench
