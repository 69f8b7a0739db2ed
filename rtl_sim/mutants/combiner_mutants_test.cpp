// SPDX-License-Identifier: Apache-2.0
// Deliberately wrong RTL in the parts that combine packets. Lockstep finds each mutant at a
// register of the wrong part, in a run that shows it. Where possible a second run is given, like
// the first, in which the mutant makes no difference.
#include <gtest/gtest.h>

#include <map>
#include <regex>

#include "hls/operators/operation.hpp"
#include "rtl_sim/mutants/test_mutated_rtl.hpp"
#include "test_support/rows.hpp"
#include "testbench/runs/experiment/engines.hpp"
#include "testbench/runs/experiment/experiment.hpp"
#include "testbench/runs/experiment/runner.hpp"

namespace rtl_sim::test {
namespace {

using collectives::Collective;
using collectives::Operation;
using operators::Function;
using operators::Type;

// A run on a 2-cube, on all ports.
struct Case {
  Collective collective;
  const char* algorithm;
  std::uint32_t packets;
  Function function = Function::kSum;
  Type type = Type::kUint64;

  Operation operation() const {
    Operation operation = test_support::operation_of(collective, algorithm, collectives::PortModel::kAll, 2, packets);
    operation.combining = operators::number(function, type);
    return operation;
  }
};

struct CombinerMutant {
  Mutation mutation;
  Case shown;                    // the run that shows the fault
  const char* first;             // the register that is wrong first, a regular expression
  std::optional<Case> harmless;  // a run that does not show the fault
};

void PrintTo(const CombinerMutant& mutant, std::ostream* out) {
  *out << mutant.mutation.name;
}

// These registers are wrong first.
constexpr const char* kLinkPayload = R"(out\.links\[\d\]\.packet\.payload)";
constexpr const char* kResult = R"(out\.ejects\[\d\]\.packet\.payload)";
constexpr const char* kPortProgram = R"(injectors\[[01]\]\.left_)";
constexpr const char* kEjectorProgram = R"(injectors\[[23]\]\.left_)";
constexpr const char* kEjectorQueue = R"(router\.combining_ejectors_\[\d\]\.queues_\[\d\]\.\S+)";

// These mutants are of nodes that combine floats.
const CombinerMutant kOfFloats[] = {
    // An ejector takes operands in the opposite order, on which sums of floats depend, and maxima
    // do not.
    {{"operand_order", "first[(][{]31'h0, ", "self(?=[}][)])", "~self"},
     {Collective::kAllreduce, "exchange", 40, Function::kSum, Type::kFloat32},
     kResult,
     Case{Collective::kAllreduce, "exchange", 40, Function::kMaximum, Type::kFloat32}}};

// These mutants are of nodes that combine integers.
const CombinerMutant kOfIntegers[] = {
    // Carries go from lane to lane in an output port.
    {{"lane_carry", "not_tops = ", "~tops(?=;[^\n]*\n  wire addend_term)", "64'hffffffffffffffff"},
     {Collective::kAllreduce, "exchange", 4, Function::kSum, Type::kUint16},
     kLinkPayload,
     Case{Collective::kAllreduce, "exchange", 4, Function::kXor, Type::kUint16}},
    // An ejector also combines packets that its entry does not name. They read as 0: nothing in a
    // sum, but the minimum.
    {{"entry_mask", "present[(][{]30'h0, ", "own[.]combined(?=[}][)])", "2'h3"},
     {Collective::kScan, "exchange", 4, Function::kMinimum},
     kResult,
     Case{Collective::kScan, "exchange", 4}},
    // An ejector does not wait for all packets that its entry names.
    {{"no_waiting", "[(]", "[(]own[.]combined & ~[A-Za-z_0-9]+[)] == 2'd0(?=[)])", "1'd1"},
     {Collective::kReduce, "sbt", 4},
     kEjectorProgram,
     std::nullopt},
    // In the lowest byte of an output port a negative number is the larger one.
    {{"sign", "own\\[7\\] \\^ ~operands_0\\[7\\] [?] [^:;]* : ", "[^;]*", "~($2)"},
     {Collective::kAllreduce, "exchange", 8, Function::kMinimum, Type::kInt8},
     kLinkPayload,
     Case{Collective::kAllreduce, "exchange", 8, Function::kSum, Type::kInt8}},
    // Second parts begin before there is a result.
    {{"second_part", "", "~[(]control_combining_results_now < control_combining_results_first_now[)]", "1'd1"},
     {Collective::kAllreduce, "balanced", 8},
     kPortProgram,
     Case{Collective::kReduceScatter, "balanced", 8}},
    // Results of tree 0 that come through port 1 go to the ejector of tree 1. On the Gray-code path
    // all packets come to the root through port 0.
    {{"ejector", "", "~(links_1_packet_header_tree)", "$3"},
     {Collective::kAllreduce, "exchange", 4},
     kEjectorQueue,
     Case{Collective::kReduce, "gray", 4}},
    // An exclusive scan includes the own contribution in its results.
    {{"exclusive", "has_own[(]", "~control[.]exclusive(?=[)])", "1'd1"},
     {Collective::kExscan, "exchange", 4},
     kResult,
     Case{Collective::kScan, "exchange", 4}}};

std::vector<CombinerMutant> all_mutants() {
  std::vector<CombinerMutant> all(std::begin(kOfFloats), std::end(kOfFloats));
  all.insert(all.end(), std::begin(kOfIntegers), std::end(kOfIntegers));
  return all;
}

template <std::size_t Count>
MutatedRtl mutated(const CombinerMutant (&mutants)[Count]) {
  std::vector<Mutation> mutations;
  for (const CombinerMutant& mutant : mutants) mutations.push_back(mutant.mutation);
  const testbench::MeshSetting setting = testbench::setting_of(mutants[0].shown.operation());
  return {testbench::rtl_configuration(setting), mutations};
}

// Throws the difference that lockstep finds.
void run(const CombinerMutant& mutant, const Case& how) {
  static const MutatedRtl of_floats = mutated(kOfFloats);
  static const MutatedRtl of_integers = mutated(kOfIntegers);
  const MutatedRtl& rtl = operators::is_float(how.type) ? of_floats : of_integers;
  rtl.choose(mutant.mutation.name);
  const Operation operation = how.operation();
  testbench::NodeMemory memory(testbench::task_of(operation), testbench::PayloadHash(1));
  testbench::MeshSetting setting = testbench::setting_of(operation, {.engine = "rtl"});
  setting.lockstep = true;
  setting.sv = rtl.sv();
  const auto mesh = testbench::make_mesh(setting, memory);
  const testbench::RunReport report = testbench::run_on(*mesh, operation, memory, {});
  EXPECT_EQ(report.fault, std::nullopt);
}

class CombinerMutants : public testing::TestWithParam<CombinerMutant> {};

INSTANTIATE_TEST_SUITE_P(Rtl, CombinerMutants, testing::ValuesIn(all_mutants()),
                         [](const auto& info) { return std::string(info.param.mutation.name); });

TEST_P(CombinerMutants, AreCaughtByLockstep) {
  try {
    run(GetParam(), GetParam().shown);
    FAIL() << "nothing was found";
  } catch (const testbench::Divergence& found) {
    EXPECT_TRUE(std::regex_match(found.difference.name, std::regex(GetParam().first))) << found.what();
    EXPECT_TRUE(found.moment.started) << found.what();
  }
}

TEST_P(CombinerMutants, AreNotSeenWhereTheyMakeNoDifference) {
  if (GetParam().harmless) run(GetParam(), *GetParam().harmless);
}

}  // namespace
}  // namespace rtl_sim::test
