// SPDX-License-Identifier: Apache-2.0
// Test only: operations of every kind and payloads that reach their corner cases, for the lockstep
// of the tops.
#pragma once

#include <cstdint>

#include "hls/operators/operation.hpp"

// `random`: hls/stepc/lockstep/lockstep.hpp. Most of its words are random bits. One in four right
// operands becomes the left one with a few other bits or other signs, so that lanes are equal,
// cancel, or nearly so.
template <class Random, class In>
void shape(Random& random, In& in) {
  using Payload = decltype(in.left);
  using operators::Function;
  using operators::Type;
  const auto function = static_cast<Function>(random.uniform(operators::kFunctions));
  const auto type = static_cast<Type>(random.uniform(operators::kTypes));
  in.operation = hls::Bits<8>(operators::number(function, type));
  const std::uint64_t few = random.next(64) & random.next(64) & random.next(64);
  switch (random.uniform(8)) {
    case 0:
      in.right = Payload(in.left ^ few);
      break;
    case 1:
      in.right = Payload(in.left ^ 0x8000800080008000u);
      break;
    case 2:  // exponents of 128 and slightly less
      in.left = Payload((in.left & 0x87ff87ff87ff87ffu) | 0x4000400040004000u);
      in.right = Payload((in.right & 0x87ff87ff87ff87ffu) | 0x4000400040004000u);
      break;
    case 3:  // subnormal numbers
      in.left = Payload(in.left & 0x80ff80ff80ff80ffu);
      in.right = Payload(in.right & 0x80ff80ff80ff80ffu);
      break;
    case 4:  // large numbers, infinities, NaN
      in.left = Payload(in.left | 0x7f007f007f007f00u);
      in.right = Payload((in.right & ~few) | 0x7f007f007f007f00u);
      break;
    default:
      break;
  }
}

struct Stimulus {
  void operator()(auto& random, const auto&, auto& in) const { shape(random, in); }
};
