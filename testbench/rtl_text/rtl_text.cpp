#include "testbench/rtl_text/rtl_text.hpp"

#if CUBECAST_RTL

#include "hls/tops/node_top.hpp"
#include "testbench/mesh/of_dimension.hpp"

// CMakeLists.txt has the assembler make it: beginning and end of each text.
extern "C" const char* const cubecast_rtl_texts[][2];  // NOLINT(readability-identifier-naming): a C symbol

namespace testbench {
namespace {

template <unsigned Dimension>
RtlText text_of() {
  using Config = tops::EngineConfig<Dimension>;
  const auto& [begin, end] = cubecast_rtl_texts[Dimension - tops::kMinDimension];
  return {Dimension,
          "node_d" + std::to_string(Dimension) + "_w64_gated",
          {begin, end},
          Config::kPayloadWidth,
          Config::kSequenceWidth,
          Config::kQueueDepth,
          Config::kProgramDepth};
}

}  // namespace

std::span<const RtlText> rtl_texts() {
  static const auto texts =
      of_dimensions<tops::kMinDimension, tops::kMaxDimension>([](auto dim) { return text_of<dim>(); });
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
