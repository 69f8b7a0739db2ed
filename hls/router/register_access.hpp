// SPDX-License-Identifier: Apache-2.0
// The processor's side of a node's registers (firmware/node/registers.hpp), one access a cycle.
//
// A part with registers has a class that holds them, tells the part their values, and offers
//
//     // Takes a write to one of its registers.
//     void write(const RegisterAccess& access);
//
//     // The value of one of its registers before this cycle; 0 for all others, and for write-only ones.
//     std::uint32_t read(const RegisterAccess& access, const Observed& observed) const;
//
// ControlRegisters lists these classes (control_registers.hpp).
#pragma once

#include "firmware/node/registers.hpp"
#include "hls/types/bits.hpp"

namespace router {

struct RegisterAccess {
  hls::Bits<32> address;
  hls::Bits<32> value;  // to write
  hls::Bit write;
  hls::Bit read;  // the read register has the answer from the next cycle on

  bool is_to(node::Block block) const { return node::block(address) == block; }
  bool is_to(node::Control control) const {
    return is_to(node::Block::kControl) && node::index(address) == static_cast<std::uint32_t>(control);
  }
  // For a write: the register `target` takes the value if the access is to `control`, else it keeps
  // its own. It chooses between two values without a branch, so that each register has a decoder of
  // its own in the RTL.
  template <unsigned W, class T>
  void write_to(node::Control control, hls::Bits<W, T>& target) const {
    using Register = hls::Bits<W, T>;
    const auto own = target.number();
    const auto given = Register::of_number(value).number();
    target = Register::of_number(is_to(control) ? given : own);
  }
  // A write to a register of the block.
  hls::Bit writes(node::Block block) const { return hls::Bit(write && is_to(block)); }
};

// Values that registers show without holding them.
struct Observed {
  hls::Bits<32> deepest_queue;  // most packets that a queue has held
  hls::Bit done;                // the node's register
};

}  // namespace router
