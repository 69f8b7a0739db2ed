// SPDX-License-Identifier: Apache-2.0
// Test only: two nodes that deliver each other's packets after some cycles, until a chosen cycle.
// They test the surroundings of nodes without routers.
#pragma once

#include <deque>

#include "testbench/broadcast/broadcast_mesh.hpp"

namespace testbench::test {

class TwoNodes final : public BroadcastMesh {
 public:
  struct Behaviour {
    std::uint64_t delay = 3;
    std::uint64_t last = ~std::uint64_t{0};  // the last cycle with a delivery
    std::uint64_t stopped = 0;               // links that say stop after it
  };

  explicit TwoNodes(const Behaviour& behaviour) : behaviour_(behaviour) {}

  static BroadcastSetting setting() {
    BroadcastSetting setting;
    setting.dimension = 1;
    setting.scheme = broadcast::Scheme::kDirect;
    return setting;
  }

  void write(Address, std::uint32_t, std::uint32_t) override {}
  bool shares_tables() const override { return true; }
  unsigned sequence_width() const override { return 32; }
  void clock(bool start, const std::vector<Address>& requests) override {
    cycle_ = start ? 0 : cycle_ + 1;
    for (const Address node : requests) {
      const auto sequence = static_cast<std::uint32_t>(offered_[node.number()]++);
      const Address other(node.number() ^ 1u);
      waiting_.push_back({cycle_ + behaviour_.delay, {other, node, sequence, payloads_(node.number(), sequence)}});
    }
    delivered_.clear();
    while (is_serving() && !waiting_.empty() && waiting_.front().cycle == cycle_) {
      delivered_.push_back(waiting_.front().delivery);
      waiting_.pop_front();
    }
  }
  bool is_full(Address) const override { return false; }
  std::uint64_t offered(Address node) const override { return is_serving() ? offered_[node.number()] : 0; }

  const std::vector<BroadcastDelivery>& delivered() const override { return delivered_; }
  BroadcastTraffic traffic() const override {
    return {.counts = 1, .packing = 2, .broadcast = 3, .stopped = is_serving() ? 0 : behaviour_.stopped};
  }
  void append_link_events(std::uint64_t, LinkEvents&) const override {}
  std::uint32_t deepest_queue() const override { return 7; }

 private:
  struct Waiting {
    std::uint64_t cycle;
    BroadcastDelivery delivery;
  };

  bool is_serving() const { return cycle_ <= behaviour_.last; }

  Behaviour behaviour_;
  const PayloadHash payloads_{setting().payload_seed};
  std::uint64_t cycle_ = 0;
  std::uint64_t offered_[2] = {};
  std::deque<Waiting> waiting_;
  std::vector<BroadcastDelivery> delivered_;
};

}  // namespace testbench::test
