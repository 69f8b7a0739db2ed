// SPDX-License-Identifier: Apache-2.0
// A request that is built in C++ is checked against the same conditions as a command line.
#include "testbench/tool/request/conditions.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <sstream>
#include <string>
#include <vector>

#include "testbench/tool/request/request.hpp"

namespace testbench {
namespace {

std::string refusal_of(const std::function<void()>& run) {
  try {
    run();
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

Parameters alltoall() {
  Parameters request;
  request.collective = "alltoall";
  request.dim = 3;
  return request;
}

TEST(Conditions, HoldForRequestsWithoutACommandLine) {
  struct Case {
    std::function<void(Parameters&)> change;
    const char* message;
  };
  for (const Case& each : {
           Case{[](Parameters& r) { r.network = "ring:5"; },
                "--dim 3 --network ring:5: one of them names the network; leave one out"},
           Case{[](Parameters& r) { r.dim.reset(); }, "--dim: is not given; must be "},
           Case{[](Parameters& r) { r.collective.reset(); }, "collective: none is given; must be one of broadcast, "},
           Case{[](Parameters& r) { r.collective = "altoall"; }, "collective altoall: must be one of "},
           Case{[](Parameters& r) { r.ports = "two"; }, "--ports two: must be all, one or half"},
           Case{[](Parameters& r) { r.root = 0; },
                "--root 0: is for broadcast, scatter, gather or reduce; leave it out with alltoall"},
           Case{[](Parameters& r) { r.op = "min"; },
                "--op min: is for reduce, reduce-scatter, allreduce, scan or exscan; leave it out with alltoall"},
           Case{[](Parameters& r) {
                  r.collective = "barrier";
                  r.type = "int8";
                },
                "--type int8: is for reduce, reduce-scatter, allreduce, scan or exscan; leave it out with barrier"},
           Case{[](Parameters& r) { r.engine = "steam"; }, "--engine steam: must be "},
           Case{[](Parameters& r) {
                  r.engine = "systemc";
                  r.threads = 2;
                },
                "--threads 2: is for --engine native or mpi, not for --engine systemc; leave it out"},
           Case{[](Parameters& r) {
                  r.engine = "native";
                  r.lockstep = true;
                },
                "--lockstep: is for RTL nodes, which --engine native has not; give "},
           // A value is checked before the message says what else it needs.
           Case{[](Parameters& r) { r.payload_bits = 65; }, "--payload-bits 65: must be 1..64"},
           Case{[](Parameters& r) { r.bit_error_rate = "2"; }, "--bit-error-rate 2: must be 0..0.01"},
           Case{[](Parameters& r) {
                  r.collective = "allreduce";
                  r.payload_bits = 512;
                },
                "--payload-bits 512: must be 1..64"},
           Case{[](Parameters& r) {
                  r.collective = "allreduce";
                  r.engine = "rtl";
                  r.payload_bits = 512;
                },
                "--payload-bits 512: allreduce combines uint64; must be 64"},
           Case{[](Parameters& r) { r.wave = "x.fst"; },
                "--wave x.fst: is for RTL nodes, which --engine native has not; give "},
           Case{[](Parameters& r) { r.payload_bits = 13; },
                "--payload-bits 13: is for RTL nodes, which --engine native has not; give "},
           Case{[](Parameters& r) { r.rtl_nodes = "0"; },
                "--rtl-nodes 0: is for --engine systemc, not for --engine native; "},
           Case{[](Parameters& r) { r.combine_stages = 2; },
                "--combine-stages 2: is for reduce, reduce-scatter, allreduce, scan, exscan or barrier; leave it out "
                "with "
                "alltoall"},
           Case{[](Parameters& r) { r.counts_most = 2; },
                "--counts-most 2: is for --counts-seed; add that, or leave it out"},
           Case{[](Parameters& r) {
                  r.counts_seed = 1;
                  r.counts = "f";
                },
                "--counts-seed 1 --counts f: counts are random or from a file, "},
           Case{[](Parameters& r) {
                  r.counts_seed = 1;
                  r.ports = "all";
                },
                "--counts-seed 1: is for --ports one, not for --ports all; leave one out"},
           Case{[](Parameters& r) {
                  r.counts_seed = 1;
                  r.collective = "scatter";
                },
                "--counts-seed 1: is for alltoall; leave it out with scatter"},
           Case{[](Parameters& r) {
                  r.dim.reset();
                  r.network = "ring:5";
                  r.pipelined = true;
                },
                "--pipelined: is for nodes of a cube, which route without tables; leave it out with --network ring:5"},
       }) {
    Parameters request = alltoall();
    each.change(request);
    const std::string said = refusal_of([&] { (void)resolve(request); });
    EXPECT_TRUE(said.starts_with(each.message)) << said << "\nand not\n" << each.message;
  }
}

// The seed is taken where something depends on it: packets, stalls or errors of wires.
TEST(Conditions, TakeASeedWhereSomethingIsRandom) {
  const auto refusal = [](const std::vector<std::pair<std::string, std::string>>& options, const char* command) {
    GivenOptions given;
    for (const auto& [option, value] : options) given.add(option, value);
    return refusal_of([&] { refuse_clashes(given, command); });
  };
  EXPECT_EQ(refusal({{"--seed", "5"}}, "run"), "");
  EXPECT_NE(refusal({{"--seed", "5"}, {"--payload", "f"}}, "run"), "");
  EXPECT_EQ(refusal({{"--seed", "5"}, {"--payload", "f"}, {"--stall", "0.1"}}, "run"), "");
  const std::vector<std::pair<std::string, std::string>> errors = {
      {"--link-wires", "16"}, {"--link-check", "crc32"}, {"--bit-error-rate", "1e-4"}};
  std::vector<std::pair<std::string, std::string>> options = errors;
  options.insert(options.end(), {{"--seed", "5"}, {"--payload", "f"}});
  EXPECT_EQ(refusal(options, "run"), "");
  EXPECT_NE(refusal({{"--seeds", "5"}}, "measure"), "");
  options = errors;
  options.emplace_back("--seeds", "5");
  EXPECT_EQ(refusal(options, "measure"), "");
}

TEST(Conditions, TakeTheDefaultOfPayloadBitsEverywhere) {
  Parameters request = alltoall();
  request.payload_bits = 64;
  EXPECT_EQ(refusal_of([&] { (void)resolve(request); }), "");
  request.collective = "allreduce";
  EXPECT_EQ(refusal_of([&] { (void)resolve(request); }), "");
}

TEST(Conditions, AMemberWithItsDefaultIsNotGiven) {
  Parameters request = alltoall();
  EXPECT_EQ(given_of(request).all().size(), 2u);  // the collective and --dim
  request.stall = "0.5";
  request.queue_depth = 16;
  request.pipelined = true;
  const GivenOptions given = given_of(request);
  EXPECT_EQ(given.all().size(), 5u);
  ASSERT_NE(given.find("--stall"), nullptr);
  EXPECT_EQ(*given.find("--stall"), "0.5");
  ASSERT_NE(given.find("--pipelined"), nullptr);
  EXPECT_EQ(*given.find("--pipelined"), "");
  EXPECT_EQ(given.find("--collective"), nullptr) << "which `run` has no option for";
}

// Every option that a condition names is one of its commands', but for the members of a node's
// configuration.
TEST(Conditions, NameOptionsOfTheirCommands) {
  for (const Condition& row : conditions()) {
    std::vector<Term> terms = row.together;
    terms.insert(terms.end(), row.without.begin(), row.without.end());
    std::istringstream commands(row.commands);
    for (std::string command; commands >> command;) {
      for (const Term& term : terms) {
        const bool has_one = std::ranges::any_of(term.options, [&](const std::string& option) {
          return option == "--hop-cycles" || find_option(option, command) != nullptr;
        });
        EXPECT_TRUE(has_one) << command << ": " << row.message;
      }
    }
  }
}

}  // namespace
}  // namespace testbench
