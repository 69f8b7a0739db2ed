// Round-robin arbiter: a request vector in, a one-hot grant out, no serial scan.
//
//     Bits<4> last;                                    // the one-hot grant before, zero at first
//     grant = round_robin_grant<4>(0b1011, last);      // last = 0b0010 -> grant = 0b1000, the next above
//
// Round-robin, not fixed priority: the multinode broadcast misses its bound from d = 6 on with the latter.
#pragma once

#include <cstdint>

namespace router {

// One-hot of the lowest request above the last grant, or of the lowest request of all; zero without requests.
constexpr std::uint32_t round_robin_grant(std::uint32_t requests, std::uint32_t last_grant) {
  const std::uint32_t above = requests & ~(last_grant | (last_grant - 1));
  const std::uint32_t candidates = above != 0 ? above : requests;
  return candidates & (~candidates + 1);
}

}  // namespace router
