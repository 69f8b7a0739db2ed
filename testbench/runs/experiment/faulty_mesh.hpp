// SPDX-License-Identifier: Apache-2.0
// Test only: a sound mesh with one fault, which the runner must notice. The nodes deliver to a
// memory of their own. Its packets are passed on, except that the fault changes one of them, the
// victim.
#pragma once

#include <bit>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "firmware/node/registers.hpp"
#include "testbench/engines/mesh/node_memory.hpp"
#include "testbench/runs/experiment/coupled_links.hpp"
#include "testbench/runs/experiment/engines.hpp"
#include "testbench/runs/experiment/experiment.hpp"
#include "testbench/runs/experiment/loader.hpp"

namespace testbench::test {

enum class MeshFault {
  kNone,
  kAlteredPayload,     // the highest bit of the victim is turned
  kStray,              // beside the victim comes a packet that has no place
  kOwnWord,            // beside the victim comes one of the receiver's own packets
  kLostDelivery,       // the links carry the victim, and it is not delivered
  kLostOnLink,         // its last link does not carry it either
  kDoubled,            // the victim is delivered twice
  kAnotherInItsPlace,  // the packet before the victim is delivered again, and the victim is not
  kHiddenHop,          // the victim is delivered, and its last link has not carried it
  kEarlyHop,           // its last link carries it in the cycle before
  kSharedLink,         // its last link carries it twice in a cycle
  kLateDelivery,       // the victim is delivered again some cycles after the end
  kLateHop,            // its last link carries it again some cycles after the end
};

struct Packet {
  std::uint32_t receiver;
  std::uint32_t source;
  std::uint32_t sequence;

  bool operator==(const Packet&) const = default;
};

class FaultyMesh final : public Mesh {
 public:
  // The payload of the packets that the nodes send.
  static constexpr PayloadHash kPayload{1};

  // `memory`: of these payloads, kept or computed. `late`: cycles from the last delivery to the
  // late packet of kLateDelivery and kLateHop.
  FaultyMesh(const collectives::Operation& operation, NodeMemory& memory, MeshFault fault, const Packet& victim,
             unsigned late = 1)
      : task_(task_of(operation)),
        layout_(task_),
        fault_(fault),
        victim_(victim),
        late_(late),
        memory_(memory),
        sound_memory_(task_, words_of(task_, kPayload)),
        passed_on_(sound_memory_.receive().size()) {
    MeshSetting setting = setting_of(operation);
    setting.queue_depth.chosen = safe_queue_depth(couple_links(operation));
    setting.program_depth = std::bit_ceil(longest_programs(operation).entries);
    sound_ = make_mesh(setting, sound_memory_);
    for (std::size_t node = 0; node < passed_on_.size(); ++node) {
      passed_on_[node].assign(sound_memory_.receive()[node].words.size(), 0);
    }
  }

  // From now on that register of the node reads `value`.
  void answer(Address node, node::Control control, std::uint32_t value) {
    answers_[{node.number(), node::address(control)}] = value;
  }

  void write(Address node, std::uint32_t address, std::uint32_t value) override { sound_->write(node, address, value); }
  std::uint32_t read(Address node, std::uint32_t address) override {
    const auto wrong = answers_.find({node.number(), address});
    return wrong != answers_.end() ? wrong->second : sound_->read(node, address);
  }

  void clock(bool start) override {
    sound_->clock(start);
    for (std::uint32_t node = 0; node < passed_on_.size(); ++node) {
      const DeliveredMemory& held = sound_memory_.receive()[node];
      for (std::size_t i = 0; i < held.words.size(); ++i) {
        for (; passed_on_[node][i] < held.writes[i]; ++passed_on_[node][i]) {
          pass_on(
              {node, static_cast<std::uint32_t>(layout_.source_at(i)), static_cast<std::uint32_t>(i % task_.packets)},
              held.words[i]);
        }
      }
    }
    if (sound_memory_.deliveries() < expected_deliveries(task_)) return;
    if (fault_ == MeshFault::kLateDelivery && since_end_ == late_) deliver(victim_, victim_word_);
    ++since_end_;
  }

  void append_link_events(std::uint64_t cycle, LinkEvents& events) override {
    const std::size_t first = events.size();
    sound_->append_link_events(cycle, events);
    for (std::size_t i = first; i < events.size(); ++i) {
      if (!is_last_hop(events[i])) continue;
      last_hop_ = events[i];
      if (fault_ == MeshFault::kSharedLink) events.push_back(last_hop_);
      if (fault_ == MeshFault::kEarlyHop) --events[i].cycle;
      if (fault_ == MeshFault::kLostOnLink || fault_ == MeshFault::kHiddenHop) {
        events.erase(events.begin() + static_cast<std::ptrdiff_t>(i));
      }
      return;
    }
    if (fault_ == MeshFault::kLateHop && since_end_ == late_) {
      events.push_back(last_hop_);
      events.back().cycle = cycle;
    }
  }

 private:
  bool is_last_hop(const LinkEvent& event) const {
    const bool for_receiver =
        event.destination == kAllNodes || static_cast<std::uint32_t>(event.destination) == victim_.receiver;
    return for_receiver && Packet{event.node ^ 1u << event.port, event.source, event.sequence} == victim_;
  }

  void deliver(const Packet& packet, std::uint64_t word) {
    memory_.deliver(Address(packet.receiver), Address(packet.source), packet.sequence, word);
  }

  void pass_on(const Packet& packet, std::uint64_t word) {
    if (packet != victim_) return deliver(packet, word);
    victim_word_ = word;
    switch (fault_) {
      case MeshFault::kAlteredPayload:
        return deliver(packet, word ^ std::uint64_t{1} << 63);
      case MeshFault::kStray:
        deliver(packet, word);
        return deliver({packet.receiver, packet.source, task_.packets}, word);
      case MeshFault::kOwnWord:
        deliver(packet, word);
        return deliver({packet.receiver, packet.receiver, packet.sequence}, word);
      case MeshFault::kLostDelivery:
      case MeshFault::kLostOnLink:
        return;
      case MeshFault::kDoubled:
        deliver(packet, word);
        return deliver(packet, word);
      case MeshFault::kAnotherInItsPlace:
        return deliver({packet.receiver, packet.source, packet.sequence - 1}, word);
      case MeshFault::kNone:
      case MeshFault::kHiddenHop:
      case MeshFault::kEarlyHop:
      case MeshFault::kSharedLink:
      case MeshFault::kLateDelivery:
      case MeshFault::kLateHop:
        return deliver(packet, word);
    }
  }

  const Task task_;
  const MemoryLayout layout_;
  const MeshFault fault_;
  const Packet victim_;
  const unsigned late_;
  NodeMemory& memory_;
  NodeMemory sound_memory_;
  std::unique_ptr<Mesh> sound_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> answers_;  // by node and register
  std::vector<std::vector<std::uint8_t>> passed_on_;                          // for every word, the number of writes
  std::uint64_t victim_word_ = 0;
  LinkEvent last_hop_{};    // of the victim
  unsigned since_end_ = 0;  // cycles since the last delivery
};

}  // namespace testbench::test
