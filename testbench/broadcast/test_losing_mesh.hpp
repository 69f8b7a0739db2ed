// SPDX-License-Identifier: Apache-2.0
// Test only: a mesh that hides one of its deliveries.
#pragma once

#include <memory>
#include <utility>

#include "testbench/broadcast/broadcast_mesh.hpp"

namespace testbench::test {

class LosingMesh final : public BroadcastMesh {
 public:
  // `lost`: deliveries before the one that is lost.
  LosingMesh(std::unique_ptr<BroadcastMesh> mesh, std::size_t lost) : mesh_(std::move(mesh)), left_(lost) {}

  void write(Address node, std::uint32_t address, std::uint32_t value) override { mesh_->write(node, address, value); }
  bool shares_tables() const override { return mesh_->shares_tables(); }
  unsigned sequence_width() const override { return mesh_->sequence_width(); }
  void clock(bool start, const std::vector<Address>& requests) override {
    mesh_->clock(start, requests);
    delivered_ = mesh_->delivered();
    if (is_lost_) return;
    is_lost_ = left_ < delivered_.size();
    if (is_lost_) {
      delivered_.erase(delivered_.begin() + static_cast<std::ptrdiff_t>(left_));
    } else {
      left_ -= delivered_.size();
    }
  }
  bool is_full(Address node) const override { return mesh_->is_full(node); }
  std::uint64_t offered(Address node) const override { return mesh_->offered(node); }
  const std::vector<BroadcastDelivery>& delivered() const override { return delivered_; }
  BroadcastTraffic traffic() const override { return mesh_->traffic(); }
  void append_link_events(std::uint64_t cycle, LinkEvents& events) const override {
    mesh_->append_link_events(cycle, events);
  }
  std::uint32_t deepest_queue() const override { return mesh_->deepest_queue(); }

 private:
  std::unique_ptr<BroadcastMesh> mesh_;
  std::size_t left_;
  bool is_lost_ = false;
  std::vector<BroadcastDelivery> delivered_;
};

}  // namespace testbench::test
