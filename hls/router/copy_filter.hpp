// SPDX-License-Identifier: Apache-2.0
// Drops copies of packets in nodes to which one source sends every packet on several trees, so that
// none is lost when links break (docs/guides/links.md). Empty in other nodes.
//
// The packets of a tree come in the order of their sequences, from 0 on, until a link of the tree
// breaks; then no more come. So of all that have come on any tree the sequences have no gap, and a
// packet is new if it has the next one.
#pragma once

#include <array>

#include "hls/router/config.hpp"
#include "hls/router/register_access.hpp"

namespace router {

// Whether software has asked for it (node::kDropCopies).
template <class Config>
using CopyControl = std::array<hls::Bit, Config::kDropsCopies ? 1 : 0>;

template <class Config, bool Drops = Config::kDropsCopies>
class CopyFilter {
 public:
  template <class Arrivals>
  static Ports fresh(const CopyControl<Config>&, hls::Bit, Ports to_memory, const Arrivals&) {
    return to_memory;
  }
};

template <class Config>
class CopyFilter<Config, true> {
 public:
  // One cycle. `to_memory`: in-ports whose packets of `arrivals` are for this node. Returns those
  // whose packets are new. `start`: the sequences begin anew.
  template <class Arrivals>
  Ports fresh(const CopyControl<Config>& control, hls::Bit start, Ports to_memory, const Arrivals& arrivals) {
    Ports found;
    SequenceNumber<Config> next = next_;
    for (unsigned i = 0; i < Config::Network::kPorts; ++i) {
      const bool is_next = arrivals[i].packet.header.sequence == next;
      found.insert(i, to_memory.contains(i) && (!control[0] || is_next));
      if (to_memory.contains(i) && is_next) next = SequenceNumber<Config>(next + 1);
    }
    next_ = start ? SequenceNumber<Config>(0) : next;
    return found;
  }

 private:
  SequenceNumber<Config> next_;  // of the packet that is new
};

// The register of the filter.
template <class Config>
class CopyRegisters {
 public:
  CopyControl<Config> control() const { return drops_; }

  void write([[maybe_unused]] const RegisterAccess& access) {
    if constexpr (Config::kDropsCopies) {
      if (access.is_to(node::Control::kPolicy)) drops_[0] = hls::Bit((access.value & node::kDropCopies) != 0);
    }
  }
  static std::uint32_t read(const RegisterAccess&, const Observed&) { return 0; }  // write only

 private:
  CopyControl<Config> drops_;
};

}  // namespace router
