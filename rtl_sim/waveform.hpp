// SPDX-License-Identifier: Apache-2.0
// An FST file (GTKWave's format) of Verilator models and of the testbench's own signals, and beside it the groups of
// these signals as the body of a GTKWave save file. A cycle takes 10 ns, from one rising edge to the next; cycle c begins at c * 10 ns.
//
//     Waveform wave(request);
//     SignalGroup& cube = wave.add_group();
//     cube.add("cube", "cycle", 32);
//     model.trace(&wave.file(), Waveform::kLevels);
//     wave.open();
//     if (wave.wants(moment)) { cube.set(0, 7); wave.show_high(moment); /* clocks fall */ wave.show_low(); }
#pragma once

#include <verilated_fst_c.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "testbench/engines/nodes/nodes.hpp"

namespace rtl_sim {

// Signals that are adjacent in the file. Models and groups come in the order of addition.
class SignalGroup {
 public:
  // `scope`: names from the outside in, with blanks between them. `width`: bits, 1..64.
  void add(const std::string& scope, const std::string& name, unsigned width);
  // `signal`: its place in the order of add().
  void set(std::size_t signal, std::uint64_t value) { signals_[signal].value = value; }

 private:
  friend class Waveform;

  struct Signal {
    std::string scope;
    std::string name;
    unsigned width;
    std::uint64_t value = 0;
    std::uint32_t code = 0;  // Verilator's number of the signal in the file
  };

  static constexpr unsigned kCodeBits = 32;  // a signal takes one of Verilator's codes for every 32 bits

  void declare(VerilatedFst& file, std::uint32_t first_code);
  template <bool All>
  void emit(VerilatedFst::Buffer& buffer) const;
  void save(std::ostream& file) const;

  std::vector<Signal> signals_;
};

class Waveform {
 public:
  static constexpr int kLevels = 99;  // of a model's hierarchy: all

  explicit Waveform(const testbench::WaveRequest& request);

  SignalGroup& add_group();
  VerilatedFstC& file() { return file_; }
  // Called after all additions. Throws std::runtime_error where the file cannot be written.
  void open();

  // Cycles come in order; those before the request's first are not wanted.
  bool wants(const testbench::Moment& moment) const {
    return moment.started == next_.started && moment.cycle >= next_.cycle;
  }
  // The first and the second half of a cycle: the signals while the clocks are high, and while they
  // are low.
  void show_high(const testbench::Moment& moment);
  void show_low();
  // The cycle behind the last one shown.
  const testbench::Moment& next() const { return next_; }
  bool has_shown() const { return has_shown_; }

 private:
  static constexpr std::uint64_t kPeriod = 10;  // ns

  std::string name_;
  testbench::Moment next_;
  bool has_shown_ = false;
  std::vector<std::unique_ptr<SignalGroup>> groups_;
  VerilatedFstC file_;
};

inline void SignalGroup::add(const std::string& scope, const std::string& name, unsigned width) {
  signals_.push_back({scope, name, width});
}

inline void SignalGroup::declare(VerilatedFst& file, std::uint32_t first_code) {
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

// A scope is a group that is closed until it is clicked. The numbers are GTKWave's flags of a line: begin and end of a
// closed group; a bit, a hexadecimal and a decimal number.
inline void SignalGroup::save(std::ostream& file) const {
  std::vector<std::string> open;
  const auto close = [&](std::size_t depth) {
    for (; open.size() > depth; open.pop_back()) file << "@1401200\n-" << open.back() << '\n';
  };
  for (const Signal& signal : signals_) {
    std::istringstream words(signal.scope);
    const std::vector<std::string> scope{std::istream_iterator<std::string>(words), {}};
    close(static_cast<std::size_t>(std::ranges::mismatch(open, scope).in1 - open.begin()));
    while (open.size() < scope.size()) file << "@c00200\n-" << open.emplace_back(scope[open.size()]) << '\n';
    file << (signal.width == 1 ? "@28\n" : signal.name == "payload" ? "@22\n" : "@24\n");
    for (const std::string& name : open) file << name << '.';
    file << signal.name;
    if (signal.width != 1) file << '[' << signal.width - 1 << ":0]";
    file << '\n';
  }
  close(0);
}

inline Waveform::Waveform(const testbench::WaveRequest& request) : name_(request.file.string()), next_(request.from) {
  file_.set_time_unit("1ns");
  file_.set_time_resolution("1ns");
}

inline SignalGroup& Waveform::add_group() {
  SignalGroup* const group = groups_.emplace_back(std::make_unique<SignalGroup>()).get();
  VerilatedFst& file = *file_.spTrace();
  file.addInitCb(
      [](void* self, VerilatedFst* to, std::uint32_t code) { static_cast<SignalGroup*>(self)->declare(*to, code); },
      group);
  file.addFullCb([](void* self, VerilatedFst::Buffer* to) { static_cast<SignalGroup*>(self)->emit<true>(*to); }, group);
  file.addChgCb([](void* self, VerilatedFst::Buffer* to) { static_cast<SignalGroup*>(self)->emit<false>(*to); }, group);
  return *group;
}

inline void Waveform::open() {
  file_.open(name_.c_str());
  if (!file_.isOpen()) {
    throw std::runtime_error("--wave " + name_ + ": cannot be written; give a file in a folder of yours");
  }
  std::ofstream save(std::filesystem::path(name_).replace_extension(testbench::WaveRequest::kGroups));
  for (const auto& group : groups_) group->save(save);
}

inline void Waveform::show_high(const testbench::Moment& moment) {
  file_.dump(moment.cycle * kPeriod);
  has_shown_ = true;
  next_ = {moment.started, moment.cycle + 1};
}

inline void Waveform::show_low() {
  file_.dump((next_.cycle - 1) * kPeriod + kPeriod / 2);
}

}  // namespace rtl_sim
