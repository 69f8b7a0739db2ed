// SPDX-License-Identifier: Apache-2.0
// The bus of a core, with the meaning of PicoRV32's native memory interface. The core holds a
// request until the cycle in which `ready` is set, which may be the first one or any later.
#pragma once

#include "hls/core/configuration.hpp"
#include "hls/core/rvfi.hpp"

namespace core {

struct In {
  hls::Bit ready;
  Word read_data;     // of the cycle with `ready`
  hls::Bit software;  // interrupt lines, by level: msip,
  hls::Bit timer;     // mtip,
  hls::Bit external;  // meip
};

template <class Config>
struct Out {
  hls::Bit valid;
  hls::Bit instruction;                 // fetches an instruction
  Word address{Config::kResetAddress};  // a multiple of 4
  Word write_data;
  hls::Bits<4> strobes;  // bytes to write; 0: reads
  std::conditional_t<Config::kTraces, Rvfi, None> rvfi;
};

}  // namespace core
