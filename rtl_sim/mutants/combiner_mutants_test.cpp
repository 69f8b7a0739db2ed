// Deliberately wrong RTL of what combines packets: lockstep catches it, at a register of the part that is wrong. Each mutant
// with a run that shows it, and, where there is one, with a run like it in which it makes no difference.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <regex>

#include "test_support/command.hpp"

namespace rtl_sim::test {
namespace {

using test_support::Outcome;
using test_support::Scratch;

struct CombinerMutant {
  std::string name;
  std::string shown;     // the run that shows it
  std::string first;     // the register that is wrong first, a regular expression
  std::string harmless;  // a run that does not show it; empty: there is none
};

void PrintTo(const CombinerMutant& mutant, std::ostream* out) {
  *out << mutant.name;
}

class CombinerMutants : public testing::TestWithParam<CombinerMutant> {};

// Registers that are wrong first.
constexpr const char* kLinkPayload = R"(out\.links\[\d\]\.packet\.payload)";
constexpr const char* kResult = R"(out\.ejects\[\d\]\.packet\.payload)";
constexpr const char* kPortProgram = R"(injectors\[[01]\]\.left_)";
constexpr const char* kEjectorProgram = R"(injectors\[[23]\]\.left_)";
constexpr const char* kEjectorQueue = R"(router\.combining_ejectors_\[\d\]\.queues_\[\d\]\.\S+)";

INSTANTIATE_TEST_SUITE_P(
    Rtl, CombinerMutants,
    testing::Values(
        // Sums of floats depend on the order, those of integers do not.
        CombinerMutant{"operand_order", "allreduce --algorithm exchange --packets 40 --type float32", kResult,
                       "allreduce --algorithm exchange --packets 40 --type uint32"},
        CombinerMutant{"lane_carry", "allreduce --algorithm exchange --packets 4 --type uint16", kLinkPayload,
                       "allreduce --algorithm exchange --packets 4 --type uint16 --op xor"},
        // What has not come reads as 0: nothing in a sum, but the minimum.
        CombinerMutant{"entry_mask", "scan --packets 4 --op min", kResult, "scan --packets 4"},
        CombinerMutant{"no_waiting", "reduce --algorithm sbt --packets 4", kEjectorProgram, ""},
        CombinerMutant{"sign", "allreduce --algorithm exchange --packets 8 --type int8 --op min", kLinkPayload,
                       "allreduce --algorithm exchange --packets 8 --type int8"},
        CombinerMutant{"second_part", "allreduce --algorithm balanced --packets 8", kPortProgram,
                       "reduce-scatter --algorithm balanced --packets 8"},
        // On the Gray-code path everything comes to the root through port 0.
        CombinerMutant{"ejector", "allreduce --algorithm exchange --packets 4", kEjectorQueue,
                       "reduce --algorithm gray --packets 4"},
        CombinerMutant{"exclusive", "exscan --packets 4", kResult, "scan --packets 4"}),
    [](const auto& info) { return info.param.name; });

Outcome run(const CombinerMutant& mutant, const std::string& what, const std::filesystem::path& folder) {
  return test_support::run_program(CUBECAST_MUTANTS "mutant_" + mutant.name,
                                   fmt::format("run {} --dim 2 --lockstep --json", what), folder);
}

TEST_P(CombinerMutants, AreCaughtByLockstep) {
  const Scratch scratch;
  const Outcome outcome = run(GetParam(), GetParam().shown, scratch / "");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.out, "");
  const std::regex line("cubecast: lockstep: node \\d, cycle \\d+ after the start strobe: " + GetParam().first +
                        " is 0x[0-9a-f]+ in the RTL and 0x[0-9a-f]+ in C\\+\\+; waveform: cubecast-lockstep.fst\n");
  EXPECT_TRUE(std::regex_match(outcome.error, line)) << outcome.error;
}

TEST_P(CombinerMutants, AreNotSeenWhereTheyMakeNoDifference) {
  if (GetParam().harmless.empty()) return;
  const Scratch scratch;
  const Outcome outcome = run(GetParam(), GetParam().harmless, scratch / "");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.error, "");
}

}  // namespace
}  // namespace rtl_sim::test
