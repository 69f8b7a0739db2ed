// The tops of a mutant's program: the mutant, for d = 2; beside one that combines packets the right node that does not, by
// which the command knows its engine.
#include <array>

#include "hls/tops/node_top.hpp"
#include "rtl_sim/rtl_server_top.hpp"
#include "rtl_sim/rtl_top.hpp"

namespace rtl_sim {

std::span<const RtlTop> rtl_tops() {
  static const std::array tops = {
      rtl_top_of<tops::EngineConfig<2, 1>>(),
#ifdef CUBECAST_COMBINES
      rtl_top_of<tops::CombiningEngineConfig<2, 1>>(),
#endif
  };
  return tops;
}
std::span<const RtlServerTop> rtl_server_tops() {
  return {};
}

}  // namespace rtl_sim
