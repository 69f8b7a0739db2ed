#include "testbench/rtl_text/rtl_text.hpp"

#if CUBECAST_RTL

#include <vector>

#include "hls/tops/node_top.hpp"
#include "testbench/mesh/of_dimension.hpp"

// CMakeLists.txt has the assembler make it: beginning and end of the RTL, and of the core file.
extern "C" const char* const cubecast_rtl_texts[][4];  // NOLINT(readability-identifier-naming): a C symbol

namespace testbench {
namespace {

template <unsigned Dimension, unsigned HopCycles>
RtlText text_of() {
  using Config = tops::EngineConfig<Dimension, HopCycles>;
  constexpr unsigned kBefore = HopCycles == 1 ? 0 : tops::kMaxDimension - tops::kMinDimension + 1;
  const auto& [begin, end, core_begin, core_end] = cubecast_rtl_texts[kBefore + Dimension - tops::kMinDimension];
  return {Dimension,
          HopCycles,
          "node_d" + std::to_string(Dimension) + "_w64_gated" + (HopCycles == 1 ? "" : "_r2"),
          {begin, end},
          {core_begin, core_end},
          Config::kPayloadWidth,
          Config::kSequenceWidth,
          Config::kQueueDepth,
          Config::kProgramDepth};
}

}  // namespace

std::span<const RtlText> rtl_texts() {
  static const std::vector<RtlText> texts = [] {
    const auto one =
        of_dimensions<tops::kMinDimension, tops::kMaxDimension>([](auto dim) { return text_of<dim, 1>(); });
    const auto two =
        of_dimensions<tops::kMinDimension, tops::kMaxDimension>([](auto dim) { return text_of<dim, 2>(); });
    std::vector<RtlText> all(one.begin(), one.end());
    all.insert(all.end(), two.begin(), two.end());
    return all;
  }();
  return texts;
}

}  // namespace testbench

#else

namespace testbench {

std::span<const RtlText> rtl_texts() {
  return {};
}

}  // namespace testbench

#endif
