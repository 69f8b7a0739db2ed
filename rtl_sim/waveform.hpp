// An FST file (GTKWave's format) of Verilator models and of signals of the testbench's own. A cycle takes 10 ns, from
// one rising edge to the next; cycle c begins at c * 10 ns.
//
//     Waveform wave(request);
//     SignalGroup& cube = wave.add_group();
//     cube.add("cube", "cycle", 32);
//     model.trace(&wave.file(), Waveform::kLevels);
//     wave.open();
//     if (wave.wants(moment)) { cube.set(0, 7); wave.show_high(moment); /* clocks fall */ wave.show_low(); }
#pragma once

#include <verilated_fst_c.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "testbench/mesh/mesh.hpp"

namespace rtl_sim {

// Signals that stand together in the file. Models and groups stand in the order in which they were added.
class SignalGroup {
 public:
  // `scope`: names from the outside in, with blanks between them. `width`: bits, 1..64.
  void add(const std::string& scope, const std::string& name, unsigned width);
  // In the order of add().
  void set(std::size_t signal, std::uint64_t value) { signals_[signal].value = value; }

 private:
  friend class Waveform;

  struct Signal {
    std::string scope;
    std::string name;
    unsigned width;
    std::uint64_t value = 0;
    std::uint32_t code = 0;  // Verilator's number of it in the file
  };

  void declare(VerilatedFst& file, std::uint32_t first_code);
  template <bool All>
  void emit(VerilatedFst::Buffer& buffer) const;

  std::vector<Signal> signals_;
};

class Waveform {
 public:
  static constexpr int kLevels = 99;  // of a model's hierarchy: all

  explicit Waveform(const testbench::WaveRequest& request);

  SignalGroup& add_group();
  VerilatedFstC& file() { return file_; }
  // After everything has been added. Throws std::runtime_error where the file cannot be written.
  void open();

  // Cycles come in order, and those before the request's first are not wanted.
  bool wants(const testbench::Moment& moment) const {
    return moment.started == next_.started && moment.cycle >= next_.cycle;
  }
  // The first and the second half of a cycle: what the signals hold while the clocks are high, and while they are low.
  void show_high(const testbench::Moment& moment);
  void show_low();
  // The cycle after the last one shown.
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

}  // namespace rtl_sim
