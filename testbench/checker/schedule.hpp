// Test only: right event lists for every collective and port model, one packet in flight at a time, by a schedule so
// plain that it is right at sight: unicast packets correct their lowest differing bit; packets for all visit one node
// after the other from a node that has them.
#pragma once

#include <vector>

#include "testbench/checker/link_event.hpp"
#include "testbench/task.hpp"

namespace testbench::test {

class PlainSchedule {
 public:
  explicit PlainSchedule(const Task& task) : task_(task) {}

  std::vector<LinkEvent> events() {
    const std::uint32_t nodes = static_cast<std::uint32_t>(node_count(task_));
    for (std::uint32_t source = 0; source < nodes; ++source) {
      const bool rooted = task_.collective == Collective::kBroadcast || task_.collective == Collective::kScatter;
      if (rooted && source != task_.root) continue;
      for (std::uint32_t sequence = 0; sequence < task_.packets; ++sequence) {
        if (!is_unicast(task_.collective)) {
          flood(source, sequence);
          continue;
        }
        for (std::uint32_t destination = 0; destination < nodes; ++destination) {
          const bool wanted = task_.collective != Collective::kGather || destination == task_.root;
          if (wanted && destination != source) walk(source, destination, sequence);
        }
      }
    }
    return events_;
  }

 private:
  void send(std::uint32_t node, std::uint32_t port, std::uint32_t source, std::int32_t destination,
            std::uint32_t sequence) {
    events_.push_back({++cycle_, node, port, source, destination, 0, sequence});
  }

  void walk(std::uint32_t source, std::uint32_t destination, std::uint32_t sequence) {
    std::uint32_t node = source;
    for (std::uint32_t port = 0; port < task_.dim; ++port) {
      if (((node ^ destination) >> port & 1u) == 0) continue;
      send(node, port, source, static_cast<std::int32_t>(destination), sequence);
      node ^= 1u << port;
    }
  }

  // Doubles the nodes that have the packet, dimension by dimension.
  void flood(std::uint32_t source, std::uint32_t sequence) {
    for (std::uint32_t port = 0; port < task_.dim; ++port) {
      for (std::uint32_t below = 0; below < 1u << port; ++below)
        send(source ^ below, port, source, kAllNodes, sequence);
    }
  }

  Task task_;
  std::uint64_t cycle_ = 0;
  std::vector<LinkEvent> events_;
};

}  // namespace testbench::test
