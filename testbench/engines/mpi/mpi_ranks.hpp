// SPDX-License-Identifier: Apache-2.0
// The ranks of an mpirun. The program does not link MPI: a plugin beside it does
// (mpi_plugin_main.cpp), which is built where Open MPI and METIS are, and loaded on request.
#pragma once

#include "testbench/engines/mesh/division.hpp"

namespace testbench {

// Joins the other processes of this mpirun; a process that was started alone is one rank. Throws
// std::runtime_error without the plugin.
Ranks& join_ranks();

bool has_joined();

// The rank that mpirun or srun has given to this process; 0 for one that was started alone.
unsigned rank_in_environment();
// The processes of this mpirun; 1 for one that was started alone.
unsigned ranks_in_environment();

// Both do nothing in a process that has not joined.
void leave_ranks();              // when all ranks come to their end
void end_all_ranks(int status);  // when this one has failed; does not return

// The functions of the plugin.
struct MpiPlugin {
  Ranks& (*join)();
  void (*leave)();
  void (*end_all)(int status);
};
inline constexpr const char* kMpiPlugin = "cubecast_mpi";
inline constexpr const char* kMpiPluginFile = "cubecast-mpi.so";

}  // namespace testbench
