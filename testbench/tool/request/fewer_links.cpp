// SPDX-License-Identifier: Apache-2.0
#include "testbench/tool/request/fewer_links.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "testbench/judge/bounds/bounds.hpp"
#include "testbench/plans/trees/shortest_paths.hpp"

namespace testbench {
namespace {

// Links by their places in SpareLinks, ascending.
using Left = std::vector<std::size_t>;

// The links that work, each with its way back.
class SpareLinks {
 public:
  explicit SpareLinks(const Prepared& made) : site_(made.site()), dead_(known_dead(made.setting().wires.broken)) {
    const LinkTable links = PlanRequest{site_.network, 1, {}, {}, dead_}.links();
    for (std::uint32_t node = 0; node < links.nodes(); ++node) {
      for (unsigned port = 0; port < links.ports(); ++port) {
        const Address there(links.neighbour(node, port));
        const unsigned back = links.arrival_port(node, port);
        const bool has_back = links.has_link(there.number(), back);
        if (!links.has_link(node, port) || (has_back && there.number() < node)) continue;
        links_.push_back({{Address(node), port}});
        if (has_back) links_.back().push_back({there, back});
      }
    }
  }

  std::size_t count() const { return links_.size(); }
  std::vector<collectives::DeadLink> both_ways(const Left& left_out) const {
    std::vector<collectives::DeadLink> all;
    for (const std::size_t link : left_out) all.insert(all.end(), links_[link].begin(), links_[link].end());
    return all;
  }
  // Whether all nodes still reach one another.
  bool are_spare(const Left& left_out) const {
    std::vector<collectives::DeadLink> lost = both_ways(left_out);
    lost.insert(lost.end(), dead_.begin(), dead_.end());
    const LinkTable rest = PlanRequest{site_.network, 1, {}, {}, lost}.links();
    const auto is_whole = [](const LinkTable& links) { return levels_from(links, 0).order.size() == links.nodes(); };
    return is_whole(rest) && is_whole(rest.turned());
  }

 private:
  const Site& site_;
  const std::vector<collectives::DeadLink> dead_;
  std::vector<std::vector<collectives::DeadLink>> links_;
};

}  // namespace

std::shared_ptr<Prepared> with_fewer_links(std::shared_ptr<Prepared> made, bool has_one_tree, const MakeLess& make,
                                           const CyclesOf& cycles_of) {
  constexpr std::uint32_t kMostNodes = 1000;  // with as many links or more, which are then too many
  constexpr std::uint32_t kFewPackets = 4;
  // A step to fewer cycles may take more than one to as many.
  constexpr std::uint64_t kMostWork = 300'000;
  constexpr std::uint64_t kMostForEquals = 50'000;
  if (made->site().network.nodes() > kMostNodes) return made;
  const SpareLinks spare(*made);
  const Task task = task_of(made->operation());
  const Contributors of = meaning_of(task.collective).contributors;
  const bool is_scan = of == Contributors::kUpToOwn || of == Contributors::kBelowOwn;  // of several searches
  // About the trees that are followed to make a plan: one, or one to each node.
  const std::uint64_t trees = has_one_tree || has_root(made->operation().row->collective)
                                  ? 1
                                  : std::uint64_t{made->site().network.nodes()} * (is_scan ? 4 : 1);
  const auto work_of = [&](std::uint32_t packets) { return trees * 2 * spare.count() * (packets + 4); };
  // The fastest, and what it leaves out. `best`: what this one does.
  const auto search = [&](std::shared_ptr<Prepared> found, Left best, std::uint64_t most) {
    const std::uint32_t packets = found->operation().packets;
    const std::uint64_t work = work_of(packets);
    if (work * spare.count() > kMostWork) return std::pair(found, best);
    const std::uint64_t bound = lower_bound(task_of(found->operation())).value;
    std::uint64_t cycles = cycles_of(*found);
    // The search goes on from these, the fastest first.
    std::set<std::tuple<std::uint64_t, std::size_t, Left>> open{{cycles, best.size(), best}};
    std::set<Left> met{best};
    for (std::uint64_t done = 0; cycles > bound && !open.empty();) {
      const std::uint64_t before = cycles;
      const Left from = std::get<Left>(*open.begin());
      open.erase(open.begin());
      for (std::size_t link = 0; link < spare.count() && done + work <= most && cycles > bound; ++link) {
        Left more = from;
        more.insert(std::ranges::lower_bound(more, link), link);
        if (std::ranges::binary_search(from, link) || !met.insert(more).second || !spare.are_spare(more)) continue;
        done += work;
        try {
          std::shared_ptr<Prepared> other = make(packets, spare.both_ways(more));
          const std::uint64_t now = cycles_of(*other);
          if (now <= cycles) open.insert({now, more.size(), more});
          if (now >= cycles) continue;
          cycles = now;
          found = std::move(other);
          best = std::move(more);
        } catch (const PlanError&) {
          continue;
        }
      }
      most = cycles < before ? kMostWork : kMostForEquals;
    }
    return std::pair(found, best);
  };
  const std::shared_ptr<Prepared> whole = made;
  const std::uint32_t packets = whole->operation().packets;
  made = search(whole, {}, kMostWork).first;
  // With a few packets there is time for more steps. Some plan may be for fewer packets, or for more.
  const auto as_with_a_few = [&] {
    try {
      const Left left_out = search(make(kFewPackets, {}), {}, kMostWork).second;
      return left_out.empty() ? made : search(make(packets, spare.both_ways(left_out)), left_out, kMostForEquals).first;
    } catch (const PlanError&) {
      return made;
    }
  };
  if (packets > kFewPackets && work_of(kFewPackets) * spare.count() <= kMostWork &&
      cycles_of(*made) > lower_bound(task).value) {
    const std::shared_ptr<Prepared> other = as_with_a_few();
    if (cycles_of(*other) < cycles_of(*made)) made = other;
  }
  if (made == whole) return made;
  std::vector<std::string> names;
  for (const auto& [node, port] : made->left_out()) names.push_back(fmt::format("{}:{}", node.number(), port));
  made->tell_choice(fmt::format("{}, whose plan leaves out {}: {} cycles, with all links {}",
                                made->operation().row->algorithm, fmt::join(names, " "), cycles_of(*made),
                                cycles_of(*whole)));
  return made;
}

}  // namespace testbench
