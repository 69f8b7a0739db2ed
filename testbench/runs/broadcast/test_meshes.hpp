// SPDX-License-Identifier: Apache-2.0
// Test only: meshes that are put in the place of others.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <deque>
#include <memory>
#include <stdexcept>
#include <utility>

#include "firmware/networks/cube_addresses.hpp"
#include "testbench/runs/broadcast/broadcast_mesh.hpp"

namespace testbench::test {

// A mesh that hides one of its deliveries.
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

// Two nodes that deliver each other's packets after some cycles, until a chosen cycle.
// They test the environment of nodes without routers.
class TwoNodes final : public BroadcastMesh {
 public:
  struct Behaviour {
    std::uint64_t delay = 3;
    std::uint64_t last = ~std::uint64_t{0};  // the last cycle with a delivery
    std::uint64_t stopped = 0;               // links that say stop after it
  };

  explicit TwoNodes(const Behaviour& behaviour) : behaviour_(behaviour) {}

  static BroadcastSetting setting() {
    BroadcastSetting setting(1, broadcast::Scheme::kDirect);
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

// Two meshes that must do the same. Their deliveries, the packets on their links and
// their full nodes are compared in every cycle. They have queues of the same depth.
class Twins final : public BroadcastMesh {
 public:
  Twins(std::uint32_t nodes, std::unique_ptr<BroadcastMesh> first, std::unique_ptr<BroadcastMesh> second)
      : nodes_(nodes), first_(std::move(first)), second_(std::move(second)) {}

  void write(Address node, std::uint32_t address, std::uint32_t value) override {
    first_->write(node, address, value);
    second_->write(node, address, value);
  }
  bool shares_tables() const override { return first_->shares_tables() && second_->shares_tables(); }
  unsigned sequence_width() const override { return std::min(first_->sequence_width(), second_->sequence_width()); }

  // Throws std::runtime_error at the first difference.
  void clock(bool start, const std::vector<Address>& requests) override {
    cycle_ = start ? 0 : cycle_ + 1;
    first_->clock(start, requests);
    second_->clock(start, requests);
    if (fields_of(first_->delivered()) != fields_of(second_->delivered())) fail("deliver different packets");
    if (fields_of(*first_) != fields_of(*second_)) fail("have different packets on their links");
    for (const Address node : network::addresses(nodes_)) {
      if (first_->is_full(node) != second_->is_full(node)) fail("differ in what is full");
    }
  }
  bool is_full(Address node) const override { return first_->is_full(node); }
  std::uint64_t offered(Address node) const override { return first_->offered(node); }

  const std::vector<BroadcastDelivery>& delivered() const override { return first_->delivered(); }
  BroadcastTraffic traffic() const override { return first_->traffic(); }
  void append_link_events(std::uint64_t cycle, LinkEvents& events) const override {
    first_->append_link_events(cycle, events);
  }
  std::uint32_t deepest_queue() const override { return first_->deepest_queue(); }

 private:
  using Delivered = std::array<std::uint64_t, 4>;

  static std::vector<Delivered> fields_of(const std::vector<BroadcastDelivery>& deliveries) {
    // The deliveries are compared in sorted order.
    std::vector<Delivered> fields;
    for (const auto& [node, source, sequence, payload] : deliveries) {
      fields.push_back({node.number(), source.number(), sequence, payload});
    }
    std::sort(fields.begin(), fields.end());
    return fields;
  }
  static std::vector<std::uint64_t> fields_of(const BroadcastMesh& mesh) {
    LinkEvents events;
    mesh.append_link_events(0, events);
    const BroadcastTraffic traffic = mesh.traffic();
    std::vector<std::uint64_t> fields{traffic.counts, traffic.packing, traffic.broadcast};
    for (const LinkEvent& event : events) {
      event.each_field([&](const char*, auto field) { fields.push_back(static_cast<std::uint64_t>(field)); });
    }
    return fields;
  }
  [[noreturn]] void fail(const char* what) const {
    throw std::runtime_error(fmt::format("cycle {}: the two meshes {}", cycle_, what));
  }

  std::uint32_t nodes_;
  std::unique_ptr<BroadcastMesh> first_;
  std::unique_ptr<BroadcastMesh> second_;
  std::uint64_t cycle_ = 0;
};

}  // namespace testbench::test
