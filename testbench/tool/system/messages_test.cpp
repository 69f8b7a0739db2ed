// SPDX-License-Identifier: Apache-2.0
// Messages about mistakes on the command line: the word as it was typed, its right form, and the
// word that may have been meant.
#include <gtest/gtest.h>

#include <algorithm>

#include "test_support/command.hpp"
#include "testbench/runs/experiment/runner.hpp"

namespace testbench::test {
namespace {

using test_support::cubecast;
using test_support::in_shell;
using test_support::Outcome;

void expect_line(const std::string& arguments, const std::string& line) {
  const Outcome outcome = in_shell(CUBECAST_COMMAND " " + arguments);
  EXPECT_EQ(outcome.status, 2) << arguments;
  EXPECT_EQ(outcome.out, "") << arguments;
  EXPECT_EQ(outcome.error, "cubecast: " + line + "\n") << arguments;
}

TEST(Messages, NameTheUnknownWordAndTheNearestKnownOne) {
  expect_line("run alltoall --dim 3 --pakets 3",
              "--pakets 3: run has no option --pakets; did you mean --packets?; see cubecast run --help");
  expect_line("run alltoall -d 3", "-d 3: run has no option -d; did you mean --dim?; see cubecast run --help");
  expect_line("run alltoall --foo=3", "--foo=3: run has no option --foo; see cubecast run --help");
  expect_line("measure --frob --dims 2", "--frob: measure has no option --frob; see cubecast measure --help");
  expect_line("--foo 3 list", "--foo 3: cubecast has no option --foo before its command; see cubecast --help");
  expect_line(
      "mesure",
      "command mesure: must be rtl, list, run, measure, report, cost, deadlock, pmnb, dynamic, boot, board, network, "
      "configuration, "
      "models, completion or manual; did you "
      "mean measure?; see "
      "cubecast --help");
  expect_line("",
              "command: none is given; must be rtl, list, run, measure, report, cost, deadlock, pmnb, dynamic, boot, "
              "board, network, "
              "configuration, models, completion or manual; see "
              "cubecast --help");
  expect_line("list all", "all: is one word too many for list; see cubecast list --help");
  expect_line("run list --dim 3",
              "collective list: must be one of broadcast, scatter, gather, allgather, alltoall, reduce, "
              "reduce-scatter, allreduce, scan, exscan, barrier");
  expect_line("run altoall --dim 3",
              "collective altoall: must be one of broadcast, scatter, gather, allgather, alltoall, reduce, "
              "reduce-scatter, allreduce, scan, exscan, barrier; did you mean alltoall?");
  expect_line("run alltoall --dim 3 --algorithm tabel",
              "--algorithm tabel: alltoall knows table, ecube, fifo, sbt; did you mean table?");
  expect_line("measure --collective alltoall --algorithm nesbt",
              "--algorithm nesbt: must be one of table, ecube, fifo, sbt");
}

TEST(Messages, ABarrierHasNoPackets) {
  for (const char* const command : {"measure", "measure --dims 2", "deadlock --dims 2", "cost"}) {
    expect_line(
        std::string(command) + " --collective barrier --packets 5",
        "--packets 5: is for collectives with data (a barrier is one packet without); leave it out with barrier");
  }
  expect_line(
      "measure --collective barrier --packets 1..4",
      "--packets 1..4: is for collectives with data (a barrier is one packet without); leave it out with barrier");
}

TEST(Messages, ShowTheValueAsTypedAndTheTrueLimit) {
  expect_line("run alltoall --dim 017",
              "--dim 017: must be 1..20 for --engine native, in digits without leading zeros");
  expect_line("run alltoall --dim 11 --engine systemc", "--dim 11: must be 1..10 for --engine systemc");
  expect_line("run alltoall --dim 3 --seed 99999999999999999999",
              "--seed 99999999999999999999: must be 0..9223372036854775807");
  expect_line("run alltoall --dim 3 --packets 1e3",
              "--packets 1e3: must be 1..536870911 at --dim 3, in digits without leading zeros");
  expect_line("run alltoall --dim 3 --stall 1.000", "--stall 1.000: must be 0..0.99, the probability of a stall");
  expect_line("run alltoall --dim 3 --queue-depth 12", "--queue-depth 12: must be a power of two, 4..1048576, or 0");
  expect_line("run alltoall --dim 3 --queue-depth 2097152",
              "--queue-depth 2097152: must be a power of two, 4..1048576, or 0");
  expect_line("run alltoall --dim 3 --trace none/",
              "--trace none/: cannot be written: it is the name of a folder; give that of a file");
  expect_line("run alltoall --dim 3 --clock 0", "--clock 0: must be 0.001..1000000 MHz");
  expect_line("measure --dims 8..2", "--dims 8..2: must be A..B with 1 <= A <= B <= 20");
  expect_line("measure --dims 2..11 --engine systemc", "--dims 2..11: must be A..B with 1 <= A <= B <= 10");
  expect_line("measure --dims 12 --packets 1..99999999",
              "--packets 1..99999999: must be A..B with 1 <= A <= B <= 1048575 at --dim 12");
  expect_line("run alltoall --dim $'3\\n\\e[2J'",
              "--dim 3\\n\\x1b[2J: must be 1..20 for --engine native, in digits without leading zeros");
}

TEST(Messages, RefuseWhatIsMissingEmptyOrDouble) {
  for (const char* option : {"--trace", "--output", "--payload", "--wave", "--seed", "--engine", "--algorithm", "--dim",
                             "--packets", "--root", "--ports", "--stall", "--queue-depth", "--clock"}) {
    const std::string name = option;
    const std::string way_out = name == "--dim" ? "give it a value" : "leave " + name + " out";
    expect_line("run alltoall " + name + " ''", name + " '': must not be empty; " + way_out);
    expect_line("run alltoall " + name + "= --json", name + " '': must not be empty; " + way_out);
    expect_line("run alltoall " + name, name + ": needs a value after it; see cubecast run --help");
    expect_line("run alltoall " + name + " --json", name + ": needs a value before --json; see cubecast run --help");
    expect_line("run alltoall " + name + " 1 " + name + " 2", name + ": is given twice; give it once");
  }
  expect_line("rtl --dim 3 --output ''", "--output '': must not be empty; give it a value");
  expect_line("measure --results ''", "--results '': must not be empty; leave --results out");
  expect_line("run alltoall --dim 3 --json=yes", "--json=yes: takes no value; leave =yes out");
  expect_line("run --help=1", "--help=1: takes no value; leave =1 out");
  expect_line("run --schema=1", "--schema=1: takes no value; leave =1 out");
  expect_line("run --dim 3",
              "collective: none is given; must be one of broadcast, scatter, gather, allgather, alltoall, reduce, "
              "reduce-scatter, allreduce, scan, exscan, barrier");
  expect_line("run alltoall --dim 3 --trace -h", "--trace: needs a value before -h; see cubecast run --help");
  expect_line("run alltoall --dim --help", "--dim: needs a value before --help; see cubecast run --help");
  expect_line("run alltoall --dim 3 --trace -",
              "--trace -: must not begin with -; a file of that name is ./-, standard output is /dev/stdout");
}

// Options that would change nothing.
TEST(Messages, RefuseWhatWouldBeIgnored) {
  expect_line("run allgather --dim 3 --root 3",
              "--root 3: is for collectives with a root; leave it out with allgather");
  expect_line("measure --collective alltoall --root 0", "--root 0: none of the collectives has a root; leave it out");
  expect_line("measure --dims 2 --seeds 3",
              "--seeds 3: is for runs that differ by seed; add --stall or --bit-error-rate, or leave it out");
  expect_line("measure --dims 2 --step 2", "--step 2: is for a range of packets; give --packets A..B, or leave it out");
  expect_line("measure --packets 1..4 --step 1 --factor 2",
              "--step 1 --factor 2: one sweep takes one of them; leave one out");
  expect_line("run alltoall --dim 3 --json --csv", "--json --csv: standard output takes one of them; leave one out");
  expect_line("run broadcast --dim 2 --seed 5 --payload " CUBECAST_COMMAND,
              "--seed 5: with --payload nothing is random without --stall or --bit-error-rate; leave it out");
  expect_line("measure --ports half --algorithm sbt",
              "--ports half --algorithm sbt: no row of cubecast list has all of them; leave one out");
  expect_line("run alltoall --dim 3 --engine native --lockstep",
              "--lockstep: is for RTL nodes, which --engine native has not; use --engine rtl, or --engine systemc with "
              "--rtl-nodes, or leave it out");
}

// Wherever there is one: a command that takes 010 for ten is one that reads it otherwise than the
// shell that wrote it.
TEST(Messages, NumbersHaveOneForm) {
  const std::string form = ", in digits without leading zeros";
  expect_line("run alltoall --dim 2 --packets 010", "--packets 010: must be 1..1073741823 at --dim 2" + form);
  expect_line("run alltoall --dim 2 --packets +5", "--packets +5: must be 1..1073741823 at --dim 2" + form);
  expect_line("run broadcast --dim 2 --root 00", "--root 00: must be 0..3 at --dim 2" + form);
  expect_line("run alltoall --dim 2 --queue-depth 016",
              "--queue-depth 016: must be a power of two, 4..1048576, or 0" + form);
  expect_line("run alltoall --dim 2 --stall .5",
              "--stall .5: must be 0..0.99, the probability of a stall" + form + ", like 0.25 or 25e-2");
  expect_line("run alltoall --dim 2 --clock 0100",
              "--clock 0100: must be 0.001..1000000 MHz" + form + ", like 0.25 or 25e-2");
  expect_line("measure --dims 2..03", "--dims 2..03: must be A..B with 1 <= A <= B <= 20" + form);
  expect_line("measure --dims 2 --packets 1..08",
              "--packets 1..08: must be A..B with 1 <= A <= B <= 1073741823 at --dim 2" + form);
  expect_line("pmnb --dim 3 --active-nodes 0,03",
              "--active-nodes 0,03: must be addresses and ranges like 0,3,5-7, or all" + form);
  expect_line("pmnb --dim 3 --active-nodes 0,99999999999",
              "--active-nodes 0,99999999999: there is no node 99999999999, addresses must be 0..7");
  expect_line("dynamic --dim 3 --load 0.1..00.3",
              "--load 00.3: must be 0.1..2 in --load 0.1..00.3" + form + ", like 0.25 or 25e-2");
  expect_line("network ring:012", "ring:012: must be ring:N with N from 3 to 65536" + form);
  expect_line("network cube:+3", "cube:+3: must be cube:D with D from 1 to 16" + form);
  expect_line("deadlock --network cube:03", "cube:03: must be cube:D with D from 1 to 20 for --engine native" + form);
  EXPECT_NE(cubecast("--help").out.find("Numbers are decimal, without leading zeros"), std::string::npos);
}

TEST(Messages, Version) {
  const Outcome outcome = cubecast("--version");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.out, "cubecast " CUBECAST_VERSION "\n");
}

TEST(Messages, SayWhichPrefixThereIs) {
  expect_line("pmnb --dim 3 --prefix air", "--prefix air: must be links, wires or tree");
  expect_line("pmnb --dim 3 --count-wires 2",
              "--count-wires 2: is for --prefix wires, not for --prefix links; leave it out");
  expect_line("pmnb --dim 3 --prefix wires --count-wires 5", "--count-wires 5: must be 1..4 for --dim 3");
  expect_line("pmnb --dim 3 --overlap", "--overlap: is for --prefix wires, not for --prefix links; leave it out");
  expect_line("dynamic --dim 3 --load 0.1 --prefix wires --overlap --stall 0.1",
              "--overlap: is for memories that are never busy; leave it out with --stall 0.1");
  expect_line("dynamic --dim 3 --load 0.1 --prefix wires --overlap --queue-depth 8",
              "--queue-depth 8: --overlap is for queues that cannot fill, 16 for --dim 3; leave one of them out");
  expect_line("dynamic --dim 3 --load 0.1 --prefix wires --count-wires 0", "--count-wires 0: must be 1..17");
  expect_line("pmnb --dim 3 --algorithm pmnb1 --prefix wires --overlap",
              "--overlap: is for schemes whose last phase has a known end, pmnb2 and pmnb3; leave it out with "
              "--algorithm pmnb1");
  expect_line("deadlock --scheme all --combine-stages 2",
              "--combine-stages 2: is for runs of collectives; leave it out with --scheme all");
}

}  // namespace
}  // namespace testbench::test
