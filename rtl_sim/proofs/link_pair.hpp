// SPDX-License-Identifier: Apache-2.0
// Both ends of a link, for the proof `link`. Their wires, routers and registers are inputs: the proof
// joins the wires and disturbs them.
#pragma once

#include <array>

#include "hls/link/checked_end.hpp"

namespace proofs {

template <class Config>
struct LinkIn {
  struct End {
    router::Flit<Config> leaving;  // the router's output register
    hls::Bit goes;                 // the router takes a packet
    links::Phit<Config> received;
    links::EndAccess access;
  };
  std::array<End, 2> ends;
  hls::Bit start;
};

template <class Config>
struct LinkOut {
  std::array<links::EndOutput<Config>, 2> outputs;
  std::array<links::Phit<Config>, 2> driven;
};

template <class Config>
struct LinkState {
  std::array<links::CheckedEnd<Config>, 2> ends;
};

template <class Config>
void link_step(LinkState<Config>& state, const LinkIn<Config>& in, LinkOut<Config>& out) {
  for (unsigned i = 0; i < 2; ++i) {
    out.outputs[i] = state.ends[i].tick(in.ends[i].access, in.start, in.ends[i].leaving, in.ends[i].goes,
                                        in.ends[i].received, out.driven[i]);
  }
}

}  // namespace proofs
