// SPDX-License-Identifier: Apache-2.0
// The broadcast requests of a node, whatever serves them. They are numbered from 0 up as they come;
// their packets lie in the node's memory, which answers to the sequence: the number, or, of an
// algorithm that splits a request into d, d times the number and the class.
//
// Where each request is served at once, every port is a reader of its own, as far as it has come.
// What serves a request as a whole looks at reader 0, and takes it from all. A request that comes
// when the queue says full is not taken: its source must wait.
//
// Example, d = 3: requests 0 to 4 have come; port 0 has sent none of them, port 1 the first and
// port 2 four. Then 5, 4 and 1 wait for the ports, and their next are 0, 1 and 4.
#pragma once

#include <array>

#include "hls/broadcast/config.hpp"
#include "hls/types/assert.hpp"
#include "hls/types/ram.hpp"

namespace broadcast {

// The tree of one request after the other: in turn, or at random, in each node other numbers.
//
// The generator's register holds its number less the node's part of it (by exclusive or), so that
// it starts from reset alone: no strobe loads a seed. The node's address is written before requests
// come; where it is not, the numbers are others, and as random.
template <class Config>
class TreeChoice {
 public:
  static constexpr unsigned kTrees = kDimension<Config>;

  // Of the next request. `me`: the node's address.
  unsigned in_turn() const { return turn_; }
  unsigned at_random(network::NodeAddress<Config> me) const {
    return static_cast<unsigned>((number(me) >> 16) * kTrees >> 16);
  }

  void step(network::NodeAddress<Config> me) {
    turn_ = ClassNumber<Config>(turned<Config>(turn_, 1 % kTrees));
    step_random(me);
  }

 private:
  // Any number but 0, in no node.
  static constexpr std::uint32_t kSeed = 0x9E3779B1u;

  // What makes it another in each node, in the high bits as in the low ones.
  static std::uint32_t of_node(network::NodeAddress<Config> me) {
    const std::uint32_t address = Address(me).number();
    return address << (32 - kTrees) ^ address;
  }
  std::uint32_t number(network::NodeAddress<Config> me) const { return state_ ^ of_node(me); }

  // Marsaglia's generator of 32 bits and three shifts.
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

// The trees of the requests that wait, each chosen once, when its request comes, so that all ports
// of a node send it down the same. Nothing in nodes with partial broadcasts alone, which choose
// none.

// Of one request: what it is by either way to choose.
template <class Config>
struct RequestTree {
  ClassNumber<Config> in_turn;
  ClassNumber<Config> at_random;
};

template <class Config, bool Chooses = Config::kImmediate || Config::kIndirect>
class RequestTrees {
 public:
  static RequestTree<Config> read(std::uint32_t) { return {}; }
  static void choose(network::NodeAddress<Config>, std::uint32_t) {}
};

template <class Config>
class RequestTrees<Config, true> {
 public:
  // That of a request that waits, by its number.
  RequestTree<Config> read(std::uint32_t request) const { return trees_.read(request); }

  // Request `request` comes to the node `me`, the one behind the latest.
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
inline constexpr unsigned kReaders = Config::kImmediate ? kDimension<Config> : 1;

// What waits for a reader first.
template <class Config>
struct Request {
  hls::Bit valid;
  network::SequenceNumber<Config> number;
  RequestTree<Config> tree;
};

template <class Config>
class RequestQueue {
 public:
  // A reader has as many before it as a node can have.
  bool full() const {
    bool found = false;
    for (unsigned r = 0; r < kReaders<Config>; ++r) found = found || waiting_[r] == Config::kMostRequests;
    return found;
  }
  Request<Config> next(unsigned reader) const {
    const network::SequenceNumber<Config> number(end_ - waiting_[reader]);
    return {hls::Bit(waiting_[reader] != 0), number, trees_.read(number)};
  }
  // Readers before whom there is any.
  Ports waited_for() const {
    Ports readers;
    for (unsigned r = 0; r < kReaders<Config>; ++r) readers.insert(r, waiting_[r] != 0);
    return readers;
  }

  // One cycle. `me`: the node's address. `comes`: a request, which is taken if the queue is not
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

  network::SequenceNumber<Config> end_;          // of the next that comes
  std::array<Count, kReaders<Config>> waiting_;  // for each reader
  RequestTrees<Config> trees_;
};

}  // namespace broadcast
