// Round-robin arbiter: a request vector in, a one-hot grant out, no serial scan.
//
//     Bits<4> last;                                          // the one-hot grant before, zero at first
//     last = Bits<4>(round_robin_grant(0b1011, last));       // 0b0001, the lowest of all
//     last = Bits<4>(round_robin_grant(0b1011, last));       // 0b0010, the next above it
//     last = Bits<4>(round_robin_grant(0b1011, last));       // 0b1000
//
// Round-robin, not fixed priority: the multinode broadcast misses its bound from d = 6 on with the
// latter.
#pragma once

#include "firmware/networks/bits.hpp"

namespace router {

// One-hot of the lowest request above the last grant, or of the lowest request of all; zero without
// requests.
constexpr std::uint32_t round_robin_grant(std::uint32_t requests, std::uint32_t last_grant) {
  const std::uint32_t above = requests & ~bits::up_to_highest(last_grant);
  return bits::lowest(above != 0 ? above : requests);
}

static_assert(round_robin_grant(0b1011, 0) == 0b0001 && round_robin_grant(0b1011, 0b0010) == 0b1000);

}  // namespace router
