// SPDX-License-Identifier: Apache-2.0
// The core in SystemC: a module with a clock and the signals of its bus. It is in the simulation of
// the SystemC mesh, which must exist, and has a clock of its own.
#pragma once

#include <cstdlib>
#include <string>
#include <systemc>

#include "testbench/engines/nodes/core_model.hpp"

namespace testbench {

// At every rising edge the core reads its inputs, steps, and writes its output registers.
class CoreModule : public sc_core::sc_module {
 public:
  sc_core::sc_in<bool> clock{"clock"};
  sc_core::sc_in<bool> ready{"ready"};
  sc_core::sc_in<std::uint32_t> read_data{"read_data"};
  sc_core::sc_in<bool> timer{"timer"};
  sc_core::sc_in<bool> external{"external"};
  sc_core::sc_out<bool> valid{"valid"};
  sc_core::sc_out<bool> instruction{"instruction"};
  sc_core::sc_out<std::uint32_t> address{"address"};
  sc_core::sc_out<std::uint32_t> write_data{"write_data"};
  sc_core::sc_out<std::uint32_t> strobes{"strobes"};

  explicit CoreModule(const sc_core::sc_module_name& name) : sc_module(name) {
    SC_HAS_PROCESS(CoreModule);
    SC_METHOD(on_clock);
    sensitive << clock.pos();
    dont_initialize();
  }

 private:
  void on_clock() {
    core::In in;
    in.ready = hls::Bit(ready.read());
    in.read_data = core::Word(read_data.read());
    in.timer = hls::Bit(timer.read());
    in.external = hls::Bit(external.read());
    core::Core<NodeCore>::step(state_, in, out_);
    valid.write(out_.valid);
    instruction.write(out_.instruction);
    address.write(out_.address);
    write_data.write(out_.write_data);
    strobes.write(out_.strobes);
  }

  alignas(CoreState) unsigned char zeros_[sizeof(CoreState)] = {};
  CoreState& state_ = *::new (zeros_) CoreState;
  CoreOut out_;
};

class SystemcCore final : public CoreModel {
 public:
  SystemcCore() : core_(sc_core::sc_gen_unique_name("core")) {
    core_.clock(clock_);
    core_.ready(ready_);
    core_.read_data(read_data_);
    core_.timer(timer_);
    core_.external(external_);
    core_.valid(valid_);
    core_.instruction(instruction_);
    core_.address(address_);
    core_.write_data(write_data_);
    core_.strobes(strobes_);
  }

  void step(const core::In& in, CoreOut& out) override {
    ready_.write(in.ready);
    read_data_.write(in.read_data);
    timer_.write(in.timer);
    external_.write(in.external);
    clock_.write(true);
    sc_core::sc_start(sc_core::SC_ZERO_TIME);  // the signals have these values
    clock_.write(false);
    sc_core::sc_start(sc_core::SC_ZERO_TIME);  // the core has stepped
    out.valid = hls::Bit(valid_.read());
    out.instruction = hls::Bit(instruction_.read());
    out.address = core::Word(address_.read());
    out.write_data = core::Word(write_data_.read());
    out.strobes = hls::Bits<4>(strobes_.read());
  }
  std::optional<std::string> difference(const CoreState&, const CoreOut& out) override {
    const auto differs = [](const char* name, std::uint32_t here, std::uint32_t there) -> std::optional<std::string> {
      if (here == there) return std::nullopt;
      return std::string(name) + " is " + std::to_string(here) + " in SystemC and " + std::to_string(there) + " in C++";
    };
    if (const auto found = differs("valid", valid_.read(), out.valid)) return found;
    if (const auto found = differs("instruction", instruction_.read(), out.instruction)) return found;
    if (const auto found = differs("address", address_.read(), out.address)) return found;
    if (const auto found = differs("write_data", write_data_.read(), out.write_data)) return found;
    return differs("strobes", strobes_.read(), out.strobes);
  }

 private:
  sc_core::sc_signal<bool> clock_, ready_, timer_, external_, valid_, instruction_;
  sc_core::sc_signal<std::uint32_t> read_data_, address_, write_data_, strobes_;
  CoreModule core_;
};

}  // namespace testbench

extern "C" testbench::CoreModel* cubecast_make_core_model() {
  return new testbench::SystemcCore;
}

// The library's main calls it; the program has a main of its own.
int sc_main(int, char**) {
  return EXIT_FAILURE;
}
