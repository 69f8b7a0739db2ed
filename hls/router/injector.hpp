// SPDX-License-Identifier: Apache-2.0
// Injection programs in hardware: an entry, the injector of a port, which plays its program, and
// the registers through which firmware loads it.
//
// A program is the ordered list of (relative destination, tree, sequence, count) of the node's own
// packets. It lies in a memory with registered read, which has read the next entry when the current
// one ends: a packet a cycle, and the first one two cycles after the start strobe. An entry sends
// `count` packets with consecutive sequences. At the end of the list the program starts over with
// every sequence raised by the step, until the packets are used up. Examples: total exchange of M
// packets per pair is its table, M times, with step 1; nESBT broadcast on port j is one entry (tree
// j, sequence j) with step d. In nodes that combine packets a program may start over at a later
// entry; the entries before it are played once.
#pragma once

#include "hls/router/config.hpp"
#include "hls/router/register_access.hpp"
#include "hls/types/assert.hpp"
#include "hls/types/each_one.hpp"

namespace router {

template <class Config>
using ProgramIndex =
    hls::Bits<Config::kProgramDepth == hls::kRuntimeDepth ? 24 : hls::index_width(Config::kProgramDepth)>;
// Entries in a program.
template <class Config>
using ProgramLength = hls::Bits<ProgramIndex<Config>::kWidth + 1>;

// The number of a stream of own packets: first those of the ports, then those of the ejectors.
template <class Config>
using StreamNumber = hls::Bits<hls::index_width(kStreams<Config>)>;

// An entry of a program. `Combines`: nodes that combine packets have more.
template <class Config, bool Combines = combines<Config>()>
struct ProgramEntry {
  SequenceNumber<Config> sequence;
  SequenceNumber<Config> count;
  NodeAddress<Config> relative_destination;
  TreeNumber<Config> tree;
};
template <class Config>
struct ProgramEntry<Config, true> : ProgramEntry<Config, false> {
  PortSet<Config> combined;  // in-ports whose packets are combined with those of the entry, one of each
};

// The packet that an injector offers. The node's memory answers with its payload in the same cycle.
template <class Config, bool Combines = combines<Config>()>
struct Fetch {
  Header<Config> header;
  hls::Bit valid;

  // Whether that payload is the node's own result, and not its contribution.
  static constexpr bool asks_for_result() { return false; }
};
template <class Config>
struct Fetch<Config, true> : Fetch<Config, false> {
  PortSet<Config> combined;  // the entry's
  hls::Bit is_second;        // the packet is of the program's second part

  bool asks_for_result() const { return is_second && Ports(combined).empty(); }
};

// The second part of a program; empty in nodes that do not combine packets.
template <class Config, bool Combines = combines<Config>()>
struct SecondPart {};
template <class Config>
struct SecondPart<Config, true> {
  ProgramLength<Config> end;         // of its entries; they begin where the first part ends
  PacketCount<Config> packets;       // to send in all
  ProgramIndex<Config> repeat_from;  // the entry at which the first part starts over
};

// A register write to the injector of one stream.
template <class Config, bool Combines = combines<Config>()>
struct ProgramWrite {
  ProgramEntry<Config> entry;
  hls::Bits<32> value;
  ProgramIndex<Config> index;
  hls::Bits<8> port;
  hls::Bit entry_valid;
  hls::Bit length_valid;
  hls::Bit packets_valid;
};
template <class Config>
struct ProgramWrite<Config, true> : ProgramWrite<Config, false> {
  hls::Bit repeat_valid;
  hls::Bit second_length_valid;
  hls::Bit second_packets_valid;
  hls::Bit begins;  // a new load: the ejectors' programs and all second parts fall silent
};

// The registers that all injectors of a node share.
template <class Config, bool Combines = combines<Config>()>
struct InjectionSetting : network::Epoch<kHasEpochs<Config>> {
  SequenceNumber<Config> sequence_step;
  NodeAddress<Config> address;
  RuleNumber<Config> rule;
};
template <class Config>
struct InjectionSetting<Config, true> : InjectionSetting<Config, false> {
  RuleNumber<Config> second_rule;  // the rule of second parts
};

// The injector of one stream plays its program and offers the header of the next packet.
template <class Config>
class Injector {
 public:
  // One cycle. `self`: the stream, of a port or an ejector. `strobe`, `start`: the start strobe,
  // and the cycle after it, in which the program begins. `taken`: the packet offered in `fetch`
  // leaves. `fetch`: the register that offers the next packet and asks the memory for its payload.
  HLS_MODULE void tick(StreamNumber<Config> self, hls::Bit strobe, hls::Bit start, hls::Bit taken,
                       const InjectionSetting<Config>& setting, const ProgramWrite<Config>& write,
                       Fetch<Config>& fetch) {
    HLS_ASSERT(!taken || fetch.valid, "a packet is taken that was not offered");
    constexpr typename Config::Network kNetwork;
    const bool offers = fetch.valid;
    if constexpr (hls::kSkipsWork) {
      if (!offers && !start && !strobe && !is_written(write)) return;
    }
    const bool is_last = left_ == 1;
    bool ends = left_in_entry_ == 0;
    // The first part may end within an entry.
    if constexpr (combines<Config>()) ends = ends || is_last;
    const bool next_entry = start || (taken && ends);
    bool is_second = false;  // the packet on offer after this cycle is of the second part
    bool second_is_next = false;
    if constexpr (combines<Config>()) {
      is_second = start ? packets_ == 0 : fetch.is_second || (taken && is_last);
      // The next entry is of the second part.
      const PacketCount<Config> left(start ? packets_ : left_ - 1u);
      second_is_next = second_.packets != 0 && (is_second || left <= program_.data().count);
    }
    if (next_entry) {
      const ProgramEntry<Config> entry = program_.data();
      const Sequence base = start || begins_second(is_second, fetch) ? Sequence(0)
                            : index_ == first_repeated(is_second)    ? Sequence(base_ + setting.sequence_step)
                                                                     : base_;
      fetch.header.sequence = Sequence(base + entry.sequence);
      fetch.header.source = setting.address;
      fetch.header.destination = NodeAddress<Config>(kNetwork.absolute(entry.relative_destination, setting.address));
      fetch.header.tree = entry.tree;
      fetch.header.rule = setting.rule;
      if constexpr (kHasEpochs<Config>) fetch.header.epoch = setting.epoch;
      if constexpr (combines<Config>()) {
        fetch.combined = entry.combined;
        if (is_second) fetch.header.rule = setting.second_rule;
      }
      base_ = base;
      left_in_entry_ = Sequence(entry.count - 1);
    } else if (taken) {
      fetch.header.sequence = Sequence(fetch.header.sequence + 1);
      left_in_entry_ = Sequence(left_in_entry_ - 1);
    }
    if (start) {
      fetch.valid = hls::Bit(packets_ != 0);
      left_ = packets_;
    } else if (taken) {
      fetch.valid = hls::Bit(!is_last);
      left_ = PacketCount<Config>(left_ - 1);
    }
    if constexpr (combines<Config>()) {
      if (begins_second(is_second, fetch) || (start && is_second)) {
        fetch.valid = hls::Bit(second_.packets != 0);
        left_ = second_.packets;
      }
      if (start || taken) fetch.is_second = hls::Bit(is_second);
    }
    if (strobe) fetch.valid = hls::Bit(0);
    const ProgramIndex<Config> behind = strobe ? ProgramIndex<Config>(0) : next_index(second_is_next);
    const ProgramIndex<Config> if_it_stays = strobe || start ? behind : index_;
    const ProgramIndex<Config> if_it_leaves = strobe || start || ends ? behind : index_;
    index_ = taken ? if_it_leaves : if_it_stays;
    // The memory reads even if the entry stays, because that is known late in the cycle.
    if (strobe || start || offers) program_.request(index_);

    const bool here = write.port == self;
    if (write.entry_valid && here) program_.write(write.index, write.entry);
    if (write.length_valid && here) length_ = ProgramLength<Config>(write.value);
    if (write.packets_valid && here) packets_ = PacketCount<Config>(write.value);
    if constexpr (combines<Config>()) {
      if (write.length_valid && here) second_.repeat_from = ProgramIndex<Config>(0);
      if (write.repeat_valid && here) second_.repeat_from = ProgramIndex<Config>(write.value);
      if (write.second_length_valid && here) second_.end = ProgramLength<Config>(write.value);
      if (write.second_packets_valid && here) second_.packets = PacketCount<Config>(write.value);
      if (write.begins) second_.packets = PacketCount<Config>(0);
      if (write.begins && self >= Config::Network::kPorts) packets_ = PacketCount<Config>(0);
    }
  }

  // For the mesh to attach memory.
  hls::SyncRam<ProgramEntry<Config>, Config::kProgramDepth>& program() { return program_; }

 private:
  using Sequence = SequenceNumber<Config>;

  // Whether the write may change anything.
  static bool is_written(const ProgramWrite<Config>& write) {
    bool any = write.entry_valid || write.length_valid || write.packets_valid;
    if constexpr (combines<Config>()) {
      any = any || write.repeat_valid || write.second_length_valid || write.second_packets_valid || write.begins;
    }
    return any;
  }
  // The entry at which the part of the program starts over.
  std::uint32_t first_repeated([[maybe_unused]] bool is_second) const {
    if constexpr (combines<Config>()) {
      return is_second ? length_ : second_.repeat_from;
    } else {
      return 0;
    }
  }
  static bool begins_second([[maybe_unused]] bool is_second, [[maybe_unused]] const Fetch<Config>& before) {
    if constexpr (combines<Config>()) {
      return is_second && !before.is_second;
    } else {
      return false;
    }
  }
  // The entry to read after the one at index_.
  ProgramIndex<Config> next_index([[maybe_unused]] bool is_second) const {
    const std::uint32_t next = index_ + 1u;
    if constexpr (combines<Config>()) {
      if (is_second) return ProgramIndex<Config>(next <= length_ || next >= second_.end ? length_ : next);
    }
    return ProgramIndex<Config>(next >= length_ ? first_repeated(false) : next);
  }

  hls::SyncRam<ProgramEntry<Config>, Config::kProgramDepth> program_;
  ProgramLength<Config> length_;
  PacketCount<Config> packets_;  // to send in all
  PacketCount<Config> left_;     // still to send, the packet on offer included
  ProgramIndex<Config> index_;   // the entry that program_ has read, which comes next
  Sequence left_in_entry_;       // packets of the current entry after the one on offer
  Sequence base_;                // sequence step times the times the program has started over
  SecondPart<Config> second_;
};

// The registers of the injectors: the fields of the headers of the node's own packets, and those of
// program entries except the relative destination. The injectors themselves take the writes to
// blocks program, length and packets.
template <class Config>
class InjectionRegisters {
 public:
  InjectionSetting<Config> setting(NodeAddress<Config> address) const {
    InjectionSetting<Config> setting;
    setting.sequence_step = sequence_step_;
    setting.address = address;
    setting.rule = rule_;
    return setting;
  }

  // The write, if it is one to an injector.
  ProgramWrite<Config> program_write(const RegisterAccess& access) const {
    ProgramWrite<Config> write;
    write.entry.sequence = entry_sequence_;
    write.entry.count = entry_count_;
    write.entry.relative_destination = NodeAddress<Config>::of_number(access.value);
    write.entry.tree = entry_tree_;
    write.value = access.value;
    write.index = ProgramIndex<Config>(node::index(access.address));
    write.port = hls::Bits<8>(node::port(access.address));
    write.entry_valid = access.writes(node::Block::kProgram);
    write.length_valid = access.writes(node::Block::kLength);
    write.packets_valid = access.writes(node::Block::kPackets);
    return write;
  }

  void write(const RegisterAccess& access) {
    access.write_to(node::Control::kRule, rule_);
    access.write_to(node::Control::kSequenceStep, sequence_step_);
    access.write_to(node::Control::kEntryTree, entry_tree_);
    access.write_to(node::Control::kEntrySequence, entry_sequence_);
    access.write_to(node::Control::kEntryCount, entry_count_);
  }
  static std::uint32_t read(const RegisterAccess&, const Observed&) { return 0; }  // write only

 private:
  using Sequence = SequenceNumber<Config>;

  Sequence sequence_step_;
  Sequence entry_sequence_;
  Sequence entry_count_;
  TreeNumber<Config> entry_tree_;
  RuleNumber<Config> rule_;
};

}  // namespace router
