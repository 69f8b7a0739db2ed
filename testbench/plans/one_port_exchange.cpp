#include "testbench/plans/one_port_exchange.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "testbench/plans/output_model.hpp"

namespace testbench {
namespace {

// A packet as the node that holds it sees it.
struct QueuedPacket {
  std::uint32_t seen;
  std::uint64_t joined;  // place in the order in which packets joined the node
};

// The lower, the sooner it is served.
std::uint64_t claim(Discipline discipline, const RelativeWays& ways, const QueuedPacket& packet) {
  switch (discipline) {
    case Discipline::kFifo:
      return packet.joined;
    case Discipline::kFurthest:
      return ways.nodes() - ways.distance(packet.seen);
    case Discipline::kClosest:
      return ways.distance(packet.seen);
  }
  return 0;
}

Network require_cayley(const Network& network) {
  if (network.is_cayley()) return network;
  throw PlanError(
      "is not known to be a Cayley graph: one-port total exchange in which all nodes serve the same port needs one");
}

// k_c where it is the same for all c that have packets, else 0.
std::uint32_t common_count(const std::vector<std::uint32_t>& packets) {
  std::uint32_t common = 0;
  for (std::size_t c = 1; c < packets.size(); ++c) {
    if (packets[c] == 0) continue;
    if (common != 0 && packets[c] != common) return 0;
    common = packets[c];
  }
  return common;
}

}  // namespace

// A program that starts over raises all its sequences by the same step. Where the k_c differ it is
// played once, with M k_c packets for c, so that sequences of each are 0, 1, 2 ..
OnePortExchange::OnePortExchange(const Network& network, const std::vector<std::uint32_t>& packets,
                                 std::uint32_t rounds, Discipline discipline)
    : network_(require_cayley(network)), ways_(network), rounds_(rounds), step_(common_count(packets)) {
  std::vector<std::uint32_t> of_round = packets;
  if (step_ == 0) {
    for (std::uint32_t& count : of_round) count *= rounds;
    rounds_ = 1;
  }
  put_in_order(of_round, discipline);
  find_windows(discipline);
  cycles_.source = "Dimakopoulos and Dimopoulos, theorem 1";
  for (const Own& own : programs_) {
    expected_ += rounds_ * own.count;
    cycles_.value += std::uint64_t{rounds_} * own.count * ways_.distance(own.seen);
  }
}

void OnePortExchange::put_in_order(const std::vector<std::uint32_t>& packets, Discipline discipline) {
  for (const std::uint32_t seen : ways_.order()) {
    if (seen != 0 && packets[seen] != 0) programs_.push_back({ways_.port(seen), seen, packets[seen]});
  }
  if (discipline == Discipline::kFurthest) std::reverse(programs_.begin(), programs_.end());
  // In the queue of figure 1, whose order may be any, packets of one port stand together.
  if (discipline == Discipline::kFifo) {
    std::vector<Own> by_port;
    by_port.reserve(programs_.size());
    for (unsigned port = 0; port < ways_.ports(); ++port) {
      std::copy_if(programs_.begin(), programs_.end(), std::back_inserter(by_port),
                   [&](const Own& own) { return own.port == port; });
    }
    programs_ = std::move(by_port);
  }
}

void OnePortExchange::find_windows(Discipline discipline) {
  OutputModel<QueuedPacket> node(ways_.ports(), true);
  std::uint64_t joined = 0;
  for (const Own& own : programs_) {
    for (std::uint32_t i = 0; i < own.count; ++i) node.own(own.port, {own.seen, joined++});
  }
  const bool turns_matter = ways_.ports() > 2;
  unsigned last = 0;
  while (true) {
    std::uint64_t least = ~std::uint64_t{0};
    unsigned chosen = ways_.ports();
    for (unsigned i = 0; i < ways_.ports(); ++i) {
      const unsigned port = i == 0 ? last : i <= last ? i - 1 : i;  // the last one, then the others from the lowest up
      if (!node.has_packet(port)) continue;
      if (turns_matter && node.has_transit(port) && !node.turn_is_known(port)) {
        chosen = port;
        break;
      }
      const std::uint64_t now = claim(discipline, ways_, node.next(port));
      if (chosen != ways_.ports() && now >= least) continue;
      least = now;
      chosen = port;
    }
    if (chosen == ways_.ports()) return;
    windows_.add(chosen);
    last = chosen;
    // What all nodes have sent comes to all of them, too.
    const std::uint32_t seen = ways_.behind(chosen, node.send(chosen).seen);
    if (seen != 0) node.arrive(ways_.arrival_port(chosen), ways_.port(seen), {seen, joined++});
  }
}

void OnePortExchange::load(Address me, node::Driver& driver) const {
  driver.begin(network_.ports(), me, kLabelledRule<rules::ByDestination>, step_);
  driver.expect(expected_);
  driver.set_transit_first();
  load_addresses(me, driver);
  std::vector<std::uint32_t> packets(network_.ports(), 0);
  for (const Own& own : programs_) packets[own.port] += rounds_ * own.count;
  for (unsigned port = 0; port < network_.ports(); ++port) driver.send(port, packets[port]);
  windows_.load(driver);
}

void OnePortExchange::load_addresses(Address me, node::Driver& driver) const {
  std::vector<Address> absolute(network_.nodes());
  for (const Address seen : network::other_addresses(network_.nodes())) {
    absolute[seen.number()] = network_.absolute(seen, me);
    driver.set_word(absolute[seen.number()], network::Ports::one(ways_.port(seen.number())));
  }
  for (const Own& own : programs_) driver.add(own.port, {absolute[own.seen], 0, 0, own.count});
}

namespace {

std::unique_ptr<collectives::Plan> exchange(const PlanRequest& request, Discipline discipline) {
  std::vector<std::uint32_t> packets(request.counts.begin(), request.counts.end());
  if (packets.empty()) packets.assign(request.network.nodes(), 1);
  return std::make_unique<OnePortExchange>(request.network, packets, request.packets, discipline);
}

}  // namespace

std::unique_ptr<collectives::Plan> plan_exchange_fifo(const PlanRequest& request) {
  return exchange(request, Discipline::kFifo);
}
std::unique_ptr<collectives::Plan> plan_exchange_furthest(const PlanRequest& request) {
  return exchange(request, Discipline::kFurthest);
}
std::unique_ptr<collectives::Plan> plan_exchange_closest(const PlanRequest& request) {
  return exchange(request, Discipline::kClosest);
}

}  // namespace testbench
