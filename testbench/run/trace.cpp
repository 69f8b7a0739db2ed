#include "testbench/run/trace.hpp"

#include <fmt/format.h>

#include <ostream>

namespace testbench {

void write_trace_header(std::ostream& out) {
  const char* separator = "";
  LinkEvent{}.each_field([&](const char* name, auto) {
    out << separator << name;
    separator = ",";
  });
  out << '\n';
}

void write_trace(std::ostream& out, std::span<const LinkEvent> events) {
  fmt::memory_buffer rows;
  for (const LinkEvent& event : events) {
    char separator = '\0';
    event.each_field([&](const char*, auto value) {
      if (separator != '\0') rows.push_back(separator);
      const fmt::format_int digits(value);
      rows.append(digits.data(), digits.data() + digits.size());
      separator = ',';
    });
    rows.push_back('\n');
  }
  out.write(rows.data(), static_cast<std::streamsize>(rows.size()));
}

}  // namespace testbench
