// What sc_signal asks of the type that it carries, for the counts that nodes tell one another on wires beside the links.
#pragma once

#include <ostream>
#include <string>
#include <systemc>

#include "hls/broadcast/prefix_exchange.hpp"

namespace broadcast {

template <class Config>
bool operator==(const Told<Config>& a, const Told<Config>& b) {
  return a.valid == b.valid && a.count == b.count;
}

template <class Config>
std::ostream& operator<<(std::ostream& out, const Told<Config>& told) {
  Told<Config>::each_field([&out](const char* name, const auto& field) { out << name << ' ' << field.number() << ' '; },
                           told);
  return out;
}

template <class Config>
void sc_trace(sc_core::sc_trace_file* file, const Told<Config>& told, const std::string& name) {
  Told<Config>::each_field(
      [file, &name](const char* field_name, const auto& field) {
        sc_core::sc_trace(file, std::uint64_t{field.number()}, name + "." + field_name);
      },
      told);
}

}  // namespace broadcast
