// What sc_signal asks of the type that it carries.
#pragma once

#include <ostream>
#include <string>
#include <systemc>

#include "hls/router/packet.hpp"

namespace router {

template <class Config>
bool operator==(const Header<Config>& a, const Header<Config>& b) {
  return a.sequence == b.sequence && a.source == b.source && a.destination == b.destination && a.tree == b.tree &&
         a.rule == b.rule;
}

template <class Config>
bool operator==(const Flit<Config>& a, const Flit<Config>& b) {
  return a.valid == b.valid && a.packet.payload == b.packet.payload && a.packet.header == b.packet.header;
}

template <class Config>
std::ostream& operator<<(std::ostream& out, const Flit<Config>& flit) {
  if (!flit.valid) return out << "idle";
  const Header<Config>& header = flit.packet.header;
  return out << "packet " << header.sequence << " of node " << header.source << " to node " << header.destination;
}

template <class Config>
void sc_trace(sc_core::sc_trace_file* file, const Flit<Config>& flit, const std::string& name) {
  sc_core::sc_trace(file, static_cast<bool>(flit.valid), name + ".valid");
  sc_core::sc_trace(file, static_cast<std::uint64_t>(flit.packet.payload), name + ".payload");
}

}  // namespace router
