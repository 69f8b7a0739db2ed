// SPDX-License-Identifier: Apache-2.0
// Nodes of two engines in one mesh.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "testbench/engines/nodes/nodes.hpp"

namespace testbench {

class MixedNodes final : public Nodes {
 public:
  // `is_rtl`: by address, which nodes are those of `rtl`. The others of `rtl` are never stepped.
  MixedNodes(std::unique_ptr<Nodes> native, std::unique_ptr<Nodes> rtl, std::vector<bool> is_rtl)
      : native_(std::move(native)), rtl_(std::move(rtl)), is_rtl_(std::move(is_rtl)) {}

  void step(Address node, const NodeInputs& in, NodeOutputs& out) override {
    (is_rtl_[node.number()] ? *rtl_ : *native_).step(node, in, out);
  }
  std::optional<RegisterDifference> end_cycle(const Moment& moment) override {
    native_->end_cycle(moment);
    return rtl_->end_cycle(moment);
  }
  void append_wire_events(std::uint64_t cycle, Address node, unsigned port, const WidePhit& received,
                          WireEvents& events) override {
    (is_rtl_[node.number()] ? *rtl_ : *native_).append_wire_events(cycle, node, port, received, events);
  }

 private:
  std::unique_ptr<Nodes> native_;
  std::unique_ptr<Nodes> rtl_;
  std::vector<bool> is_rtl_;
};

}  // namespace testbench
