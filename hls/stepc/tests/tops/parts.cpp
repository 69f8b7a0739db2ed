// SPDX-License-Identifier: Apache-2.0
// Parts: modules in modules, calls under conditions, references, large and small results, registers read by owners.
#include <array>

#include "hls/types/bits.hpp"
#include "hls/types/ram.hpp"

struct Pair {
  hls::Bits<12> a;
  hls::Bits<5> b;
};

struct Large {
  std::array<Pair, 3> pairs;
  hls::Bits<50> sum;
};

class Accumulator {
 public:
  hls::Bits<12> total() const { return total_; }
  bool odd() const { return (total_ & 1u) != 0; }

  HLS_MODULE void tick(hls::Bits<12> amount, bool subtract) {
    total_ = hls::Bits<12>(subtract ? total_ - amount : total_ + amount);
    ++calls_;
  }

 private:
  hls::Bits<12> total_{100};
  std::uint16_t calls_ = 0;
};

class Lane {
 public:
  hls::Bits<12> total() const { return accumulator_.total(); }
  hls::Bits<3> position() const { return position_; }

  // Changes `pair` in place and returns a large structure.
  HLS_MODULE Large tick(const Large& in, Pair& pair, Pair by_value, hls::Bit go) {
    Large result = in;
    result.pairs[1] = history_.read(position_);
    if (go) {
      accumulator_.tick(pair.a, accumulator_.odd());
      result.sum = hls::Bits<50>(in.sum + accumulator_.total());
      pair.a = hls::Bits<12>(pair.a + by_value.b);
      history_.write(position_, by_value);
      position_ = hls::Bits<3>(position_ + 1);
    }
    return result;
  }

 private:
  Accumulator accumulator_;
  hls::Ram<Pair, 8> history_;
  hls::Bits<3> position_{6};
};

// A part without registers.
HLS_MODULE Pair swapped(Pair pair, hls::Bits<3> by) {
  return {hls::Bits<12>(pair.b + by), hls::Bits<5>(pair.a)};
}

struct State {
  std::array<Lane, 2> lanes;
  Accumulator always;
  Accumulator rarely;
  Large last;
  Pair kept;
};

struct In {
  Large large;
  Pair pair;
  hls::Bits<2> go;
  hls::Bits<3> select;
};

struct Out {
  Large large;
  Pair pair;
  hls::Bits<12> total;
  hls::Bits<12> before;
  hls::Bits<12> after;
  hls::Bits<3> position;
};

void step(State& state, const In& in, Out& out) {
  out.before = state.rarely.total();
  out.position = state.lanes[in.select & 1u].position();
  for (unsigned i = 0; i < 2; ++i) {
    Pair pair = i == 0 ? state.kept : in.pair;
    const Large large =
        state.lanes[i].tick(i == 0 ? in.large : state.last, pair, swapped(in.pair, in.select), hls::Bit(in.go >> i));
    if (i == 1) out.large = large;
    if (i == 0) state.last = large;
    if (i == 0) state.kept = pair;
    out.pair = pair;
  }
  state.always.tick(in.pair.a, in.select == 2);
  if (in.select > 4) {
    state.rarely.tick(state.always.total(), false);
  } else if (in.select == 1) {
    state.rarely.tick(hls::Bits<12>(1), true);
  }
  out.total = hls::Bits<12>(state.always.total() + state.lanes[0].total());
  out.after = state.rarely.total();
}
