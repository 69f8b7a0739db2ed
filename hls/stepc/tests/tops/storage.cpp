// SPDX-License-Identifier: Apache-2.0
// Registers in nested structures and arrays with dynamic indices, tables, and the kinds of memory.
#include <array>

#include "hls/types/bits.hpp"
#include "hls/types/ram.hpp"

enum class Mode : std::uint8_t { kIdle, kRun, kStop };

struct Cell {
  hls::Bits<9> value;
  hls::Bit valid;
};

struct Row {
  std::array<Cell, 4> cells;
  hls::Bits<3> last;
};

struct Word {
  hls::Bits<33> payload;
  hls::Bits<3> tag;
  hls::Bit flag;
};

struct State {
  std::array<Row, 3> rows;
  std::uint16_t matrix[4][2] = {{1, 2}, {3, 4}, {5, 6}, {7, 8}};
  Mode mode = Mode::kRun;
  hls::Ram<Word, 8> asynchronous;
  hls::SyncRam<Word, 16> synchronous;
  std::array<hls::Ram<hls::Bits<6>, 4>, 3> banks;
  hls::ForwardingRam<Word, 8> forwarding;
};

struct In {
  hls::Bits<2> row;
  hls::Bits<2> column;
  hls::Bits<9> value;
  hls::Bits<4> address;
  hls::Bits<2> command;
  Word word;
};

struct Out {
  hls::Bits<9> value;
  hls::Bits<16> matrix;
  hls::Bits<8> table;
  Word asynchronous;
  Word synchronous;
  hls::Bits<6> bank;
  std::array<Word, 3> forwarded;
  std::array<hls::Bits<9>, 4> column;
  Mode mode;
};

namespace {

constexpr std::array<std::uint8_t, 16> kTable = {3, 1, 4, 1, 5, 9, 2, 6, 5, 35, 89, 79, 32, 38, 46, 26};

}  // namespace

void step(State& state, const In& in, Out& out) {
  const unsigned row = in.row < 3 ? static_cast<unsigned>(in.row) : 1u;
  Row& selected = state.rows[row];
  Cell& cell = selected.cells[in.column];
  out.value = cell.valid ? cell.value : hls::Bits<9>(in.value ^ 0x155u);
  if (in.command != 0) {
    cell.value = in.value;
    cell.valid = hls::Bit(in.command);
    selected.last = hls::Bits<3>(in.column + 1);
  }
  for (unsigned i = 0; i < 4; ++i) out.column[i] = state.rows[i % 3].cells[in.column].value;

  std::uint16_t& entry = state.matrix[in.column][in.command & 1u];
  entry = static_cast<std::uint16_t>(entry + in.value);
  out.matrix = hls::Bits<16>(state.matrix[in.column ^ 1u][in.row & 1u]);
  out.table = hls::Bits<8>(kTable[in.address]);

  switch (in.command) {
    case 0:
      state.mode = Mode::kIdle;
      break;
    case 3:
      if (state.mode == Mode::kIdle) state.mode = Mode::kStop;
      break;
    default:
      state.mode = Mode::kRun;
  }
  out.mode = state.mode;

  out.asynchronous = state.asynchronous.read(in.address & 7u);
  if (in.command == 1) {
    state.asynchronous.write(in.address & 7u, in.word);
  } else if (in.command == 2) {
    state.asynchronous.write((in.address + 1) & 7u, Word{in.word.payload, hls::Bits<3>(5), hls::Bit(0)});
  }

  out.synchronous = state.synchronous.data();
  if (in.command & 1u) state.synchronous.request(in.address);
  if (in.command & 2u) state.synchronous.write(in.address ^ in.column, in.word);

  out.bank = state.banks[row].read(in.column);
  if (in.word.flag) state.banks[row].write(in.address & 3u, hls::Bits<6>(in.value));

  out.forwarded[0] = state.forwarding.read(in.column);
  if (in.command != 2) state.forwarding.write(in.row, in.word);
  out.forwarded[1] = state.forwarding.read(in.column);
  if (in.word.flag) out.forwarded[2] = state.forwarding.read(in.address & 3u);
}
