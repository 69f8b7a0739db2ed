// SPDX-License-Identifier: Apache-2.0
// The registers of a node as a driver has written them, without a node: the host follows routes and
// loads simulators with it. Uses the heap.
//
//     RegisterImage image;
//     Driver driver(image);
//     operation.row->load(operation, me, driver);
//     for (const RegisterWrite& write : image.writes()) mesh.write(me, write.address, write.value);
//     for (const Entry& entry : image.program(port).entries) follow(entry);
#pragma once

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <vector>

#include "firmware/node/driver.hpp"
#include "firmware/node/registers.hpp"

namespace node {

struct RegisterWrite {
  std::uint32_t address;
  std::uint32_t value;
};

// The injection program of a port, or of a combining ejector.
struct Program {
  std::vector<Entry> entries;
  std::uint32_t length = 0;          // entries that are played
  std::uint32_t packets = 0;         // in all; the program repeats as often as that takes
  std::uint32_t repeat_from = 0;     // the entry at which it starts over
  std::uint32_t second_length = 0;   // the end of the second part, which begins at `length`
  std::uint32_t second_packets = 0;  // packets of the second part

  // Calls visit(entry, packets) for every entry that is played, with the number of packets that it
  // sends in all, first part and second.
  template <class Visit>
  void for_each_sending(Visit visit) const {
    const std::uint64_t rest = visit_once(0, repeat_from, packets, visit);
    visit_rounds(repeat_from, length, rest, visit);
  }
  template <class Visit>
  void for_each_second_sending(Visit visit) const {
    visit_rounds(length, second_length, second_packets, visit);
  }

 private:
  // Visits the entries from first to end - 1 as long as there are packets. Returns the packets
  // left.
  template <class Visit>
  std::uint64_t visit_once(std::uint32_t first, std::uint32_t end, std::uint64_t left, Visit& visit) const {
    for (std::uint32_t i = first; i < end; ++i) {
      const std::uint64_t sent = left < entries[i].count ? left : entries[i].count;
      left -= sent;
      if (sent != 0) visit(entries[i], sent);
    }
    return left;
  }
  template <class Visit>
  void visit_rounds(std::uint32_t first, std::uint32_t end, std::uint64_t all, Visit& visit) const {
    std::uint64_t in_round = 0;
    for (std::uint32_t i = first; i < end; ++i) in_round += entries[i].count;
    if (in_round == 0) return;
    const std::uint64_t rounds = all / in_round;
    std::uint64_t rest = all % in_round;
    for (std::uint32_t i = first; i < end; ++i) {
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
        if (address == node::address(Control::kRule)) begin_combining();
        break;
      case Block::kTable:
        at(port(address) == 0 ? words_ : combining_words_, index(address)) = network::Ports(value);
        break;
      case Block::kProgram:
        at(at(programs_, port(address)).entries, index(address)) = {
            network::Address(value), held(Control::kEntryTree), held(Control::kEntrySequence),
            held(Control::kEntryCount), network::Ports(held(Control::kEntryPorts))};
        break;
      case Block::kLength:
        at(programs_, port(address)).length = value;
        at(programs_, port(address)).repeat_from = 0;
        break;
      case Block::kRepeat:
        at(programs_, port(address)).repeat_from = value;
        break;
      case Block::kSecondLength:
        at(programs_, port(address)).second_length = value;
        break;
      case Block::kSecondPackets:
        at(programs_, port(address)).second_packets = value;
        break;
      case Block::kPackets:
        at(programs_, port(address)).packets = value;
        break;
      case Block::kLink:
        break;
      case Block::kWindow:
        at(windows_, index(address)) = {value, held(Control::kWindowCycles)};
        break;
    }
  }
  // Registers that hardware answers read as 0.
  std::uint32_t read(std::uint32_t) override { return 0; }

  const std::vector<RegisterWrite>& writes() const { return writes_; }
  // The writes after which a node that holds this image holds `next`: those that change something.
  std::vector<RegisterWrite> writes_to(const RegisterImage& next) const {
    Held held(*this);
    const Held wanted(next);
    std::vector<RegisterWrite> found;
    const auto write = [&](std::uint32_t address, std::uint32_t value) {
      found.push_back({address, value});
      held.write(found.back());
    };
    write(node::address(Control::kRule), next.held(Control::kRule));
    for (const auto& [address, value] : wanted.values) {
      if (Held::is_staged(address) || held.has(address, value)) continue;
      for (std::size_t i = 0; i < Held::taken_by(address); ++i) {
        const std::uint32_t staged = Held::staged(address, i);
        if (!held.has(staged, {value[i + 1]})) write(staged, value[i + 1]);
      }
      write(address, value[0]);
    }
    return found;
  }

  // The value of a register of the control block; 0 if none was written.
  std::uint32_t held(Control control) const {
    const auto index = static_cast<std::uint32_t>(control);
    return index < control_.size() ? control_[index] : 0;
  }
  Rule second_rule() const { return static_cast<Rule>(held(Control::kSecondRule)); }
  Rule rule() const { return static_cast<Rule>(held(Control::kRule)); }
  // The program of a port; empty if none was written.
  const Program& program(unsigned port) const {
    static const Program none;
    return port < programs_.size() ? programs_[port] : none;
  }
  // The word of the rule table for an address; no ports if none was written.
  network::Ports word(network::Address place) const {
    return place.number() < words_.size() ? words_[place.number()] : network::Ports();
  }
  // The same for the rules of combined packets.
  network::Ports combining_word(network::Address place) const {
    return place.number() < combining_words_.size() ? combining_words_[place.number()] : network::Ports();
  }
  // All words by address, up to the last that was written.
  const std::vector<network::Ports>& words() const { return words_; }
  const std::vector<network::Ports>& combining_words() const { return combining_words_; }
  const std::vector<Window>& windows() const { return windows_; }

 private:
  // A node's registers by address; an entry or a window holds what it has taken from others too.
  struct Held {
    using Value = std::array<std::uint32_t, 5>;
    static constexpr Control kStaged[] = {Control::kEntryTree, Control::kEntrySequence, Control::kEntryCount,
                                          Control::kEntryPorts, Control::kWindowCycles};

    explicit Held(const RegisterImage& image) {
      for (const RegisterWrite& write : image.writes_) this->write(write);
    }

    static std::size_t taken_by(std::uint32_t address) {
      return block(address) == Block::kProgram ? 4 : block(address) == Block::kWindow ? 1 : 0;
    }
    static std::uint32_t staged(std::uint32_t address, std::size_t i) {
      return node::address(kStaged[block(address) == Block::kWindow ? 4 : i]);
    }
    static bool is_staged(std::uint32_t address) {
      return std::any_of(std::begin(kStaged), std::end(kStaged),
                         [&](Control control) { return address == node::address(control); });
    }

    bool has(std::uint32_t address, const Value& value) const {
      const auto found = values.find(address);
      return found != values.end() && found->second == value;
    }
    void write(const RegisterWrite& write) {
      Value& value = values[write.address] = {write.value};
      for (std::size_t i = 0; i < taken_by(write.address); ++i) value[i + 1] = values[staged(write.address, i)][0];
      if (block(write.address) == Block::kLength) values[node::address(Block::kRepeat, port(write.address), 0)] = {};
      if (write.address != node::address(Control::kRule)) return;
      values[node::address(Control::kEntryPorts)] = {};
      for (auto held = values.begin(); held != values.end();) {
        const Block of = block(held->first);
        held = of == Block::kPackets || of == Block::kSecondPackets ? values.erase(held) : std::next(held);
      }
    }

    std::map<std::uint32_t, Value> values;
  };

  // A write to kRule in nodes that combine packets begins a new load.
  void begin_combining() {
    at(control_, static_cast<std::uint32_t>(Control::kEntryPorts)) = 0;
    for (Program& program : programs_) program.second_packets = 0;
  }
  template <class T>
  static T& at(std::vector<T>& list, std::size_t index) {
    if (index >= list.size()) list.resize(index + 1);
    return list[index];
  }

  std::vector<RegisterWrite> writes_;
  std::vector<std::uint32_t> control_;
  std::vector<Program> programs_;
  std::vector<network::Ports> words_;
  std::vector<network::Ports> combining_words_;
  std::vector<Window> windows_;
};

}  // namespace node
