// SPDX-License-Identifier: Apache-2.0
// Addresses that LLVM folds: indices of 64 bits, signed indices, arrays of one element side by side, pointers that are
// chosen or moved at run time.
#include <array>
#include <cstddef>
#include <cstdint>

struct Item {
  std::uint16_t key;
  std::uint8_t value;
};

struct Grid {
  std::uint8_t cells[5][7];
};

struct State {
  std::uint8_t before;
  std::uint8_t a[4], b[7], c[3];
  std::uint8_t behind;
  std::array<Item, 5> heap, other;
  Grid first, second;
  std::uint8_t stack_1[8], stack_2[8];
  std::uint64_t top_1, top_2;
  std::array<std::uint8_t, 16> packed;
  std::uint32_t word;
};

struct In {
  std::uint64_t i, j, row, column;
  std::int64_t k;
  int s;
  std::int8_t up, right;
  std::uint8_t value, flags;
  bool push, which;
};

struct Out {
  std::uint8_t b, c, b_or_a, mid, cell, moved, popped, least, byte;
  std::uint16_t key;
};

namespace {

void neighbours(State& state, const In& in, Out& out) {
  const std::size_t i = in.i % 9;
  if (i && i < 8) out.b = state.b[i - 1];
  const int x = (in.s & 15) - 4;
  if (x >= -2 && x <= 0) out.c = state.c[x + 2];
  const std::size_t j = in.j & 15;
  if (j < 4) {
    state.a[j] = in.value;
  } else if (j < 11) {
    state.b[j - 4] = in.value;
  } else if (j < 14) {
    state.c[j - 11] = static_cast<std::uint8_t>(state.c[j - 11] ^ in.value);
  }
  out.b_or_a = j < 4 ? state.a[j] : state.b[(j - 4) % 7];
  const std::uint8_t* middle = state.b + 3;
  const std::int64_t k = in.k % 3;
  if (k > -2 && k < 2) out.mid = middle[2 * k];
  ++state.before;
  state.behind = static_cast<std::uint8_t>(state.behind + state.before);
}

void grids(State& state, const In& in, Out& out) {
  const std::size_t row = in.row % 5;
  const std::size_t column = in.column % 7;
  if (column) out.cell = state.second.cells[row][column - 1];
  if (column + 1 < 7 && row) state.first.cells[row - 1][column + 1] = in.value;
  const long other_row = static_cast<long>(row) + in.up;
  const long other_column = static_cast<long>(column) + in.right;
  if (other_row >= 0 && other_row < 5 && other_column >= 0 && other_column < 7) {
    out.moved = state.first.cells[other_row][other_column];
    state.second.cells[other_row][other_column] = static_cast<std::uint8_t>(in.value + 1);
  }
}

void stacks(State& state, const In& in, Out& out) {
  std::uint64_t& top = in.which ? state.top_1 : state.top_2;
  std::uint8_t* words = in.which ? state.stack_1 : state.stack_2;
  if (in.push) {
    if (top < 8) words[top++] = in.value;
  } else if (top) {
    out.popped = words[--top];
  }
  const std::size_t id = in.i % 5;
  if (id) {
    out.key = state.heap[id - 1].key;
    state.other[id - 1].value = in.value;
    state.heap[(id - 1) / 2].key = static_cast<std::uint16_t>(state.heap[(id - 1) / 2].key + in.value);
  }
  out.least = state.other[id].value;
}

void moving(State& state, const In& in, Out& out) {
  std::uint8_t* to = state.packed.data();
  for (unsigned n = 0; n < 16; ++n) {
    if (in.i >> n & 1u) *to++ = static_cast<std::uint8_t>(in.value + n);
  }
  state.word += in.value;
  out.byte = reinterpret_cast<const unsigned char*>(&state.word)[in.flags & 3u];
}

}  // namespace

void step(State& state, const In& in, Out& out) {
  neighbours(state, in, out);
  grids(state, in, out);
  stacks(state, in, out);
  moving(state, in, out);
}
