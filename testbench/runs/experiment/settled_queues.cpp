// SPDX-License-Identifier: Apache-2.0
#include "testbench/runs/experiment/settled_queues.hpp"

#include <algorithm>
#include <deque>
#include <vector>

#include "firmware/node/register_image.hpp"
#include "testbench/plans/collectives/played_nodes.hpp"
#include "testbench/runs/experiment/loader.hpp"

namespace testbench {
namespace {

using network::Address;

constexpr std::uint64_t kMostSent = 4'000'000;  // a fraction of a second

class SettledQueues {
 public:
  SettledQueues(const collectives::Operation& operation, std::uint64_t room)
      : network_(operation.network), routing_(Routing::of(operation)), room_(room), ports_(network_.ports()) {
    images_.reserve(network_.nodes());
    for (const Address node : network::addresses(network_.nodes())) images_.push_back(register_image(operation, node));
    own_.reserve(images_.size() * streams());
    for (const node::RegisterImage& image : images_) {
      for (unsigned stream = 0; stream < streams(); ++stream) {
        const node::Program& program =
            image.program(stream < ports_ ? stream : routing_.node_ports(ports_) + stream - ports_);
        sent_at_end_ += program.packets;
        program.for_each_second_sending([&](const node::Entry& entry, std::uint64_t) {
          is_simple_ = is_simple_ && entry.combined == network::Ports();
        });
        own_.emplace_back(program);
      }
    }
    is_simple_ = is_simple_ && sent_at_end_ <= kMostSent;
    waiting_.resize(own_.size() * ports_);
  }

  bool end() {
    if (!is_simple_) return false;
    std::deque<std::uint32_t> ready;
    std::vector<bool> is_ready(images_.size(), true);
    for (std::uint32_t node = 0; node < images_.size(); ++node) ready.push_back(node);
    while (!ready.empty()) {
      const std::uint32_t node = ready.front();
      ready.pop_front();
      is_ready[node] = false;
      if (!send_all(node)) continue;
      for (unsigned port = 0; port < ports_; ++port) {
        const std::uint32_t other = network_.neighbour(Address(node), port).number();
        if (!is_ready[other]) ready.push_back(other);
        is_ready[other] = true;
      }
    }
    return std::ranges::none_of(own_, has_first);
  }

 private:
  static bool has_first(const OwnPackets& own) { return own.any() && !own.is_second(); }
  unsigned streams() const { return 2 * ports_; }
  std::size_t place(std::uint32_t node, unsigned stream) const { return std::size_t{node} * streams() + stream; }
  // Packets that have come through the in-port and wait for the stream.
  std::uint64_t& waiting(std::uint32_t node, unsigned stream, unsigned in) {
    return waiting_[place(node, stream) * ports_ + in];
  }

  // The node sends until it must wait for others. Whether it sends anything.
  bool send_all(std::uint32_t node) {
    bool any = false;
    for (bool more = true; more;) {
      more = false;
      for (unsigned stream = 0; stream < streams(); ++stream) {
        while (may_send(node, stream)) {
          send(node, stream);
          more = any = true;
        }
      }
    }
    return any;
  }
  bool may_send(std::uint32_t node, unsigned stream) {
    const OwnPackets& own = own_[place(node, stream)];
    if (!has_first(own)) return false;
    for (const unsigned in : own.entry().combined) {
      if (waiting(node, stream, in) == 0) return false;
    }
    if (stream >= ports_) return true;
    const std::uint32_t to = network_.neighbour(Address(node), stream).number();
    const unsigned in = network_.arrival_port(Address(node), stream);
    for (unsigned other = 0; other < streams(); ++other) {
      if (waiting(to, other, in) > room_) return false;
    }
    return true;
  }
  void send(std::uint32_t node, unsigned stream) {
    OwnPackets& own = own_[place(node, stream)];
    for (const unsigned in : own.entry().combined) --waiting(node, stream, in);
    if (stream < ports_) {
      const std::uint32_t to = network_.neighbour(Address(node), stream).number();
      const unsigned in = network_.arrival_port(Address(node), stream);
      const rules::Heading heading{images_[node].rule(), Address(node),
                                   routing_.absolute(own.entry().relative_destination, Address(node)),
                                   own.entry().tree};
      const rules::Decision way =
          routing_.route(Address(to), heading, [&](Address word) { return images_[to].combining_word(word); });
      for (const unsigned port : way.ports - network::Ports::one(in)) ++waiting(to, port, in);
      if (way.deliver) ++waiting(to, ports_ + heading.tree, in);
    }
    own.pass();
  }

  const network::SomeNetwork network_;
  const Routing routing_;
  const std::uint64_t room_;
  const unsigned ports_;
  std::vector<node::RegisterImage> images_;
  std::vector<OwnPackets> own_;         // by node and stream
  std::vector<std::uint64_t> waiting_;  // by node, stream and in-port
  std::uint64_t sent_at_end_ = 0;
  bool is_simple_ = true;
};

}  // namespace

bool settles(const collectives::Operation& operation, std::uint64_t room) {
  return SettledQueues(operation, room).end();
}

}  // namespace testbench
