// SPDX-License-Identifier: Apache-2.0
// Processes that refuse their command line print one line on standard error and end with status 2. The list
// refusals.txt has many more.
#include <gtest/gtest.h>

#include "test_support/command.hpp"

namespace testbench::test {
namespace {

using test_support::cubecast;
using test_support::Outcome;

TEST(Messages, AreLinesOfStandardError) {
  for (const auto& [arguments, line] :
       {std::pair{"run alltoall -d 3", "-d 3: run has no option -d; did you mean --dim?; see cubecast run --help"},
        std::pair{"run altoall --dim 3",
                  "collective altoall: must be one of broadcast, scatter, gather, allgather, alltoall, reduce, "
                  "reduce-scatter, allreduce, scan, exscan, barrier; did you mean alltoall?"},
        std::pair{"run alltoall --dim 017",
                  "--dim 017: must be 1..20 for --engine native, in digits without leading zeros"},
        std::pair{"run alltoall --dim $'3\\n\\e[2J'",
                  "--dim 3\\n\\x1b[2J: must be 1..20 for --engine native, in digits without leading zeros"},
        std::pair{"run alltoall --trace= --json", "--trace '': must not be empty; leave --trace out"},
        std::pair{"run alltoall --dim 3 --json --csv",
                  "--json --csv: standard output takes one of them; leave one out"},
        std::pair{"measure --dims 8..2", "--dims 8..2: must be A..B with 1 <= A <= B <= 20"},
        std::pair{"measure --dims 2 --rows --json", "--rows --json: standard output takes one of them; leave one out"},
        std::pair{"network ring:012",
                  "ring:012: must be ring:N with N from 3 to 65536, in digits without leading zeros"},
        std::pair{"pmnb --dim 3 --prefix air", "--prefix air: must be links, wires or tree"}}) {
    const Outcome outcome = test_support::in_shell(std::string(CUBECAST_COMMAND " ") + arguments);
    EXPECT_EQ(outcome.status, 2) << arguments;
    EXPECT_EQ(outcome.out, "") << arguments;
    EXPECT_EQ(outcome.error, std::string("cubecast: ") + line + "\n") << arguments;
  }
}

TEST(Messages, HelpSaysWhichFormNumbersHave) {
  EXPECT_NE(cubecast("--help").out.find("Numbers are decimal, without leading zeros"), std::string::npos);
}

TEST(Messages, Version) {
  const Outcome outcome = cubecast("--version");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.out, "cubecast " CUBECAST_VERSION "\n");
}

}  // namespace
}  // namespace testbench::test
