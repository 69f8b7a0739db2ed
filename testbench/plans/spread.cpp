#include "testbench/plans/spread.hpp"

#include <algorithm>

namespace testbench {
namespace {

class Spreading {
 public:
  Spreading(const std::vector<network::Ports>& choices, std::vector<std::uint64_t>& loads)
      : choices_(choices), loads_(loads), items_(loads.size()) {
    for (std::uint32_t item = 0; item < choices.size(); ++item) {
      if (choices[item].empty()) continue;
      unsigned best = choices[item].lowest().port();
      for (const unsigned port : choices[item]) {
        if (loads_[port] < loads_[best]) best = port;
      }
      give(item, best);
    }
  }

  // One item fewer at the port, one more at another that has at least two fewer than it.
  bool relieve(unsigned full) {
    std::vector<unsigned> from(loads_.size(), kNone);     // the port that passes an item on to it
    std::vector<std::uint32_t> passed(loads_.size(), 0);  // that item
    std::vector<unsigned> reached{full};
    from[full] = full;
    for (std::size_t next = 0; next < reached.size(); ++next) {
      const unsigned port = reached[next];
      for (const std::uint32_t item : items_[port]) {
        for (const unsigned other : choices_[item]) {
          if (from[other] != kNone) continue;
          from[other] = port;
          passed[other] = item;
          reached.push_back(other);
          if (loads_[other] + 2 > loads_[full]) continue;
          for (unsigned to = other; to != full; to = from[to]) {
            take(passed[to], from[to]);
            give(passed[to], to);
          }
          return true;
        }
      }
    }
    return false;
  }

  std::vector<unsigned> ports() const {
    std::vector<unsigned> found(choices_.size(), 0);
    for (unsigned port = 0; port < items_.size(); ++port) {
      for (const std::uint32_t item : items_[port]) found[item] = port;
    }
    return found;
  }

 private:
  static constexpr unsigned kNone = ~0u;

  void give(std::uint32_t item, unsigned port) {
    items_[port].push_back(item);
    ++loads_[port];
  }
  void take(std::uint32_t item, unsigned port) {
    items_[port].erase(std::find(items_[port].begin(), items_[port].end(), item));
    --loads_[port];
  }

  const std::vector<network::Ports>& choices_;
  std::vector<std::uint64_t>& loads_;
  std::vector<std::vector<std::uint32_t>> items_;  // by port
};

}  // namespace

std::vector<unsigned> spread(const std::vector<network::Ports>& choices, std::vector<std::uint64_t>& loads) {
  Spreading spreading(choices, loads);
  for (bool relieved = true; relieved;) {
    relieved = false;
    for (unsigned port = 0; port < loads.size(); ++port) relieved = spreading.relieve(port) || relieved;
  }
  return spreading.ports();
}

}  // namespace testbench
