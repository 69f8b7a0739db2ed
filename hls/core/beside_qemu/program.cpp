// SPDX-License-Identifier: Apache-2.0
// A program is a row of items, short sequences that no jump enters in the middle. Registers x27 to x31
// are kept for them: x27 and x30 hold an item's data and address, x28 and x29 are the handler's, x31 is
// mstatus.MPP. Instructions that only one of both machines has are not generated (differences.hpp).
#include "hls/core/beside_qemu/program.hpp"

#include <array>
#include <random>

#include "hls/core/beside_qemu/encoding.hpp"

namespace beside_qemu {
namespace {

using Halves = std::vector<std::uint16_t>;

constexpr unsigned kDatum = 27, kSecond = 28, kHandler = 29, kBase = 30, kMachineMode = 31;
constexpr std::uint32_t kMstatus = 0x300, kMisa = 0x301, kMie = 0x304, kMtvec = 0x305, kMscratch = 0x340, kMepc = 0x341,
                        kMcause = 0x342, kMtval = 0x343, kMip = 0x344, kMstatush = 0x310, kMvendorid = 0xf11,
                        kMhartid = 0xf14, kMconfigptr = 0xf15;
constexpr std::uint32_t kOtherLines = 0x3666;  // of mie and mip, which QEMU lets a program write
constexpr std::uint32_t kMret = 0x30200073, kWfi = 0x10500073;
constexpr unsigned kHandlers = 3;
constexpr std::uint32_t kHandlerBytes = 0x80;  // each, from the beginning of the memory on

void put(Halves& to, const Words& words) {
  for (const std::uint32_t word : words) {
    to.push_back(static_cast<std::uint16_t>(word));
    to.push_back(static_cast<std::uint16_t>(word >> 16));
  }
}

// Goes on behind the instruction of an exception. An interrupt is masked with all others, or all lines
// fall, or it alone is masked. mtval is the handler's to clear, since it differs (differences.hpp).
Words handler(unsigned kind, bool compressed) {
  Words exception = {csr(1, 0, 0, kMtval), csr(2, kHandler, 0, kMepc)};
  if (compressed) {  // 2 bytes, and 2 more where the two lowest bits are 3
    exception =
        joined(exception, {i_type(0x03, 5, kSecond, kHandler, 0), i_type(0x13, 7, kSecond, kSecond, 3),
                           addi(kSecond, kSecond, 0xffd), addi(kHandler, kHandler, 2), branch(1, kSecond, 0, 8)});
  }
  exception = joined(exception, {addi(kHandler, kHandler, compressed ? 2 : 4), csr(1, 0, kHandler, kMepc), kMret});
  const std::array<Words, kHandlers> interrupt = {{
      {csr(1, 0, 0, kMie)},
      {lui(kHandler, kSoftware), store(2, 0, kHandler, 0), lui(kHandler, kTimeCompare), addi(kSecond, 0, 0xfff),
       store(2, kSecond, kHandler, 4), lui(kHandler, kSerial), store(0, 0, kHandler, 1), lui(kHandler, kClaim),
       i_type(0x03, 2, kSecond, kHandler, 4), store(2, kSecond, kHandler, 4)},
      {addi(kSecond, 0, 1), r_type(0, 1, kSecond, kSecond, kHandler), csr(3, 0, kSecond, kMie)},
  }};
  Words all = {csr(2, kHandler, 0, kMcause),
               branch(4, kHandler, 0, 4 + 4 * static_cast<std::uint32_t>(exception.size()))};
  all = joined(joined(all, exception), interrupt[kind]);
  all.push_back(kMret);
  all.resize(kHandlerBytes / 4, 0);
  return all;
}

class Writer {
 public:
  Writer(std::uint32_t seed, Extensions extensions) : engine_(seed), extensions_(extensions) {}

  Program write(unsigned instructions) {
    // The reset goes over the handlers.
    put(program_.halves, {jal(0, 4 + kHandlers * kHandlerBytes)});
    for (unsigned kind = 0; kind < kHandlers; ++kind) put(program_.halves, handler(kind, extensions_.compressed));
    put(program_.halves, prologue());
    program_.begin = kMemory + address();
    while (program_.halves.size() < std::size_t{2} * instructions) append(item());
    put(program_.halves, joined(load_constant(kBase, kExit), load_constant(kDatum, 0x5555)));
    put(program_.halves, {store(2, kDatum, kBase, 0)});
    return program_;
  }

 private:
  std::uint32_t any() { return static_cast<std::uint32_t>(engine_()); }
  std::uint32_t below(std::uint32_t limit) { return any() % limit; }
  bool sometimes(std::uint32_t in) { return below(in) == 0; }
  unsigned destination() { return below(kDatum); }
  std::uint32_t address() const { return 2 * static_cast<std::uint32_t>(program_.halves.size()); }
  void append(const Halves& item) { program_.halves.insert(program_.halves.end(), item.begin(), item.end()); }

  Words prologue() {
    Words all;
    for (unsigned i = 1; i < 32; ++i) all = joined(all, load_constant(i, any()));
    all = joined(all, load_constant(kMachineMode, 0x1800));
    const std::pair<std::uint32_t, std::uint32_t> stores[] = {{kController + 4 * 10, 1},
                                                              {kController + 0x2000, 1 << 10},
                                                              {kController + 0x200000, 0},
                                                              {kTimeCompare + 4, 0xffffffff}};
    for (const auto& [at, value] : stores) {
      all = joined(all, joined(load_constant(kBase, at), load_constant(kDatum, value)));
      all.push_back(store(2, kDatum, kBase, 0));
    }
    all = joined(all, load_constant(kDatum, kMemory + 4));
    all.push_back(csr(1, 0, kDatum, kMtvec));
    for (const std::uint32_t at : {kMscratch, kMepc, kMcause, kMtval, kMie}) all.push_back(csr(1, 0, 0, at));
    return all;
  }

  Halves item() {
    Halves found;
    switch (below(16)) {
      case 0:
      case 1:
        return jump();
      case 2:
      case 3:
        put(found, access());
        return found;
      case 4:
        if (extensions_.compressed && sometimes(3)) return {static_cast<std::uint16_t>(sometimes(2) ? 0x0000 : 0x9002)};
        put(found, {exception()});
        return found;
      case 5:
      case 6:
      case 7:
      case 8:
        put(found, status());
        return found;
      case 9:
      case 10:
        put(found, line());
        return found;
      case 11:
        put(found, sometimes(2) ? wait() : return_from_trap());
        return found;
      default:
        if (extensions_.compressed && sometimes(2)) return {short_arithmetic()};
        put(found, {arithmetic()});
        return found;
    }
  }

  std::uint32_t arithmetic() {
    const std::uint32_t word = any();
    const unsigned rd = destination(), function = word >> 12 & 7;
    const std::uint32_t operands = (word & 0x01fff000u) | rd << 7;
    switch (below(4)) {
      case 0:
        return (word & 0xfffff000u) | rd << 7 | (sometimes(2) ? 0x37u : 0x17u);
      case 1:
        if (extensions_.multiplies && sometimes(2)) return 1u << 25 | operands | 0x33;
        return ((function == 0 || function == 5) && sometimes(2) ? 1u << 30 : 0) | operands | 0x33;
      case 2:
        return sometimes(8) ? (sometimes(2) ? 0x0ff0000fu : 0x0000100fu) : operands | 0x33;  // FENCE, FENCE.I
      default:
        if (function != 1 && function != 5) return (word & 0xfffff000u) | rd << 7 | 0x13;
        return (function == 5 && sometimes(2) ? 1u << 30 : 0) | operands | 0x13;
    }
  }
  // C.ADDI, C.LI, C.SRLI, C.SRAI, C.ANDI, C.SUB, C.XOR, C.OR, C.AND, C.SLLI, C.MV, C.ADD
  std::uint16_t short_arithmetic() {
    const std::uint32_t rd = 1 + below(kDatum - 1), first = any() & 0x380u, second = any() & 0x1cu;
    const std::uint32_t amount = 1 + below(31);
    std::uint32_t half = 0;
    switch (below(6)) {
      case 0:
        half = 0x0001u | rd << 7 | (any() & 0x1000u) | amount << 2;
        break;
      case 1:
        half = 0x4001u | rd << 7 | (any() & 0x107cu);
        break;
      case 2:
        half = 0x8001u | below(2) << 10 | first | amount << 2;
        break;
      case 3:
        half = sometimes(3) ? 0x8801u | first | (any() & 0x107cu) : 0x8c01u | first | second | below(4) << 5;
        break;
      case 4:
        half = 0x0002u | rd << 7 | amount << 2;
        break;
      default:
        half = 0x8002u | below(2) << 12 | rd << 7 | (1 + below(31)) << 2;
        break;
    }
    return static_cast<std::uint16_t>(half);
  }

  // Over an item. Without C, to the middle of an instruction too, which must trap.
  Halves jump() {
    Halves over = item();
    const std::uint32_t bytes = 2 * static_cast<std::uint32_t>(over.size());
    const std::uint32_t astray = !extensions_.compressed && sometimes(4) ? 2 : 0;
    Halves found;
    if (bytes > 1000 || (!extensions_.compressed && bytes % 4 != 0)) return over;
    constexpr std::array<unsigned, 6> kConditions = {0, 1, 4, 5, 6, 7};
    switch (below(3)) {
      case 0:
        put(found, {branch(kConditions[below(6)], below(32), sometimes(3) ? 0 : below(32), 4 + bytes + astray)});
        break;
      case 1:
        put(found, {jal(destination(), 4 + bytes + astray)});
        break;
      default:
        put(found, {auipc(kBase), i_type(0x67, 0, destination(), kBase, 8 + bytes + astray + below(2))});
        break;
    }
    found.insert(found.end(), over.begin(), over.end());
    return found;
  }

  Words access() {
    constexpr std::array<unsigned, 5> kSizes = {0, 1, 2, 4, 5};
    const bool stores = sometimes(2);
    const unsigned function = stores ? below(3) : kSizes[below(5)];
    const std::uint32_t offset = below(64) & ~((1u << (function & 3)) - 1);
    return {lui(kBase, kData),
            stores ? store(function, below(32), kBase, offset) : i_type(0x03, function, destination(), kBase, offset)};
  }

  // ECALL, EBREAK, and what is illegal on both machines.
  std::uint32_t exception() {
    const unsigned rd = destination(), rs1 = 1 + below(31), rs2 = below(32);
    constexpr std::array<std::uint32_t, 5> kWhole = {0x00000073, 0x00100073, 0x00200073, 0x00000000, 0xffffffff};
    constexpr std::array<std::uint32_t, 5> kAbsent = {0x7c0, 0x5a8, 0x100, 0x180, 0x3ff};  // two of a supervisor
    constexpr std::array<std::uint32_t, 7> kOpcodes = {0x0b, 0x2b, 0x5b, 0x07, 0x27, 0x53, 0x2f};  // custom, F, A
    switch (below(10)) {
      case 0:
      case 1:
      case 2:
        return kWhole[below(5)];
      case 3:
        return csr(1 + below(3) + 4 * below(2), rd, rs1, kAbsent[below(5)]);
      case 4:
        return csr(1 + below(3) + 4 * below(2), rd, kMachineMode, 0xf11 + below(5));  // read only
      case 5:
        return r_type(2 + below(30), below(8), rd, rs1, rs2);
      case 6:
        return i_type(0x13, 1, rd, rs1, 0x400 | rs2);  // an arithmetic shift to the left
      case 7:
        return sometimes(2) ? i_type(0x03, sometimes(2) ? 3 : 6 + below(2), rd, rs1, any() & 0xfffu)
                            : store(3 + below(5), rs2, rs1, any() & 0xfffu);
      case 8:
        return sometimes(2) ? branch(2 + below(2), rs1, rs2, 8) : i_type(0x67, 1 + below(7), rd, rs1, 0);
      default:
        return (any() & 0xfffff000u) | rd << 7 | kOpcodes[below(7)];
    }
  }

  // A register whose written values both machines keep in the same way.
  Words status() {
    const unsigned rd = destination(), function = 1 + below(3), by_immediate = 4 * below(2);
    const std::uint32_t word = any();
    switch (below(9)) {
      case 0:
      case 1:
      case 2: {
        constexpr std::array<std::uint32_t, 4> kWhole = {kMscratch, kMcause, kMtval, kMisa};
        return {csr(function + by_immediate, rd, below(32), kWhole[below(4)])};
      }
      case 3: {
        const std::uint32_t kept = extensions_.compressed ? ~1u : ~3u;
        if (by_immediate != 0) return {csr(function + 4, rd, below(32) & kept, kMepc)};
        return joined(load_constant(kDatum, word & kept), {csr(function, rd, kDatum, kMepc)});
      }
      case 4: {
        if (by_immediate != 0) return {csr(sometimes(2) ? 2 : 7, rd, 0, kMtvec)};  // reads
        return joined(load_constant(kDatum, kMemory + 4 + below(kHandlers) * kHandlerBytes),
                      {csr(1, rd, kDatum, kMtvec)});
      }
      case 5:
      case 6: {
        Words found = {csr(function + 4, rd, word & 8, kMstatus)};
        if (by_immediate == 0)
          found = joined(load_constant(kDatum, (word & 0x88u) | (function == 1 ? 0x1800 : 0)),
                         {csr(function, rd, kDatum, kMstatus)});
        if (rd != 0) found.push_back(r_type(0, 6, rd, rd, kMachineMode));
        return found;
      }
      case 7: {
        const std::uint32_t at = sometimes(3) ? kMip : kMie;
        if (by_immediate != 0) return {csr(function + 4, rd, below(32) & ~kOtherLines, at)};
        return joined(load_constant(kDatum, word & ~kOtherLines), {csr(function, rd, kDatum, at)});
      }
      default:
        constexpr std::array<std::uint32_t, 4> kZero = {kMhartid, kMvendorid, kMconfigptr, kMstatush};
        return {csr(sometimes(2) ? 2 : 7, rd, 0, kZero[below(4)])};
    }
  }

  static Words software(bool rises) {
    return {lui(kBase, kSoftware), addi(kDatum, 0, rises ? 1 : 0), store(2, kDatum, kBase, 0)};
  }
  static Words timer(std::uint32_t low, std::uint32_t high) {
    return joined(joined(joined({lui(kBase, kTimeCompare), addi(kDatum, 0, 0xfff), store(2, kDatum, kBase, 4)},
                                load_constant(kDatum, low)),
                         {store(2, kDatum, kBase, 0)}),
                  {addi(kDatum, 0, high & 0xfffu), store(2, kDatum, kBase, 4)});
  }
  Words line() {
    const bool rises = !sometimes(3);
    switch (below(3)) {
      case 0:
        return software(rises);
      case 1:
        return rises ? timer(0, 0) : timer(0, 0xffffffff);
      default:
        if (rises) return {lui(kBase, kSerial), addi(kDatum, 0, 2), store(0, kDatum, kBase, 1)};
        return {lui(kBase, kSerial), store(0, 0, kBase, 1), lui(kBase, kClaim), i_type(0x03, 2, kDatum, kBase, 4),
                store(2, kDatum, kBase, 4)};
    }
  }

  // WFI that a line ends: it is high already, or the timer's rises meanwhile, and may be taken.
  Words wait() {
    const Words quiet = {csr(7, 0, 8, kMstatus), csr(1, 0, 0, kMie)};
    if (sometimes(2)) return joined(joined(quiet, software(true)), {csr(6, 0, 8, kMie), kWfi});
    // Time continues by a ten-millionth of a second for each hundred instructions, and in WFI to the timer's.
    deadline_ += 0x10000;
    const Words unmask = {addi(kDatum, 0, 0x80), csr(2, 0, kDatum, kMie)};
    Words found = joined(joined(quiet, timer(deadline_, 0)), unmask);
    if (sometimes(2)) found.push_back(csr(6, 0, 8, kMstatus));
    found.push_back(kWfi);
    return found;
  }
  // Over an instruction, with and without interrupts. Nothing comes between, for mepc and MPP must stay.
  Words return_from_trap() {
    return {csr(7, 0, 8, kMstatus),
            addi(kDatum, 0, 0x80),
            csr(2 + below(2), 0, kDatum, kMstatus),
            auipc(kBase),
            addi(kBase, kBase, 24),
            csr(1, 0, kBase, kMepc),
            csr(2, 0, kMachineMode, kMstatus),
            kMret,
            0x00000000};
  }

  std::mt19937 engine_;
  Extensions extensions_;
  Program program_;
  std::uint32_t deadline_ = 0;
};

}  // namespace

Program random_program(std::uint32_t seed, unsigned instructions, Extensions extensions) {
  return Writer(seed, extensions).write(instructions);
}

}  // namespace beside_qemu
