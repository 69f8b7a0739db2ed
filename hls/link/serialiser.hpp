// SPDX-License-Identifier: Apache-2.0
// Words one after the other onto the wires, and from them.
#pragma once

#include "hls/link/phit.hpp"

namespace links {

// A shift register whose first word is the next one on the wires.
template <class Config, unsigned Most>
class Serialiser {
 public:
  using Count = hls::Bits<hls::index_width(Most + 1)>;

  bool busy() const { return left_ != 0; }
  // The word that goes out in this cycle is the last one.
  bool at_last() const { return left_ == 1; }
  const Word<Config>& first() const { return words_[0]; }

  // The first word leaves.
  void shift() {
    for (unsigned i = 0; i + 1 < Most; ++i) words_[i] = words_[i + 1];
    if (left_ != 0) left_ = Count(left_ - 1);
  }
  void clear() { left_ = Count(0); }
  // Replaces what is left by these words.
  template <std::size_t Words>
  void load(const std::array<Word<Config>, Words>& words) {
    static_assert(Words <= Most);
    for (std::size_t i = 0; i < Words; ++i) words_[i] = words[i];
    left_ = Count(Words);
  }

 private:
  std::array<Word<Config>, Most> words_;
  Count left_;
};

// Collects `Words` words: all but the last are registers, and the last is the one on the wires.
template <class Config, unsigned Words>
class Deserialiser {
 public:
  // The next word is the last.
  bool at_last() const { return Words == 1 || place_ == Words - 1; }
  bool at_first() const { return Words == 1 || place_ == 0; }

  void begin() { place_ = Place(0); }
  void take(const Word<Config>& word) {
    place_ = Place(at_last() ? 0 : place_ + 1);
    if constexpr (Words > 1) {
      for (unsigned i = 0; i + 2 < Words; ++i) words_[i] = words_[i + 1];
      words_[Words - 2] = word;
    }
  }
  // All words, when at_last(); `word`: the last.
  std::array<Word<Config>, Words> with(const Word<Config>& word) const {
    std::array<Word<Config>, Words> all{};
    for (unsigned i = 0; i + 1 < Words; ++i) all[i] = words_[i];
    all[Words - 1] = word;
    return all;
  }

 private:
  using Place = hls::Bits<hls::index_width(Words)>;

  std::array<Word<Config>, (Words > 1 ? Words - 1 : 0)> words_;
  Place place_;
};

}  // namespace links
