// SPDX-License-Identifier: Apache-2.0
// The core beside a router as a model of the store: RTL, or SystemC.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "hls/core/core.hpp"

namespace testbench {

struct NodeCore : core::CoreConfiguration {
  static constexpr std::uint32_t kResetAddress = 0x9000;  // where images begin (firmware/image/image.ld)
  static constexpr bool kMultiplies = true;
  static constexpr bool kCompressed = true;
};
using CoreState = core::State<NodeCore>;
using CoreOut = core::Out<NodeCore>;

class CoreModel {
 public:
  virtual ~CoreModel() = default;

  // One cycle; `out`: what it drives from now on.
  virtual void step(const core::In& in, CoreOut& out) = 0;
  // The first register that differs from that of C++, with both values.
  virtual std::optional<std::string> difference(const CoreState& state, const CoreOut& out) = 0;
};

// The function of a model that makes one.
using MakeCoreModel = CoreModel*();
inline constexpr const char* kMakeCoreModel = "cubecast_make_core_model";

}  // namespace testbench
