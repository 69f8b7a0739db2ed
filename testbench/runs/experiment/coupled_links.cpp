// SPDX-License-Identifier: Apache-2.0
#include "testbench/runs/experiment/coupled_links.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "firmware/networks/network.hpp"
#include "firmware/networks/node_kind.hpp"
#include "testbench/judge/checker/saturating.hpp"
#include "testbench/plans/collectives/routing.hpp"
#include "testbench/runs/experiment/experiment.hpp"
#include "testbench/runs/experiment/loader.hpp"

namespace testbench {
namespace {

using collectives::Operation;
using network::Ports;

// Counts of packets, by place: `size` of them at each. A place of a large network has few that are not zero, and keeps
// those alone, with their indices.
class PlaceCounts {
 public:
  PlaceCounts(std::uint32_t places, std::size_t size) : places_(places), read_(size) {}

  void add(std::uint32_t place, std::size_t index, std::uint64_t packets) {
    std::uint64_t& count = at(places_[place], static_cast<std::uint32_t>(index));
    count = plus(count, packets);
  }
  // All counts of a place, until the next call.
  std::span<const std::uint64_t> of(std::uint32_t place) {
    const Place& found = places_[place];
    if (!found.all.empty()) return found.all;
    std::ranges::fill(read_, 0);
    for (const auto& [index, count] : found.few) read_[index] = count;
    return read_;
  }

 private:
  static constexpr std::size_t kFew = 64;  // are looked through

  struct Place {
    std::vector<std::pair<std::uint32_t, std::uint64_t>> few;
    std::vector<std::uint64_t> all;  // if there are more
  };

  std::uint64_t& at(Place& place, std::uint32_t index) {
    if (!place.all.empty()) return place.all[index];
    for (auto& [found, count] : place.few) {
      if (found == index) return count;
    }
    if (place.few.size() < kFew) return place.few.emplace_back(index, 0).second;
    place.all.resize(read_.size());
    for (const auto& [found, count] : place.few) place.all[found] = count;
    place.few = {};
    return place.all[index];
  }

  std::vector<Place> places_;
  std::vector<std::uint64_t> read_;
};

// Counts the packets through every crosspoint of some places. If the images of all nodes are
// symmetric, one place stands for all nodes: the packets of its own node are followed, and by
// translation the nodes that they pass stand for the packets that pass here. Otherwise each node is
// a place.
class Passages {
 public:
  explicit Passages(const Operation& operation)
      : network_(operation.network),
        ports_(network_.ports()),
        is_symmetric_(one_tells_all(operation)),
        combined_(operation.shape().combined),
        most_waiting_(most_operands_waiting(operation)),
        counts_(places(), ports_ + std::size_t{ports_} * streams()) {}

  std::uint32_t places() const { return is_symmetric_ ? 1 : network_.nodes(); }
  std::uint32_t place(Address node) const { return is_symmetric_ ? 0 : node.number(); }

  void add_through(std::uint32_t place, unsigned in, unsigned out, std::uint64_t packets) {
    counts_.add(place, through(in, out), packets);
  }
  // Packets of the place's own that leave through the port.
  void add_own(std::uint32_t place, unsigned out, std::uint64_t packets) { counts_.add(place, out, packets); }
  // Packets from an in-port that are combined into the packets of a stream. A stream is a port or,
  // behind the ports, an ejector.
  void add_operands(std::uint32_t place, unsigned in, unsigned stream, std::uint64_t packets) {
    counts_.add(place, operands(in, stream), packets);
  }

  // Link place * ports + port leaves the place through the port. One place for all nodes has the
  // links of its ports only. A dependency cycle among them, repeated as often as the order of its
  // translation, closes in the network. `least`: of the packets that couple two links.
  LinkGraph graph(std::uint64_t least = 1) {
    LinkGraph found(places() * ports_);
    for (std::uint32_t here = 0; here < places(); ++here) {
      const std::span<const std::uint64_t> counts = counts_.of(here);
      for (unsigned in = 0; in < ports_; ++in) {
        const Address node(here);
        const std::uint32_t from = place(network_.neighbour(node, in)) * ports_ + network_.arrival_port(node, in);
        for (unsigned out = 0; out < ports_; ++out) {
          if (counts[through(in, out)] >= least) found.couple(from, here * ports_ + out);
        }
      }
    }
    return found;
  }

  CoupledLinks summary() {
    CoupledLinks found;
    const std::uint64_t nodes_of_a_place = network_.nodes() / places();
    for (std::uint32_t place = 0; place < places(); ++place) {
      const std::span<const std::uint64_t> counts = counts_.of(place);
      for (unsigned out = 0; out < ports_; ++out) add_waiting(counts, out, found);
      for (unsigned in = 0; in < ports_; ++in) {
        for (unsigned stream = 0; stream < (combined_ ? 2 * ports_ : ports_); ++stream) {
          const std::uint64_t combined = combined_ ? counts[operands(in, stream)] : 0;
          const std::uint64_t packets = plus(combined, stream < ports_ ? counts[through(in, stream)] : 0);
          found.busiest_crosspoint = std::max(found.busiest_crosspoint, packets);
          found.crosspoints += packets != 0 ? nodes_of_a_place : 0;
          found.passages = plus(found.passages, times(packets, nodes_of_a_place));
          found.waiting = plus(found.waiting, times(std::min(combined, most_waiting_), nodes_of_a_place));
          found.waiting_crosspoints += combined != 0 ? nodes_of_a_place : 0;
        }
      }
    }
    found.is_cyclic = !graph().dependency_cycle().empty();
    std::uint64_t acyclic = found.busiest_crosspoint + 1;
    while (found.is_cyclic && acyclic - found.most_in_cycle > 1) {
      const std::uint64_t least = found.most_in_cycle + (acyclic - found.most_in_cycle) / 2;
      (graph(least).dependency_cycle().empty() ? acyclic : found.most_in_cycle) = least;
    }
    return found;
  }

 private:
  // Counts of a place: own packets by port, then for each in-port those that pass to a port, and
  // those that are combined into a stream.
  std::size_t streams() const { return std::size_t{ports_} * (combined_ ? 3 : 1); }
  std::size_t through(unsigned in, unsigned out) const { return ports_ + in * streams() + out; }
  std::size_t operands(unsigned in, unsigned stream) const { return ports_ + in * streams() + ports_ + stream; }

  // Bounds the packets in one queue that wait for their operands. By exchange each link carries the
  // packets in the same order, one hop later than the link before it; one-port nodes make as many
  // hops in a turn.
  static std::uint64_t most_operands_waiting(const Operation& operation) {
    const node::Rule rule = operation.row->rule;
    const bool by_exchange = rule == collectives::kRule<rules::Exchange> || rule == collectives::kRule<rules::Prefix>;
    return by_exchange ? std::uint64_t{2} * operation.hop_cycles * operation.network.ports()
                       : std::numeric_limits<std::uint64_t>::max();
  }

  // A port that was busy for L cycles got at most min(L, P) packets from a source with P packets
  // for it, and sent L. The most packets are left if L is the largest P.
  void add_waiting(std::span<const std::uint64_t> counts, unsigned out, CoupledLinks& found) const {
    std::uint64_t arriving = 0;
    const std::uint64_t own = counts[out];
    std::uint64_t most = own;
    std::uint64_t crosspoints = 0;
    for (unsigned in = 0; in < ports_; ++in) {
      const std::uint64_t packets = counts[through(in, out)];
      arriving = plus(arriving, packets);
      most = std::max(most, packets);
      crosspoints += packets != 0 ? 1 : 0;
    }
    const std::uint64_t waiting = std::min(arriving, plus(arriving, own) - most);
    if (waiting == 0) return;
    const std::uint64_t nodes_of_a_place = network_.nodes() / places();
    found.waiting = plus(found.waiting, times(waiting, nodes_of_a_place));
    found.waiting_crosspoints += crosspoints * nodes_of_a_place;
  }

  network::SomeNetwork network_;
  unsigned ports_;
  bool is_symmetric_;
  bool combined_;
  std::uint64_t most_waiting_;
  PlaceCounts counts_;
};

class Follower {
 public:
  Follower(const Operation& operation, std::uint64_t most_hops)
      : operation_(operation),
        network_(operation.network),
        most_hops_(most_hops),
        has_same_words_(have_same_words(operation)),
        routing_(Routing::of(operation)),
        passages_(operation) {
    if (!stores_words(operation)) return;
    words_.resize(has_same_words_ ? 1 : passages_.places());
    for_each_image(operation, [&](Address node, const node::RegisterImage& image) {
      if (!has_same_words_ || node == Address(0)) words_[words_place(node)] = image.words();
    });
  }

  // Returns false if there are more hops than may be followed.
  bool follow_all() {
    for_each_image(operation_, [&](Address node, const node::RegisterImage& image) {
      for (unsigned port = 0; port < network_.ports(); ++port) {
        const auto send = [&](node::Rule rule) {
          return [this, node, port, rule](const node::Entry& entry, std::uint64_t packets) {
            passages_.add_own(passages_.place(node), port, packets);
            follow({rule, node, routing_.absolute(entry.relative_destination, node), entry.tree}, packets,
                   {node, port});
          };
        };
        const auto combine = [&](unsigned stream) {
          return [this, node, stream](const node::Entry& entry, std::uint64_t packets) {
            for (const unsigned in : entry.combined) {
              passages_.add_operands(passages_.place(node), in, stream, packets);
            }
          };
        };
        const node::Program& program = image.program(port);
        if (!operation_.shape().combined) {
          program.for_each_sending(send(image.rule()));
          continue;
        }
        // A combined packet makes each hop as a packet of the node that sends it. Copies of results
        // continue like other packets.
        const unsigned ports = routing_.node_ports(network_.ports());
        const unsigned ejector = node::Driver::ejector(ports, port);
        program.for_each_sending(combine(port));
        program.for_each_second_sending(combine(port));
        image.program(ejector).for_each_sending(combine(network_.ports() + port));
        program.for_each_second_sending(send(image.second_rule()));
      }
    });
    return hops_ <= most_hops_;
  }

  CoupledLinks summary() { return passages_.summary(); }
  LinkGraph graph() { return passages_.graph(); }

 private:
  struct Hop {
    Address from;
    unsigned port;
  };

  // Follows `packets` packets of that heading, which leave their node by the hop `first`.
  void follow(const rules::Heading& heading, std::uint64_t packets, Hop first) {
    std::vector<Hop> ahead{first};
    while (!ahead.empty() && ++hops_ <= most_hops_) {
      const Hop hop = ahead.back();
      ahead.pop_back();
      const Address me = network_.neighbour(hop.from, hop.port);
      const unsigned in = network_.arrival_port(hop.from, hop.port);
      const auto word = [&](Address place) { return word_at(place, me); };
      for (const unsigned out : routing_.route(me, heading, word).ports) {
        passages_.add_through(passages_.place(me), in, out, packets);
        ahead.push_back({me, out});
      }
    }
  }

  std::uint32_t words_place(Address node) const { return has_same_words_ ? 0 : passages_.place(node); }
  Ports word_at(Address place, Address me) const {
    if (words_.empty()) return {};
    const std::vector<Ports>& words = words_[words_place(me)];
    // The words of node 0 are for addresses relative to node 0.
    const bool translated = passages_.places() == 1 && network::kind_of(network_).has_absolute_words;
    const std::uint32_t index = (translated ? network_.relative(place, me) : place).number();
    return index < words.size() ? words[index] : Ports();
  }

  const Operation& operation_;
  network::SomeNetwork network_;
  std::uint64_t most_hops_;
  bool has_same_words_;
  Routing routing_;
  Passages passages_;
  std::vector<std::vector<Ports>> words_;  // of stored rules, by place, then by address
  std::uint64_t hops_ = 0;
};

// An item crosses a link once on its way to the nodes that combine it, and once in a result.
CoupledLinks of_any_combined(const Experiment& experiment) {
  const collectives::Operation& operation = experiment.operation();
  const std::uint64_t nodes = operation.network.nodes();
  const std::uint64_t ports = operation.network.ports();
  const std::uint64_t crosspoints = nodes * ports * (2 * ports - 1);
  const std::uint64_t passages = times(times(2, item_count(experiment.task())), nodes);
  const std::uint64_t packets = times(2, item_count(experiment.task()));
  return {true, packets, packets, crosspoints, passages, passages, crosspoints};
}

// The upper bound: every packet passes every crosspoint.
CoupledLinks of_any_route(const Experiment& experiment) {
  const collectives::Operation& operation = experiment.operation();
  if (operation.shape().combined) return of_any_combined(experiment);
  const std::uint64_t nodes = operation.network.nodes();
  const std::uint64_t ports = operation.network.ports();
  const std::uint64_t senders = operation.shape().senders == collectives::Party::kAll ? nodes : 1;
  const std::uint64_t packets =
      times(senders, times(experiment.task().packets, operation.shape().distinct ? nodes : 1));
  const std::uint64_t crosspoints = nodes * ports * (ports - 1);
  const std::uint64_t passages = times(crosspoints, packets);
  return {true, packets, packets, crosspoints, passages, passages, crosspoints};
}

}  // namespace

CoupledLinks couple_links(const Experiment& experiment, std::uint64_t most_hops) {
  Follower follower(experiment.operation(), most_hops);
  return follower.follow_all() ? follower.summary() : of_any_route(experiment);
}

std::optional<LinkGraph> link_graph(const Experiment& experiment, std::uint64_t most_hops) {
  Follower follower(experiment.operation(), most_hops);
  if (!follower.follow_all()) return std::nullopt;
  return follower.graph();
}

std::size_t queue_depth_for(std::uint64_t packets, unsigned hop_cycles) {
  const std::uint64_t room = std::min<std::uint64_t>(packets, kMaxQueueDepth) + network::stop_latency(hop_cycles);
  return std::clamp<std::size_t>(std::bit_ceil(room), kMinQueueDepth, kMaxQueueDepth);
}

}  // namespace testbench
