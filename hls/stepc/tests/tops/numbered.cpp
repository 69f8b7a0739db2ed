// SPDX-License-Identifier: Apache-2.0
// Parts that are told what never changes: their number, through two layers; a limit that all have; a member of a
// structure; a number beside one that does change; a function with a constant argument; a constant under a condition.
// NOLINTBEGIN: written as users write
#include <array>
#include <cstdint>

#include "hls/types/assert.hpp"
#include "hls/types/bits.hpp"
#include "hls/types/ram.hpp"
#pragma clang diagnostic ignored "-Weverything"  // users do not compile as this project does

using Limit = hls::Bits<6>;

struct Setting {
  hls::Bits<4> step;
  hls::Bits<4> seed;
};

// Takes one of the words by its own number.
struct Taker {
  std::uint8_t sum = 0;
  HLS_MODULE std::uint8_t take(hls::Bits<2> self, const std::array<std::uint8_t, 4>& words, Limit limit) {
    HLS_ASSERT(self < 4, "a number of a taker");
    const std::uint8_t word = words[self];
    if (word > limit) sum += word;
    return sum ^ self;
  }
};

// Two of them: one has the number that it is told, the other always the same.
struct Pair {
  Taker low, high;
  std::uint8_t turns = 0;
  HLS_MODULE std::uint8_t tick(hls::Bit upper, hls::Bits<2> first, const Setting& setting,
                               const std::array<std::uint8_t, 4>& words) {
    turns += setting.step + (upper ? 1 : 2);
    const std::uint8_t a = low.take(first, words, Limit(40));
    const std::uint8_t b = high.take(hls::Bits<2>(3), words, Limit(40));
    return (a + b) ^ (turns * setting.seed);
  }
};

struct Keeper {
  hls::Ram<std::uint8_t, 8> words;
  std::uint8_t last = 3;
  HLS_MODULE void keep(hls::Bits<3> place, std::uint8_t word) {
    last = words.read(place);
    words.write(place, word);
  }
};

HLS_MODULE static std::uint8_t turned(std::uint8_t word, hls::Bits<3> by) {
  return word << by | word >> (8 - by);
}

struct State {
  Pair pairs[2];
  Keeper keepers[2];
};
struct In {
  std::array<std::uint8_t, 4> words;
  hls::Bits<4> seed;
  bool go;
};
struct Out {
  std::uint8_t results[2], turned[2];
};

void step(State& s, const In& in, Out& out) {
  out.results[0] = s.pairs[0].tick(hls::Bit(0), hls::Bits<2>(0), Setting{hls::Bits<4>(3), in.seed}, in.words);
  out.results[1] = s.pairs[1].tick(hls::Bit(1), hls::Bits<2>(2), Setting{hls::Bits<4>(5), in.seed}, in.words);
  if (in.go) {
    s.keepers[0].keep(hls::Bits<3>(6), in.words[0]);
  }
  s.keepers[1].keep(hls::Bits<3>(in.go ? 1 : 2), in.words[1]);
  out.turned[0] = turned(in.words[2], hls::Bits<3>(3));
  out.turned[1] = turned(in.words[3], hls::Bits<3>(5));
}
// NOLINTEND
