// SPDX-License-Identifier: Apache-2.0
// Combines a value with operands one after the other, ((value . first) . second) .. , with
// registers on the way: the result leaves `Registers` ticks behind its operands. Absent operands
// are left out. The order and the bits of the result are the same as without registers.
//
//     OperandChain<Floats, 64, 2, 4> chain;                        // two operands, four registers
//     result = chain.tick(operation, {value, lacks_value, operands});  // of the terms of four ticks ago
//
// A set with stages (FloatStages) has four steps for an operand, order, align, add and round; any
// other set has one. The first register is in front of all steps, so that the logic before the
// chain has a cycle of its own. The others divide the steps evenly: at most ceil(steps / Registers)
// of them lie between two registers. Two operands of floats:
//
//     Registers   steps between registers
//     0                                        8                         no register at all
//     1                                      | 8
//     2                                      | 4 | 4                     an adder in a cycle
//     4                                      | 2 | 2 | 2 | 2
//     8                                      | 1 | 1 | 1 | 1 | 1 | 1 | 1 | 1
//
// The operation must not change while its operands are in the chain. The registers are data without
// a reset; the owner keeps a valid bit beside them.
#pragma once

#include <array>
#include <cstddef>
#include <type_traits>

#include "hls/operators/pipelined_floats.hpp"
#include "hls/types/bits.hpp"
#include "hls/types/ram.hpp"

namespace operators {

template <unsigned W, std::size_t Count>
struct Operands {
  static constexpr bool kHlsData = true;
  std::array<hls::Bits<W>, Count> words;
  hls::Bits<Count> present;
};
template <unsigned W>
struct Operands<W, 0> {
  static constexpr bool kHlsData = true;
};

// The registers between two steps: the intermediate result, as a word or in the form between two
// stages, and the operands that follow.
template <class Step, unsigned W, std::size_t Count>
struct Terms {
  static constexpr bool kHlsData = true;
  Step made;
  hls::Bit none;  // there is no intermediate result yet: the first operand present becomes it
  Operands<W, Count> operands;
};

template <class Set, unsigned W, class = void>
inline constexpr bool kHasStages = false;
template <class Set, unsigned W>
inline constexpr bool kHasStages<Set, W, std::void_t<typename Set::template Stages<W>>> = true;

// The number of registers in front of a step, with `registers` distributed evenly.
constexpr unsigned registers_before(std::size_t step, std::size_t steps, unsigned registers) {
  unsigned count = 0;
  for (unsigned i = 0; i < registers; ++i) count += i * steps / registers == step ? 1 : 0;
  return count;
}
template <std::size_t Steps, unsigned Registers>
struct Spacing {
  static constexpr std::size_t before(std::size_t step) { return registers_before(step, Steps, Registers); }
};

template <class Word, unsigned W, std::size_t Count, class Step>
constexpr Terms<Step, W, Count - 1> behind_first(const Terms<Word, W, Count>& terms, const Step& made) {
  Terms<Step, W, Count - 1> rest;
  rest.made = made;
  rest.none = hls::Bit(terms.none && (terms.operands.present & 1u) == 0);
  if constexpr (Count > 1) {
    for (std::size_t i = 1; i < Count; ++i) rest.operands.words[i - 1] = terms.operands.words[i];
    rest.operands.present = hls::Bits<Count - 1>(terms.operands.present >> 1);
  }
  return rest;
}
// These terms after one more step.
template <class Before, unsigned W, std::size_t Count, class Step>
constexpr Terms<Step, W, Count> with(const Terms<Before, W, Count>& terms, const Step& made) {
  return {made, terms.none, terms.operands};
}

// Steps for each operand.
template <class Set, unsigned W>
inline constexpr std::size_t kOperandSteps = kHasStages<Set, W> ? 4 : 1;

// The last `Count` operands. `First`: the steps before these.
template <class Set, unsigned W, std::size_t Count, class SpacingOf, std::size_t First = 0,
          std::size_t Steps = Count == 0 ? 0 : kOperandSteps<Set, W>>
class ChainEnd;

template <class Set, unsigned W, class SpacingOf, std::size_t First>
class ChainEnd<Set, W, 0, SpacingOf, First, 0> {
 public:
  hls::Bits<W> tick(hls::Bits<8>, const Terms<hls::Bits<W>, W, 0>& in) { return in.made; }
};

template <class Set, unsigned W, std::size_t Count, class SpacingOf, std::size_t First>
class ChainEnd<Set, W, Count, SpacingOf, First, 1> {
  using In = Terms<hls::Bits<W>, W, Count>;

 public:
  hls::Bits<W> tick(hls::Bits<8> operation, const In& arriving) {
    const In in = cut_.tick(arriving);
    const hls::Bits<W> operand = in.operands.words[0];
    const bool is_there = (in.operands.present & 1u) != 0;
    hls::Bits<W> made = in.made;
    if (is_there) made = in.none ? operand : Set::combine(operation, in.made, operand);
    return next_.tick(operation, behind_first(in, made));
  }

 private:
  Cut<In, SpacingOf::before(First)> cut_;
  ChainEnd<Set, W, Count - 1, SpacingOf, First + 1> next_;
};

template <class Set, unsigned W, std::size_t Count, class SpacingOf, std::size_t First>
class ChainEnd<Set, W, Count, SpacingOf, First, 4> {
  using In = Terms<hls::Bits<W>, W, Count>;
  using Stages = typename Set::template Stages<W>;
  template <class Step>
  using Behind = Terms<Step, W, Count - 1>;

 public:
  hls::Bits<W> tick(hls::Bits<8> operation, const In& arriving) {
    const In in = cut_.tick(arriving);
    const hls::Bits<W> operand = in.operands.words[0];
    const bool is_there = (in.operands.present & 1u) != 0;
    typename Stages::Ordered first = Stages::order(operation, in.made, operand);
    if (!is_there || in.none) Stages::pass(is_there ? operand : in.made, first);
    const auto ordered = ordered_.tick(behind_first(in, first));
    const auto aligned = aligned_.tick(with(ordered, Stages::align(ordered.made)));
    const auto added = added_.tick(with(aligned, Stages::add(aligned.made)));
    return next_.tick(operation, with(added, Stages::round(added.made)));
  }

 private:
  Cut<In, SpacingOf::before(First)> cut_;
  Cut<Behind<typename Stages::Ordered>, SpacingOf::before(First + 1)> ordered_;
  Cut<Behind<typename Stages::Aligned>, SpacingOf::before(First + 2)> aligned_;
  Cut<Behind<typename Stages::Added>, SpacingOf::before(First + 3)> added_;
  ChainEnd<Set, W, Count - 1, SpacingOf, First + 4> next_;
};

template <class Set, unsigned W, std::size_t Count, unsigned Registers>
class OperandChain {
  static_assert(Count > 0, "a chain without operands");

 public:
  static constexpr std::size_t kSteps = Count * kOperandSteps<Set, W>;

  HLS_MODULE hls::Bits<W> tick(hls::Bits<8> operation, const Terms<hls::Bits<W>, W, Count>& terms) {
    return chain_.tick(operation, terms);
  }

 private:
  ChainEnd<Set, W, Count, Spacing<kSteps, Registers>> chain_;
};

}  // namespace operators
