// Wrong RTL is found by lockstep, which names the register, and by the judge of deliveries alone.
#include "rtl_sim/servers/server_mutants.hpp"

#include <gtest/gtest.h>

#include "hls/tops/node_top.hpp"
#include "testbench/broadcast/test_requests.hpp"
#include "testbench/mesh/divergence.hpp"

namespace rtl_sim::test {
namespace {

using broadcast::Scheme;

struct Mutant {
  const char* name;
  MutantMaker* make;
  Scheme scheme;          // in which it does wrong
  const char* register_;  // that is wrong first
};

void PrintTo(const Mutant& mutant, std::ostream* out) {
  *out << mutant.name;
}

class ServerMutants : public testing::TestWithParam<Mutant> {
 protected:
  // The mutant serves requests, with stalls; throws what is found.
  static void run(bool lockstep) {
    testbench::BroadcastSetting setting;
    setting.dimension = 2;
    setting.scheme = GetParam().scheme;
    setting.queue_depth = tops::queue_depth(2);
    setting.simulation.stall_probability = 0.3;
    setting.simulation.lockstep = lockstep;
    const auto mesh = GetParam().make(setting);
    testbench::test::run_requests(*mesh, setting, {.cycles = 3000, .probability = 0.1});
  }
};

INSTANTIATE_TEST_SUITE_P(
    Rtl, ServerMutants,
    testing::Values(Mutant{"count", make_mutant_count, Scheme::kPmnb3, "partial.exchange_.totals_[0]"},
                    Mutant{"rank", make_mutant_rank, Scheme::kPmnb2, "partial.exchange_.ranks_[1]"},
                    Mutant{"missing", make_mutant_missing, Scheme::kPmnb1, "partial.missing_"},
                    Mutant{"request", make_mutant_request, Scheme::kPmnb3, "requests.waiting_[0]"},
                    Mutant{"tree", make_mutant_tree, Scheme::kBalanced, "out.fetches[0].header.tree"},
                    Mutant{"relay", make_mutant_relay, Scheme::kIndirect, "indirect.relay_.offered_[0]"}),
    [](const auto& info) { return info.param.name; });

TEST_P(ServerMutants, AreFoundByLockstep) {
  try {
    run(/*lockstep=*/true);
    FAIL() << "nothing was found";
  } catch (const testbench::Divergence& found) {
    EXPECT_EQ(found.difference.name, GetParam().register_);
    EXPECT_NE(found.difference.rtl, found.difference.native);
  }
}

TEST_P(ServerMutants, AreFoundByTheJudge) {
  EXPECT_THROW(run(/*lockstep=*/false), std::runtime_error);
}

}  // namespace
}  // namespace rtl_sim::test
