// SPDX-License-Identifier: Apache-2.0
// Deliberately wrong RTL of nodes that serve broadcast requests. Lockstep finds each mutant and
// names the register; the judge of deliveries also finds it alone.
#include <gtest/gtest.h>

#include "rtl_sim/mutants/test_mutated_rtl.hpp"
#include "testbench/engines/mesh/mesh.hpp"
#include "testbench/runs/broadcast/test_requests.hpp"

namespace rtl_sim::test {
namespace {

using broadcast::Scheme;

struct ServerMutant {
  Mutation mutation;
  Scheme scheme;      // the scheme that shows the fault
  const char* first;  // the register that is wrong first
};

void PrintTo(const ServerMutant& mutant, std::ostream* out) {
  *out << mutant.mutation.name;
}

const ServerMutant kMutants[] = {
    // A node counts itself among the active ones in any case.
    {{"count", "totals_0 <= begin_enable [?] ", "begin_told_0_count", "3'd1"},
     Scheme::kPmnb3,
     "partial.exchange_.totals_[0]"},
    // Every active node has rank 0 in a class.
    {{"rank", "ranks_1 <= begin_enable [?] 3'd0 : ", "[a-z_0-9]+", "3'd0"},
     Scheme::kPmnb2,
     "partial.exchange_.ranks_[1]"},
    // A node waits for the wrong number of packets.
    {{"missing", "missing_next = ", "places(?= [?])", "~places"}, Scheme::kPmnb1, "partial.missing_"},
    // The same request is served again and again.
    {{"request", "waiting_0 [+] ", "[(]waiting_0_next_joined - [{]6'd0, served.0.[}][)]", "waiting_0_next_joined"},
     Scheme::kPmnb3,
     "requests.waiting_[0]"},
    // Port 0 sends each request down the next request's tree.
    {{"tree", "trees_trees.", "trees_trees_address(?=[^_])", "trees_trees_address + 6'd1"},
     Scheme::kBalanced,
     "out.fetches[0].header.tree"},
    // Port 0 of a root always sends the latest packet.
    {{"relay", "relay_offered_0_next = ", "relay_end - relay_waiting_0", "relay_end - 4'd1"},
     Scheme::kIndirect,
     "indirect.relay_.offered_[0]"}};

testbench::BroadcastSetting setting_of(Scheme scheme) {
  testbench::BroadcastSetting setting(2, scheme);
  setting.queue_depth.chosen = testbench::rtl_configuration(setting).queue_depth;
  setting.stall_probability = 0.3;
  return setting;
}

const MutatedRtl& mutated_server() {
  static const MutatedRtl rtl = [] {
    std::vector<Mutation> mutations;
    for (const ServerMutant& mutant : kMutants) mutations.push_back(mutant.mutation);
    return MutatedRtl(testbench::rtl_configuration(setting_of(Scheme::kPmnb1)), mutations);
  }();
  return rtl;
}

// Runs the mutant with requests and stalls; throws the fault that is found.
void run(const char* mutant, Scheme scheme, bool lockstep) {
  mutated_server().choose(mutant);
  testbench::BroadcastSetting setting = setting_of(scheme);
  setting.engine = "rtl";
  setting.lockstep = lockstep;
  setting.sv = mutated_server().sv();
  const auto mesh = testbench::make_servers(setting);
  testbench::test::run_requests(*mesh, setting, {.cycles = 3000, .probability = 0.1});
}

class ServerMutants : public testing::TestWithParam<ServerMutant> {};

INSTANTIATE_TEST_SUITE_P(Rtl, ServerMutants, testing::ValuesIn(kMutants),
                         [](const auto& info) { return std::string(info.param.mutation.name); });

TEST_P(ServerMutants, AreFoundByLockstep) {
  try {
    run(GetParam().mutation.name, GetParam().scheme, /*lockstep=*/true);
    FAIL() << "nothing was found";
  } catch (const testbench::Divergence& found) {
    EXPECT_EQ(found.difference.name, GetParam().first);
    EXPECT_NE(found.difference.rtl, found.difference.native);
  }
}

TEST_P(ServerMutants, AreFoundByTheJudge) {
  EXPECT_THROW(run(GetParam().mutation.name, GetParam().scheme, /*lockstep=*/false), std::runtime_error);
}

// The switches alone change nothing.
TEST_P(ServerMutants, AreNotThereUnlessChosen) {
  run(MutatedRtl::kNone, GetParam().scheme, /*lockstep=*/true);
}

}  // namespace
}  // namespace rtl_sim::test
