// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/trees/periodic_order.hpp"

#include <algorithm>
#include <map>
#include <random>
#include <set>

namespace testbench {
namespace {

std::int64_t floor_of(std::int64_t value, std::int64_t period) {
  return value >= 0 ? value / period : -((-value + period - 1) / period);
}

}  // namespace

PeriodicOrder::PeriodicOrder(std::vector<PeriodicPacket> packets)
    : packets_(std::move(packets)),
      earliest_(packets_.size()),
      heights_(packets_.size()),
      made_of_(packets_.size(), std::vector<std::uint64_t>((packets_.size() + 63) / 64)) {
  std::map<std::pair<std::size_t, unsigned>, std::vector<Waiting>> queues;
  std::map<std::size_t, std::vector<std::uint32_t>> ports;
  for (auto out = static_cast<std::uint32_t>(packets_.size()); out-- > 0;) {
    ports[packets_[out].port].push_back(out);
    for (const std::size_t other : packets_[out].others) ports[other].push_back(out);
    for (const auto& [in, queue] : packets_[out].parts) {
      queues[{packets_[out].port, queue}].push_back({in, out});
      heights_[in] = std::max(heights_[in], heights_[out] + 1);
      for (std::size_t i = 0; i < made_of_[in].size(); ++i) made_of_[in][i] |= made_of_[out][i];
      made_of_[in][out / 64] |= std::uint64_t{1} << out % 64;
    }
  }
  for (std::uint32_t packet = 0; packet < packets_.size(); ++packet) {
    for (const auto& [in, queue] : packets_[packet].parts) {
      earliest_[packet] = std::max(earliest_[packet], earliest_[in] + 1);
    }
  }
  std::set<std::size_t> senders;
  std::set<std::size_t> receivers;
  has_two_ends_ = std::ranges::all_of(packets_, [](const PeriodicPacket& packet) { return packet.others.size() == 2; });
  for (std::size_t i = 0; has_two_ends_ && i < packets_.size(); ++i) {
    senders.insert(packets_[i].others[0]);
    receivers.insert(packets_[i].others[1]);
    has_two_ends_ = !receivers.contains(packets_[i].others[0]) && !senders.contains(packets_[i].others[1]);
  }
  for (auto& [place, waiting] : queues) queues_.push_back(std::move(waiting));
  for (auto& [place, sent] : ports) ports_.push_back(std::move(sent));
  find_order();
}

void PeriodicOrder::add(After& after, std::uint32_t first, std::uint32_t second) {
  if (first == second || is_after(after, first, second)) return;
  for (std::uint32_t packet = 0; packet < after.size(); ++packet) {
    if (packet != first && !is_after(after, packet, first)) continue;
    for (std::size_t i = 0; i < after[packet].size(); ++i) after[packet][i] |= after[second][i];
    after[packet][second / 64] |= std::uint64_t{1} << second % 64;
  }
}

// Takes out the pairs whose order follows, with that order. Returns whether none contradicts.
bool PeriodicOrder::decide(After& after, std::vector<Pair>& pairs) const {
  for (bool changes = true; changes;) {
    changes = false;
    for (std::size_t i = 0; i < pairs.size();) {
      const auto [p, q] = pairs[i];
      const bool is_so = is_after(after, p.in, q.in) || is_after(after, p.out, q.out);
      const bool is_other = is_after(after, q.in, p.in) || is_after(after, q.out, p.out);
      if (is_so && is_other) return false;
      if (!is_so && !is_other) {
        ++i;
        continue;
      }
      add(after, is_so ? p.in : q.in, is_so ? q.in : p.in);
      add(after, is_so ? p.out : q.out, is_so ? q.out : p.out);
      pairs.erase(pairs.begin() + static_cast<std::ptrdiff_t>(i));
      changes = true;
    }
  }
  return true;
}

// A packet that can come first goes first. Where that contradicts, the other order is tried for the last pair that had a choice.
void PeriodicOrder::find_order() {
  constexpr unsigned kMostChoices = 2000;
  std::vector<Pair> all;
  for (const auto& waiting : queues_) {
    for (std::size_t i = 0; i < waiting.size(); ++i) {
      for (std::size_t k = 0; k < i; ++k) all.push_back({waiting[k], waiting[i]});
    }
  }
  const auto comes = [&](const Pair& pair) { return std::max(earliest_[pair.first.in], earliest_[pair.second.in]); };
  After after = made_of_;
  std::vector<Pair> open = all;
  std::vector<std::pair<Pair, bool>> chosen;  // and whether that is the other order
  const auto go_first = [&](const Pair& pair) {
    add(after, pair.first.in, pair.second.in);
    add(after, pair.first.out, pair.second.out);
  };
  unsigned choices = 0;
  for (bool is_right = decide(after, open); !is_right || !open.empty(); is_right = decide(after, open)) {
    if (!is_right) {
      while (!chosen.empty() && chosen.back().second) chosen.pop_back();
      if (chosen.empty() || choices > kMostChoices) return;
      std::swap(chosen.back().first.first, chosen.back().first.second);
      chosen.back().second = true;
      after = made_of_;
      open = all;
      for (const auto& [pair, is_other] : chosen) go_first(pair);
      continue;
    }
    ++choices;
    const auto next = std::ranges::min_element(open, {}, comes);
    Pair pair = *next;
    open.erase(next);
    if (earliest_[pair.first.in] > earliest_[pair.second.in]) std::swap(pair.first, pair.second);
    chosen.emplace_back(pair, false);
    go_first(pair);
  }
  for (auto [p, q] : all) {
    if (!is_after(after, p.in, q.in)) std::swap(p, q);
    order_.emplace_back(p.in, q.in);
    order_.emplace_back(p.out, q.out);
  }
  has_order_ = true;
}

class PeriodicOrder::Times {
 public:
  Times(const PeriodicOrder& of, std::int64_t period, std::size_t room)
      : of_(of), period_(period), room_(room), times_(of.packets_.size()) {}

  // `often`: in eighths, how often of two packets the one that comes too early comes later, where the other could leave later.
  bool find(unsigned often) {
    constexpr std::int64_t kMostLevels = 8;  // of waiting, for each of the longest path
    const std::int64_t latest = kMostLevels * (std::ranges::max(of_.heights_) + 8);
    for (std::uint32_t packet = 0; packet < times_.size(); ++packet) {
      times_[packet] = 0;
      raise(packet, of_.earliest_[packet]);
    }
    for (bool grows = true; grows;) {
      grows = false;
      for (std::uint32_t packet = 0; packet < times_.size(); ++packet) {
        for (const auto& [in, queue] : of_.packets_[packet].parts) grows |= raise(packet, times_[in] + 1);
        if (times_[packet] > latest) return false;
      }
      for (const auto& [first, second] : of_.order_) grows |= raise(second, times_[first] + 1);
      for (const auto& sent : of_.ports_) grows |= part(sent);
      for (const auto& waiting : of_.queues_) grows |= keep_order(waiting, often);
      for (const auto& waiting : of_.queues_) grows |= keep_room(waiting);
    }
    return true;
  }
  // Gives each packet its cycle of the period, so that no two at one end have the same: a colouring of the edges of a bipartite
  // graph (Koenig 1916). Where both ends have others free, edges of these two change places along a path.
  bool colour(std::uint32_t first) {
    std::map<std::size_t, std::vector<std::uint32_t>> at;  // by end and colour
    phases_.assign(times_.size(), 0);
    const auto end = [&](std::uint32_t packet, unsigned side) -> std::vector<std::uint32_t>& {
      return at.try_emplace(of_.packets_[packet].others[side], period_, kNone).first->second;
    };
    const auto count = static_cast<std::uint32_t>(times_.size());
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint32_t packet = (first + i) % count;
      const auto free_at = [&](const std::vector<std::uint32_t>& one, const std::vector<std::uint32_t>* other) {
        for (std::int64_t wait = 0; wait < period_; ++wait) {
          const std::int64_t phase = (of_.earliest_[packet] + wait) % period_;
          const auto place = static_cast<std::size_t>(phase);
          if (one[place] == kNone && (other == nullptr || (*other)[place] == kNone)) return phase;
        }
        return std::int64_t{-1};
      };
      std::int64_t phase = free_at(end(packet, 0), &end(packet, 1));
      if (phase < 0) {
        phase = free_at(end(packet, 0), nullptr);
        std::int64_t other = free_at(end(packet, 1), nullptr);
        if (phase < 0 || other < 0) return false;
        std::vector<std::uint32_t> path;
        std::int64_t along = phase;
        unsigned side = 1;
        for (std::uint32_t next = packet;; side = 1 - side, along = phase + other - along) {
          next = end(next, side)[static_cast<std::size_t>(along)];
          if (next == kNone) break;
          path.push_back(next);
        }
        for (const std::uint32_t one : path) put(one, kNone, end);
        for (const std::uint32_t one : path) {
          phases_[one] = phase + other - phases_[one];
          put(one, one, end);
        }
      }
      phases_[packet] = phase;
      put(packet, packet, end);
    }
    return true;
  }
  void forget_colours() { phases_.clear(); }
  std::vector<std::int64_t> take() { return std::move(times_); }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  template <class End>
  void put(std::uint32_t packet, std::uint32_t what, End end) {
    for (const unsigned side : {0u, 1u}) end(packet, side)[static_cast<std::size_t>(phases_[packet])] = what;
  }
  bool raise(std::uint32_t packet, std::int64_t to) {
    if (!phases_.empty()) to += ((phases_[packet] - to) % period_ + period_) % period_;
    if (times_[packet] >= to) return false;
    times_[packet] = to;
    return true;
  }

  // Two packets that leave a port in the same cycle of the period: what more depends on goes first.
  bool part(const std::vector<std::uint32_t>& sent) {
    bool grows = false;
    for (const std::uint32_t a : sent) {
      for (const std::uint32_t b : sent) {
        if (a == b || (times_[a] - times_[b]) % period_ != 0) continue;
        const bool is_later = of_.heights_[a] < of_.heights_[b] || (of_.heights_[a] == of_.heights_[b] && a > b);
        grows |= raise(is_later ? a : b, times_[a] + (is_later ? 1 : times_[b] - times_[a] + 1));
      }
    }
    return grows;
  }

  bool keep_order(const std::vector<Waiting>& waiting, unsigned often) {
    bool grows = false;
    for (const Waiting& p : waiting) {
      for (const Waiting& q : waiting) {
        if (p.out == q.out) continue;
        const std::int64_t in = floor_of(times_[p.in] - times_[q.in], period_);
        const std::int64_t out = floor_of(times_[p.out] - times_[q.out], period_);
        if (out <= in) continue;
        // p leaves too late after q, or comes too early.
        const bool comes_later =
            is_after(of_.made_of_, q.out, p.out) || (!is_after(of_.made_of_, q.in, p.in) && random_() % 8 < often);
        grows |= comes_later ? raise(p.in, times_[q.in] + out * period_)
                             : raise(q.out, times_[p.out] - (in + 1) * period_ + 1);
      }
    }
    return grows;
  }

  bool keep_room(const std::vector<Waiting>& waiting) {
    if (room_ == kAnyRoom) return false;
    bool grows = false;
    for (const Waiting& next : waiting) {
      std::int64_t there = 0;
      const std::int64_t now = times_[next.in];
      for (const Waiting& each : waiting) {
        there += floor_of(now - times_[each.in], period_) - floor_of(now - times_[each.out], period_);
      }
      if (there > static_cast<std::int64_t>(room_) + 1) grows |= raise(next.in, now + 1);
    }
    return grows;
  }

  const PeriodicOrder& of_;
  const std::int64_t period_;
  const std::size_t room_;
  std::vector<std::int64_t> times_;
  std::vector<std::int64_t> phases_;  // of packets that take both of their ends; else none
  std::mt19937 random_{1};
};

std::vector<std::int64_t> PeriodicOrder::times(std::int64_t period, std::size_t room) const {
  if (!has_order_) return {};
  Times found(*this, period, room);
  constexpr unsigned kColourings = 8;
  constexpr std::int64_t kMostColours = 256;
  for (unsigned i = 0; has_two_ends_ && period <= kMostColours && i < kColourings; ++i) {
    if (found.colour(static_cast<std::uint32_t>(packets_.size() / kColourings * i)) && found.find(i % 3))
      return found.take();
  }
  if (has_two_ends_) found.forget_colours();
  for (const unsigned often : {0u, 1u, 2u, 4u, 1u, 2u, 4u}) {
    if (found.find(often)) return found.take();
  }
  return {};
}

}  // namespace testbench
