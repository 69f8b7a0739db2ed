// SPDX-License-Identifier: Apache-2.0
#include "testbench/mpi/mpi_ranks.hpp"

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

// Of Open MPI's mpirun, of others, and of Slurm's srun.
unsigned number_in_environment(std::initializer_list<const char*> names, unsigned without) {
  for (const char* const name : names) {
    if (const char* const value = std::getenv(name)) return static_cast<unsigned>(std::strtoul(value, nullptr, 10));
  }
  return without;
}

}  // namespace

Ranks& join_ranks() {
  if (!joined) joined = load_plugin();
  return joined->join();
}

bool has_joined() {
  return joined.has_value();
}

unsigned rank_in_environment() {
  return number_in_environment({"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK"}, 0);
}

unsigned ranks_in_environment() {
  return number_in_environment({"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"}, 1);
}

void leave_ranks() {
  if (joined) joined->leave();
}

void end_all_ranks(int status) {
  if (joined) joined->end_all(status);
}

}  // namespace testbench
