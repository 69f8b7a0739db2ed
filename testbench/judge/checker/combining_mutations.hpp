// SPDX-License-Identifier: Apache-2.0
// Test only: ways to damage a right run that combines. The judges must report every one.
#pragma once

#include <algorithm>
#include <functional>
#include <random>
#include <vector>

#include "testbench/judge/checker/combining_reference.hpp"

namespace testbench::combining_mutations {

using Random = std::mt19937_64;

inline std::uint32_t below(std::uint64_t limit, Random& random) {
  return static_cast<std::uint32_t>(random() % limit);
}

// A value in 0 .. limit-1 other than `old`; `limit` itself where there is none, which is out of
// range.
inline std::uint32_t other_than(std::uint32_t old, std::uint64_t limit, Random& random) {
  const auto most = static_cast<std::uint32_t>(limit);
  return most < 2 ? most : (old + 1 + below(limit - 1, random)) % most;
}

template <class T>
void sort_by_cycle(std::vector<T>& all) {
  std::sort(all.begin(), all.end(), [](const T& a, const T& b) { return a.cycle < b.cycle; });
}

inline LinkEvent& any_event(CombiningRun& run, Random& random) {
  return run.events[below(run.events.size(), random)];
}
inline Delivery& any_delivery(CombiningRun& run, Random& random) {
  return run.deliveries[below(run.deliveries.size(), random)];
}

inline bool is_prefix(const Task& task) {
  return meaning_of(task.collective).contributors != Contributors::kAll;
}
// On the last port of a scan nodes need not send to lower addresses: nobody makes anything of it.
inline bool is_needed(const Task& task, const LinkEvent& event) {
  return !is_prefix(task) || event.port + 1 != task.dim || (event.node >> event.port & 1) == 0;
}

// One brings an item's packet to the node that sends the other.
inline bool leads_to(const LinkEvent& event, const LinkEvent& other) {
  return (event.node ^ 1U << event.port) == other.node && event.sequence == other.sequence &&
         event.cycle < other.cycle && event.port != other.port;
}

// One way to damage a run. False: this run does not lend itself to it.
struct Mutation {
  const char* name;
  std::function<bool(const Task&, CombiningRun&, Random&)> apply;
};

inline const std::vector<Mutation> kMutations = {
    {"a packet lost on a link",
     [](const Task& task, CombiningRun& run, Random& random) {
       const std::size_t at = below(run.events.size(), random);
       if (!is_needed(task, run.events[at])) return false;
       run.events.erase(run.events.begin() + static_cast<std::ptrdiff_t>(at));
       return true;
     }},
    {"a packet on its link a second time",
     [](const Task&, CombiningRun& run, Random& random) {
       LinkEvent twice = any_event(run, random);
       twice.cycle += below(6, random);
       run.events.push_back(twice);
       sort_by_cycle(run.events);
       return true;
     }},
    {"a packet sent when what it needs comes",
     [](const Task&, CombiningRun& run, Random& random) {
       LinkEvent& event = any_event(run, random);
       const LinkEvent old = event;
       const auto needed = std::ranges::find_if(run.events, [&](const LinkEvent& other) {
         if (!leads_to(other, old)) return false;
         const bool is_copy = old.source != old.node;
         return is_copy ? other.source == old.source && other.destination == kAllNodes
                        : other.destination == old.destination;
       });
       if (needed == run.events.end()) return false;
       event.cycle = needed->cycle;
       sort_by_cycle(run.events);
       return true;
     }},
    {"another packet",
     [](const Task& task, CombiningRun& run, Random& random) {
       LinkEvent& event = any_event(run, random);
       event.sequence = other_than(event.sequence, sequences(task), random);
       return true;
     }},
    {"another source",
     [](const Task& task, CombiningRun& run, Random& random) {
       LinkEvent& event = any_event(run, random);
       event.source = other_than(event.source, end_count(task), random);
       return true;
     }},
    {"another destination",
     [](const Task& task, CombiningRun& run, Random& random) {
       LinkEvent& event = any_event(run, random);
       const auto old = static_cast<std::uint32_t>(std::max(event.destination, 0));
       event.destination = static_cast<std::int32_t>(other_than(old, end_count(task), random));
       return true;
     }},
    {"another node",
     [](const Task& task, CombiningRun& run, Random& random) {
       LinkEvent& event = any_event(run, random);
       event.node = other_than(event.node, end_count(task), random);
       return true;
     }},
    {"another port of an exchange, or of a copy",
     [](const Task& task, CombiningRun& run, Random& random) {
       LinkEvent& event = any_event(run, random);
       if (event.destination != kAllNodes) return false;
       event.port = other_than(event.port, task.dim, random);
       return true;
     }},
    {"another tree of an exchange",
     [](const Task& task, CombiningRun& run, Random& random) {
       const auto is_to_one = [](const LinkEvent& event) { return event.destination != kAllNodes; };
       if (std::ranges::any_of(run.events, is_to_one)) return false;
       LinkEvent& event = any_event(run, random);
       event.tree = other_than(event.tree, task.dim, random);
       return true;
     }},
    {"a result lost",
     [](const Task&, CombiningRun& run, Random& random) {
       run.deliveries.erase(run.deliveries.begin() + below(run.deliveries.size(), random));
       return true;
     }},
    {"a result delivered twice",
     [](const Task&, CombiningRun& run, Random& random) {
       run.deliveries.push_back(any_delivery(run, random));
       sort_by_cycle(run.deliveries);
       return true;
     }},
    {"a result delivered to another node",
     [](const Task& task, CombiningRun& run, Random& random) {
       Delivery& delivery = any_delivery(run, random);
       delivery.node = other_than(delivery.node, end_count(task), random);
       return is_receiver(task, delivery.node);
     }},
    {"a result delivered to another word",
     [](const Task& task, CombiningRun& run, Random& random) {
       if (task.packets < 2) return false;
       Delivery& delivery = any_delivery(run, random);
       delivery.index = other_than(static_cast<std::uint32_t>(delivery.index), task.packets, random);
       return true;
     }},
    {"a result before its last part has come",
     [](const Task& task, CombiningRun& run, Random& random) {
       Delivery& delivery = any_delivery(run, random);
       if (is_prefix(task) && delivery.node + 1 != end_count(task)) return false;  // made of less
       delivery.cycle -= 1;
       sort_by_cycle(run.deliveries);
       return true;
     }},
    {"a bit turned",
     [](const Task&, CombiningRun& run, Random& random) {
       any_delivery(run, random).word ^= std::uint64_t{1} << below(64, random);
       return true;
     }},
    {"a contribution left out, or doubled",
     [](const Task& task, CombiningRun& run, Random& random) {
       if (task.reduction != Reduction{Function::kSum, LaneType::kUint16}) return false;
       Delivery& delivery = any_delivery(run, random);
       const std::uint64_t item =
           delivery.index +
           (task.collective == Collective::kReduceScatter ? delivery.node * std::uint64_t{task.packets} : 0);
       const std::uint64_t word = words_of(task, kCombinedPayload)[below(end_count(task), random)][item];
       for (unsigned low = 0; low < 64; low += 16) {
         const std::uint64_t mask = std::uint64_t{0xffff} << low;
         delivery.word = (delivery.word & ~mask) |
                         ((random() % 2 == 0 ? delivery.word + (word & mask) : delivery.word - (word & mask)) & mask);
       }
       return true;
     }},
};

}  // namespace testbench::combining_mutations
