// SPDX-License-Identifier: Apache-2.0
#include "testbench/engines/models/models.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <cstring>
#include <fstream>
#include <mutex>
#include <sstream>

namespace testbench {
namespace {

namespace fs = std::filesystem;

// The first line that tells an error, or the last line. (A compiler that crashes prints its options,
// -ferror-limit among them.)
std::string complaint_of(const Outcome& outcome) {
  std::istringstream in(outcome.said);
  std::string last;
  for (std::string line; std::getline(in, line);) {
    if (line.find("error:") != line.npos || line.find("Error") != line.npos) return line;
    if (!line.empty()) last = line;
  }
  if (!last.empty()) return last;
  return outcome.status > Outcome::kSignalled
             ? fmt::format("{} was ended by signal {}", outcome.program, outcome.status - Outcome::kSignalled)
             : fmt::format("{} ended with status {}", outcome.program, outcome.status);
}

// The file or folder that a command writes, if any.
std::string output_of(const Command& command) {
  for (std::size_t i = 0; i + 1 < command.words.size(); ++i) {
    if (command.words[i] == "-o" || command.words[i] == "--Mdir") return command.words[i + 1];
  }
  return "";
}

// Some tools do not say what failed on a full disk.
bool is_full(const fs::path& folder) {
  constexpr std::uintmax_t kLittle = 1 << 20;  // bytes
  std::error_code error;
  return fs::space(folder, error).available < kLittle;
}

bool is_out_of_room(const Outcome& outcome) {
  if (outcome.status == Outcome::kSignalled + SIGXFSZ) return true;
  const auto says = [&](int error) { return outcome.said.find(std::strerror(error)) != std::string::npos; };
  return says(ENOSPC) || says(EDQUOT) || says(EFBIG);
}

struct Observer {
  std::mutex mutex;
  BuildObserver observe;
};

Observer& observer() {
  static Observer one;
  return one;
}

void tell(const BuildStep& step) {
  const std::lock_guard lock(observer().mutex);
  if (observer().observe) observer().observe(step);
}

constexpr rlim_t kLargeFile = rlim_t{1} << 28;  // bytes; larger than any that a model takes
constexpr const char* kStepc = "stepc";

// A build within the builds that `depth` counts.
class Nested {
 public:
  explicit Nested(unsigned& depth) : depth_(depth) { ++depth_; }
  ~Nested() { --depth_; }
  Nested(const Nested&) = delete;
  Nested& operator=(const Nested&) = delete;

 private:
  unsigned& depth_;
};

// Reports at its end that no more output will come.
class DoneAtEnd {
 public:
  explicit DoneAtEnd(std::string what) : what_(std::move(what)) {}
  ~DoneAtEnd() { tell({what_, 1, 1, ""}); }
  DoneAtEnd(const DoneAtEnd&) = delete;
  DoneAtEnd& operator=(const DoneAtEnd&) = delete;

 private:
  std::string what_;
};

}  // namespace

void observe_builds(BuildObserver observe) {
  const std::lock_guard lock(observer().mutex);
  observer().observe = std::move(observe);
}

Models::Models() : tools_(Toolchain::of_this_program()), store_(ModelStore::usual_folder()) {
}

Models& Models::here() {
  static Models models;
  return models;
}

namespace {

// CMake compiles stepc's sources in a folder of the store; the program is all that stays.
ModelStore::Recipe stepc_recipe(const Models& models) {
  const fs::path& root = models.tools().headers;
  ModelStore::Recipe recipe{.kind = "tool", .name = kStepc, .made_of = "", .build = {}};
  recipe.made_of =
      fmt::format("tool\nstepc\n{}\n{}\n{}", hash_of_sources(root, "hls/stepc"), models.tools().compiler.string(),
                  Toolchain::identity_of(models.tools().compiler, "clang-19"));
  recipe.build = [=, &models](const fs::path& folder) {
    Toolchain::identity_of("cmake", "cmake");
    Toolchain::identity_of("ninja", "ninja-build");
    constexpr const char* kBuild = "build";
    const std::string what = "tool stepc";
    models.run({what, 0, 2, "CMake"},
               {{{"cmake", "-S", (root / "hls/stepc").string(), "-B", kBuild, "-G", "Ninja", "-DSTEPC_TESTS=OFF",
                  "-DCMAKE_CXX_COMPILER=" + models.tools().compiler.string()},
                 folder}});
    models.run({what, 1, 2, "compiler"}, {{{"cmake", "--build", kBuild, "--target", kStepc}, folder}});
    fs::rename(folder / kBuild / kStepc, folder / kStepc);
    fs::remove_all(folder / kBuild);
  };
  return recipe;
}

}  // namespace

const fs::path& Models::stepc() {
  std::call_once(stepc_found_, [this] {
    if (access(tools_.stepc.c_str(), X_OK) == 0) return;
    if (tools_.build.empty()) {
      throw ModelError(ModelError::kUnusable,
                       fmt::format("{} is not there, which makes RTL; install Cubecast again", tools_.stepc.string()));
    }
    stepc_ = get(stepc_recipe(*this));
    tools_.stepc = stepc_.folder / kStepc;
  });
  return tools_.stepc;
}

void Models::require_same(std::string HeaderHashes::* headers) const {
  if (header_hashes(tools_.headers).*headers == compiled_header_hashes().*headers) return;
  throw ModelError(
      ModelError::kUnusable,
      fmt::format("the headers below {} are not those that cubecast was compiled from: build it again ({})",
                  tools_.headers.string(),
                  tools_.build.empty() ? "or install it again"
                                       : fmt::format("cmake --build {} --target cubecast", tools_.build.string())));
}

std::string Models::run(const BuildStep& step, const std::vector<Command>& commands) const {
  const Outcome outcome = run_commands(commands, [&] { tell(step); });
  std::string why = fmt::format("{} cannot be built: ", step.what);
  const auto failed = [&] {
    if (const fs::path log = store_.keep_log(step.what, outcome.said); !log.empty()) {
      why += fmt::format("; all that was said is in {}", log.string());
    }
    return ModelError(ModelError::kFailed, why);
  };
  if (outcome.status == 0) {
    for (const Command& command : commands) {
      const std::string output = output_of(command);
      if (output.empty() || fs::exists(command.folder / output)) continue;
      why += fmt::format("{} has ended well, but has not written {}", command.words.front(), output);
      throw failed();
    }
    return outcome.said;
  }
  if (is_out_of_room(outcome) || is_full(store_.folder())) {
    why += fmt::format("there is no room in {}; make some, or set CUBECAST_CACHE to another folder",
                       store_.folder().string());
    throw ModelError(ModelError::kUnusable, why);
  }
  if (outcome.status == Outcome::kNotStarted && outcome.said.empty()) {
    throw ModelError(ModelError::kUnusable, why + outcome.program + " cannot be started");
  }
  why += complaint_of(outcome);
  // A compiler that may not write a larger file tells all kinds of stories.
  rlimit most{};
  if (getrlimit(RLIMIT_FSIZE, &most) == 0 && most.rlim_cur < kLargeFile) {
    why +=
        fmt::format("; files may have {} KiB at most here (ulimit -f), which can be too little", most.rlim_cur / 1024);
  }
  throw failed();
}

std::vector<std::string> Models::compile(const std::vector<std::string>& more) const {
  std::vector<std::string> words = {tools_.compiler.string(), "-std=c++20", "-fPIC", "-fvisibility=hidden", "-DNDEBUG"};
  words.insert(words.end(), tools_.tuning.begin(), tools_.tuning.end());
  words.push_back("-I" + tools_.headers.string());
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

void Models::write(const fs::path& file, const std::string& text) {
  std::ofstream out(file, std::ios::binary);
  out << text << std::flush;
  if (out) return;
  throw ModelError(ModelError::kUnusable,
                   fmt::format("{} cannot be written; make room on its disk, or set CUBECAST_CACHE to another folder",
                               file.string()));
}

std::string Models::identity_of_compiler() const {
  return fmt::format("{} {} {} {} {}", compiled_header_hashes().recipes,
                     Toolchain::identity_of(tools_.compiler, "clang-19"), fmt::join(tools_.tuning, " "),
                     tools_.processor(), Toolchain::environment());
}

ModelStore::Use Models::get(const ModelStore::Recipe& recipe) {
  thread_local unsigned builds = 0;  // each part of the one before
  const std::string what = recipe.kind + " " + recipe.name;
  const DoneAtEnd done(what);
  ModelStore::Recipe told = recipe;
  told.build = [&](const fs::path& folder) {
    if (builds == 0) tell({what, 0, 1, ""});
    const Nested nested(builds);
    recipe.build(folder);
  };
  return store_.get(told, [&] { tell({what, 0, 1, kWaiting}); });
}

std::optional<ModelStore::Use> Models::use(const ModelStore::Entry& entry) {
  const std::string what = entry.kind + " " + entry.name;
  const DoneAtEnd done(what);
  return store_.use(entry, [&] { tell({what, 0, 1, kWaiting}); });
}

void* Models::function(const ModelStore::Recipe& recipe, const char* name) {
  const std::string key = recipe.made_of + '\n' + name;
  {
    const std::lock_guard lock(loading_);
    if (const auto known = loaded_.find(key); known != loaded_.end()) return known->second;
  }
  const ModelStore::Use model = get(recipe);
  void* const library = dlopen((model.folder / "model.so").c_str(), RTLD_NOW | RTLD_LOCAL);
  void* const found = library != nullptr ? dlsym(library, name) : nullptr;
  if (found == nullptr) {
    throw ModelError(ModelError::kFailed,
                     fmt::format("{} {} cannot be loaded: {}", recipe.kind, recipe.name, dlerror()));
  }
  const std::lock_guard lock(loading_);
  return loaded_.emplace(key, found).first->second;
}

}  // namespace testbench
