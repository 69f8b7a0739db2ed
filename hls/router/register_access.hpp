// The processor's side of a node's registers (firmware/node/registers.hpp), one access a cycle.
//
// A part with registers owns them: a class with the registers, what it tells the rest of the part
// in a cycle, and
//
//     // Takes a write to one of its own.
//     void write(const RegisterAccess& access);
//
//     // What one of its own holds before this cycle; 0 for those of other parts and for those that are write only.
//     std::uint32_t read(const RegisterAccess& access, const Observed& observed) const;
//
// and is named in the list of ControlRegisters (control_registers.hpp).
#pragma once

#include "firmware/node/registers.hpp"
#include "hls/types/bits.hpp"

namespace router {

struct RegisterAccess {
  hls::Bits<32> address;
  hls::Bits<32> value;  // to write
  hls::Bit write;
  hls::Bit read;  // the answer stands in the read register from the next cycle on

  bool is_to(node::Block block) const { return node::block(address) == block; }
  bool is_to(node::Control control) const {
    return is_to(node::Block::kControl) && node::index(address) == static_cast<std::uint32_t>(control);
  }
  // For a write: the register takes the value if it is the one of that number, else it keeps its
  // own. A choice between two values and no branch: each register's decoder then stands by itself
  // in the RTL.
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

// What registers show that they do not hold.
struct Observed {
  hls::Bits<32> deepest_queue;  // most packets that a queue has held
  hls::Bit done;                // the node's register that says so
};

}  // namespace router
