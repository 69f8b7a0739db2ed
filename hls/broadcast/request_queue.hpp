// SPDX-License-Identifier: Apache-2.0
// The broadcast requests of a node, under every scheme. They are numbered from 0 in the order of
// arrival. The node's memory holds their packets by sequence: the number of the request or, where
// an algorithm splits a request into d packets, d times the number plus the class.
//
// Where each request is served at once, every port is a reader with its own place in the queue. The
// other schemes look at reader 0, and take the request from all readers. A request that comes to a
// full queue is not taken: its source must wait.
//
// Example, d = 3: requests 0 to 4 have come; port 0 has sent none of them, port 1 the first and
// port 2 four. Then 5, 4 and 1 wait for the ports, and their next are 0, 1 and 4.
#pragma once

#include <array>

#include "hls/broadcast/config.hpp"
#include "hls/types/assert.hpp"
#include "hls/types/ram.hpp"

namespace broadcast {

// The trees of successive requests: in turn, or at random with other numbers in each node.
//
// The generator's register holds its number XOR the node's part of it, so that it starts from reset
// alone, without a strobe that loads a seed. The address is normally written before requests come.
// If not, the numbers differ, and are as random.
template <class Config>
class TreeChoice {
 public:
  static constexpr unsigned kTrees = kDimension<Config>;

  // The tree of the next request, by either choice. `me`: the node's address.
  unsigned in_turn() const { return turn_; }
  unsigned at_random(network::NodeAddress<Config> me) const {
    return static_cast<unsigned>((number(me) >> 16) * kTrees >> 16);
  }

  void step(network::NodeAddress<Config> me) {
    turn_ = ClassNumber<Config>(turned<Config>(turn_, 1 % kTrees));
    step_random(me);
  }

 private:
  // Any number that differs from every node's part, so that no generator starts at 0.
  static constexpr std::uint32_t kSeed = 0x9E3779B1u;

  // The node's part of the number, which changes its high and its low bits.
  static std::uint32_t of_node(network::NodeAddress<Config> me) {
    const std::uint32_t address = Address(me).number();
    return address << (32 - kTrees) ^ address;
  }
  std::uint32_t number(network::NodeAddress<Config> me) const { return state_ ^ of_node(me); }

  // Marsaglia's xorshift generator with 32 bits and three shifts.
  void step_random(network::NodeAddress<Config> me) {
    std::uint32_t x = number(me);
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    state_ = hls::Bits<32>(x ^ of_node(me));
  }

  hls::Bits<32> state_{kSeed};
  ClassNumber<Config> turn_;
};

// The trees of the waiting requests. Each is chosen once, when its request comes, so that all ports
// of a node use the same tree. Nodes with partial broadcasts alone choose no tree, and have no such
// part.

// A request's tree by either choice.
template <class Config>
struct RequestTree {
  ClassNumber<Config> in_turn;
  ClassNumber<Config> at_random;
};

template <class Config, bool Chooses = (Config::kImmediate || Config::kIndirect) && !Config::kByTrees>
class RequestTrees {
 public:
  static RequestTree<Config> read(std::uint32_t) { return {}; }
  static void choose(network::NodeAddress<Config>, std::uint32_t) {}
};

template <class Config>
class RequestTrees<Config, true> {
 public:
  // The tree of a waiting request, by its number.
  RequestTree<Config> read(std::uint32_t request) const { return trees_.read(request); }

  // A request with the next number, `request`, comes to the node `me`.
  void choose(network::NodeAddress<Config> me, std::uint32_t request) {
    RequestTree<Config> tree;
    tree.in_turn = ClassNumber<Config>(choice_.in_turn());
    tree.at_random = ClassNumber<Config>(choice_.at_random(me));
    trees_.write(request, tree);
    choice_.step(me);
  }

 private:
  hls::Ram<RequestTree<Config>, Config::kMostRequests> trees_;
  TreeChoice<Config> choice_;
};

template <class Config>
inline constexpr unsigned kReaders = Config::kImmediate ? Config::Network::kPorts : 1;

// A reader's next request.
template <class Config>
struct Request {
  hls::Bit valid;
  network::SequenceNumber<Config> number;
  RequestTree<Config> tree;
};

template <class Config>
class RequestQueue {
 public:
  // Some reader has kMostRequests waiting.
  bool full() const {
    bool found = false;
    for (unsigned r = 0; r < kReaders<Config>; ++r) found = found || waiting_[r] == Config::kMostRequests;
    return found;
  }
  Request<Config> next(unsigned reader) const {
    const network::SequenceNumber<Config> number(end_ - waiting_[reader]);
    return {hls::Bit(waiting_[reader] != 0), number, trees_.read(number)};
  }
  // Readers with a waiting request.
  Ports waited_for() const {
    Ports readers;
    for (unsigned r = 0; r < kReaders<Config>; ++r) readers.insert(r, waiting_[r] != 0);
    return readers;
  }

  // One cycle. `me`: the node's address. `comes`: a request comes, and is taken if the queue is not
  // full. `served`: readers that have taken their next.
  HLS_MODULE void tick(network::NodeAddress<Config> me, hls::Bit comes, network::PortSet<Config> served) {
    const bool taken = comes && !full();
    for (unsigned r = 0; r < kReaders<Config>; ++r) {
      const bool leaves = Ports(served).contains(r);
      HLS_ASSERT(!leaves || waiting_[r] != 0, "a request is served that has not come");
      waiting_[r] = Count(waiting_[r] + (taken ? 1u : 0u) - (leaves ? 1u : 0u));
    }
    if (!taken) return;
    trees_.choose(me, end_);
    end_ = network::SequenceNumber<Config>(end_ + 1);
  }

 private:
  using Count = hls::Bits<hls::index_width(Config::kMostRequests + 1)>;

  network::SequenceNumber<Config> end_;          // the number of the next request that comes
  std::array<Count, kReaders<Config>> waiting_;  // for each reader
  RequestTrees<Config> trees_;
};

}  // namespace broadcast
