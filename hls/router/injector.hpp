// The injector of one port: executes an injection program, the ordered list of (relative destination, tree, count) of
// the node's own packets, and offers the header of the next one; its payload is what the node's memory answers.
//
// The program lies in a memory with registered read, which has read the next entry when the one on offer ends: a packet
// a cycle, and the first one two cycles behind the start strobe.
//
// An entry sends `count` packets with consecutive sequences. At the end of the list the program starts over with every
// sequence raised by the step, until the packets are used up: total exchange of M packets per pair is its table, M
// times, with step 1; nESBT broadcast on port j is one entry (tree j, sequence j) with step d.
#pragma once

#include "hls/router/config.hpp"
#include "hls/router/packet_count.hpp"
#include "hls/types/assert.hpp"

namespace router {

template <class Config>
using ProgramIndex =
    hls::Bits<Config::kProgramDepth == hls::kRuntimeDepth ? 20 : hls::index_width(Config::kProgramDepth)>;
// Entries in a program.
template <class Config>
using ProgramLength = hls::Bits<ProgramIndex<Config>::kWidth + 1>;

template <class Config>
struct ProgramEntry {
  SequenceNumber<Config> sequence;
  SequenceNumber<Config> count;
  NodeAddress<Config> relative_destination;
  TreeNumber<Config> tree;
};

// What an injector asks of the node's memory: the payload of this packet, in the same cycle.
template <class Config>
struct Fetch {
  Header<Config> header;
  hls::Bit valid;
};

// A register write to the injector of one port.
template <class Config>
struct ProgramWrite {
  ProgramEntry<Config> entry;
  hls::Bits<32> value;
  ProgramIndex<Config> index;
  hls::Bits<8> port;
  hls::Bit entry_valid;
  hls::Bit length_valid;
  hls::Bit packets_valid;
};

// What all injectors of a node share.
template <class Config>
struct InjectionSetting {
  SequenceNumber<Config> sequence_step;
  NodeAddress<Config> address;
  RuleNumber<Config> rule;
};

template <class Config>
class Injector {
 public:
  // One cycle. `self`: the port. `strobe`, `start`: the start strobe, and the cycle behind it, in which the program
  // begins. `taken`: the packet offered in `fetch` leaves. `fetch`: the register that offers the next packet and asks
  // the memory for its payload.
  HLS_MODULE void tick(PortNumber<Config> self, hls::Bit strobe, hls::Bit start, hls::Bit taken,
                       const InjectionSetting<Config>& setting, const ProgramWrite<Config>& write,
                       Fetch<Config>& fetch) {
    HLS_ASSERT(!taken || fetch.valid, "a packet is taken that was not offered");
    constexpr typename Config::Network kNetwork;
    const bool next_entry = start || (taken && left_in_entry_ == 0);
    if (next_entry) {
      const ProgramEntry<Config> entry = program_.data();
      const Sequence base = start ? Sequence(0) : index_ == 0 ? Sequence(base_ + setting.sequence_step) : base_;
      fetch.header.sequence = Sequence(base + entry.sequence);
      fetch.header.source = setting.address;
      fetch.header.destination = NodeAddress<Config>(kNetwork.absolute(entry.relative_destination, setting.address));
      fetch.header.tree = entry.tree;
      fetch.header.rule = setting.rule;
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
      fetch.valid = hls::Bit(left_ != 1);
      left_ = PacketCount<Config>(left_ - 1);
    }
    if (strobe) fetch.valid = hls::Bit(0);
    if (strobe || next_entry) {
      index_ = ProgramIndex<Config>(strobe || index_ + 1u >= length_ ? 0 : index_ + 1u);
      program_.request(index_);
    }

    const bool here = write.port == self;
    if (write.entry_valid && here) program_.write(write.index, write.entry);
    if (write.length_valid && here) length_ = ProgramLength<Config>(write.value);
    if (write.packets_valid && here) packets_ = PacketCount<Config>(write.value);
  }

  // For the mesh to attach memory.
  hls::SyncRam<ProgramEntry<Config>, Config::kProgramDepth>& program() { return program_; }

 private:
  using Sequence = SequenceNumber<Config>;

  hls::SyncRam<ProgramEntry<Config>, Config::kProgramDepth> program_;
  ProgramLength<Config> length_;
  PacketCount<Config> packets_;  // to send in all
  PacketCount<Config> left_;     // of them, the one on offer included
  ProgramIndex<Config> index_;   // of the entry that program_ has read: the one that comes next
  Sequence left_in_entry_;       // packets of that entry behind the one on offer
  Sequence base_;                // sequence step times the times the program has started over
};

}  // namespace router
