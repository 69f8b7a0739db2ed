// SPDX-License-Identifier: Apache-2.0
// Plans whose nodes run the same program. The results found for node 0, and images copied from it,
// are compared with a plan that treats every node by itself.
#include <gtest/gtest.h>

#include "testbench/networks/spec.hpp"
#include "testbench/run/coupled_links.hpp"
#include "testbench/run/experiment.hpp"
#include "testbench/run/loader.hpp"
#include "testbench/run/runner.hpp"

namespace testbench {
namespace {

// A plan that does not say that its nodes are alike.
class EachByItself final : public collectives::Plan {
 public:
  explicit EachByItself(const Plan& plan) : plan_(plan) {}
  void load(Address me, node::Driver& driver) const override { plan_.load(me, driver); }
  const collectives::ClosedForm* cycles() const override { return plan_.cycles(); }

 private:
  const Plan& plan_;
};

// Calls visit(alike, each) for the operations of every plan whose nodes are alike.
template <class Visit>
void for_every_alike_plan(std::uint32_t packets, Visit visit) {
  for (const char* const spec : {"ring:7", "torus:3x4", "star:4", "ccc:3", "pancake:4", "circulant:13:1,5", "cube:4"}) {
    const Network network = network_of(spec);
    unsigned plans = 0;
    for (const PlannedRow& row : planned_rows()) {
      const bool is_tree = std::string(row.algorithm) == "tree";
      if (row.collective != collectives::Collective::kAlltoall && !is_tree) continue;
      SCOPED_TRACE(testing::Message() << spec << ' ' << row.algorithm);
      const NetworkOperation made(network, row, packets, Address(0));
      if (!made.operation().plan->is_alike()) continue;
      ++plans;
      const EachByItself each(*made.operation().plan);
      collectives::Operation by_itself = made.operation();
      by_itself.plan = &each;
      visit(made.operation(), by_itself);
    }
    EXPECT_GE(plans, 4u) << spec;
  }
}

RunReport run(const Experiment& experiment) {
  return Run(experiment, PayloadHash(3)).execute({});
}

TEST(AlikeNodes, PassTheSameCrosspoints) {
  for_every_alike_plan(2, [](const collectives::Operation& alike, const collectives::Operation& each) {
    ASSERT_TRUE(one_tells_all(alike));
    ASSERT_FALSE(one_tells_all(each));
    const CoupledLinks one = couple_links(alike);
    const CoupledLinks all = couple_links(each);
    EXPECT_EQ(one.is_cyclic, all.is_cyclic);
    EXPECT_EQ(one.busiest_crosspoint, all.busiest_crosspoint);
    EXPECT_EQ(one.crosspoints, all.crosspoints);
    EXPECT_EQ(one.passages, all.passages);
    EXPECT_EQ(one.waiting, all.waiting);
    EXPECT_EQ(one.waiting_crosspoints, all.waiting_crosspoints);
    EXPECT_EQ(longest_programs(alike).entries, longest_programs(each).entries);
    EXPECT_EQ(longest_programs(alike).windows, longest_programs(each).windows);
  });
}

TEST(AlikeNodes, RunTheSame) {
  for (const char* const engine : {"native", "systemc"}) {
    for_every_alike_plan(1, [&](const collectives::Operation& alike, const collectives::Operation& each) {
      const RunReport one = run({alike, {engine, {}}});
      const RunReport all = run({each, {engine, {}}});
      EXPECT_EQ(one.fault.value_or("none"), "none");
      EXPECT_EQ(one.cycles, all.cycles);
      EXPECT_EQ(one.total_cycles, all.total_cycles);
      EXPECT_EQ(one.transmissions, all.transmissions);
      EXPECT_EQ(one.deepest_queue, all.deepest_queue);
    });
  }
}

}  // namespace
}  // namespace testbench
