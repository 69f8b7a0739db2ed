// What sc_signal asks of the type that it carries, for the counts that nodes tell one another on wires beside the links.
#pragma once

#include <ostream>
#include <string>
#include <systemc>

#include "hls/broadcast/told.hpp"

namespace broadcast {

template <class Config, unsigned Width>
bool operator==(const Told<Config, Width>& a, const Told<Config, Width>& b) {
  return a.valid == b.valid && a.count == b.count;
}

template <class Config, unsigned Width>
std::ostream& operator<<(std::ostream& out, const Told<Config, Width>& told) {
  Told<Config, Width>::each_field(
      [&out](const char* name, const auto& field) { out << name << ' ' << field.number() << ' '; }, told);
  return out;
}

template <class Config, unsigned Width>
void sc_trace(sc_core::sc_trace_file* file, const Told<Config, Width>& told, const std::string& name) {
  Told<Config, Width>::each_field(
      [file, &name](const char* field_name, const auto& field) {
        sc_core::sc_trace(file, std::uint64_t{field.number()}, name + "." + field_name);
      },
      told);
}

}  // namespace broadcast
