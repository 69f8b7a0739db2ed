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

#include "hls/broadcast/request_trees.hpp"
#include "hls/types/assert.hpp"

namespace broadcast {

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
