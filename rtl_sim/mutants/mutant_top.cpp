// The only top of a mutant's program: the mutant, for d = 2.
#include <array>

#include "hls/tops/node_top.hpp"
#include "rtl_sim/rtl_server_top.hpp"
#include "rtl_sim/rtl_top.hpp"

namespace rtl_sim {

std::span<const RtlTop> rtl_tops() {
  static const std::array mutant = {rtl_top_of<tops::EngineConfig<2, 1>>()};
  return mutant;
}
std::span<const RtlServerTop> rtl_server_tops() {
  return {};
}

}  // namespace rtl_sim
