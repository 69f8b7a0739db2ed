// SPDX-License-Identifier: Apache-2.0
#include "testbench/engines/mpi/mpi_ranks.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>

namespace testbench {
namespace {

std::optional<MpiPlugin> joined;

// Beside the program, or in lib/cubecast beside its folder.
std::filesystem::path plugin_file() {
  const std::filesystem::path folder = std::filesystem::read_symlink("/proc/self/exe").parent_path();
  const std::filesystem::path built = folder / kMpiPluginFile;
  return std::filesystem::exists(built) ? built : folder.parent_path() / "lib/cubecast" / kMpiPluginFile;
}

MpiPlugin load_plugin() {
  const std::filesystem::path file = plugin_file();
  if (!std::filesystem::exists(file)) {
    throw std::runtime_error(
        "this program was built without Open MPI and METIS; install libopenmpi-dev, openmpi-bin and libmetis-dev, "
        "and build it again");
  }
  // Open MPI loads parts of its own, which look for its symbols among those of the program.
  void* const library = dlopen(file.c_str(), RTLD_NOW | RTLD_GLOBAL);
  if (library == nullptr) throw std::runtime_error(fmt::format("{}: {}", file.string(), dlerror()));
  using Function = MpiPlugin();
  void* const function = dlsym(library, kMpiPlugin);
  if (function == nullptr) throw std::runtime_error(fmt::format("{}: {}", file.string(), dlerror()));
  return reinterpret_cast<Function*>(function)();
}

struct Place {
  unsigned rank = 0;
  unsigned ranks = 1;
};

// As Open MPI's mpirun, another one, or Slurm's srun has told it.
Place place_in_environment() {
  static constexpr const char* kNames[][2] = {{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
                                              {"PMI_RANK", "PMI_SIZE"},
                                              {"SLURM_PROCID", "SLURM_STEP_NUM_TASKS"}};
  for (const auto& [rank_name, ranks_name] : kNames) {
    const char* const rank = std::getenv(rank_name);
    const char* const ranks = std::getenv(ranks_name);
    if (rank == nullptr || ranks == nullptr) continue;
    return {static_cast<unsigned>(std::strtoul(rank, nullptr, 10)),
            static_cast<unsigned>(std::strtoul(ranks, nullptr, 10))};
  }
  return {};
}

}  // namespace

Ranks& join_ranks() {
  if (!joined) joined = load_plugin();
  Ranks& ranks = joined->join();
  if (ranks.count() == ranks_in_environment()) return ranks;
  throw std::runtime_error(fmt::format("{} processes were started, and Open MPI knows {}; start them with its mpirun",
                                       ranks_in_environment(), ranks.count()));
}

bool has_joined() {
  return joined.has_value();
}

unsigned rank_in_environment() {
  return place_in_environment().rank;
}

unsigned ranks_in_environment() {
  return place_in_environment().ranks;
}

void leave_ranks() {
  if (joined) joined->leave();
}

void end_all_ranks(int status) {
  if (joined) joined->end_all(status);
}

}  // namespace testbench
