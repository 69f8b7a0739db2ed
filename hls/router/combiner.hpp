// SPDX-License-Identifier: Apache-2.0
// Combining packets in a node: its own contribution and the packets that come to be combined with
// it become one payload, in one cycle (Combiner) or with registers between the steps
// (CombinePipeline).
//
// The order of the operands is fixed, so that a result has the same bits whenever its parts come:
// the own contribution first, then the packets of the ports behind this one, in cyclic order. In an
// exchange two neighbours combine the same two values, each what it has combined over the ports
// from t up to the one between them, in one order or the other. Every operation is commutative to
// the bit, so all nodes end with the same bits.
#pragma once

#include <array>

#include "hls/operators/operand_chain.hpp"
#include "hls/router/config.hpp"
#include "hls/types/each_one.hpp"

namespace router {

// In nodes whose second packets can follow their results, and whose results can go on.
template <class Config, bool Follows = Config::kFollowsResults>
struct FollowedResults {};
template <class Config>
struct FollowedResults<Config, true> {
  hls::Bit go_on;              // what has come for another result goes into packets too
  hls::Bit follows;            // each packet waits for its own result
  PacketCount<Config> before;  // packets of second parts with a sequence below may leave
};

// The registers that say how packets are combined; empty in nodes that do not combine.
template <class Config, bool Combines = combines<Config>()>
struct CombineControl {};
template <class Config>
struct CombineControl<Config, true> {
  hls::Bits<8> operation;  // operators::Operation
  hls::Bit second_part;    // packets of second parts may leave
  hls::Bit exclusive;      // results leave out the own contribution
  FollowedResults<Config> followed;
};

// Whether a packet of this header is combined into another, and not delivered as it is. Only in
// nodes that combine.
template <class Config>
bool is_combined(const Header<Config>& header) {
  return (Config::Rules::kCombining & node::rule_bit(header.rule)) != 0;
}

// The types that the node combines, a bit for each (operators::Type), and from bit 16 on those that it
// multiplies.
template <class Config>
constexpr std::uint32_t combined_types() {
  constexpr unsigned kMostTypes = 16;
  constexpr unsigned kTypeShift = 4;  // in the number of an operation (hls/operators/operation.hpp)
  constexpr std::uint32_t kProduct = 6;
  std::uint32_t mask = 0;
  if constexpr (combines<Config>()) {
    for (std::uint32_t type = 0; type < kMostTypes; ++type) {
      if (Config::Operators::has(type << kTypeShift, Config::kPayloadWidth)) mask |= 1u << type;
      if (Config::Operators::has(kProduct | type << kTypeShift, Config::kPayloadWidth)) mask |= 1u << (16 + type);
    }
  }
  return mask;
}

template <class Config, std::size_t Operands>
class Combiner {
 public:
  // Combines the operands whose bit in `present` is set, in cyclic order from operand `first` on.
  // `has_own`: `own` comes before them.
  HLS_MODULE static Payload<Config> combine(hls::Bits<8> operation, hls::Bit has_own, Payload<Config> own,
                                            const std::array<Payload<Config>, Operands>& operands,
                                            std::uint32_t present, unsigned first) {
    Payload<Config> value = own;
    bool any = has_own;
    for (unsigned i = 0; i < Operands; ++i) {
      const unsigned place = Combiner::place(first, i);
      if ((present >> place & 1u) == 0) continue;
      value = any ? Config::Operators::combine(operation, value, operands[place]) : operands[place];
      any = true;
    }
    return value;
  }

  // The number of the i-th operand in that order.
  static constexpr unsigned place(unsigned first, unsigned i) {
    return first + i >= Operands ? first + i - static_cast<unsigned>(Operands) : first + i;
  }
};

// The registers of an output port, or a combining ejector, of a node that takes S cycles more to
// combine packets (Config::kCombineStages). Every packet that leaves goes through them, combined or
// not, so that order is kept: a hop takes S cycles more, and a link still carries a packet in every
// cycle. Nothing waits inside; the receiver must have room.
//
//     output port:  heads of queues, grant -->| operand 0 | .. | operand n - 1 |--> link register
//                                             S registers (hls/operators/operand_chain.hpp)
//
// The host may choose S at run time if its configuration names a delay line. The operands are then
// combined before they enter it: the same bits at the same time.
//
//     template <class Flit>
//     using DelayLine = ...;  // void tick(Flit&); bool empty() const;
template <class Config, std::size_t Count>
class FixedCombinePipeline {
 public:
  // Whether no packet is in the registers.
  bool empty() const {
    bool found = true;
    for (const hls::Bit& valid : valid_) found = found && !valid;
    return found;
  }

  // One cycle. `flit`: before the call a packet that leaves, with the own contribution if
  // `has_own`; after the call the packet that left S cycles ago. `payload_of`: the payload of an
  // operand in `there()`. The other arguments are those of Combiner::combine. All operands of a
  // packet that leaves are there.
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

// The number of stages is that of the configuration's delay line.
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
