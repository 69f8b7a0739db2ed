#include "testbench/run/queue_depth.hpp"

#include <algorithm>
#include <bit>
#include <vector>

#include "firmware/collectives/allgather.hpp"
#include "firmware/trees/nesbt.hpp"
#include "firmware/trees/nrsbt.hpp"

namespace testbench {
namespace {

using collectives::Algorithm;
using collectives::Collective;
using collectives::Operation;
using MulticastTree = trees::Rotations<trees::MultinodeBroadcastTree>;

// Packets that enter through one port and leave through another, the most of all pairs of ports, when every node sends
// packet m down its own tree of packet m: by translation, every node is once in every place of every tree.
template <class Tree>
std::uint64_t busiest_crosspoint(const Operation& operation) {
  const unsigned d = operation.d;
  std::vector<std::uint64_t> packets_on(d);
  for (std::uint32_t m = 0; m < d; ++m) {
    if (m >= operation.packets) break;
    packets_on[collectives::allgather_tree(operation.algorithm, d, m)] += (operation.packets - m - 1) / d + 1;
  }
  std::vector<std::uint64_t> through(std::size_t{d} * d);
  for (unsigned tree = 0; tree < d; ++tree) {
    for (cube::Address c = 1; c < cube::nodes(d) && packets_on[tree] != 0; ++c) {
      const unsigned in = cube::bit_index(Tree::parent(d, c, tree));
      const cube::Ports children = Tree::children(d, c, tree);
      for (unsigned out = 0; out < d; ++out) {
        if ((children >> out & 1u) != 0) through[in * d + out] += packets_on[tree];
      }
    }
  }
  return *std::max_element(through.begin(), through.end());
}

std::uint64_t packets_through_crosspoint(const Operation& operation) {
  const std::uint64_t packets = operation.packets;
  const std::uint64_t half_the_nodes = cube::nodes(operation.d - 1);
  switch (operation.collective) {
    case Collective::kBroadcast:
      return packets;
    case Collective::kScatter:
    case Collective::kGather:
      return packets * half_the_nodes;  // the largest subtree of any of the trees
    case Collective::kAlltoall:
      // Through ports i and then o < i, the addresses with both bits and none between: the most for o = i - 1.
      return packets * half_the_nodes / 2;
    case Collective::kAllgather:
      break;
  }
  switch (operation.algorithm) {
    case Algorithm::kBalanced:
      return busiest_crosspoint<MulticastTree>(operation);
    case Algorithm::kSbnt:
      return busiest_crosspoint<trees::SbntC>(operation);
    case Algorithm::kNesbt:
      return busiest_crosspoint<trees::Nesbt>(operation);
    case Algorithm::kNrsbt:
      return busiest_crosspoint<trees::Nrsbt>(operation);
    case Algorithm::kRing:
      return packets * cube::mask(operation.d);
    default:
      return packets * half_the_nodes;
  }
}

}  // namespace

std::size_t queue_depth_for(std::uint64_t packets) {
  constexpr std::uint64_t kOnTheWay = 3;  // PacketQueue::filling
  const std::uint64_t room = std::min<std::uint64_t>(packets, kMaxQueueDepth) + kOnTheWay;
  return std::clamp<std::size_t>(std::bit_ceil(room), kMinQueueDepth, kMaxQueueDepth);
}

std::size_t safe_queue_depth(const Operation& operation) {
  return queue_depth_for(packets_through_crosspoint(operation));
}

bool links_form_circles(const Operation& operation) {
  if (operation.d == 1 || operation.collective != Collective::kAllgather) return false;
  switch (operation.algorithm) {
    case Algorithm::kSbt:
      return false;
    case Algorithm::kNrsbt:
      return operation.packets > 1;  // packet 0 takes tree 0, an SBT
    case Algorithm::kBalanced:
    case Algorithm::kSbnt:
      return operation.packets > 1 || operation.d > 2;
    default:
      return true;
  }
}

}  // namespace testbench
