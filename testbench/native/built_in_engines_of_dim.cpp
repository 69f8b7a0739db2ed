// The translation unit of one dimension, CUBECAST_DIM.
#include "testbench/native/built_in_engines.hpp"

namespace testbench {

template <>
BuiltInEngines built_in_engines<CUBECAST_DIM>() {
  using router::PortModel;
  return {native_engine_of<AnyDepthConfig<CUBECAST_DIM, PortModel::kAllPort>>(),
          native_engine_of<AnyDepthConfig<CUBECAST_DIM, PortModel::kGated>>(),
          native_engine_of<CombiningConfig<CUBECAST_DIM, 1>>()};
}

}  // namespace testbench
