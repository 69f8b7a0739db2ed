// Test only: what a plan writes into the registers of one node, read back as the register map says
// (firmware/node/registers.hpp).
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "firmware/collectives/plan.hpp"

namespace testbench::test {

class LoadedNode : public node::Bus {
 public:
  struct Window {
    unsigned port;
    std::uint32_t cycles;
  };
  struct Program {
    std::vector<node::Entry> entries;
    std::uint32_t length = 0;
    std::uint32_t packets = 0;
  };

  LoadedNode(const collectives::Plan& plan, network::Address me) {
    node::Driver driver(*this);
    plan.load(me, driver);
  }

  std::uint32_t control(node::Control name) const {
    const auto found = controls_.find(name);
    return found == controls_.end() ? 0 : found->second;
  }
  node::GateMode gate() const { return node::GateMode{control(node::Control::kGate)}; }
  network::Ports word(network::Address place) const {
    const auto found = words_.find(place.number());
    return found == words_.end() ? network::Ports() : network::Ports(found->second);
  }
  // By port; silent ones, too.
  const std::map<unsigned, Program>& programs() const { return programs_; }
  std::vector<Window> windows() const {
    return {windows_.begin(), windows_.begin() + control(node::Control::kWindowCount)};
  }

  void write(std::uint32_t address, std::uint32_t value) override {
    const std::uint32_t index = node::index(address);
    Program& program = programs_[node::port(address)];
    switch (node::block(address)) {
      case node::Block::kControl:
        controls_[node::Control{index}] = value;
        break;
      case node::Block::kTable:
        words_[index] = value;
        break;
      case node::Block::kProgram:
        if (program.entries.size() <= index) program.entries.resize(index + 1);
        program.entries[index] = {network::Address(value), control(node::Control::kEntryTree),
                                  control(node::Control::kEntrySequence), control(node::Control::kEntryCount)};
        break;
      case node::Block::kLength:
        program.length = value;
        break;
      case node::Block::kPackets:
        program.packets = value;
        break;
      case node::Block::kWindow:
        if (windows_.size() <= index) windows_.resize(index + 1);
        windows_[index] = {value, control(node::Control::kWindowCycles)};
        break;
    }
  }
  std::uint32_t read(std::uint32_t) override { return 0; }

 private:
  std::map<node::Control, std::uint32_t> controls_;
  std::map<std::uint32_t, std::uint32_t> words_;
  std::map<unsigned, Program> programs_;
  std::vector<Window> windows_;
};

}  // namespace testbench::test
