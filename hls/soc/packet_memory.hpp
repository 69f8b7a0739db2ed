// SPDX-License-Identifier: Apache-2.0
// The packets that a node is to send, and those that have come, with a DMA for each port. A block RAM
// has one port to write and one to read, so every stream has a copy of the packets to send, and every
// port a bank for packets that come over it. The core writes the one and reads the other, in words.
//
// Block RAM answers in the next cycle, but a node wants a payload in the cycle in which its register
// asks. So a memory reads at the address that the register will hold.
#pragma once

#include <array>

#include "hls/soc/configuration.hpp"

namespace soc {

// Where a node's packets are, in bytes from the beginning of the windows. The packet with sequence m for
// node v is at send + rank of v * stride + 8 m; a rank is a node's bits of the group, packed.
struct DmaSetting {
  Word send, send_stride, receive, receive_stride;
  Word group;
};

template <class Config>
struct Place {
  static constexpr std::uint32_t kMask = Config::kPackets - 1;

  static std::uint32_t of(const DmaSetting& dma, std::uint32_t base, std::uint32_t stride, std::uint32_t node,
                          std::uint32_t sequence) {
    std::uint32_t place = (base >> 3) + sequence;
    std::uint32_t step = stride >> 3;
    for (unsigned port = 0; port < kPorts<Config>; ++port) {
      const bool is_in = (dma.group >> port & 1) != 0;
      if (is_in && (node >> port & 1) != 0) place += step;
      if (is_in) step <<= 1;
    }
    return place & kMask;
  }
};

// The packets to send.
template <class Config>
class SendMemory {
  static constexpr unsigned kStreams = router::kStreams<Config>;

 public:
  std::uint64_t payload(unsigned stream) const {
    return std::uint64_t{copies_[stream][1].data()} << 32 | std::uint32_t{copies_[stream][0].data()};
  }
  void request(unsigned stream, std::uint32_t place) {
    for (auto& half : copies_[stream]) half.request(place);
  }
  // `word`: of 32 bits, two for each packet.
  void write(std::uint32_t word, std::uint32_t value) {
    for (auto& copy : copies_) {
      if ((word & 1) == 0) copy[0].write(word >> 1, Word(value));
      if ((word & 1) != 0) copy[1].write(word >> 1, Word(value));
    }
  }

 private:
  std::array<std::array<hls::SyncRam<Word, Config::kPackets>, 2>, kStreams> copies_;
};

// A packet that has come, with the number of the collective in which it came.
template <class Config>
struct Come {
  static constexpr bool kHlsData = true;

  hls::Bits<64> payload;
  hls::Bits<Config::kTagBits> tag;
};

// The packets that have come over each port. Only one bank has a packet of the present collective at a
// place; the others have older ones there. Banks are cleared before numbers of collectives begin again. With
// epochs a bank has two halves: packets of the next collective come while the core reads those of this one.
template <class Config>
class ReceiveMemory {
  using Tag = hls::Bits<Config::kTagBits>;
  using Come = soc::Come<Config>;
  static constexpr bool kCombines = router::combines<Config>();
  static constexpr bool kHalves = router::kHasEpochs<Config>;
  static constexpr unsigned kPorts = soc::kPorts<Config>;
  using Asked = std::array<router::Fetch<Config>, router::kStreams<Config>>;
  using Taken = std::array<router::Flit<Config>, kPorts>;

 public:
  // The place that the core has asked for.
  std::uint64_t packet() const {
    std::uint64_t found = 0;
    for (const auto& bank : banks_) found |= is_new(bank.data()) ? std::uint64_t{bank.data().payload} : 0;
    return found;
  }
  // A node's own result, which stream `port` has asked for.
  std::uint64_t result([[maybe_unused]] unsigned port) const {
    if constexpr (kCombines) {
      if (forwards_[port]) return forwarded_[port];
      std::uint64_t found = 0;
      for (const auto& bank : results_[port]) found |= is_new(bank.data()) ? std::uint64_t{bank.data().payload} : 0;
      return found;
    }
    return 0;
  }
  // Whether a collective may begin.
  bool ready() const { return !clears_; }
  // Whether numbers are about to begin again: a collective that begins with a barrier clears the banks first.
  bool is_late() const { return tag_ >> (Config::kTagBits - 1) != 0; }

  // `me`: the node. `core`: the place that the core will read. `asked`: what the streams will ask for.
  // `taken`: the packets that the node delivers. `joins`: a collective that begins with a barrier. `starts`: the strobe.
  void tick(std::uint32_t me, std::uint32_t core, const Asked& asked, const Taken& taken, const DmaSetting& dma,
            hls::Bit joins, hls::Bit starts) {
    for (unsigned port = 0; port < kPorts; ++port) {
      const auto& header = taken[port].packet.header;
      const std::uint32_t source = network::Address(header.source).number();
      const std::uint32_t come = Place<Config>::of(dma, dma.receive, dma.receive_stride, source, header.sequence);
      const bool is_next = epoch_of(header) != epoch();
      const std::uint32_t place = clears_ ? std::uint32_t{cleared_} : in_half(epoch_of(header), come);
      const bool writes = clears_ || taken[port].valid;
      const Come word{clears_ ? hls::Bits<64>(0) : hls::Bits<64>(taken[port].packet.payload),
                      clears_ ? Tag(0) : Tag(tag_ + (is_next ? 1 : 0))};
      banks_[port].request(in_half(epoch(), core));
      if (writes) banks_[port].write(place, word);
      if constexpr (kCombines) {
        for (unsigned reader = 0; reader < kPorts; ++reader) {
          auto& bank = results_[reader][port];
          bank.request(asked[reader].header.sequence);
          const std::uint32_t result = clears_ ? std::uint32_t{cleared_} : std::uint32_t{header.sequence};
          if (clears_ || (writes && source == me)) bank.write(result, word);
        }
      }
    }
    if constexpr (kCombines) forward(me, asked, taken);
    if (starts) {
      tag_ = Tag(tag_ + 1);
      if constexpr (kHalves) epoch_[0] = hls::Bit(!epoch_[0]);
    }
    if constexpr (kHalves) {
      if (joins) epoch_[0] = hls::Bit(0);
    }
    if (clears_) {
      cleared_ = hls::Bits<hls::index_width(kPlaces)>(cleared_ + 1);
      if (cleared_ == 0) clears_ = hls::Bit(0);
    } else if (joins && is_late()) {
      clears_ = hls::Bit(1);
      tag_ = Tag(0);
    }
  }

 private:
  static constexpr std::uint32_t kPlaces = Config::kPackets * (kHalves ? 2 : 1);

  bool is_new(const Come& come) const { return come.tag == tag_; }
  bool epoch() const {
    if constexpr (kHalves) return epoch_[0];
    return false;
  }
  static bool epoch_of([[maybe_unused]] const network::Header<Config>& header) {
    if constexpr (kHalves) return header.epoch;
    return false;
  }
  static std::uint32_t in_half(bool epoch, std::uint32_t place) {
    return (place & (Config::kPackets - 1)) | (epoch ? Config::kPackets : 0);
  }

  // A result may be asked for in the cycle in which it comes.
  void forward(std::uint32_t me, const Asked& asked, const Taken& taken) {
    for (unsigned reader = 0; reader < kPorts; ++reader) {
      bool found = false;
      std::uint64_t payload = 0;
      for (const auto& flit : taken) {
        const auto& header = flit.packet.header;
        const bool is_asked = flit.valid && network::Address(header.source).number() == me &&
                              header.sequence == asked[reader].header.sequence;
        found = found || is_asked;
        if (is_asked) payload |= flit.packet.payload;
      }
      forwards_[reader] = hls::Bit(found);
      forwarded_[reader] = hls::Bits<64>(payload);
    }
  }

  template <std::uint32_t Places>
  using Bank = hls::SyncRam<Come, Places>;
  std::array<Bank<kPlaces>, kPorts> banks_;
  std::array<std::array<Bank<Config::kPackets>, kPorts>, kCombines ? kPorts : 0> results_;  // by reader and writer
  std::array<hls::Bits<64>, kCombines ? kPorts : 0> forwarded_;
  std::array<hls::Bit, kCombines ? kPorts : 0> forwards_;
  Tag tag_;                                      // the number of this collective
  std::array<hls::Bit, kHalves ? 1 : 0> epoch_;  // of this collective
  hls::Bit clears_{1};                           // after a reset too, which leaves the banks as they are
  hls::Bits<hls::index_width(kPlaces)> cleared_;
};

}  // namespace soc
