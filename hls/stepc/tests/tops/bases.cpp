// SPDX-License-Identifier: Apache-2.0
// Structures that begin with another one: their bases passed to parts by reference and by value, from registers, inputs,
// elements, members and what other parts return. A part that reads a base as it was must get its bits, and no others.
#include <array>

#include "hls/types/bits.hpp"
#include "hls/types/ram.hpp"

struct Flit {
  hls::Bits<9> word;
  hls::Bit valid;
};

struct Link : Flit {
  hls::Bits<3> go;
};

struct Counted : Link {
  hls::Bits<5> count;
};

// A single member, whose base is the member's own word.
struct Single {
  hls::Bits<7> only;
};
struct More : Single {
  hls::Bits<4> other;
};

struct Nested {
  hls::Bits<6> before;
  Counted counted;
  hls::Bits<2> after;
};

// Reads the flit as it was, and changes it sometimes.
class Sender {
 public:
  HLS_MODULE void tick(hls::Bit send, hls::Bits<9> word, Flit& flit) {
    if (flit.valid) sum_ = hls::Bits<9>(sum_ + flit.word);
    flit.valid = hls::Bit(send != flit.valid);
    if (send) flit.word = hls::Bits<9>(word ^ sum_);
  }

 private:
  hls::Bits<9> sum_;
};

class Turner {
 public:
  HLS_MODULE void tick(Single& single, hls::Bits<7> by) {
    seen_ = single.only;
    single.only = hls::Bits<7>(single.only * 3u + by);
  }
  HLS_MODULE Counted grown(const Link& link) {
    Counted counted;
    counted.word = hls::Bits<9>(link.word + 1u);
    counted.valid = link.valid;
    counted.go = hls::Bits<3>(link.go + seen_);
    seen_ = hls::Bits<7>(link.word);
    counted.count = hls::Bits<5>(link.word >> 2);
    return counted;
  }

 private:
  hls::Bits<7> seen_;
};

// Part of a part: its own argument's base continues.
class Outer {
 public:
  HLS_MODULE void tick(hls::Bit send, hls::Bits<9> word, Link& link, Flit by_value) {
    inner_.tick(send, word, link);
    link.go = hls::Bits<3>(link.go + by_value.word);
  }

 private:
  Sender inner_;
};

HLS_MODULE hls::Bits<9> value_of(Flit flit) {
  return hls::Bits<9>(flit.valid ? flit.word : 5u);
}

struct State {
  std::array<Sender, 7> senders;
  std::array<Turner, 3> turners;
  Outer outer;
  Counted kept;
  Nested nested;
  std::array<Counted, 3> elements;
  More more;
  hls::Bits<9> total;
};

struct In {
  Counted counted;
  std::array<Link, 2> links;
  hls::Bits<7> send;
  hls::Bits<9> word;
  hls::Bits<2> select;
};

struct Out {
  Link link;
  Counted counted;
  std::array<Link, 2> links;
  More more;
  hls::Bits<9> value;
};

void step(State& state, const In& in, Out& out) {
  const auto sends = [&](unsigned i) { return hls::Bit(in.send >> i & 1u); };
  state.senders[0].tick(sends(0), in.word, out.link);
  state.senders[1].tick(sends(1), in.word, out.counted);
  state.senders[2].tick(sends(2), in.word, out.links[1]);
  state.senders[3].tick(sends(3), in.word, state.kept);
  state.senders[4].tick(sends(4), in.word, state.nested.counted);
  state.senders[5].tick(sends(5), in.word, state.elements[2]);
  state.outer.tick(sends(6), in.word, state.elements[in.select % 2u], in.counted);
  Counted grown = state.turners[0].grown(in.links[in.select & 1u]);
  state.senders[6].tick(sends(6), in.word, grown);
  state.turners[1].tick(state.more, hls::Bits<7>(in.word));
  state.turners[2].tick(out.more, in.send);
  out.link.go = in.links[0].go;
  out.counted.count = grown.count;
  out.links[0] = state.elements[in.select % 3u];
  out.more.other = hls::Bits<4>(grown.go + state.more.only);
  state.nested.after = in.select;
  state.total = hls::Bits<9>(state.total + value_of(in.counted) + value_of(grown) + value_of(state.nested.counted));
  out.value = hls::Bits<9>(state.total + state.kept.word);
}
