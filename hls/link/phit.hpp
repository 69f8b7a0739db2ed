// SPDX-License-Identifier: Apache-2.0
// A phit: the wires of a link carry it in a cycle, one way. A frame is a sequence of phits:
//
//   head ...          body ...                          tail ...
//   checked links     t_c for each packet, lowest       checked links: the checksum. Others: the last phit
//   only              bits first                        of the last packet
//
// A checked frame has no gaps, but for Linked::kPauses. Without a checksum idle phits may lie between any two of them.
#pragma once

#include <array>

#include "hls/link/config.hpp"

namespace links {

enum class PhitKind { kIdle, kHead, kBody, kTail };

template <class Config>
using Lane = hls::Bits<kLaneBits<Config>>;
template <class Config>
using Word = std::array<Lane<Config>, kLanes<Config>>;

template <class Config>
struct Phit {
  Word<Config> word;
  hls::Bits<2, PhitKind> kind;
  // This end takes frames. On checked links it is always set; with pauses the wires set it where they take the word
  // that the end drives.
  hls::Bit go;

  static Phit idle() {
    Phit phit;
    phit.go = hls::Bit(1);
    return phit;
  }
};

// The bits of records, side by side in words: the first field takes the lowest bits.
template <class Config, unsigned Words>
class WordPacker {
 public:
  using AllWords = std::array<Word<Config>, Words>;

  template <class Field>
  void put(const Field& field) {
    put(field.number(), Field::kWidth);
  }
  void put(std::uint64_t number, unsigned width) {
    for (unsigned word = 0; word < Words; ++word) {
      for (unsigned lane = 0; lane < kLanes<Config>; ++lane) {
        const unsigned first = word * Config::kLinkWires + lane * 32;
        if (first + bits_of_lane<Config>(lane) <= place_ || place_ + width <= first) continue;
        const std::uint64_t part = place_ >= first ? number << (place_ - first) : number >> (first - place_);
        const std::uint64_t mask = ~std::uint64_t{0} >> (64 - bits_of_lane<Config>(lane));
        words_[word][lane] = Lane<Config>(words_[word][lane] | (part & mask));
      }
    }
    place_ += width;
  }
  const AllWords& words() const { return words_; }

 private:
  AllWords words_{};
  unsigned place_ = 0;
};

template <class Config, unsigned Words>
class WordUnpacker {
 public:
  explicit WordUnpacker(const std::array<Word<Config>, Words>& words) : words_(words) {}

  template <class Field>
  void take(Field& field) {
    field = Field::of_number(take(Field::kWidth));
  }
  std::uint64_t take(unsigned width) {
    std::uint64_t number = 0;
    for (unsigned word = 0; word < Words; ++word) {
      for (unsigned lane = 0; lane < kLanes<Config>; ++lane) {
        const unsigned first = word * Config::kLinkWires + lane * 32;
        if (first + bits_of_lane<Config>(lane) <= place_ || place_ + width <= first) continue;
        const std::uint64_t part = words_[word][lane];
        number |= place_ >= first ? part >> (place_ - first) : part << (first - place_);
      }
    }
    place_ += width;
    return number;
  }

 private:
  const std::array<Word<Config>, Words>& words_;
  unsigned place_ = 0;
};

template <class Config>
using PacketWords = std::array<Word<Config>, packet_cycles<Config>()>;

template <class Config>
PacketWords<Config> words_of(const router::Packet<Config>& packet) {
  WordPacker<Config, packet_cycles<Config>()> packer;
  network::each_field([&packer](const char*, const auto& field) { packer.put(field); }, packet);
  return packer.words();
}
template <class Config>
router::Packet<Config> packet_of(const PacketWords<Config>& words) {
  router::Packet<Config> packet;
  WordUnpacker<Config, packet_cycles<Config>()> unpacker(words);
  network::each_field([&unpacker](const char*, auto& field) { unpacker.take(field); }, packet);
  return packet;
}

}  // namespace links
