// SPDX-License-Identifier: Apache-2.0
// C++ as people write it: lambdas, range-based loops, local arrays, inheritance, templates, early returns.
#include <algorithm>
#include <array>

#include "hls/types/bits.hpp"
#include "hls/types/ram.hpp"

namespace machine {

struct Base {
  hls::Bits<6> common{33};
  bool touched = false;
};

template <unsigned N>
struct Bank : Base {
  std::array<hls::Bits<11>, N> words{};

  template <class Function>
  void for_each(const Function& function) {
    for (auto& word : words) word = function(word);
  }
};

template <class Config>
struct Machine {
  struct State {
    Bank<Config::kWords> bank;
    Bank<2> small;
    hls::Bits<3> phase;
    std::array<std::array<hls::Bits<4>, 3>, 2> grid{{{hls::Bits<4>(1), hls::Bits<4>(2), hls::Bits<4>(3)}, {}}};
  };
  struct In {
    std::array<hls::Bits<11>, 4> values;
    hls::Bits<2> index;
    hls::Bits<3> operation;
  };
  struct Out {
    hls::Bits<11> value;
    hls::Bits<11> largest;
    std::array<hls::Bits<4>, 3> row;
    hls::Bits<8> histogram;
    struct {
      hls::Bits<2> inner;
      hls::Bit flag;
    } unnamed;
  };

  static void step(State& state, const In& in, Out& out) {
    std::array<std::uint16_t, 8> local{};
    for (unsigned i = 0; i < 4; ++i)
      local[in.values[i] & 7u] = static_cast<std::uint16_t>(local[in.values[i] & 7u] + i + 1);
    out.histogram = hls::Bits<8>(local[in.operation]);

    std::uint32_t largest = 0;
    for (const auto& value : in.values) largest = std::max<std::uint32_t>(largest, value);
    out.largest = hls::Bits<11>(largest);

    const auto add = [&in](hls::Bits<11> word) { return hls::Bits<11>(word + in.values[in.index]); };
    switch (in.operation) {
      case 0:
        state.bank.for_each(add);
        break;
      case 1:
        std::swap(state.bank.words[0], state.bank.words[in.index]);
        break;
      case 2:
        std::fill(state.bank.words.begin() + 1, state.bank.words.end(), in.values[3]);
        break;
      case 3:
        state.grid[in.index & 1u] = state.grid[1 - (in.index & 1u)];
        state.grid[0][2] = hls::Bits<4>(state.phase);
        return;  // Out keeps its values
      default:
        state.small.words[in.index & 1u] = in.values[0];
        state.bank.common = hls::Bits<6>(state.bank.common + 1);
        state.bank.touched = !state.bank.touched;
    }
    state.phase = hls::Bits<3>(state.phase + 1);
    out.row = state.grid[in.index >> 1];
    out.value = state.bank.words[in.index];
    out.unnamed.inner = in.index;
    out.unnamed.flag = hls::Bit(state.bank.touched);
  }
};

struct Config {
  static constexpr unsigned kWords = 4;
};

}  // namespace machine

using Machine = machine::Machine<machine::Config>;

void step(Machine::State& state, const Machine::In& in, Machine::Out& out) {
  Machine::step(state, in, out);
}
