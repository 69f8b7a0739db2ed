// SPDX-License-Identifier: Apache-2.0
// Leaves out the clock edges that would change nothing: where an edge has left everything in a
// model as it was, a further one with the same inputs does too, whatever the RTL is. To look for
// that costs some edges' time, so that it is done the less often the less it finds.
#pragma once

#include <algorithm>
#include <cstring>
#include <vector>

namespace rtl_sim {

// Memory for looking, which models that are clocked in turn share.
using ModelBytes = std::vector<unsigned char>;

class ModelRest {
 public:
  // An edge, by clock(), with inputs that are those of the last one or not. `model`: the object
  // with all of its state.
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
    // Padding keeps what it is.
    rests_ = std::memcmp(before.data(), static_cast<const void*>(&model), sizeof(Model)) == 0;
    patience_ = rests_ ? std::max(patience_ / 2, kLeastPatience) : std::min(patience_ * 2, kMostPatience);
    wait_ = patience_;
  }

 private:
  static constexpr unsigned kLeastPatience = 2;
  static constexpr unsigned kMostPatience = 64;

  bool rests_ = false;
  unsigned patience_ = kLeastPatience;  // edges with the same inputs before it looks
  unsigned wait_ = kLeastPatience;      // so many are left
};

}  // namespace rtl_sim
