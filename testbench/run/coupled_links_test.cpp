// Which operations couple links in a circle. A packet that came over one link and leaves over the next couples them:
// the first may have to wait for the second. Where the coupled links form no circle, the last of any chain of waiting
// links waits for a memory only, and finite queues cannot deadlock (Dally and Seitz 1987).
//
// The routes are followed through what the firmware loads and what the rule unit decides, for every packet of every
// node.
#include <gtest/gtest.h>

#include <map>
#include <vector>

#include "firmware/collectives/catalog.hpp"
#include "hls/router/rule_unit.hpp"
#include "testbench/run/loader.hpp"
#include "testbench/run/queue_depth.hpp"

namespace testbench::test {
namespace {

using collectives::Operation;

// Link node * d + port leaves the node through the port.
using Graph = std::vector<std::vector<std::uint32_t>>;

// A packet of an injection program.
struct Own {
  unsigned port;
  unsigned tree;
  cube::Address relative_destination;
};

struct NodeProgram {
  std::uint32_t rule = 0;
  std::vector<Own> packets;
  std::map<std::uint32_t, std::uint32_t> children;  // of the table rule
};

NodeProgram program_of(const Operation& operation, std::uint32_t node) {
  NodeProgram program;
  unsigned tree = 0;
  for (const RegisterWrite& write : register_image(operation, node)) {
    const std::uint32_t index = node::index(write.address);
    switch (node::block(write.address)) {
      case node::Block::kControl:
        if (index == static_cast<std::uint32_t>(node::Control::kRule)) program.rule = write.value;
        if (index == static_cast<std::uint32_t>(node::Control::kEntryTree)) tree = write.value;
        break;
      case node::Block::kTable:
        program.children[index] = write.value;
        break;
      case node::Block::kProgram:
        program.packets.push_back({node::port(write.address), tree, write.value});
        break;
      default:
        break;
    }
  }
  return program;
}

template <unsigned Dimension>
class Links {
 public:
  static constexpr unsigned d = Dimension;
  using Config = router::Config<d, 32, 4, router::PortModel::kAllPort>;

  explicit Links(const Operation& operation) : coupled_(d << d) {
    for (std::uint32_t node = 0; node < cube::nodes(d); ++node) programs_.push_back(program_of(operation, node));
    for (std::uint32_t node = 0; node < cube::nodes(d); ++node) {
      for (const Own& own : programs_[node].packets) {
        router::Header<Config> header;
        header.source = hls::Bits<d>(node);
        header.destination = hls::Bits<d>(node ^ own.relative_destination);
        header.tree = hls::Bits<Config::kTreeWidth>(own.tree);
        header.rule = hls::Bits<3>(programs_[node].rule);
        follow(header, node * d + own.port);
      }
    }
  }

  bool have_a_circle() const {
    std::vector<unsigned> waiting_for(coupled_.size());  // links that must be taken away before a link can be
    for (const auto& next : coupled_) {
      for (const std::uint32_t link : next) ++waiting_for[link];
    }
    std::vector<std::uint32_t> free;
    for (std::uint32_t link = 0; link < coupled_.size(); ++link) {
      if (waiting_for[link] == 0) free.push_back(link);
    }
    std::size_t taken = 0;
    while (!free.empty()) {
      const std::uint32_t link = free.back();
      free.pop_back();
      ++taken;
      for (const std::uint32_t next : coupled_[link]) {
        if (--waiting_for[next] == 0) free.push_back(next);
      }
    }
    return taken != coupled_.size();
  }

 private:
  void follow(const router::Header<Config>& header, std::uint32_t link) {
    const std::uint32_t node = link / d ^ 1u << link % d;
    const std::uint32_t place = router::RuleUnit<Config>::table_index(hls::Bits<d>(node), header);
    const auto& table = programs_[node].children;
    const hls::Bits<d> children(table.count(place) != 0 ? table.at(place) : 0);
    const router::Route<Config> route = router::RuleUnit<Config>::route(hls::Bits<d>(node), header, children);
    for (unsigned port = 0; port < d; ++port) {
      if ((route.ports >> port & 1u) == 0) continue;
      coupled_[link].push_back(node * d + port);
      follow(header, node * d + port);
    }
  }

  std::vector<NodeProgram> programs_;
  Graph coupled_;
};

template <unsigned Dimension>
void expect_what_queue_depth_says() {
  for (const collectives::Offer& offer : collectives::kCatalog) {
    for (std::uint32_t packets = 1; packets <= Dimension + 2; ++packets) {
      const Operation operation{offer.collective, offer.algorithm, offer.ports,
                                Dimension,        packets,         cube::mask(Dimension) / 3};
      EXPECT_EQ(Links<Dimension>(operation).have_a_circle(), links_form_circles(operation))
          << name_of(offer.collective) << ' ' << name_of(offer.algorithm) << ' ' << name_of(offer.ports) << ", d "
          << Dimension << ", M " << packets;
    }
  }
}

TEST(CoupledLinks, FormCirclesWhereQueueDepthSaysSo) {
  expect_what_queue_depth_says<1>();
  expect_what_queue_depth_says<2>();
  expect_what_queue_depth_says<3>();
  expect_what_queue_depth_says<4>();
  expect_what_queue_depth_says<5>();
  expect_what_queue_depth_says<6>();
}

}  // namespace
}  // namespace testbench::test
