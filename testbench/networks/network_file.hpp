// A network of one's own, from a file. Its first word says what its other lines are; # begins a
// comment.
//
//     generators          permutations of 0 .. m - 1, all of the same m, one a line: the Cayley graph of the group that
//     1 2 0               they generate; the inverse of each is one of them
//     2 0 1
//
//     edges               two nodes a line, which are numbered from 0
//     0 1
//     1 2
#pragma once

#include <optional>
#include <string_view>

#include "testbench/networks/network.hpp"

namespace testbench {

// Nothing for an empty path. Throws NetworkError "file:PATH, line 3: ..." where the file says no
// connected network of 65,536 nodes and 31 ports at most, without loops.
std::optional<Network> network_file(std::string_view path);

}  // namespace testbench
