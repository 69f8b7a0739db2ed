// SPDX-License-Identifier: Apache-2.0
// Latencies and loads of schedules that are right by construction. They are compared with counts by
// hand and by brute force.
#include "testbench/runs/verdict/link_records.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <vector>

#include "firmware/networks/cube.hpp"
#include "testbench/judge/checker/reference_schedule.hpp"
#include "testbench/plans/networks/spec.hpp"

namespace testbench::test {
namespace {

// Returns the latency of every delivery, the shortest first.
std::vector<std::uint64_t> latencies(const Task& task, const std::vector<LinkEvent>& events) {
  std::map<std::tuple<std::uint32_t, std::int32_t, std::uint32_t>, std::uint64_t> left;
  std::vector<std::uint64_t> found;
  for (const LinkEvent& event : events) {
    const auto packet = std::tuple(event.source, event.destination, event.sequence);
    left.try_emplace(packet, event.cycle);
    const std::uint32_t receiver = event.node ^ 1u << event.port;
    if (is_unicast(task) && receiver != static_cast<std::uint32_t>(event.destination)) continue;
    found.push_back(event.cycle - left.at(packet) + 1);
  }
  std::ranges::sort(found);
  return found;
}

// Returns the least latency that `percent` percent of the deliveries do not exceed.
std::uint64_t nearest_rank(const std::vector<std::uint64_t>& sorted, unsigned percent) {
  const std::size_t rank = (sorted.size() * percent + 99) / 100;
  return sorted[rank - 1];
}

TEST(PacketLatency, IsThatOfEveryDelivery) {
  for (const Task& task : small_tasks(4)) {
    SCOPED_TRACE(describe(task));
    const std::vector<LinkEvent> events = dense_schedule(task, 0);
    const std::vector<std::uint64_t> expected = latencies(task, events);
    PacketLatency latency(task);
    const auto half = static_cast<std::ptrdiff_t>(events.size() / 2);
    latency.observe({events.begin(), events.begin() + half});
    latency.observe({events.begin() + half, events.end()});
    const LatencySummary found = latency.summary();
    ASSERT_EQ(found.deliveries, expected_deliveries(task));
    EXPECT_EQ(found.max, expected.back());
    EXPECT_EQ(found.p50, nearest_rank(expected, 50));
    EXPECT_EQ(found.p95, nearest_rank(expected, 95));
    EXPECT_EQ(found.p99, nearest_rank(expected, 99));
    double sum = 0;
    for (const std::uint64_t each : expected) sum += static_cast<double>(each);
    EXPECT_DOUBLE_EQ(found.mean, sum / static_cast<double>(expected.size()));
  }
}

// Node 0 sends two packets to node 3 of the square. One goes straight on, the other waits for three
// cycles on its way.
TEST(PacketLatency, CountsFromTheFirstCycleOfAPacketToItsLast) {
  PacketLatency latency({Collective::kScatter, 2, PortModel::kAll, 2, 0});
  EXPECT_EQ(latency.summary().deliveries, 0u);
  EXPECT_EQ(latency.summary().max, 0u);
  const std::vector<LinkEvent> events = {
      {1, 0, 0, 0, 3, 0, 0}, {2, 1, 1, 0, 3, 0, 0}, {2, 0, 0, 0, 3, 0, 1}, {6, 1, 1, 0, 3, 0, 1}};
  latency.observe(events);
  const LatencySummary found = latency.summary();
  EXPECT_EQ(found.deliveries, 2u);
  EXPECT_EQ(found.p50, 2u);
  EXPECT_EQ(found.p95, 5u);
  EXPECT_EQ(found.max, 5u);
  EXPECT_DOUBLE_EQ(found.mean, 3.5);
}

// The checker reports packets that the task does not have.
TEST(PacketLatency, PassesOverPacketsThatAreNone) {
  PacketLatency latency({Collective::kAllgather, 1, PortModel::kAll, 2, 0});
  const std::vector<LinkEvent> events = {{1, 0, 0, 2, -1, 0, 0}, {1, 0, 0, 1, -1, 0, 2}, {1, 0, 0, 1, -1, 0, 1}};
  latency.observe(events);
  EXPECT_EQ(latency.summary().deliveries, 1u);
}

// Each packet of the task takes four bytes.
TEST(PacketLatency, KnowsItsMemory) {
  EXPECT_EQ(PacketLatency::memory_bytes({Collective::kBroadcast, 5, PortModel::kAll, 7, 0}), 4u * 7);
  EXPECT_EQ(PacketLatency::memory_bytes({Collective::kScatter, 5, PortModel::kAll, 7, 0}), 4u * 7 * 32);
  EXPECT_EQ(PacketLatency::memory_bytes({Collective::kGather, 5, PortModel::kAll, 7, 0}), 4u * 7 * 32);
  EXPECT_EQ(PacketLatency::memory_bytes({Collective::kAlltoall, 5, PortModel::kAll, 7, 0}), 4u * 7 * 32 * 32);
}

void expect_load(const LoadSummary& found, const std::vector<std::uint64_t>& packets) {
  std::uint64_t sum = 0;
  for (const std::uint64_t each : packets) sum += each;
  EXPECT_EQ(found.packets, sum);
  EXPECT_EQ(found.least, *std::ranges::min_element(packets));
  EXPECT_EQ(found.most, *std::ranges::max_element(packets));
  EXPECT_DOUBLE_EQ(found.mean, static_cast<double>(sum) / static_cast<double>(packets.size()));
}

TEST(LinkLoad, CountsThePacketsOfEveryLink) {
  for (const Task& task : small_tasks(4)) {
    SCOPED_TRACE(describe(task));
    const std::vector<LinkEvent> events = dense_schedule(task, 0);
    const auto nodes = static_cast<std::uint32_t>(end_count(task));
    LinkLoad load(nodes, task.dim);
    load.observe(events);
    EXPECT_EQ(load.ports(), task.dim);
    EXPECT_EQ(load.nodes(), nodes);
    std::vector<std::uint64_t> all;
    std::vector<std::vector<std::uint64_t>> of_port(task.dim);
    for (std::uint32_t node = 0; node < nodes; ++node) {
      ASSERT_EQ(load.of_node(node).size(), task.dim);
      for (unsigned port = 0; port < task.dim; ++port) {
        const auto carried = std::ranges::count_if(
            events, [&](const LinkEvent& event) { return event.node == node && event.port == port; });
        EXPECT_EQ(load.of_node(node)[port], static_cast<std::uint64_t>(carried));
        all.push_back(static_cast<std::uint64_t>(carried));
        of_port[port].push_back(static_cast<std::uint64_t>(carried));
      }
    }
    const network::SomeNetwork cube = network::Cube(task.dim);
    expect_load(load.of_all(cube), all);
    for (unsigned port = 0; port < task.dim; ++port) expect_load(load.of_port(port, cube), of_port[port]);
  }
}

// The path 0, 1, 2: its ends have one link each, by port 0 or 1.
TEST(LinkLoad, LeavesOutPortsWithoutANeighbour) {
  const Network made = network_of("path:3");
  const network::SomeNetwork path(made.any());
  LinkLoad load(3, path.ports());
  std::vector<LinkEvent> events;
  for (std::uint32_t node = 0; node < 3; ++node) {
    for (std::uint32_t port = 0; port < path.ports(); ++port) {
      if (path.neighbour(Address(node), port) == Address(node)) continue;
      LinkEvent event{};
      event.node = node;
      event.port = port;
      events.insert(events.end(), 2, event);
    }
  }
  load.observe(events);
  expect_load(load.of_all(path), {2, 2, 2, 2});
}

}  // namespace
}  // namespace testbench::test
