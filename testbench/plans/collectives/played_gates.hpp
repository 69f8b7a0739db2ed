// SPDX-License-Identifier: Apache-2.0
// The port gates of played nodes, whose windows the host plays with them (hls/router/port_gate.hpp).
//
//     PlayedGates gates(images);
//     play(nodes, links, [&](auto& transfers, std::uint64_t) { gates.choose(transfers); }, limit, most_hops, gates.longest());
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "firmware/node/register_image.hpp"
#include "testbench/plans/trees/matching.hpp"
#include "testbench/plans/trees/plan_error.hpp"

namespace testbench {

class PlayedGates {
 public:
  // Throws PlanError for gates that count addresses or parities, which cubes alone have.
  explicit PlayedGates(const std::vector<node::RegisterImage>& images) : images_(images), places_(images.size()) {
    for (std::uint32_t node = 0; node < images.size(); ++node) {
      const node::GateMode mode = mode_of(node);
      if (mode == node::GateMode::kParity || mode == node::GateMode::kCounting) {
        throw PlanError("has gates that count addresses");
      }
      if (mode != node::GateMode::kWindows) continue;
      std::uint64_t cycles = 0;
      for (std::uint32_t i = 0; i < count(node); ++i) cycles += images[node].windows()[i].cycles;
      longest_ = std::max(longest_, cycles);
      places_[node].left = images[node].windows()[0].cycles;
      in_windows_.push_back(node);
    }
  }

  // The cycles after which the windows of all nodes have begun again: a packet waits no longer for one.
  std::uint64_t longest() const { return longest_; }

  // Leaves of the packets that could be sent in this cycle, by node and port, those whose gate is open; called in every cycle.
  void choose(std::vector<Transfer>& transfers) {
    std::uint32_t greedy = ~0u;  // the last sender whose gate takes its first port
    std::erase_if(transfers, [&](const Transfer& transfer) {
      const std::uint32_t node = transfer.sender;
      if (mode_of(node) == node::GateMode::kWindows) {
        return images_[node].windows()[places_[node].window].port != transfer.port;
      }
      if (mode_of(node) != node::GateMode::kGreedy) return false;
      const bool is_second = node == greedy;
      greedy = node;
      return is_second;
    });
    for (const std::uint32_t node : in_windows_) pass(node);
  }

 private:
  struct Place {
    std::uint32_t window = 0;
    std::uint32_t left = 0;  // cycles of the window, this one included
  };

  node::GateMode mode_of(std::uint32_t node) const {
    return static_cast<node::GateMode>(images_[node].held(node::Control::kGate));
  }
  std::uint32_t count(std::uint32_t node) const { return images_[node].held(node::Control::kWindowCount); }
  void pass(std::uint32_t node) {
    Place& place = places_[node];
    if (--place.left != 0) return;
    place.window = place.window + 1 == count(node) ? 0 : place.window + 1;
    place.left = images_[node].windows()[place.window].cycles;
  }

  const std::vector<node::RegisterImage>& images_;
  std::vector<Place> places_;
  std::vector<std::uint32_t> in_windows_;  // nodes whose gates have windows
  std::uint64_t longest_ = 0;
};

}  // namespace testbench
