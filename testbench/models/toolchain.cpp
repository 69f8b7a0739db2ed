// SPDX-License-Identifier: Apache-2.0
#include "testbench/models/toolchain.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

#include "testbench/models/content_hash.hpp"
#include "testbench/models/model_error.hpp"
#include "testbench/models/tool_process.hpp"

namespace testbench {

namespace fs = std::filesystem;

Toolchain Toolchain::of_this_program() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  for (const fs::path& folder : {program.parent_path(), program.parent_path().parent_path() / "lib" / "cubecast"}) {
    std::ifstream in(folder / kToolsFile);
    if (!in) continue;
    try {
      const nlohmann::json tools = nlohmann::json::parse(in);
      const auto path = [&](const char* key) {
        const std::string value = tools.at(key);
        return value.empty() ? fs::path() : (folder / value).lexically_normal();
      };
      return {path("compiler"), tools.at("tuning"), path("headers"), path("stepc"), path("build")};
    } catch (const nlohmann::json::exception&) {
      throw ModelError(ModelError::kUnusable, fmt::format("{}: is not as it was installed; install Cubecast again",
                                                          (folder / kToolsFile).string()));
    }
  }
  throw ModelError(ModelError::kUnusable,
                   fmt::format("{} is not beside {}: it says with what models are compiled; run the program where it "
                               "was built or installed",
                               kToolsFile, program.string()));
}

std::string Toolchain::identity_of(const fs::path& program, const std::string& package) {
  const fs::path found = find_program(program.string());
  std::error_code error;
  const fs::path real = found.empty() ? fs::path() : fs::canonical(found, error);
  struct stat status{};
  if (real.empty() || stat(real.c_str(), &status) != 0) {
    throw ModelError(
        ModelError::kUnusable,
        fmt::format("{} is not there, which compiles models; install Debian's package {}", program.string(), package));
  }
  return fmt::format("{} {} {}.{}", real.string(), status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec);
}

std::string Toolchain::environment() {
  std::string all;
  for (const char* const name :
       {"CPATH", "CPLUS_INCLUDE_PATH", "LIBRARY_PATH", "CCC_OVERRIDE_OPTIONS", "VERILATOR_ROOT"}) {
    if (const char* const value = std::getenv(name)) all += fmt::format("{}={}\n", name, value);
  }
  return all;
}

std::string Toolchain::processor() const {
  if (tuning.empty()) return "";
  std::ifstream in("/proc/cpuinfo");
  std::string description;
  for (std::string line; std::getline(in, line) && !line.empty();) {
    for (const char* const key : {"vendor_id", "cpu family", "model\t", "flags"}) {
      if (line.starts_with(key)) description += line;
    }
  }
  return hash_of(description);
}

}  // namespace testbench
