// Every row of the catalog, measured: all packets and bytes right, the closed form met, no transmission too many.
#include <gtest/gtest.h>

#include <set>
#include <sstream>

#include "firmware/collectives/catalog.hpp"
#include "testbench/bounds/bounds.hpp"
#include "testbench/bounds/formulas.hpp"
#include "testbench/run/queue_depth.hpp"
#include "testbench/run/runner.hpp"
#include "testbench/system/catalog_row.hpp"
#include "testbench/test_seed.hpp"

namespace testbench::test {
namespace {

using collectives::Operation;

class EveryRow : public testing::TestWithParam<collectives::Offer> {
 protected:
  static Operation operation(unsigned d, std::uint32_t packets, cube::Address root) {
    const collectives::Offer& offer = GetParam();
    return {offer.collective, offer.algorithm, offer.ports, d, packets, root};
  }
  static RunReport run(const Operation& operation, const RunOptions& options = {}) {
    return testbench::Run(operation, random_send_memory(task_of(operation), 7)).execute(options);
  }
};

INSTANTIATE_TEST_SUITE_P(Catalog, EveryRow, testing::ValuesIn(collectives::kCatalog), row_name);

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
constexpr unsigned kMaxDim = 5;
#else
constexpr unsigned kMaxDim = 7;
#endif
#else
constexpr unsigned kMaxDim = 7;
#endif

TEST_P(EveryRow, MeetsItsClosedForm) {
  auto random = seeded_random();
  for (unsigned d = 1; d <= kMaxDim; ++d) {
    for (const std::uint32_t packets : std::set<std::uint32_t>{1, 2, 3, d, 2 * d + 1}) {
      const Operation row = operation(d, packets, static_cast<cube::Address>(random()) & cube::mask(d));
      const Task task = task_of(row);
      const RunReport report = run(row);
      SCOPED_TRACE(testing::Message() << "d " << d << " M " << packets << " root " << row.root);
      ASSERT_EQ(report.fault, std::nullopt);
      const auto formula = expected_cycles(task, name_of(row.algorithm));
      if (formula) EXPECT_TRUE(formula->met_by(report.cycles)) << report.cycles << " cycles, not " << formula->value;
      EXPECT_GE(report.cycles, lower_bound(task).value);
      EXPECT_EQ(report.transmissions, least_transmissions(task).value);
      EXPECT_GE(report.total_cycles, report.cycles);
      EXPECT_LE(report.total_cycles, report.cycles + 3);
      EXPECT_EQ(report.stall_cycles, 0u) << "queues that cannot fill never stop a neighbour";
    }
  }
}

TEST_P(EveryRow, MeetsItsClosedFormOnLargeCubes) {
  for (unsigned d = kMaxDim + 1; d <= kMaxDim + 3; ++d) {
    const Operation row = operation(d, 1, cube::mask(d) / 3);
    const RunReport report = run(row);
    ASSERT_EQ(report.fault, std::nullopt) << "d " << d;
    const auto formula = expected_cycles(task_of(row), name_of(row.algorithm));
    if (formula) EXPECT_TRUE(formula->met_by(report.cycles)) << "d " << d << ": " << report.cycles << " cycles";
    EXPECT_EQ(report.transmissions, least_transmissions(task_of(row)).value);
  }
}

TEST_P(EveryRow, EveryRootOfASmallCube) {
  for (cube::Address root = 0; root < 16; ++root) ASSERT_EQ(run(operation(4, 2, root)).fault, std::nullopt) << root;
}

// The row's trace, read back by code of this test alone, says the same as the report.
TEST_P(EveryRow, TraceHasARowForEveryTransmission) {
  std::ostringstream trace;
  RunOptions options;
  options.trace = &trace;
  const RunReport report = run(operation(3, 2, 5), options);
  std::istringstream lines(trace.str());
  std::string line;
  std::getline(lines, line);
  EXPECT_EQ(line, "cycle,node,port,src,dst,tree,seq");
  std::uint64_t rows = 0;
  std::uint64_t last_cycle = 0;
  std::set<std::tuple<int, int, int>> used;
  while (std::getline(lines, line)) {
    int cycle = 0, node = 0, port = 0, source = 0, destination = 0, tree = 0, sequence = 0;
    char comma = 0;
    std::istringstream fields(line);
    fields >> cycle >> comma >> node >> comma >> port >> comma >> source >> comma >> destination >> comma >> tree >>
        comma >> sequence;
    ASSERT_TRUE(fields.eof() && !fields.fail()) << line;
    EXPECT_TRUE(used.insert({cycle, node, port}).second) << "two packets on a link: " << line;
    EXPECT_EQ(destination == -1, !is_unicast(GetParam().collective));
    EXPECT_LT(sequence, 2);
    last_cycle = static_cast<std::uint64_t>(cycle);
    ++rows;
  }
  EXPECT_EQ(rows, report.transmissions);
  EXPECT_EQ(last_cycle, report.cycles);
}

TEST_P(EveryRow, RunsAlikeTwice) {
  std::ostringstream first, second;
  RunOptions options;
  options.trace = &first;
  run(operation(4, 3, 1), options);
  options.trace = &second;
  run(operation(4, 3, 1), options);
  EXPECT_EQ(first.str(), second.str());
}

// Where links cannot wait for one another in a circle, queues of the least depth stop neighbours and lose nothing, be
// the memories slow or not.
TEST_P(EveryRow, RunsWithTheShortestQueuesUnlessLinksFormCircles) {
  std::uint64_t stalls = 0;
  for (unsigned d = 1; d <= 5; ++d) {
    const Operation row = operation(d, 9, cube::mask(d) / 3);
    if (links_form_circles(row)) continue;
    for (const double stall : {0.0, 0.6}) {
      RunOptions options;
      options.queue_depth = 4;
      options.stall_probability = stall;
      const RunReport report = run(row, options);
      EXPECT_EQ(report.fault, std::nullopt) << "d " << d << " stall " << stall;
      EXPECT_LE(report.deepest_queue, 4u);
      stalls += report.stall_cycles;
    }
  }
  EXPECT_GT(stalls, 0u);
}

TEST(Runner, NoticesInterruptions) {
  const Operation row{
      collectives::Collective::kAlltoall, collectives::Algorithm::kTable, collectives::PortUse::kAll, 4, 1, 0};
  RunOptions options;
  options.interrupted = [] { return true; };
  EXPECT_THROW(testbench::Run(row, random_send_memory(task_of(row), 1)).execute(options), Interrupted);
}

}  // namespace
}  // namespace testbench::test
