// What has come to nodes, by node and item, until it is sent on combined.
//
//     Arrivals arrivals(places, most);
//     arrivals.add(place, {value, cycle, port});
//     for (const Arrival* a : arrivals.by_port(place)) ...
//
// A place takes 4 bytes, an arrival 32. All memory is asked for by the constructor and used as
// arrivals come.
#pragma once

#include <array>
#include <cstdint>
#include <memory_resource>
#include <new>
#include <vector>

#include "testbench/checker/combined_value.hpp"
#include "testbench/checker/saturating.hpp"
#include "testbench/host/huge_pages.hpp"

namespace testbench {

struct Arrival {
  CombinedValue value;
  std::uint64_t cycle : 48;
  std::uint64_t port : 16;
};

class Arrivals {
 public:
  // Null where nothing has come through the port.
  using ByPort = std::array<const Arrival*, kMaxDim>;

  // `most`: at a time.
  Arrivals(std::uint64_t places, std::uint64_t most) : heads_(places, kNone, HugePages::memory()) {
    if (most >= kNone) throw std::bad_alloc();
    pool_.reserve(most);
  }
  static std::uint64_t memory_bytes(std::uint64_t places, std::uint64_t most) {
    return plus(HugePages::bytes_for(times(places, sizeof(std::uint32_t))),
                HugePages::bytes_for(times(most, sizeof(Linked))));
  }

  bool any(std::uint64_t place) const { return heads_[place] != kNone; }
  // Of a place where there is one.
  const Arrival& first(std::uint64_t place) const { return pool_[heads_[place]].arrival; }
  bool has(std::uint64_t place, std::uint32_t port) const { return by_port(place)[port] != nullptr; }
  ByPort by_port(std::uint64_t place) const {
    ByPort found{};
    for (std::uint32_t i = heads_[place]; i != kNone; i = pool_[i].next) {
      found[pool_[i].arrival.port] = &pool_[i].arrival;
    }
    return found;
  }

  // Pointers to others stay what they are, for no more than `most` are there.
  void add(std::uint64_t place, const Arrival& arrival) {
    std::uint32_t index = free_;
    if (index == kNone) {
      index = static_cast<std::uint32_t>(pool_.size());
      pool_.emplace_back();
    } else {
      free_ = pool_[index].next;
    }
    pool_[index] = {arrival, heads_[place]};
    heads_[place] = index;
  }
  // Forgets what has come to the place.
  void clear(std::uint64_t place) {
    while (heads_[place] != kNone) {
      const std::uint32_t index = heads_[place];
      heads_[place] = pool_[index].next;
      pool_[index].next = free_;
      free_ = index;
    }
  }
  void prefetch(std::uint64_t place) const { __builtin_prefetch(&heads_[place], 1); }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  struct Linked {
    Arrival arrival;
    std::uint32_t next;
  };

  std::pmr::vector<std::uint32_t> heads_;
  std::pmr::vector<Linked> pool_{HugePages::memory()};
  std::uint32_t free_ = kNone;
};

}  // namespace testbench
