// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/dynamic/request_arrivals.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/random/mersenne_twister.hpp>
#include <boost/random/poisson_distribution.hpp>
#include <boost/random/uniform_01.hpp>
#include <boost/random/uniform_int_distribution.hpp>
#include <cmath>
#include <numeric>

// The standard library says what its engines give but not what its distributions do. Boost's are
// the same everywhere, but for the last bit of a logarithm.
namespace testbench {
namespace {

using Generator = boost::random::mt19937_64;

// An endless row of trials that each succeed with the same probability. The failures before the
// next success have a geometric distribution, so that a success costs one random number and a
// failure none.
class Trials {
 public:
  Trials(double probability, Generator& random) : probability_(probability), log_of_failure_(std::log1p(-probability)) {
    skip(random);
  }

  // Calls success(i) for those of the next `count` trials that succeed, ascending.
  template <typename Success>
  void next(std::uint64_t count, Generator& random, const Success& success) {
    if (probability_ <= 0) return;
    std::uint64_t done = 0;
    while (failures_ < count - done) {
      done += failures_;
      success(done);
      ++done;
      skip(random);
    }
    failures_ -= count - done;
  }

 private:
  void skip(Generator& random) {
    if (probability_ <= 0 || probability_ >= 1) return;
    constexpr double kMost = 0x1p62;
    const double uniform = boost::random::uniform_01<double>()(random);
    failures_ = static_cast<std::uint64_t>(std::min(std::log1p(-uniform) / log_of_failure_, kMost));
  }

  double probability_;
  double log_of_failure_;
  std::uint64_t failures_ = 0;  // before the next success
};

// Poisson processes of several nodes are one of the sum of their rates, whose requests are each at
// any of the nodes.
class PoissonOfNodes {
 public:
  PoissonOfNodes(std::uint32_t first, std::uint32_t nodes, double mean) : node_(first, first + nodes - 1) {
    if (mean > 0) number_.emplace(mean);
  }
  void next(Generator& random, std::vector<std::uint32_t>& nodes) {
    if (!number_) return;
    for (std::uint64_t left = (*number_)(random); left > 0; --left) nodes.push_back(node_(random));
  }

 private:
  boost::random::uniform_int_distribution<std::uint32_t> node_;
  std::optional<boost::random::poisson_distribution<std::uint64_t>> number_;
};

}  // namespace

class RequestArrivals::Process {
 public:
  explicit Process(std::uint64_t seed) : random_(seed) {}
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;
  virtual ~Process() = default;
  virtual void next(std::vector<std::uint32_t>& nodes) = 0;

 protected:
  Generator random_;
};

namespace {

class Poisson final : public RequestArrivals::Process {
 public:
  Poisson(const ArrivalSetting& setting, std::uint32_t nodes, std::uint64_t seed)
      : Process(seed), all_(0, nodes, setting.rate * nodes) {}
  void next(std::vector<std::uint32_t>& nodes) override { all_.next(random_, nodes); }

 private:
  PoissonOfNodes all_;
};

class HotSpot final : public RequestArrivals::Process {
 public:
  HotSpot(const ArrivalSetting& setting, std::uint32_t nodes, std::uint64_t seed)
      : Process(seed),
        hot_(0, setting.hot_nodes, setting.hot_share * setting.rate * nodes),
        others_(setting.hot_nodes, nodes - setting.hot_nodes, (1 - setting.hot_share) * setting.rate * nodes) {}
  void next(std::vector<std::uint32_t>& nodes) override {
    hot_.next(random_, nodes);
    others_.next(random_, nodes);
  }

 private:
  PoissonOfNodes hot_;
  PoissonOfNodes others_;
};

class Bernoulli final : public RequestArrivals::Process {
 public:
  Bernoulli(const ArrivalSetting& setting, std::uint32_t nodes, std::uint64_t seed)
      : Process(seed), nodes_(nodes), trials_(setting.rate, random_) {}
  void next(std::vector<std::uint32_t>& nodes) override {
    trials_.next(nodes_, random_, [&](std::uint64_t node) { nodes.push_back(static_cast<std::uint32_t>(node)); });
  }

 private:
  std::uint32_t nodes_;
  Trials trials_;
};

double cycles_off(const ArrivalSetting& setting) {
  return setting.burst_cycles * (setting.burst_rate - setting.rate) / setting.rate;
}

class Bursty final : public RequestArrivals::Process {
 public:
  Bursty(const ArrivalSetting& setting, std::uint32_t nodes, std::uint64_t seed)
      : Process(seed),
        requests_(setting.burst_rate, random_),
        ends_(1 / setting.burst_cycles, random_),
        begins_(setting.rate > 0 ? 1 / cycles_off(setting) : 0, random_),
        off_(nodes) {
    std::iota(off_.begin(), off_.end(), 0u);
    // A geometric time has no memory: on or off with the right probability in the first cycle, and
    // all later ones are alike.
    Trials(setting.rate / setting.burst_rate, random_).next(nodes, random_, [&](std::uint64_t i) {
      beginning_.push_back(i);
    });
    move(beginning_, off_, on_);
  }

  void next(std::vector<std::uint32_t>& nodes) override {
    requests_.next(on_.size(), random_, [&](std::uint64_t i) { nodes.push_back(on_[i]); });
    ending_.clear();
    ends_.next(on_.size(), random_, [&](std::uint64_t i) { ending_.push_back(i); });
    beginning_.clear();
    begins_.next(off_.size(), random_, [&](std::uint64_t i) { beginning_.push_back(i); });
    move(ending_, on_, off_);  // appends to off_: the places that were chosen there are right still
    move(beginning_, off_, on_);
  }

 private:
  // Takes the places, ascending, out of one list and appends what stood there to the other.
  static void move(const std::vector<std::uint64_t>& places, std::vector<std::uint32_t>& from,
                   std::vector<std::uint32_t>& to) {
    for (auto place = places.rbegin(); place != places.rend(); ++place) {
      to.push_back(from[*place]);
      from[*place] = from.back();
      from.pop_back();
    }
  }

  Trials requests_;
  Trials ends_;
  Trials begins_;
  std::vector<std::uint32_t> on_;
  std::vector<std::uint32_t> off_;
  std::vector<std::uint64_t> ending_;
  std::vector<std::uint64_t> beginning_;
};

constexpr double kMostPoissonRate = 16;

std::optional<std::string> find_fault_of_bursts(const ArrivalSetting& setting) {
  if (!(setting.burst_cycles >= 1)) {
    return fmt::format("bursts of {} cycles: must be at least 1 cycle on average", setting.burst_cycles);
  }
  if (!(setting.burst_rate > 0 && setting.burst_rate <= 1)) {
    return fmt::format("{} requests per cycle in a burst: must be above 0 and at most 1", setting.burst_rate);
  }
  if (setting.rate == 0) return std::nullopt;
  // A node is off for a cycle at least.
  const double most = setting.burst_rate * setting.burst_cycles / (setting.burst_cycles + 1);
  if (setting.rate > most) {
    return fmt::format(
        "{} requests per node and cycle: bursts of {} cycles with {} a cycle allow at most {}; make them longer",
        setting.rate, setting.burst_cycles, setting.burst_rate, most);
  }
  return std::nullopt;
}

std::unique_ptr<RequestArrivals::Process> make_process(const ArrivalSetting& setting, std::uint32_t nodes,
                                                       std::uint64_t seed) {
  if (const auto fault = find_fault(setting, nodes)) throw std::invalid_argument(*fault);
  switch (setting.kind) {
    case ArrivalKind::kPoisson:
      return std::make_unique<Poisson>(setting, nodes, seed);
    case ArrivalKind::kBernoulli:
      return std::make_unique<Bernoulli>(setting, nodes, seed);
    case ArrivalKind::kBursty:
      return std::make_unique<Bursty>(setting, nodes, seed);
    case ArrivalKind::kHotSpot:
      return std::make_unique<HotSpot>(setting, nodes, seed);
  }
  throw std::invalid_argument("no such kind of arrivals");
}

}  // namespace

std::string_view name_of(ArrivalKind kind) {
  switch (kind) {
    case ArrivalKind::kPoisson:
      return "poisson";
    case ArrivalKind::kBernoulli:
      return "bernoulli";
    case ArrivalKind::kBursty:
      return "bursty";
    case ArrivalKind::kHotSpot:
      return "hot-spot";
  }
  return "?";
}

std::optional<ArrivalKind> arrival_kind_named(std::string_view name) {
  for (const ArrivalKind kind : kArrivalKinds) {
    if (name_of(kind) == name) return kind;
  }
  return std::nullopt;
}

std::optional<std::string> find_fault(const ArrivalSetting& setting, std::uint32_t nodes) {
  if (nodes == 0) return "arrivals at 0 nodes: must be at least 1";
  // Several can come at once but where a cycle has one or none.
  const bool one_at_most = setting.kind == ArrivalKind::kBernoulli || setting.kind == ArrivalKind::kBursty;
  const double most = one_at_most ? 1 : kMostPoissonRate;
  if (!(setting.rate >= 0 && setting.rate <= most)) {
    return fmt::format("{} requests per node and cycle: must be 0..{}", setting.rate, most);
  }
  if (setting.kind == ArrivalKind::kBursty) return find_fault_of_bursts(setting);
  if (setting.kind != ArrivalKind::kHotSpot) return std::nullopt;
  if (setting.hot_nodes < 1 || setting.hot_nodes >= nodes) {
    return fmt::format("{} hot nodes of {}: must be 1..{}", setting.hot_nodes, nodes, nodes - 1);
  }
  if (!(setting.hot_share >= 0 && setting.hot_share <= 1)) {
    return fmt::format("a share of {} at the hot nodes: must be 0..1", setting.hot_share);
  }
  return std::nullopt;
}

RequestArrivals::RequestArrivals(const ArrivalSetting& setting, std::uint32_t nodes, std::uint64_t seed)
    : process_(make_process(setting, nodes, seed)) {
}
RequestArrivals::~RequestArrivals() = default;
RequestArrivals::RequestArrivals(RequestArrivals&&) noexcept = default;
RequestArrivals& RequestArrivals::operator=(RequestArrivals&&) noexcept = default;

void RequestArrivals::next(std::vector<std::uint32_t>& nodes) {
  process_->next(nodes);
}

}  // namespace testbench
