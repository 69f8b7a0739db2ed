// SPDX-License-Identifier: Apache-2.0
// The core's bus as a master of AXI4-Lite (IHI 0022, part B). One transfer is under way at a time;
// address and data of a write go at once. All outputs are registers, so that the core waits for three
// cycles more than on its own bus, where the slave answers in the cycle after the address.
//
//     core::LiteCore<core::CoreConfiguration>::step(state, in, out);
#pragma once

#include "hls/core/core.hpp"

namespace core {

struct LiteFromSlave {
  hls::Bit awready, wready, arready;
  hls::Bits<2> bresp;
  hls::Bit bvalid;
  Word rdata;
  hls::Bits<2> rresp;
  hls::Bit rvalid;
};

struct LiteFromCore {
  Word awaddr;
  hls::Bits<3> awprot;  // always 0: data
  hls::Bit awvalid;
  Word wdata;
  hls::Bits<4> wstrb;
  hls::Bit wvalid;
  hls::Bit bready;
  Word araddr;
  hls::Bits<3> arprot;  // 4: an instruction
  hls::Bit arvalid;
  hls::Bit rready;
  // To the core:
  hls::Bit ready;
  Word read_data;
  hls::Bit error;  // a slave has answered with an error; to be wired to an interrupt of the core
};

class LiteMaster {
 public:
  // One cycle. `bus`: the outputs of the core.
  template <class Config>
  static void step(const LiteFromSlave& in, const Out<Config>& bus, LiteFromCore& out) {
    const bool is_written = out.bready && in.bvalid;
    const bool is_read = out.rready && in.rvalid;
    const bool begins = bus.valid && !out.ready && !out.bready && !out.rready;
    const bool writes = bus.strobes != 0;
    if (begins && writes) {
      out.awaddr = bus.address;
      out.wdata = bus.write_data;
      out.wstrb = bus.strobes;
    } else if (begins) {
      out.araddr = bus.address;
      out.arprot = hls::Bits<3>(bus.instruction ? 4 : 0);
    }
    out.awvalid = hls::Bit((begins && writes) || (out.awvalid && !in.awready));
    out.wvalid = hls::Bit((begins && writes) || (out.wvalid && !in.wready));
    out.arvalid = hls::Bit((begins && !writes) || (out.arvalid && !in.arready));
    out.bready = hls::Bit((begins && writes) || (out.bready && !is_written));
    out.rready = hls::Bit((begins && !writes) || (out.rready && !is_read));
    out.ready = hls::Bit(is_written || is_read);
    if (is_read) out.read_data = in.rdata;
    if ((is_written && in.bresp != 0) || (is_read && in.rresp != 0)) out.error = hls::Bit(1);
  }
};

// A core and its master.
template <class Config>
class LiteCore {
 public:
  struct State {
    core::State<Config> core;
    core::Out<Config> bus;
  };
  struct In {
    LiteFromSlave slave;
    hls::Bit software, timer, external;  // interrupt lines, as of core::In
  };
  using Out = LiteFromCore;

  static void step(State& state, const In& in, Out& out) {
    core::In to_core;
    to_core.ready = out.ready;
    to_core.read_data = out.read_data;
    to_core.software = in.software;
    to_core.timer = in.timer;
    to_core.external = in.external;
    LiteMaster::step(in.slave, state.bus, out);
    Core<Config>::step(state.core, to_core, state.bus);
  }
};

}  // namespace core
