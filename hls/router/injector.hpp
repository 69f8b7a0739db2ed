// The injector of one port: executes an injection program, the ordered list of (relative
// destination, tree, count) of the node's own packets, and offers the header of the next one; its
// payload is what the node's memory answers.
//
// The program lies in a memory with registered read, which has read the next entry when the one on
// offer ends: a packet a cycle, and the first one two cycles behind the start strobe. An entry
// sends `count` packets with consecutive sequences. At the end of the list the program starts over
// with every sequence raised by the step, until the packets are used up: total exchange of M
// packets per pair is its table, M times, with step 1; nESBT broadcast on port j is one entry (tree
// j, sequence j) with step d. In nodes that combine packets it may start over at a later entry;
// what comes before is played once.
#pragma once

#include "hls/router/packet_count.hpp"
#include "hls/router/program.hpp"
#include "hls/types/assert.hpp"
#include "hls/types/each_one.hpp"

namespace router {

template <class Config>
class Injector {
 public:
  // One cycle. `self`: the stream, of a port or an ejector. `strobe`, `start`: the start strobe,
  // and the cycle behind it, in which the program begins. `taken`: the packet offered in `fetch`
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
    bool is_second = false;  // what is on offer after this cycle
    bool second_is_next = false;
    if constexpr (combines<Config>()) {
      is_second = start ? packets_ == 0 : fetch.is_second || (taken && is_last);
      // The entry behind this one is of the second part, or in it.
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
    // Also where the entry stays: whether it does is known late.
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

  // May the write change anything?
  static bool is_written(const ProgramWrite<Config>& write) {
    bool any = write.entry_valid || write.length_valid || write.packets_valid;
    if constexpr (combines<Config>()) {
      any = any || write.repeat_valid || write.second_length_valid || write.second_packets_valid || write.begins;
    }
    return any;
  }
  // Where the part of the program starts over.
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
  // Of the entry to read, behind index_.
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
  PacketCount<Config> left_;     // of them, the one on offer included
  ProgramIndex<Config> index_;   // of the entry that program_ has read: the one that comes next
  Sequence left_in_entry_;       // packets of that entry behind the one on offer
  Sequence base_;                // sequence step times the times the program has started over
  SecondPart<Config> second_;
};

}  // namespace router
