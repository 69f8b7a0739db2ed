#include "testbench/plans/relative_ways.hpp"

#include <numeric>

namespace testbench {

RelativeWays::RelativeWays(const Network& network)
    : ports_(network.ports()),
      levels_(levels_from(LinkTable(network), 0)),
      port_(network.nodes(), 0),
      through_(network.nodes(), 1),
      loads_(network.ports(), 0) {
  std::vector<Address> backs;
  for (unsigned port = 0; port < ports_; ++port) {
    arrival_.push_back(network.arrival_port(Address(0), port));
    // From behind the port node 0 is seen as what lies behind the port on the way back.
    backs.push_back(network.neighbour(Address(0), arrival_.back()));
  }
  behind_.reserve(std::size_t{nodes()} * ports_);
  for (const Address seen : network::addresses(nodes())) {
    for (const Address back : backs) behind_.push_back(network.absolute(seen, back).number());
  }
  choose_farthest_first();
  constexpr unsigned kPasses = 20;  // most networks are even after three
  bool improved = true;
  for (unsigned pass = 0; pass < kPasses && improved; ++pass) {
    improved = false;
    for (std::size_t i = nodes(); i-- > 1;) improved = improve(levels_.order[i]) || improved;
  }
}

std::uint64_t RelativeWays::status() const {
  return std::accumulate(levels_.distance.begin(), levels_.distance.end(), std::uint64_t{0});
}

network::Ports RelativeWays::shortest(std::uint32_t seen) const {
  network::Ports ports;
  for (unsigned port = 0; port < ports_; ++port) ports.insert(port, distance(behind(port, seen)) < distance(seen));
  return ports;
}

// How many packets pass by `seen` is known when all that is farther has chosen.
void RelativeWays::choose_farthest_first() {
  for (std::size_t i = nodes(); i-- > 1;) {
    const std::uint32_t seen = levels_.order[i];
    const network::Ports choices = shortest(seen);
    unsigned best = choices.lowest().port();
    for (const unsigned port : choices) {
      if (loads_[port] < loads_[best]) best = port;
    }
    port_[seen] = best;
    loads_[best] += through_[seen];
    through_[behind_way(seen)] += through_[seen];
  }
}

void RelativeWays::pass(std::uint32_t seen, std::int64_t packets) {
  for (; seen != 0; seen = behind_way(seen)) {
    through_[seen] += static_cast<std::uint64_t>(packets);
    loads_[port_[seen]] += static_cast<std::uint64_t>(packets);
  }
}

// Takes the way from `seen` for which the sum of the squares of the loads is least.
bool RelativeWays::improve(std::uint32_t seen) {
  const network::Ports choices = shortest(seen);
  if (choices.size() == 1) return false;
  const auto unevenness = [&] {
    std::uint64_t sum = 0;
    for (const std::uint64_t load : loads_) sum += load * load;
    return sum;
  };
  const unsigned before = port_[seen];
  const auto packets = static_cast<std::int64_t>(through_[seen]);
  std::uint64_t least = unevenness();
  unsigned best = before;
  pass(seen, -packets);
  for (const unsigned port : choices) {
    port_[seen] = port;
    pass(seen, packets);
    const std::uint64_t now = unevenness();
    pass(seen, -packets);
    if (now < least) {
      least = now;
      best = port;
    }
  }
  port_[seen] = best;
  pass(seen, packets);
  return best != before;
}

}  // namespace testbench
