// SPDX-License-Identifier: Apache-2.0
// A small RISC-V core, RV32I with Zicsr in machine mode, with M and C if the configuration says so. An
// instruction takes a cycle for the fetch, two if it lies in two words of the memory, and one to execute;
// loads, stores, taken branches and CSR instructions one more, shifts, products and quotients one for each
// bit, unless the configuration has shifts and products in one cycle. All traps are found before anything
// of the instruction is changed. A pipelined core fetches the next instruction meanwhile, and so takes a
// cycle less for each that does not jump.
//
//     core::Core<core::CoreConfiguration>::step(state, in, out);
#pragma once

#include "hls/core/compressed.hpp"
#include "hls/core/decoder.hpp"
#include "hls/core/memory_unit.hpp"
#include "hls/core/multiplier.hpp"
#include "hls/core/registers.hpp"

namespace core {

enum class Phase : unsigned {
  kReset,  // writes x0
  kFetch,
  kExecute,
  kBranch,  // the target of a taken branch
  kMemory,
  kShift,      // shifts `work` by a bit, or writes it
  kIterate,    // a bit of a product or quotient
  kNegate,     // the dividend before it, or the result behind it
  kWait,       // WFI
  kEpc,        // the trap writes mepc,
  kCause,      // mcause, and asks for mtvec
  kVector,     // jumps to the word of the register file
  kFetchRest,  // the second word of an instruction, with C
};

// The address of the instruction, where that on the bus has lost bit 1.
template <class Config, bool IsApart = Config::kCompressed || Config::kPipelined>
struct ProgramCounter {};
template <class Config>
struct ProgramCounter<Config, true> {
  Word address{Config::kResetAddress};
};

// The instruction behind the one that is executed, and the result of the one before it, which the
// registers' memory did not have yet when the operands were asked for.
template <class Config, bool IsPipelined = Config::kPipelined>
struct Ahead {};
template <class Config>
struct Ahead<Config, true> {
  Word instruction;
  Word result;
  hls::Bit is_first;  // the result is an operand
  hls::Bit is_second;
};

template <class Config>
struct State {
  hls::Bits<4, Phase> phase;
  ProgramCounter<Config> counter;
  Ahead<Config> ahead;
  RegisterFile registers;
  StatusRegisters<Config> status;
  Word instruction;
  Word next;           // the address behind the instruction
  hls::Bits<2> lane;   // low bits of the address of a load
  Word work;           // the shifted word, the old value of a CSR, or a part of a product
  hls::Bits<5> left;   // bits still to come
  hls::Bits<5> cause;  // bit 4: interrupt
  std::conditional_t<Config::kMultiplies, Multiplier, None> multiplier;
};

template <class Config>
class Core {
  static_assert(!Config::kPipelined || !Config::kCompressed, "kPipelined: not with kCompressed");

 public:
  using State = core::State<Config>;
  using Out = core::Out<Config>;

  static void step(State& state, const In& in, Out& out) {
    const Phase phase = state.phase;
    const std::uint32_t word = state.instruction;
    const Decoded d = decode<Config>(word);
    const std::uint32_t function = field(word, 12, 3);
    const std::uint32_t csr = field(word, 20, 12);
    const std::uint32_t bus_address = out.address;
    std::uint32_t pc = bus_address;  // until a load or store takes its place
    if constexpr (Config::kCompressed || Config::kPipelined) pc = state.counter.address;
    // A pipelined core executes when the next instruction comes.
    const bool executes = phase == Phase::kExecute && (!Config::kPipelined || in.ready);
    const bool branches = phase == Phase::kBranch;

    // Operands and result.
    std::uint32_t registered = state.registers.first();
    std::uint32_t other = state.registers.second();
    if constexpr (Config::kPipelined) {
      if (state.ahead.is_first) registered = state.ahead.result;
      if (state.ahead.is_second) other = state.ahead.result;
    }
    const std::uint32_t old = is_stored(csr) ? registered : state.status.read(csr);
    const bool needs_pc = d.uses_pc || branches || phase == Phase::kEpc;
    const std::uint32_t first = needs_pc ? pc : d.csr ? old : registered;
    const std::uint32_t plain = d.uses_immediate || branches ? std::uint32_t{d.immediate} : other;
    const bool inverts = d.csr && (function & 3) == 3;
    const std::uint32_t second = inverts ? ~plain : plain;
    const std::uint32_t result = alu(d.operation, first, second);
    const std::uint32_t target = d.jump ? result & ~1u : result;

    // Exceptions, and the interrupt in their place.
    const bool bad_target = !Config::kCompressed && ((executes && d.jump) || branches) && (target & 2) != 0;
    const bool bad_access = executes && (d.load || d.store) && is_misaligned(function, result);
    const bool interrupted = executes && state.status.interrupts();
    const std::uint32_t interrupt = state.status.interrupt();  // before the lines of this cycle come
    const bool traps = interrupted || (executes && (d.illegal || d.ecall || d.ebreak)) || bad_target || bad_access;
    const bool runs = executes && !traps;
    const bool taken = runs && d.branch && is_taken(function, first, second);

    // The instruction that comes over the bus, or the first half of it.
    const bool is_rest = Config::kCompressed && phase == Phase::kFetchRest;
    const Phase activity = is_rest ? Phase::kFetch : phase;
    const bool comes = activity == Phase::kFetch && in.ready;
    std::uint32_t fetched = in.read_data;
    std::uint32_t encoded = fetched;
    std::uint32_t bytes = 4;
    bool is_half = false;
    if constexpr (Config::kCompressed) {
      const std::uint32_t half = is_rest         ? std::uint32_t{state.instruction}
                                 : (pc & 2) != 0 ? fetched >> 16
                                                 : fetched & 0xffffu;
      if (is_rest) {
        fetched = encoded = fetched << 16 | half;
      } else if (is_compressed(half)) {
        fetched = expanded(half);
        encoded = half;
        bytes = 2;
      } else if ((pc & 2) != 0) {
        fetched = half;
        is_half = true;
      }
    }

    bool writes = false;
    std::uint32_t index = field(word, 7, 5);
    std::uint32_t value = result;
    bool completes = false;
    bool jumps = false;
    bool starts = false;  // an instruction
    bool asks = false;
    std::uint32_t asked = stored_at(kMtvec);
    state.status.tick(in, (runs && !taken) || (branches && !traps), runs && d.csr_writes, csr, result);

    switch (activity) {
      case Phase::kReset:
        writes = true;
        index = value = 0;
        out.valid = out.instruction = hls::Bit(1);
        state.phase = hls::Bits<4, Phase>(Phase::kFetch);
        break;
      case Phase::kFetch:
        if (comes) state.instruction = Word(fetched);
        if (comes && is_half) {
          out.address = Word(out.address + 4);
          state.phase = hls::Bits<4, Phase>(Phase::kFetchRest);
        } else if (comes) {
          starts = true;
          state.next = Word(pc + bytes);
          out.valid = hls::Bit(0);
        }
        break;
      case Phase::kExecute:
      case Phase::kBranch:
        if constexpr (Config::kPipelined) {
          if (phase == Phase::kExecute && !executes) break;
          if (executes) {
            out.valid = hls::Bit(0);
            state.ahead.instruction = Word(in.read_data);
          }
        }
        if (traps) {
          const bool has_address = !interrupted && !(executes && d.illegal) && (bad_target || bad_access);
          state.cause = hls::Bits<5>(interrupted             ? 16 | interrupt
                                     : executes && d.illegal ? 2
                                     : d.ecall               ? 11
                                     : d.ebreak              ? 3
                                     : bad_target            ? 0
                                     : d.load                ? 4
                                                             : 6);
          writes = true;
          index = stored_at(kMtval);
          value = has_address ? target : 0;
          state.instruction = Word(0x73);  // has the immediate 0: the sums that follow are pc and mtvec
          state.phase = hls::Bits<4, Phase>(Phase::kEpc);
        } else if (taken) {
          state.phase = hls::Bits<4, Phase>(Phase::kBranch);
        } else if (d.load || d.store) {
          out.address = Word(result & ~3u);
          out.write_data = Word(in_lanes(function, other));
          out.strobes = hls::Bits<4>(d.store ? strobes_of(function, result) : 0);
          out.instruction = hls::Bit(0);
          out.valid = hls::Bit(1);
          state.lane = hls::Bits<2>(result);
          state.phase = hls::Bits<4, Phase>(Phase::kMemory);
        } else if (d.shift || d.csr || d.multiply) {
          state.work = Word(first);
          state.left = hls::Bits<5>(d.csr ? 0 : d.multiply ? 31 : second);
          writes = d.csr_writes && is_stored(csr);
          index = stored_at(csr);
          value = kept<Config>(csr, result);
          state.phase = hls::Bits<4, Phase>(Phase::kShift);
          if (Config::kFastShifts && d.shift) {
            state.work = Word(shifted(function, field(word, 30, 1) != 0, first, second & 31));
            state.left = hls::Bits<5>(0);
          }
          if constexpr (Config::kMultiplies) {
            if (d.multiply && Config::kFastProducts && !divides(function)) {
              state.work = Word(product(function, first, second));
              state.left = hls::Bits<5>(0);
            } else if (d.multiply) {
              state.multiplier.begin(negates_result(function, first, second));
              state.phase = hls::Bits<4, Phase>(negates_dividend(function, first) ? Phase::kNegate : Phase::kIterate);
            }
          }
        } else if (d.mret) {
          asks = true;
          asked = stored_at(kMepc);
          state.status.leave_trap();
          state.phase = hls::Bits<4, Phase>(Phase::kVector);
        } else if (d.wfi) {
          state.phase = hls::Bits<4, Phase>(Phase::kWait);
        } else {
          completes = true;
          jumps = d.jump || branches;
          writes = !d.branch && !d.fence && index != 0;
          if (d.jump) value = state.next;
        }
        break;
      case Phase::kMemory:
        if (in.ready) {
          writes = d.load && index != 0;
          value = loaded(function, state.lane, in.read_data);
          completes = true;
        }
        break;
      case Phase::kShift:
        if (state.left == 0) {
          writes = index != 0;
          value = state.work;
          completes = true;
        } else {
          state.work = Word(shifted(function, field(word, 30, 1) != 0, state.work, 1));
          state.left = hls::Bits<5>(state.left - 1);
        }
        break;
      case Phase::kIterate:
        if constexpr (Config::kMultiplies) {
          const bool last = state.left == 0;
          state.multiplier.iterate(function, state.work, second, last);
          if (last) {
            if (takes_high(function)) state.work = Word(state.multiplier.high());
            state.phase = hls::Bits<4, Phase>(state.multiplier.negates() ? Phase::kNegate : Phase::kShift);
          } else {
            state.left = hls::Bits<5>(state.left - 1);
          }
        }
        break;
      case Phase::kNegate:
        if constexpr (Config::kMultiplies) {
          state.work = Word(0 - std::uint32_t{state.work});
          state.phase = hls::Bits<4, Phase>(state.left != 0 ? Phase::kIterate : Phase::kShift);
        }
        break;
      case Phase::kWait:
        completes = state.status.wakes();
        break;
      case Phase::kEpc:
        writes = true;
        index = stored_at(kMepc);
        state.status.enter_trap();
        state.phase = hls::Bits<4, Phase>(Phase::kCause);
        break;
      case Phase::kCause:
        writes = asks = true;
        index = stored_at(kMcause);
        value = (state.cause & 15u) | state.cause >> 4 << 31;
        state.phase = hls::Bits<4, Phase>(Phase::kVector);
        break;
      case Phase::kVector:
        completes = jumps = true;
        break;
      case Phase::kFetchRest:
        break;
    }

    const std::uint32_t next = jumps ? target & ~(kInstructionBytes<Config> - 1) : std::uint32_t{state.next};
    if constexpr (Config::kTraces) {
      Tracer tracer(out.rvfi);
      tracer.tick();
      if constexpr (Config::kPipelined) {
        if (executes) tracer.fetch(pc, Word(word));
      } else if (comes && !is_half) {
        tracer.fetch(pc, Word(encoded));
      }
      if (executes) {
        const bool has_first = reads_first(word);
        const bool has_second = reads_second(word);
        tracer.read(has_first ? field(word, 15, 5) : 0,
                    !has_first ? 0
                    : d.csr    ? other
                               : registered,
                    has_second ? field(word, 20, 5) : 0, has_second ? other : 0);
        if (runs && (d.load || d.store)) {
          tracer.request(out.address, strobes_of(function, result), d.store, out.write_data);
        }
      }
      if (traps && !interrupted) tracer.trap();
      if (phase == Phase::kMemory && in.ready) tracer.answer(in.read_data);
      const bool is_interrupt = phase == Phase::kVector && !d.mret && state.cause >> 4 != 0;
      if (completes && is_interrupt) tracer.interrupt();
      if (completes && !is_interrupt) tracer.retire(writes ? index : 0, value, next);
    }
    if (completes) {
      out.address = Word(next & ~3u);
      if constexpr (Config::kCompressed || Config::kPipelined) state.counter.address = Word(next);
      out.strobes = hls::Bits<4>(0);
      out.instruction = out.valid = hls::Bit(1);
      state.phase = hls::Bits<4, Phase>(Phase::kFetch);
    }
    if constexpr (Config::kPipelined) {
      // A store to the next instruction makes the one that has been fetched stale.
      const bool is_stale = phase == Phase::kMemory && d.store && bus_address == next;
      if (completes && !jumps && !is_stale) {
        starts = true;
        fetched = executes ? std::uint32_t{in.read_data} : std::uint32_t{state.ahead.instruction};
        state.instruction = Word(fetched);
        state.next = Word(next + 4);
      }
      if (starts) {
        out.address = Word(state.next);
        out.valid = hls::Bit(1);
      }
    }
    if constexpr (Config::kPipelined) {
      if (asks) state.ahead.is_first = hls::Bit(0);
    }
    if (starts) {
      const bool is_system = Opcode{field(fetched, 2, 5)} == Opcode::kSystem;
      asks = true;
      asked = is_system ? stored_at(field(fetched, 20, 12)) : field(fetched, 15, 5);
      const std::uint32_t second_asked = is_system ? field(fetched, 15, 5) : field(fetched, 20, 5);
      state.registers.request_second(second_asked);
      state.phase = hls::Bits<4, Phase>(Phase::kExecute);
      if constexpr (Config::kPipelined) {
        state.ahead.result = Word(value);
        state.ahead.is_first = hls::Bit(writes && index == asked);
        state.ahead.is_second = hls::Bit(writes && index == second_asked);
      }
    }
    if (asks) state.registers.request_first(asked);
    if (writes) state.registers.write(index, value);
  }
};

}  // namespace core
