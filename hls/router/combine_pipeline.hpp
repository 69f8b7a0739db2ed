// The registers of an output port, or a combining ejector, of a node that takes S cycles more to
// combine packets (Config::kCombineStages). What leaves the port goes through them, combined or
// not, so that order is kept: a hop takes S cycles more, and a link still carries a packet in every
// cycle. Nothing within waits; where it goes there must be room.
//
//     output port:  heads of queues, grant -->| operand 0 | .. | operand n - 1 |--> link register
//                                             S registers (hls/operators/operand_chain.hpp)
//
// The number may be chosen at run time where the configuration has a line of the host's for it, and
// the operands are then combined before they go into it: the same bits at the same time.
//
//     template <class Flit>
//     using DelayLine = ...;  // void tick(Flit&); bool empty() const;
#pragma once

#include <array>

#include "hls/operators/operand_chain.hpp"
#include "hls/router/combiner.hpp"
#include "hls/types/each_one.hpp"

namespace router {

template <class Config, std::size_t Count>
class FixedCombinePipeline {
 public:
  // No packet is in it.
  bool empty() const {
    bool found = true;
    for (const hls::Bit& valid : valid_) found = found && !valid;
    return found;
  }

  // One cycle. `flit`: on the way in a packet that leaves, with the own contribution, if `has_own`;
  // on the way out what left so many cycles ago. `payload_of`: an operand, of those in `there()`;
  // the rest as Combiner::combine. All operands of a packet that leaves are there.
  template <class PayloadOf, class There>
  void tick(hls::Bits<8> operation, hls::Bit has_own, Flit<Config>& flit, PayloadOf payload_of, std::uint32_t present,
            There there, unsigned first) {
    const Flit<Config> leaving = flit;
    std::array<Payload<Config>, Count> operands{};
    hls::for_each_one<Count>(there(), [&](unsigned i) { operands[i] = payload_of(i); });
    operators::Terms<Payload<Config>, Config::kPayloadWidth, Count> terms;
    terms.made = leaving.packet.payload;
    terms.none = hls::Bit(!has_own);
    std::uint32_t in_order = 0;
    for (unsigned i = 0; i < Count; ++i) {
      const unsigned place = Combiner<Config, Count>::place(first, i);
      terms.operands.words[i] = operands[place];
      in_order |= (present >> place & 1u) << i;
    }
    terms.operands.present = hls::Bits<Count>(in_order);
    flit.packet.header = headers_.tick(leaving.packet.header);
    flit.packet.payload = chain_.tick(operation, terms);
    flit.valid = valid_[kStages - 1];
    for (unsigned i = kStages - 1; i > 0; --i) valid_[i] = valid_[i - 1];
    valid_[0] = leaving.valid;
  }

 private:
  static constexpr unsigned kStages = Config::kCombineStages;

  operators::OperandChain<typename Config::Operators, Config::kPayloadWidth, Count, kStages> chain_;
  operators::Cut<Header<Config>, kStages> headers_;
  std::array<hls::Bit, kStages> valid_;
};

// Of so many stages as its line has.
template <class Config, std::size_t Count>
class AnyCombinePipeline {
 public:
  using Line = typename Config::template DelayLine<Flit<Config>>;

  bool empty() const { return line_.empty(); }
  template <class PayloadOf, class There>
  void tick(hls::Bits<8> operation, hls::Bit has_own, Flit<Config>& flit, PayloadOf payload_of, std::uint32_t present,
            There, unsigned first) {
    if (flit.valid && present != 0) {
      Payload<Config> value = flit.packet.payload;
      bool any = has_own;
      const auto take = [&](unsigned i) {
        value = any ? Config::Operators::combine(operation, value, payload_of(i)) : payload_of(i);
        any = true;
      };
      const std::uint32_t behind = ~std::uint32_t{0} << first;
      hls::for_each_one<Count>(present & behind, take);
      hls::for_each_one<Count>(present & ~behind, take);
      flit.packet.payload = value;
    }
    line_.tick(flit);
  }

  // For the mesh to attach memory.
  Line& line() { return line_; }

 private:
  Line line_;
};

struct NoPipeline {
  static constexpr bool empty() { return true; }
};

template <class Config, std::size_t Count>
using CombinePipeline =
    std::conditional_t<!has_combine_stages<Config>(), NoPipeline,
                       std::conditional_t<has_runtime_stages<Config>(), AnyCombinePipeline<Config, Count>,
                                          FixedCombinePipeline<Config, Count>>>;

}  // namespace router
