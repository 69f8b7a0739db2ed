// SPDX-License-Identifier: Apache-2.0
// A core with the memory and the devices of QEMU's board, as far as programs use them (program.hpp).
#pragma once

#include <algorithm>
#include <cstring>
#include <random>

#include "hls/core/beside_qemu/trace.hpp"
#include "hls/core/core.hpp"

namespace beside_qemu {

enum class Event { kRetired, kInterrupted, kEnded, kStuck };

template <class Config>
class Machine {
  static_assert(Config::kTraces);

 public:
  Machine(const Program& program, std::uint32_t seed) : random_(seed), memory_(kBytes) {
    std::memcpy(memory_.data(), program.halves.data(), 2 * program.halves.size());
  }

  // To the end of an instruction, or of the way to a handler of interrupts.
  Event run() {
    for (unsigned cycle = 0; cycle < 1000; ++cycle) {
      const bool was_interrupt = out_.rvfi.intr;
      clock();
      if (has_ended_) return Event::kEnded;
      if (out_.rvfi.valid) {
        pc_ = out_.rvfi.pc_wdata;
        return Event::kRetired;
      }
      if (out_.rvfi.intr && !was_interrupt) {
        pc_ = out_.address;
        return Event::kInterrupted;
      }
    }
    return Event::kStuck;
  }
  const core::Rvfi& rvfi() const { return out_.rvfi; }
  std::uint32_t retired() const { return state_.status.read(0xb02); }
  Registers registers() const {
    Registers all;
    core::RegisterFile file = state_.registers;
    const auto at = [&](std::uint32_t index) {
      file.request_first(index);
      return file.first();
    };
    for (unsigned i = 0; i < 32; ++i) all.x[i] = at(i);
    all.pc = pc_;
    all.mtvec = at(core::stored_at(core::kMtvec));
    all.mscratch = at(core::stored_at(core::kMscratch));
    all.mepc = at(core::stored_at(core::kMepc));
    all.mcause = at(core::stored_at(core::kMcause));
    all.mtval = at(core::stored_at(core::kMtval));
    all.mstatus = state_.status.read(core::kMstatus);
    all.mie = state_.status.read(core::kMie);
    all.mip = state_.status.read(core::kMip);
    return all;
  }

 private:
  static constexpr std::uint32_t kBytes = kData - kMemory + 0x1000;

  void clock() {
    core::In in;
    const bool is_new = out_.valid && !is_waiting_;
    // A device does its work in the first cycle, so that its line changes before the next instruction.
    const bool is_device = !out_.instruction && out_.address < kMemory;
    if (is_new && is_device && out_.strobes != 0) store_to_device(out_.address, out_.write_data);
    if (is_new && is_device && out_.strobes == 0) load_from_device(out_.address);
    in.ready = hls::Bit(out_.valid && !(is_new && is_device) && random_() % 2 != 0);
    is_waiting_ = out_.valid && !in.ready;
    if (is_device) in.read_data = core::Word(answer_);
    if (in.ready && out_.address - kMemory < kBytes) {
      std::uint8_t* const place = &memory_[out_.address - kMemory];
      std::uint32_t word = 0;
      std::memcpy(&word, place, sizeof word);
      in.read_data = core::Word(word);
      for (unsigned byte = 0; byte < 4; ++byte) {
        if ((out_.strobes >> byte & 1) != 0) place[byte] = static_cast<std::uint8_t>(out_.write_data >> 8 * byte);
      }
    }
    // Time stands but in WFI, where it continues to the timer's.
    if (state_.phase == core::Phase::kWait && !is_soon_) time_ = std::max(time_, compare_);
    is_soon_ = state_.phase != core::Phase::kWait;
    in.software = hls::Bit(software_);
    in.timer = hls::Bit(compare_ <= time_);
    in.external = hls::Bit(external_);
    core::Core<Config>::step(state_, in, out_);
  }

  void store_to_device(std::uint32_t address, std::uint32_t word) {
    if (address == kSoftware) software_ = (word & 1) != 0;
    if (address == kTimeCompare) compare_ = compare_ >> 32 << 32 | word;
    if (address == kTimeCompare + 4) compare_ = std::uint64_t{word} << 32 | (compare_ & 0xffffffffu);
    // The controller holds what has come until it is taken.
    if (address == kSerial) external_ = external_ || (word >> 8 & 2) != 0;
    has_ended_ = address == kExit;
  }
  void load_from_device(std::uint32_t address) {
    answer_ = address == kClaim && external_ ? 10 : 0;
    if (address == kClaim) external_ = false;
  }

  std::mt19937 random_;
  std::vector<std::uint8_t> memory_;
  core::State<Config> state_;
  core::Out<Config> out_;
  std::uint32_t pc_ = 0, answer_ = 0;
  bool is_waiting_ = false, has_ended_ = false, is_soon_ = true, software_ = false, external_ = false;
  std::uint64_t time_ = 0, compare_ = 0;
};

}  // namespace beside_qemu
