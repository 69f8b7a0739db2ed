// SPDX-License-Identifier: Apache-2.0
// Where QEMU 7.2 and the core may differ, each with the reason from the manual (RISC-V privileged
// architecture 1.12, chapter 3). All else must be the same.
//
//   what                    the core         QEMU                     the manual
//   mstatus.MPP             3                0 behind MRET            3.1.6: the least mode that there is, here M
//   mtval, cause 2          0                the instruction          3.1.16: either
//   mtval, cause 0          the target       of JALR, else mepc       3.1.16: the faulting address, so QEMU errs
//
// Random programs leave out what is in this second table.
//
//   misaligned accesses     trap             are performed            unprivileged 2.6: either
//   mtvec.MODE              0                0 or 1                   3.1.7: any subset
//   mepc, its lowest bits   0                as written               3.1.14: 0 without C, so QEMU errs
//   mie, mip of S and H     0                can be written           3.1.9: of modes that are not there, 0
//   mstatus, other fields   0                can be written           3.1.6: the same
//   CSRRS, CSRRC of a       trap             go on                    unprivileged 9.1: writes where rs1 is not x0,
//     read-only one, rs1                                                so QEMU errs
//     holds 0
//   SRET                    traps            is executed              3.3.2: not without S, so QEMU errs
//   marchid, mimpid         0                QEMU's                   3.1.3: any
//   medeleg, mcounteren,    do not exist     exist                    3.1.8, 3.1.11: not without S and U
//     mideleg
//   mhpmcounter3 to 31,     0, with          can be written           3.1.10: any
//     mhpmevent3 to 31      kCounters
//   mcycle, minstret, time  with kCounters   QEMU's own time          the comparison counts instructions itself
#pragma once

#include "hls/core/beside_qemu/trace.hpp"

namespace beside_qemu {

inline constexpr std::uint32_t kMachineModeBits = 0x1800;  // mstatus.MPP

class Differences {
 public:
  // An instruction, at `pc`, before `theirs`.
  void retired(std::uint32_t instruction, std::uint32_t pc, unsigned written, const Registers& theirs) {
    const bool is_read_of_status = (instruction & 0x7f) == 0x73 && instruction >> 20 == 0x300;
    if (written != 0) of_mpp_ = is_read_of_status ? of_mpp_ | 1u << written : of_mpp_ & ~(1u << written);
    if (theirs.pc != theirs.mtvec) return;  // not a trap
    is_illegal_ = theirs.mcause == 2 && theirs.mtval == instruction;
    is_astray_ = theirs.mcause == 0 && theirs.mtval == pc && (instruction & 0x7f) != 0x67;
    target_ = pc + offset(instruction);
    their_mtval_ = theirs.mtval;
  }
  // The values that QEMU would have if it were as the core: in a register, in mstatus, in mtval.
  std::uint32_t in_register(unsigned index, std::uint32_t theirs) const {
    return (of_mpp_ >> index & 1) != 0 ? in_status(theirs) : theirs;
  }
  static std::uint32_t in_status(std::uint32_t theirs) {
    return (theirs & kMachineModeBits) == 0 ? theirs | kMachineModeBits : theirs;
  }
  // Until it is written.
  std::uint32_t in_mtval(std::uint32_t theirs) {
    if (theirs != their_mtval_) is_illegal_ = is_astray_ = false;
    return is_illegal_ ? 0 : is_astray_ ? target_ : theirs;
  }

 private:
  // The offset in a branch or in JAL.
  static std::uint32_t offset(std::uint32_t word) {
    const std::uint32_t sign = word >> 31 != 0 ? ~0u : 0;
    if ((word & 0x7f) == 0x6f)
      return sign << 20 | (word & 0xff000u) | (word >> 20 & 1) << 11 | (word >> 21 & 0x3ff) << 1;
    return sign << 12 | (word >> 7 & 1) << 11 | (word >> 25 & 0x3f) << 5 | (word >> 8 & 0xf) << 1;
  }

  std::uint32_t of_mpp_ = 0;  // registers that hold mstatus
  bool is_illegal_ = false, is_astray_ = false;
  std::uint32_t target_ = 0, their_mtval_ = 0;
};

}  // namespace beside_qemu
