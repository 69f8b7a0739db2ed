// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/collectives/range_scans.hpp"

#include <algorithm>
#include <deque>
#include <utility>

#include "testbench/plans/collectives/scan_plan.hpp"
#include "testbench/plans/trees/range_tree.hpp"
#include "testbench/plans/trees/router_model.hpp"

namespace testbench {
namespace {

using network::Ports;

constexpr std::size_t kLeastRoom = 1;  // of the shortest queues, before they say stop

class RangeScan final : public ScanPlan {
 public:
  RangeScan(const PlanRequest& request, std::shared_ptr<const RangeTree> trees, bool is_exclusive)
      : ScanPlan(request, is_exclusive, trees->hops(), trees->most_loaded()),
        links_(request.links()),
        trees_(std::move(trees)) {
    make_programs(request.whole != nullptr);
  }

  const std::uint32_t* parents() const override { return trees_->parents().data(); }
  std::unique_ptr<ScanPlan> with_packets(const PlanRequest& request) const override {
    return std::make_unique<RangeScan>(request, trees_, is_exclusive());
  }

 private:
  Ports arriving(std::uint32_t node) const override { return trees_->arriving(node); }

  // Ports send what can leave, the lowest block first, as packets come to the heads of queues, where no queue behind the link
  // has more than `room`.
  class InTurn {
   public:
    struct Use {
      std::uint32_t tree;
      const RangeTree::Sending* sending;
      std::uint32_t sent = 0;
    };
    InTurn(const LinkTable& links, std::vector<std::vector<Use>>& uses, std::uint32_t blocks, std::size_t room)
        : links_(links), uses_(uses), blocks_(blocks), room_(room), queues_(uses.size() * links.ports()) {}

    // Calls take(stream, use) for each block that is sent.
    template <class Take>
    void play(Take take) {
      std::vector<std::pair<std::size_t, const Use*>> sent;
      do {
        sent.clear();
        for (std::size_t i = 0; i < uses_.size(); ++i) {
          Use* const next = next_of(i);
          if (next == nullptr) continue;
          take(i, *next);
          ++next->sent;
          for (const unsigned in : next->sending->operands) queue(i, in).pop_front();
          sent.emplace_back(i, next);
        }
        for (const auto& [stream, use] : sent) arrive(*use);
      } while (!sent.empty());
    }

   private:
    // By stream and in-port: the packets into which those that have come go.
    std::deque<const Use*>& queue(std::size_t stream, unsigned in) { return queues_[stream * links_.ports() + in]; }
    bool has_room(const RangeTree::Sending& sending) {
      const std::size_t there = links_.neighbour(sending.node, sending.port);
      const unsigned in = links_.arrival_port(sending.node, sending.port);
      for (unsigned port = 0; port < links_.ports(); ++port) {
        if (queue(there * links_.ports() + port, in).size() > room_) return false;
      }
      return true;
    }
    Use* next_of(std::size_t stream) {
      if (uses_[stream].empty() || !has_room(*uses_[stream].front().sending)) return nullptr;
      Use* next = nullptr;
      for (Use& use : uses_[stream]) {
        if (use.sent == blocks_ || (next != nullptr && next->sent <= use.sent)) continue;
        bool is_complete = true;
        for (const unsigned in : use.sending->operands) {
          is_complete = is_complete && !queue(stream, in).empty() && queue(stream, in).front() == &use;
        }
        if (is_complete) next = &use;
      }
      return next;
    }
    void arrive(const Use& sent) {
      const std::uint32_t node = links_.neighbour(sent.sending->node, sent.sending->port);
      const unsigned in = links_.arrival_port(sent.sending->node, sent.sending->port);
      for (unsigned port = 0; port < links_.ports(); ++port) {
        const std::size_t stream = std::size_t{node} * links_.ports() + port;
        for (const Use& use : uses_[stream]) {
          const bool goes_on = use.tree == sent.tree || (sent.tree == node && use.sending->begins);
          if (goes_on && use.sending->operands.contains(in)) queue(stream, in).push_back(&use);
        }
      }
    }

    const LinkTable& links_;
    std::vector<std::vector<Use>>& uses_;
    const std::uint32_t blocks_;
    const std::size_t room_;
    std::vector<std::deque<const Use*>> queues_;
  };

  // Packets are put in order by blocks, those of a part so that they find room in the shortest queues.
  void make_programs(bool is_part) {
    std::vector<std::vector<InTurn::Use>> uses(streams());
    for (std::uint32_t tree = 0; tree < trees_->parents().size(); ++tree) {
      for (const RangeTree::Sending& one : trees_->to(tree)) {
        uses[stream(one.node, one.port)].push_back({tree, &one});
        add_word(one.node, tree, Ports::one(one.port));
      }
      add_word(tree, tree, trees_->onward(tree));
    }
    const auto blocks = static_cast<std::uint32_t>(collectives::divide_up(packets(), block()));
    const std::size_t room = is_part ? kLeastRoom : ~std::size_t{0};
    InTurn(links_, uses, blocks, room).play([&](std::size_t i, const InTurn::Use& use) {
      add(i, use.tree, block() * use.sent, use.sending->operands);
    });
    for (const auto& of_port : uses) {
      for (const InTurn::Use& use : of_port) {
        if (use.sent != blocks) throw PlanError("has results that would wait for one another; use algorithm tree");
      }
    }
  }

  const LinkTable links_;
  const std::shared_ptr<const RangeTree> trees_;
};

std::unique_ptr<ScanPlan> fastest_ranges(const PlanRequest& request, bool is_exclusive) {
  const LinkTable links = request.links();
  const LinkTable both = links.of_both_ways();
  std::unique_ptr<ScanPlan> best;
  std::string why;
  std::uint64_t searched = 0;
  const auto try_trees = [&](std::uint32_t levels, std::uint32_t crowding) {
    constexpr std::uint64_t kRangesOfAHop = 64;  // that are tried while a hop is played
    searched += std::uint64_t{links.nodes()} * links.nodes() * links.nodes() / kRangesOfAHop;
    const auto trees = std::make_shared<const RangeTree>(both, levels, crowding);
    if (best && std::uint64_t{request.packets} * trees->most_loaded() >= best->planned_cycles()) return;
    auto made = std::make_unique<RangeScan>(request, trees, is_exclusive);
    // In the shortest queues parts of one packet do with any trees that are found.
    PlanRequest part = request;
    part.packets = 1;
    part.whole = made.get();
    static_cast<void>(made->with_packets(part));
    made->play(request);
    if (!best || made->planned_cycles() < best->planned_cycles()) best = std::move(made);
  };
  for (const std::uint32_t crowding : {16u, 64u, 1024u}) {
    for (const std::uint32_t levels : {1u, 4u, 16u, 64u, 0u}) {
      if (searched > 2 * kMostPlayedHops) break;
      try {
        try_trees(levels, crowding);
      } catch (const PlanError& error) {
        why = error.what();
      }
    }
  }
  if (!best) throw PlanError(why);
  return best;
}

}  // namespace

std::unique_ptr<collectives::Plan> plan_range_scan(const PlanRequest& request) {
  return fastest_scan(request, false, fastest_ranges);
}
std::unique_ptr<collectives::Plan> plan_range_exscan(const PlanRequest& request) {
  return fastest_scan(request, true, fastest_ranges);
}

}  // namespace testbench
