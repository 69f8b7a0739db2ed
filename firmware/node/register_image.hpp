// What a driver has written to the registers of a node, kept and understood: for the host, which follows routes and
// loads simulators with it. Uses the heap.
//
//     RegisterImage image;
//     Driver driver(image);
//     operation.row->load(operation, me, driver);
//     for (const RegisterWrite& write : image.writes()) mesh.write(me, write.address, write.value);
//     for (const Entry& entry : image.program(port).entries) follow(entry);
#pragma once

#include <vector>

#include "firmware/node/bus.hpp"
#include "firmware/node/driver.hpp"

namespace node {

struct RegisterWrite {
  std::uint32_t address;
  std::uint32_t value;
};

// The injection program of a port.
struct Program {
  std::vector<Entry> entries;
  std::uint32_t length = 0;   // entries that are played
  std::uint32_t packets = 0;  // in all, the program being repeated as often as it takes

  // Calls visit(entry, packets) for every entry that is played, with how many packets it sends in all.
  template <class Visit>
  void for_each_sending(Visit visit) const {
    std::uint64_t in_round = 0;
    for (std::uint32_t i = 0; i < length; ++i) in_round += entries[i].count;
    if (in_round == 0) return;
    const std::uint64_t rounds = packets / in_round;
    std::uint64_t rest = packets % in_round;
    for (std::uint32_t i = 0; i < length; ++i) {
      const std::uint64_t more = rest < entries[i].count ? rest : entries[i].count;
      rest -= more;
      const std::uint64_t sent = rounds * entries[i].count + more;
      if (sent != 0) visit(entries[i], sent);
    }
  }
};

struct Window {
  unsigned port = 0;
  std::uint32_t cycles = 0;
};

class RegisterImage final : public Bus {
 public:
  void write(std::uint32_t address, std::uint32_t value) override {
    writes_.push_back({address, value});
    switch (block(address)) {
      case Block::kControl:
        at(control_, index(address)) = value;
        break;
      case Block::kTable:
        at(words_, index(address)) = network::Ports(value);
        break;
      case Block::kProgram:
        at(at(programs_, port(address)).entries, index(address)) = {network::Address(value), held(Control::kEntryTree),
                                                                    held(Control::kEntrySequence),
                                                                    held(Control::kEntryCount)};
        break;
      case Block::kLength:
        at(programs_, port(address)).length = value;
        break;
      case Block::kPackets:
        at(programs_, port(address)).packets = value;
        break;
      case Block::kWindow:
        at(windows_, index(address)) = {value, held(Control::kWindowCycles)};
        break;
    }
  }
  // Nothing is read back of registers that hardware answers.
  std::uint32_t read(std::uint32_t) override { return 0; }

  const std::vector<RegisterWrite>& writes() const { return writes_; }

  // The value of a register of the control block; 0 where none was written.
  std::uint32_t held(Control control) const {
    const auto index = static_cast<std::uint32_t>(control);
    return index < control_.size() ? control_[index] : 0;
  }
  Rule rule() const { return static_cast<Rule>(held(Control::kRule)); }
  // An empty program where none was written.
  const Program& program(unsigned port) const {
    static const Program none;
    return port < programs_.size() ? programs_[port] : none;
  }
  // The word of the rule table for an address; no ports where none was written.
  network::Ports word(network::Address place) const {
    return place.number() < words_.size() ? words_[place.number()] : network::Ports();
  }
  // By address, up to the last that was written.
  const std::vector<network::Ports>& words() const { return words_; }
  const std::vector<Window>& windows() const { return windows_; }

 private:
  template <class T>
  static T& at(std::vector<T>& list, std::size_t index) {
    if (index >= list.size()) list.resize(index + 1);
    return list[index];
  }

  std::vector<RegisterWrite> writes_;
  std::vector<std::uint32_t> control_;
  std::vector<Program> programs_;
  std::vector<network::Ports> words_;
  std::vector<Window> windows_;
};

}  // namespace node
