// What sc_signal asks of the type that it carries, for links.
#pragma once

#include <ostream>
#include <string>
#include <systemc>

#include "hls/network/link.hpp"

namespace network {

template <class Config>
bool operator==(const Link<Config>& a, const Link<Config>& b) {
  return equal(a, b);
}

template <class Config>
std::ostream& operator<<(std::ostream& out, const Link<Config>& link) {
  each_field([&out](const char* name, const auto& field) { out << name << ' ' << field.number() << ' '; }, link);
  return out;
}

template <class Config>
void sc_trace(sc_core::sc_trace_file* file, const Link<Config>& link, const std::string& name) {
  each_field(
      [file, &name](const char* field_name, const auto& field) {
        sc_core::sc_trace(file, std::uint64_t{field.number()}, name + "." + field_name);
      },
      link);
}

}  // namespace network
