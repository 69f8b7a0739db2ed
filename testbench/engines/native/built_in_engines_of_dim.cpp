// SPDX-License-Identifier: Apache-2.0
// The translation unit of one dimension, CUBECAST_DIM.
#include "testbench/engines/native/native_engine.hpp"

namespace testbench {

template <>
BuiltInEngines built_in_engines<CUBECAST_DIM>() {
  using router::PortModel;
  return {native_engine_of<router::Node<AnyDepthConfig<CUBECAST_DIM, PortModel::kAllPort>>>(),
          native_engine_of<router::Node<AnyDepthConfig<CUBECAST_DIM, PortModel::kGated>>>(),
          native_engine_of<router::Node<CombiningConfig<CUBECAST_DIM, 1>>>()};
}

}  // namespace testbench
