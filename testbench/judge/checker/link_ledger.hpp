// SPDX-License-Identifier: Apache-2.0
// The record of a run's packets and links: where each packet is, when each link and port was last
// used. The judges of links (link_judge.hpp) keep it, each its own part.
//
// Unicast keeps 4 bytes per packet, multicast 2 bits per packet and node; links 8 and 4 bytes each,
// and nodes that are not all-port 16 bytes. Combined packets have their record in CombinedPackets
// (combined_packets.hpp). The constructor allocates everything.
#pragma once

#include <cstdint>
#include <memory_resource>
#include <string>
#include <vector>

#include "testbench/ground/host/archive.hpp"
#include "testbench/ground/host/huge_pages.hpp"
#include "testbench/judge/checker/edge_table.hpp"
#include "testbench/judge/checker/link_event.hpp"
#include "testbench/judge/checker/node_share.hpp"
#include "testbench/judge/checker/task.hpp"

namespace testbench {

// The packets that nodes hold, in two bits for each packet and node.
//
//     PossessionTable holds;
//     holds.reset(packets * nodes);
//     holds.set(index, Holding::kArriving);
enum class Holding : std::uint8_t {
  kLacks = 0,
  kHolds = 1,     // arrived in an earlier cycle
  kArriving = 2,  // arrived in this cycle: not to be sent before the next
};

class PossessionTable {
 public:
  // Makes `count` entries, all kLacks.
  void reset(std::uint64_t count) {
    size_ = count;
    words_.assign(words_for(count), 0);
  }
  std::uint64_t size() const { return size_; }

  Holding operator[](std::uint64_t index) const {
    return static_cast<Holding>(words_[index / kPerWord] >> shift(index) & kMask);
  }
  void set(std::uint64_t index, Holding holding) {
    std::uint64_t& word = words_[index / kPerWord];
    word = (word & ~(kMask << shift(index))) | static_cast<std::uint64_t>(holding) << shift(index);
  }
  void serialize(Archive& archive) { archive.vector(words_); }
  // A hint that it will be set soon.
  void prefetch(std::uint64_t index) const { __builtin_prefetch(&words_[index / kPerWord], 1); }

  // Bytes for so many, a number below 2^64 - 31.
  static std::uint64_t bytes_for(std::uint64_t count) {
    return HugePages::bytes_for(words_for(count) * sizeof(std::uint64_t));
  }

 private:
  static constexpr std::uint64_t kPerWord = 32;
  static constexpr std::uint64_t kMask = 3;

  static std::uint64_t words_for(std::uint64_t count) { return count / kPerWord + (count % kPerWord != 0 ? 1 : 0); }
  static unsigned shift(std::uint64_t index) { return static_cast<unsigned>(index % kPerWord * 2); }

  std::uint64_t size_ = 0;
  std::pmr::vector<std::uint64_t> words_{HugePages::memory()};
};

// Where a packet is, and when it came there, in a word: 20 bits hold every node of the largest
// cube, and 12 more tell the last kSpan cycles apart. Stamps must be forgotten before as many
// cycles have passed.
class Place {
 public:
  using Stamp = std::uint32_t;
  static constexpr std::uint64_t kSpan = (std::uint64_t{1} << (32 - kMaxDim)) - 1;

  // Tells any kSpan cycles in a row apart: 1 .. kSpan.
  static constexpr Stamp stamp_of(std::uint64_t cycle) { return static_cast<Stamp>(cycle % kSpan) + 1; }

  Place() = default;
  // There from the start.
  explicit Place(std::uint64_t node) : Place(0, node) {}
  Place(Stamp stamp, std::uint64_t node) : word_(stamp << kMaxDim | static_cast<std::uint32_t>(node)) {}

  std::uint32_t node() const { return word_ & ((std::uint32_t{1} << kMaxDim) - 1); }
  Stamp stamp() const { return word_ >> kMaxDim; }
  void forget_stamp() { word_ = node(); }

 private:
  std::uint32_t word_ = 0;
};

// The part of a run that one checker judges. Links and packets may be judged apart, and either by
// several.
//
// With nodes of its own a checker is told of what they send, and where nodes have one port also of
// what comes to them from others: each end of a link is judged where its node is.
struct JudgedPart {
  bool links = true;
  bool packets = true;
  const NodeShare* nodes = nullptr;  // whose links, and whose combined packets; null for all
  // By number (LinkLedger::packet_of), of packets that are not combined.
  std::uint64_t first_packet = 0;
  std::uint64_t end_packet = ~std::uint64_t{0};

  bool is_whole() const {
    return links && packets && nodes == nullptr && first_packet == 0 && end_packet == ~std::uint64_t{0};
  }
};

// The numbers of packets that are not combined are below it.
std::uint64_t packet_numbers(const Task& task);

struct LinkLedger {
  // The task has no fault.
  explicit LinkLedger(const Task& task, const JudgedPart& part = {});

  // The number of the event's packet; any number where its fields are wrong.
  std::uint64_t packet_of(const LinkEvent& event) const {
    const auto destination = static_cast<std::uint32_t>(event.destination);
    return (event.source * source_stride + destination * destination_stride) * task.packets + event.sequence;
  }
  // Words for the first few deliveries of this part that have not been made.
  static constexpr unsigned kMostNamed = 5;
  std::vector<std::string> missing_words() const;
  // The fault of a run in which so many are missing. `words`: for the first of them.
  static std::string missing_fault(const Task& task, std::uint64_t missing, std::span<const std::string> words);

  void serialize(Archive& archive) {
    archive.vector(places);
    holds.serialize(archive);
    archive.vector(link_used);
    archive.vector(sent);
    archive.vector(received);
  }

  // Bytes that it allocates; 2^64-1 where that number is larger.
  static std::uint64_t memory_bytes(const Task& task);

  template <class T>
  using Vector = std::pmr::vector<T>;

  const Task task;
  const JudgedPart part;
  const EdgeTable edges;
  const bool combined;
  const bool unicast;         // and not combined
  const std::uint64_t ends;   // that send and receive
  const std::uint64_t nodes;  // with switches
  const bool only_root_sends;
  const bool only_root_receives;
  // Packet number = (source * source_stride + destination * destination_stride) * M + sequence. A
  // node's own packets for itself have a number too, which is never used.
  const std::uint64_t source_stride;
  const std::uint64_t destination_stride;

  Vector<Place> places{HugePages::memory()};  // unicast, per packet of the part
  PossessionTable holds;                      // multicast, per packet of the part and node
  // By place among the nodes of the part: for each link the last cycle in which it carried a packet;
  // one and half: for each node the last cycle in which it sent, and received.
  Vector<std::uint64_t> link_used{HugePages::memory()};
  std::vector<std::uint64_t> sent;
  std::vector<std::uint64_t> received;
};

}  // namespace testbench
