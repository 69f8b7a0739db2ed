// How many packets an alltoall has for whom, where that is not the same for all: isotropic tasks,
// every node k_i packets for the node that it sees as i. From a file,
//
//     # relative address (a number, or its name as cubecast network --links prints it), packets
//     1 3
//     (1,0,2) 2       # whoever is not named gets none
//
// or random, each 0 .. K.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "testbench/cli/number.hpp"
#include "testbench/networks/network.hpp"
#include "testbench/run/experiment.hpp"

namespace testbench {

// What the user asked for, unchecked.
struct CountsRequest {
  std::optional<std::string> file;
  std::optional<Number> seed;
  std::optional<Number> most;  // of random ones

  bool is_given() const { return file || seed || most; }
  // "--counts FILE" or "--counts-seed 3", for messages.
  std::string text() const;
};

// `at`: " at --network star:4", for messages. `rounds`: how many times all of it is sent. Throws
// UsageError for options that do not go together, and for counts that cannot be; FileError for a
// file that cannot be read or says something else.
Counts counts_for(const CountsRequest& request, const Network& network, const std::string& at, std::uint32_t rounds);

}  // namespace testbench
