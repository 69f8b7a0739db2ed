// SPDX-License-Identifier: Apache-2.0
// Test only: two meshes that must do the same. Their deliveries, the packets on their links and
// their full nodes are compared in every cycle. They have queues of the same depth.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <stdexcept>
#include <utility>

#include "firmware/networks/cube_addresses.hpp"
#include "testbench/broadcast/broadcast_mesh.hpp"

namespace testbench::test {

class Twins final : public BroadcastMesh {
 public:
  Twins(unsigned dimension, std::unique_ptr<BroadcastMesh> first, std::unique_ptr<BroadcastMesh> second)
      : nodes_(cube::nodes(dimension)), first_(std::move(first)), second_(std::move(second)) {}

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
