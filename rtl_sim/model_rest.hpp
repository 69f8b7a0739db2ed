// SPDX-License-Identifier: Apache-2.0
// Leaves out clock edges that would change nothing. If an edge has left everything in a model
// unchanged, the next one with the same inputs does too, for any RTL. A check costs the time of
// some edges, so checks become rarer when they find nothing.
#pragma once

#include <algorithm>
#include <cstring>
#include <vector>

namespace rtl_sim {

// Memory for a check, which models that are clocked in turn share.
using ModelBytes = std::vector<unsigned char>;

class ModelRest {
 public:
  // Makes an edge, by clock(), unless the model is at rest. `same_inputs`: the inputs equal the
  // last edge's. `model`: the object with all of its state.
  template <class Model, class Clock>
  void edge(const Model& model, bool same_inputs, ModelBytes& before, Clock clock) {
    if (!same_inputs) {
      rests_ = false;
      wait_ = patience_;
    }
    if (rests_) return;
    if (!same_inputs || wait_ != 0) {
      if (same_inputs) --wait_;
      clock();
      return;
    }
    before.resize(sizeof(Model));
    std::memcpy(before.data(), static_cast<const void*>(&model), sizeof(Model));
    clock();
    // Padding does not change.
    rests_ = std::memcmp(before.data(), static_cast<const void*>(&model), sizeof(Model)) == 0;
    patience_ = rests_ ? std::max(patience_ / 2, kLeastPatience) : std::min(patience_ * 2, kMostPatience);
    wait_ = patience_;
  }

 private:
  static constexpr unsigned kLeastPatience = 2;
  static constexpr unsigned kMostPatience = 64;

  bool rests_ = false;
  unsigned patience_ = kLeastPatience;  // edges with the same inputs before a check
  unsigned wait_ = kLeastPatience;      // the edges that are left of these
};

}  // namespace rtl_sim
