// How packets of the schemes for broadcast requests may wait for one another: what is said of it, beside what the links of
// runs carry.
#include "testbench/run/scheme_links.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <utility>

#include "test_support/seed.hpp"
#include "testbench/broadcast/partial_broadcast.hpp"

namespace testbench {
namespace {

using broadcast::Scheme;
using network::Address;

// Most packets that go through one crosspoint: on over one port from one other, whatever they are for.
std::uint64_t most_passages(const LinkEvents& events) {
  struct Way {
    std::set<std::pair<std::uint32_t, unsigned>> in;   // node, port that it came through
    std::set<std::pair<std::uint32_t, unsigned>> out;  // node, port
  };
  // A packet is packed and then broadcast: two ways.
  std::map<std::array<std::uint64_t, 3>, Way> ways;
  for (const LinkEvent& event : events) {
    Way& way = ways[{event.destination == kAllNodes ? 1u : 0u, event.source, event.sequence}];
    way.in.insert({event.node ^ (1u << event.port), event.port});
    way.out.insert({event.node, event.port});
  }
  std::map<std::array<std::uint64_t, 3>, std::uint64_t> passages;
  std::uint64_t most = 0;
  for (const auto& [packet, way] : ways) {
    for (const auto& [node, in] : way.in) {
      for (auto out = way.out.lower_bound({node, 0}); out != way.out.end() && out->first == node; ++out) {
        most = std::max(most, ++passages[{node, in, out->second}]);
      }
    }
  }
  return most;
}

TEST(SchemeLinks, NoMorePacketsOfAPartialBroadcastPassAQueueThanIsSaid) {
  std::mt19937_64 random = test_support::seeded_random();
  for (unsigned d = 2; d <= 6; ++d) {
    for (const Scheme scheme : {Scheme::kPmnb1, Scheme::kPmnb2, Scheme::kPmnb3}) {
      const std::uint64_t bound = packets_through_a_queue(network::Cube(d), scheme);
      std::uint64_t most = 0;
      for (unsigned run = 0; run < 12; ++run) {
        BroadcastSetting setting;
        setting.dimension = d;
        setting.scheme = scheme;
        setting.queue_depth = std::size_t{4} << d;
        setting.simulation.stall_probability = run % 3 == 0 ? 0 : 0.6;
        setting.simulation.stall_seed = random();
        std::vector<Address> active;
        for (const Address node : network::addresses(cube::nodes(d))) active.push_back(node);
        std::shuffle(active.begin(), active.end(), random);
        if (run > 1) active.resize(1 + random() % active.size());
        const auto mesh = make_native_servers(setting);
        LinkEvents events;
        const auto result = run_partial_broadcast(
            *mesh, setting, active, [&](std::uint64_t cycle) { mesh->append_link_events(cycle, events); });
        EXPECT_EQ(result.error, std::nullopt);
        EXPECT_LE(result.deepest_queue, bound);
        most = std::max(most, most_passages(events));
      }
      EXPECT_LE(most, bound) << "d " << d << ", scheme " << static_cast<unsigned>(scheme);
      EXPECT_GE(2 * most, bound) << "d " << d << ", scheme " << static_cast<unsigned>(scheme);
    }
  }
}

// Trees whose dimensions come in turned orders couple links in circles; in a cube of one dimension nothing goes on.
TEST(SchemeLinks, CirclesOfEveryScheme) {
  for (const broadcast::SchemeName& scheme : broadcast::kSchemes) {
    SCOPED_TRACE(scheme.name);
    EXPECT_EQ(scheme_links(network::Cube(1), scheme.scheme).couplings(), 0u);
    for (unsigned d = 2; d <= 5; ++d) {
      const LinkGraph graph = scheme_links(network::Cube(d), scheme.scheme);
      const std::vector<std::uint32_t> circle = graph.circle();
      ASSERT_FALSE(circle.empty()) << d;
      // Link d node + port: each ends where the next begins.
      for (std::size_t i = 0; i < circle.size(); ++i) {
        EXPECT_EQ(circle[i] / d ^ 1u << circle[i] % d, circle[(i + 1) % circle.size()] / d);
      }
    }
  }
}

}  // namespace
}  // namespace testbench
