// SPDX-License-Identifier: Apache-2.0
// Test only: runs that combine, from the definitions and without any router: one packet after
// another on trees, or one step of an exchange after another.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "testbench/judge/checker/combined_checker.hpp"
#include "testbench/judge/checker/link_checker.hpp"

namespace testbench {

struct Delivery {
  std::uint64_t cycle;
  std::uint32_t node;
  std::uint32_t stream;
  std::uint64_t index;
  std::uint64_t word;
};

struct CombiningRun {
  std::vector<LinkEvent> events;
  std::vector<Delivery> deliveries;
};

inline constexpr PayloadHash kCombinedPayload{7};

// How an allreduce is made where its vector is whole.
enum class Whole { kExchange, kToRootAndBack };

class CombiningReference {
 public:
  CombiningReference(const Task& task, std::uint64_t seed)
      : task_(task),
        nodes_(static_cast<std::uint32_t>(end_count(task))),
        random_(seed),
        own_(words_of(task, kCombinedPayload)),
        combined_(task.reduction) {}

  CombiningRun run(Whole whole = Whole::kExchange) {
    const Meaning meaning = meaning_of(task_.collective);
    for (std::uint32_t item = 0; item < item_count(task_); ++item) {
      if (is_by_receiver(task_) || task_.blocks) {
        const auto block = static_cast<std::uint32_t>(sequences(task_));
        if (is_receiver(task_, item / block)) to_owner(item, item / block, item % block, task_.blocks);
      } else if (meaning.only_root_receives ||
                 (whole == Whole::kToRootAndBack && meaning.contributors == Contributors::kAll)) {
        to_owner(item, task_.root, item, !meaning.only_root_receives);
      } else {
        exchange(item);
      }
    }
    return run_;
  }

 private:
  using Parts = std::map<unsigned, std::uint64_t>;  // by port

  std::uint64_t own(std::uint32_t node, std::uint32_t item) const {
    if (!task_.apart) return own_[node][item];
    if (is_left_out(task_, node, item / task_.packets)) return identity_of(task_.reduction);
    return own_[node][item % task_.packets];
  }
  // In the order first, first + 1, ..; `word` of nothing is the first part.
  std::uint64_t folded(bool any, std::uint64_t word, const Parts& parts, unsigned first) const {
    for (unsigned i = 0; i < task_.dim; ++i) {
      const auto part = parts.find((first + i) % task_.dim);
      if (part == parts.end()) continue;
      word = any ? combined_(word, part->second) : part->second;
      any = true;
    }
    return word;
  }
  unsigned random_bit_of(std::uint32_t address) {
    unsigned bit = static_cast<unsigned>(random_() % task_.dim);
    while ((address >> bit & 1) == 0) bit = (bit + 1) % task_.dim;
    return bit;
  }

  // On a tree that is as good as any: a parent has a bit of the relative address less.
  void to_owner(std::uint32_t item, std::uint32_t owner, std::uint32_t sequence, bool and_back) {
    std::vector<Parts> parts(nodes_);
    for (std::uint32_t relative = nodes_ - 1; relative > 0; --relative) {
      const std::uint32_t node = relative ^ owner;
      if (is_left_out(task_, node, owner) && parts[node].empty()) continue;
      const unsigned port = random_bit_of(relative);
      run_.events.push_back({++cycle_, node, port, node, static_cast<std::int32_t>(owner), 0, sequence});
      parts[node ^ 1U << port][port] = folded(true, own(node, item), parts[node], (port + 1) % task_.dim);
    }
    const auto stream = static_cast<std::uint32_t>(random_() % task_.dim);
    const bool with_own = meaning_of(task_.collective).contributors != Contributors::kBelowOwn;
    const std::uint64_t result = folded(with_own, own(owner, item), parts[owner], stream);
    if (!parts[owner].empty()) ++cycle_;  // the first event is in cycle 1
    run_.deliveries.push_back(
        {std::max<std::uint64_t>(cycle_, 1), owner, stream, is_by_receiver(task_) ? sequence : item, result});
    if (!and_back) return;
    for (std::uint32_t relative = 1; relative < nodes_; ++relative) {
      const unsigned port = random_bit_of(relative);
      const std::uint32_t node = relative ^ owner;
      run_.events.push_back({++cycle_, node ^ 1U << port, port, owner, kAllNodes, 0, sequence});
      run_.deliveries.push_back({cycle_ + 1, node, 0, item, result});
    }
    ++cycle_;
  }

  void exchange(std::uint32_t item) {
    const Contributors contributors = meaning_of(task_.collective).contributors;
    const bool is_prefix = contributors != Contributors::kAll;
    const unsigned tree = is_prefix ? 0 : item % task_.dim;
    std::vector<std::uint64_t> total;
    std::vector<Parts> parts(nodes_);
    for (std::uint32_t node = 0; node < nodes_; ++node) total.push_back(own_[node][item]);
    for (unsigned i = 0; i < task_.dim; ++i) {
      const unsigned port = (tree + i) % task_.dim;
      ++cycle_;
      for (std::uint32_t node = 0; node < nodes_; ++node) {
        run_.events.push_back({cycle_, node, port, node, kAllNodes, tree, item});
        if (!is_prefix || (node >> port & 1) != 0) parts[node][port] = total[node ^ 1U << port];
      }
      std::vector<std::uint64_t> next = total;
      for (std::uint32_t node = 0; node < nodes_; ++node) next[node] = combined_(total[node], total[node ^ 1U << port]);
      total = next;
    }
    for (std::uint32_t node = 0; node < nodes_; ++node) {
      if (!is_receiver(task_, node)) continue;
      const bool with_own = contributors != Contributors::kBelowOwn;
      run_.deliveries.push_back({cycle_ + 1, node, tree, item, folded(with_own, own_[node][item], parts[node], tree)});
    }
    ++cycle_;
  }

  const Task task_;
  const std::uint32_t nodes_;
  std::mt19937_64 random_;
  const std::vector<std::vector<std::uint64_t>> own_;
  const ReferenceOperator combined_;
  CombiningRun run_;
  std::uint64_t cycle_ = 0;
};

// The verdict of the judges of links and of values. `portion`: events that they are given at a
// time, after the deliveries of those cycles. Events and deliveries are in the order of their
// cycles.
inline std::optional<std::string> verdict(const Task& task, const CombiningRun& run,
                                          std::size_t portion = ~std::size_t{0}, bool kept = false) {
  LinkChecker links(task);
  CombinedChecker values(
      task, kept ? Contributions(task, words_of(task, kCombinedPayload)) : Contributions(task, kCombinedPayload));
  std::span<const LinkEvent> events(run.events);
  std::size_t next = 0;
  const auto deliver_up_to = [&](std::uint64_t cycle) {
    for (; next < run.deliveries.size() && run.deliveries[next].cycle <= cycle; ++next) {
      const Delivery& delivery = run.deliveries[next];
      values.set_cycle(delivery.cycle);
      values.deliver(delivery.node, delivery.stream, delivery.index, delivery.word);
    }
  };
  while (!events.empty()) {
    const std::span<const LinkEvent> some = events.first(std::min(portion, events.size()));
    events = events.subspan(some.size());
    deliver_up_to(events.empty() ? ~std::uint64_t{0} : some.back().cycle);
    links.observe(some);
    if (!links.has_failed()) values.observe(some);
  }
  const std::optional<std::string> fault = links.finish();
  return fault ? fault : values.finish();
}

inline std::string describe_combining(const Task& task, Whole whole) {
  return std::string(name_of(task.collective)) + " d " + std::to_string(task.dim) + " M " +
         std::to_string(task.packets) +
         (task.blocks                 ? " blocks "
          : task.apart                ? " apart "
          : whole == Whole::kExchange ? " exchange "
                                      : " to the root and back ") +
         name_of(task.reduction.function) + " " + name_of(task.reduction.type);
}

struct CombiningCase {
  Task task;
  Whole whole;
};

// All collectives that combine, in all ways, on cubes of dimension 1 to `largest`, with one and
// with several packets, an odd root, and operations of which some hide what is doubled.
inline std::vector<CombiningCase> small_combining_cases(unsigned largest) {
  std::vector<CombiningCase> cases;
  for (const Reduction reduction :
       {Reduction{Function::kSum, LaneType::kUint16}, Reduction{Function::kMax, LaneType::kInt64},
        Reduction{Function::kSum, LaneType::kFloat32}, Reduction{Function::kSum, LaneType::kBfloat16},
        Reduction{Function::kAnd, LaneType::kUint8}, Reduction{Function::kProduct, LaneType::kInt32},
        Reduction{Function::kSum, LaneType::kFloat16}, Reduction{Function::kProduct, LaneType::kFloat64}}) {
    for (const Collective collective : kCombiningCollectives) {
      for (unsigned dim = 1; dim <= largest; ++dim) {
        for (const std::uint32_t packets : {1U, 3U}) {
          if (collective == Collective::kBarrier && packets != 1) continue;
          Task task{collective, dim, PortModel::kAll, packets, 1};
          task.reduction = reduction;
          cases.push_back({task, Whole::kExchange});
          if (collective != Collective::kReduce && collective != Collective::kReduceScatter) {
            task.apart = true;
            cases.push_back({task, Whole::kExchange});
            task.apart = false;
          }
          if (collective != Collective::kAllreduce) continue;
          cases.push_back({task, Whole::kToRootAndBack});
          task.blocks = true;
          task.packets = packets << dim;
          cases.push_back({task, Whole::kExchange});
        }
      }
    }
  }
  return cases;
}

}  // namespace testbench
