// SPDX-License-Identifier: Apache-2.0
// The operators of the native engine: those of operators::Numbers, bit by bit, with instructions of
// the host. The hardware's operators would take most of a run that combines, because they are
// written for LUTs, with one adder for every width of lane.
#pragma once

#include <cstdint>

#include "hls/operators/operator_sets.hpp"

namespace testbench {

// Compiled once: nodes of every configuration call it.
std::uint64_t combined_words(std::uint32_t operation, std::uint64_t left, std::uint64_t right);

struct HostOperators {
  static constexpr bool has(std::uint32_t operation, unsigned payload_width) {
    return operators::Numbers::has(operation, payload_width);
  }

  template <unsigned W>
  static hls::Bits<W> combine(hls::Bits<8> operation, hls::Bits<W> left, hls::Bits<W> right) {
    static_assert(W == 64, "nodes of the native engine have payloads of 64 bits");
    return hls::Bits<W>(combined_words(operation, left, right));
  }
};

}  // namespace testbench
