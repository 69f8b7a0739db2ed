#include "testbench/plans/planned_rows.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace testbench {
namespace {

TEST(PlannedRows, HaveNamesOfTheirOwn) {
  std::set<std::string> names;
  for (const PlannedRow& row : planned_rows()) {
    const std::string name = std::string(name_of(row.collective)) + row.algorithm + name_of(row.ports);
    EXPECT_TRUE(names.insert(name).second) << name;
    EXPECT_NE(row.make, nullptr) << name;
  }
}

}  // namespace
}  // namespace testbench
