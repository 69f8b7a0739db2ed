// SPDX-License-Identifier: Apache-2.0
// Parts three deep, each of which writes what those within hold; members in the padding of a base; an index that nothing
// bounds, beside parts; a memory of one word; a pointer that may be null; members of members in ports.
// NOLINTBEGIN: written as users write
#include <array>
#include <cstdint>
#include <optional>

#include "hls/types/bits.hpp"
#include "hls/types/ram.hpp"
#pragma clang diagnostic ignored "-Weverything"  // users do not compile as this project does

struct Leaf {
  std::uint8_t n;
  Leaf(std::uint8_t start = 2) : n(start) {}
  HLS_MODULE std::uint8_t tick(std::uint8_t x) { return n = n * 3 + x; }
};
struct Middle {
  Leaf leaves[2]{Leaf{1}, Leaf{5}};
  std::uint8_t mixed = 0;
  HLS_MODULE std::uint8_t run(std::uint8_t x) {
    const std::uint8_t first = leaves[0].tick(x);
    return mixed ^= leaves[1].tick(first);
  }
  HLS_MODULE void clear() {
    leaves[0].n = 0;
    leaves[1] = Leaf{9};
  }
};
struct Outer {
  Middle halves[2];
  std::uint8_t total;
  HLS_MODULE std::uint8_t go(std::uint8_t x, bool right) {
    total += halves[0].run(x);
    if (right) {
      total ^= halves[1].run(total);
    } else {
      halves[1].clear();
    }
    return total + halves[0].leaves[1].n;
  }
};
struct Clearer {  // a function alone that writes a part
  Leaf leaf;
  HLS_MODULE void run(std::uint8_t x) {
    if (x & 1) leaf.tick(x);
    if (x & 2) leaf.n = x;
  }
};

// `last` lies in what pads the base, which a copy of the base leaves alone.
struct Base {
  std::uint32_t wide = 1;
  std::uint8_t narrow;
  Base() : narrow(2) {}
  HLS_MODULE std::uint32_t roll(std::uint8_t x) {
    narrow += x;
    return wide = wide * 5 + narrow;
  }
};
struct Derived : Base {
  std::uint8_t last = 7;
  Leaf leaf;
};
struct Plain {
  std::uint32_t wide = 1;
  std::uint8_t narrow;
  Plain() : narrow(2) {}
};
struct Padded {
  std::uint8_t first;
  [[no_unique_address]] Plain plain;
  std::uint8_t last;
};

struct Item {
  std::uint8_t key;
  bool valid;
  std::uint16_t value;
};
struct Inputs {
  std::optional<std::uint8_t> maybe;
};

struct State {
  Outer outer[2];
  Clearer clearer;
  std::uint8_t before[4];
  Leaf between;
  std::uint8_t behind[4];
  std::uint64_t where = 1;
  Derived derived[2];
  Padded padded[2];
  hls::Ram<std::uint64_t, 1> only;
  hls::SyncRam<std::uint16_t, 1> latest;
  std::array<Item, 6> items;
};
struct In {
  std::uint8_t x, i;
  bool go, put;
  Padded padded;
  Inputs inputs;
};
struct Out {
  std::uint8_t results[2], seen, leaf, index;
  std::uint64_t only;
  std::uint16_t latest, value;
  Padded padded;
  bool none, wide;
  Inputs inputs;
};

void layers(State& s, const In& in, Out& out) {
  out.results[0] = s.outer[0].go(in.x, in.go);
  if (in.x > 9) out.results[1] = s.outer[1].go(in.i, !in.go);
  out.seen = s.outer[1].halves[1].leaves[0].n + s.outer[1].halves[0].mixed;
  if (in.go) s.clearer.run(in.x);
  out.leaf = s.clearer.leaf.n;
}

void padding(State& s, const In& in, Out& out) {
  s.derived[0].roll(in.x);
  s.derived[0].last += in.i;
  if (in.go) s.derived[1].leaf.tick(s.derived[0].last);
  if (in.put) static_cast<Base&>(s.derived[1]) = s.derived[0];
  s.derived[1].last ^= in.x;
  s.padded[in.i & 1].plain.narrow += in.x;
  s.padded[0].last ^= in.x;
  if (in.x > 200) s.padded[1].plain = in.padded.plain;
  if (in.x < 10) s.padded[in.i & 1] = in.padded;
  out.padded = s.padded[in.x & 1];
}

// `where` is always below 4, which nobody says.
void unbounded(State& s, const In& in) {
  std::uint8_t* const array = in.put ? s.before : s.behind;
  array[s.where] = in.x;
  s.before[s.where] += in.i;
  s.between.tick(s.behind[s.where]);
  s.where = in.i % 4;
}

const Item* find(const std::array<Item, 6>& items, std::uint8_t key) {
  for (const Item& item : items) {
    if (item.valid && item.key == key) return &item;
  }
  return nullptr;
}

void rest(State& s, const In& in, Out& out) {
  out.only = s.only.read(in.x);
  s.only.write(in.i, out.only * 3 + in.x);
  out.latest = s.latest.data();
  if (in.go) s.latest.request(in.i);
  s.latest.write(in.x, in.i);
  if (const Item* const item = find(s.items, in.x & 7)) {
    out.index = item - &s.items[0];
    out.value = item->value;
  } else if (in.put) {
    s.items[in.i % 6] = {std::uint8_t(in.x & 7), in.go, in.x};
  }
  out.none = !in.inputs.maybe;
  out.wide = static_cast<std::int8_t>(in.inputs.maybe.value_or(0)) < static_cast<std::int8_t>(in.x);
  if (in.inputs.maybe) out.inputs.maybe = in.inputs.maybe;
}

void step(State& s, const In& in, Out& out) {
  layers(s, in, out);
  padding(s, in, out);
  unbounded(s, in);
  rest(s, in, out);
}
// NOLINTEND
