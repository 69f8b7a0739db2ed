#include "rtl_sim/waveform.hpp"

#include <fmt/format.h>

#include <stdexcept>

namespace rtl_sim {
namespace {

constexpr unsigned kCodeBits = 32;  // a signal takes one of Verilator's codes for every 32 bits

}  // namespace

void SignalGroup::add(const std::string& scope, const std::string& name, unsigned width) {
  signals_.push_back({scope, name, width});
}

void SignalGroup::declare(VerilatedFst& file, std::uint32_t first_code) {
  constexpr int kNoEnum = -1;
  constexpr int kNoArray = -1;
  std::uint32_t code = first_code;
  for (Signal& signal : signals_) {
    signal.code = code;
    file.pushNamePrefix(signal.scope + ' ');
    if (signal.width == 1) {
      file.declBit(code, signal.name.c_str(), kNoEnum, FST_VD_IMPLICIT, FST_VT_SV_LOGIC, false, kNoArray);
    } else {
      file.declQuad(code, signal.name.c_str(), kNoEnum, FST_VD_IMPLICIT, FST_VT_SV_LOGIC, false, kNoArray,
                    static_cast<int>(signal.width) - 1, 0);
    }
    file.popNamePrefix();
    code += signal.width > kCodeBits ? 2 : 1;
  }
}

template <bool All>
void SignalGroup::emit(VerilatedFst::Buffer& buffer) const {
  for (const Signal& signal : signals_) {
    std::uint32_t* const before = buffer.oldp(signal.code);
    const int width = static_cast<int>(signal.width);
    if (signal.width > kCodeBits) {
      if (All) {
        buffer.fullQData(before, signal.value, width);
      } else {
        buffer.chgQData(before, signal.value, width);
      }
    } else {
      const auto value = static_cast<IData>(signal.value);
      if (All) {
        buffer.fullIData(before, value, width);
      } else {
        buffer.chgIData(before, value, width);
      }
    }
  }
}

Waveform::Waveform(const testbench::WaveRequest& request) : name_(request.file.string()), next_(request.from) {
  file_.set_time_unit("1ns");
  file_.set_time_resolution("1ns");
}

SignalGroup& Waveform::add_group() {
  SignalGroup* const group = groups_.emplace_back(std::make_unique<SignalGroup>()).get();
  VerilatedFst& file = *file_.spTrace();
  file.addInitCb(
      [](void* self, VerilatedFst* to, std::uint32_t code) { static_cast<SignalGroup*>(self)->declare(*to, code); },
      group);
  file.addFullCb([](void* self, VerilatedFst::Buffer* to) { static_cast<SignalGroup*>(self)->emit<true>(*to); }, group);
  file.addChgCb([](void* self, VerilatedFst::Buffer* to) { static_cast<SignalGroup*>(self)->emit<false>(*to); }, group);
  return *group;
}

void Waveform::open() {
  file_.open(name_.c_str());
  if (!file_.isOpen()) {
    throw std::runtime_error(fmt::format("--wave {}: cannot be written; give a file in a folder of yours", name_));
  }
}

void Waveform::show_high(const testbench::Moment& moment) {
  file_.dump(moment.cycle * kPeriod);
  has_shown_ = true;
  next_ = {moment.started, moment.cycle + 1};
}

void Waveform::show_low() {
  file_.dump((next_.cycle - 1) * kPeriod + kPeriod / 2);
}

}  // namespace rtl_sim
