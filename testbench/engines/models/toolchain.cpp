// SPDX-License-Identifier: Apache-2.0
#include "testbench/engines/models/toolchain.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string_view>
#include <thread>

#include "testbench/engines/models/content_hash.hpp"
#include "testbench/engines/models/model_error.hpp"
#include "testbench/ground/files/interruption.hpp"

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

namespace {

// The processes that may run at once. (The semaphore of libstdc++ 12 can sleep without end while a
// place is free.)
class Places {
 public:
  void take() {
    std::unique_lock lock(mutex_);
    freed_.wait(lock, [this] { return free_ != 0; });
    --free_;
  }
  void give() {
    const std::lock_guard lock(mutex_);
    ++free_;
    freed_.notify_one();
  }

 private:
  std::mutex mutex_;
  std::condition_variable freed_;
  unsigned free_ = std::max(1u, std::thread::hardware_concurrency());
};

Places& places() {
  static Places all;
  return all;
}

// The process groups of running commands, each with the processes that it started.
class Running {
 public:
  void add(pid_t group) {
    const std::lock_guard lock(mutex_);
    groups_.insert(group);
    if (ended_) kill(-group, SIGKILL);
  }
  void remove(pid_t group) {
    const std::lock_guard lock(mutex_);
    groups_.erase(group);
  }
  // Ninja ends its compilers, which are in groups of their own, if it is asked to.
  void end() {
    constexpr std::chrono::milliseconds kPause(10);
    for (unsigned pauses = send(SIGTERM) ? 50 : 0; pauses != 0 && send(0); --pauses)
      std::this_thread::sleep_for(kPause);
    send(SIGKILL);
  }

 private:
  // Returns whether a group was left.
  bool send(int signal) {
    const std::lock_guard lock(mutex_);
    ended_ = true;
    for (const pid_t group : groups_) kill(-group, signal);
    return !groups_.empty();
  }

  std::mutex mutex_;
  std::set<pid_t> groups_;
  bool ended_ = false;
};

// The environment of this process, except for language and temporary files.
std::vector<std::string> environment_in(const std::filesystem::path& folder) {
  std::vector<std::string> variables = {"LC_ALL=C", "TMPDIR=" + folder.string()};
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string_view text = *variable;
    if (!text.starts_with("LC_ALL=") && !text.starts_with("TMPDIR=")) variables.emplace_back(text);
  }
  return variables;
}

std::vector<char*> pointers_to(const std::vector<std::string>& words) {
  std::vector<char*> pointers;
  pointers.reserve(words.size() + 1);
  for (const std::string& word : words) pointers.push_back(const_cast<char*>(word.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

// Between fork and exec. Other threads may hold locks, so only async-signal-safe calls are allowed.
[[noreturn]] void become(char* const* words, char* const* environment, const char* folder, int output, pid_t parent) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  std::signal(SIGPIPE, SIG_DFL);
  std::signal(SIGXFSZ, SIG_DFL);
  const int nothing = open("/dev/null", O_RDONLY);
  if (getppid() == parent && nothing >= 0 && dup2(nothing, STDIN_FILENO) >= 0 && dup2(output, STDOUT_FILENO) >= 0 &&
      dup2(output, STDERR_FILENO) >= 0 && chdir(folder) == 0) {
    execvpe(words[0], words, environment);
  }
  _exit(Outcome::kNotStarted);
}

std::string all_in(int file) {
  std::string text;
  char part[4096];
  for (ssize_t got; (got = pread(file, part, sizeof part, static_cast<off_t>(text.size()))) > 0;)
    text.append(part, static_cast<std::size_t>(got));
  return text;
}

// The output goes to memory, which has room even if a disk is full.
Outcome run_one(const Command& command, Running& running) {
  const std::vector<char*> words = pointers_to(command.words);
  const std::vector<std::string> variables = environment_in(command.folder);
  const std::vector<char*> environment = pointers_to(variables);
  Outcome outcome{.status = Outcome::kNotStarted, .program = command.words.front(), .said = ""};
  const int output = memfd_create("output", MFD_CLOEXEC);
  const pid_t parent = getpid();
  const pid_t child = output < 0 ? -1 : fork();
  if (child == 0) become(words.data(), environment.data(), command.folder.c_str(), output, parent);
  if (child > 0) {
    setpgid(child, child);  // the child does the same: whoever comes first
    running.add(child);
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    running.remove(child);
    outcome.status = WIFEXITED(status) ? WEXITSTATUS(status) : Outcome::kSignalled + WTERMSIG(status);
    outcome.said = all_in(output);
  }
  if (output >= 0) close(output);
  return outcome;
}

}  // namespace

Outcome run_commands(const std::vector<Command>& commands, const std::function<void()>& tick) {
  constexpr std::chrono::milliseconds kPause(200);
  Running running;
  const Undo undo([&running] { running.end(); });
  std::vector<Outcome> outcomes(commands.size());
  std::mutex mutex;
  std::condition_variable ended;
  std::size_t left = commands.size();
  std::optional<std::size_t> failed;  // before others were ended for it
  {
    // PR_SET_PDEATHSIG follows the thread that started the child, so each child has a thread that
    // lives as long as it.
    std::vector<std::jthread> threads;
    threads.reserve(commands.size());
    for (std::size_t i = 0; i < commands.size(); ++i) {
      threads.emplace_back([&, i] {
        places().take();
        outcomes[i] = run_one(commands[i], running);
        places().give();
        const std::lock_guard lock(mutex);
        if (outcomes[i].status != 0 && !failed) {
          failed = i;
          running.end();
        }
        --left;
        ended.notify_one();
      });
    }
    std::unique_lock lock(mutex);
    do {
      tick();
    } while (!ended.wait_for(lock, kPause, [&] { return left == 0; }));
  }
  if (failed) return outcomes[*failed];
  Outcome all;
  for (const Outcome& outcome : outcomes) all.said += outcome.said;
  return all;
}

std::filesystem::path find_program(const std::string& name) {
  if (name.find('/') != std::string::npos) return std::filesystem::path(access(name.c_str(), X_OK) == 0 ? name : "");
  const char* const path = std::getenv("PATH");
  std::string rest = path != nullptr ? path : "";
  while (true) {
    const std::size_t end = std::min(rest.find(':'), rest.size());
    std::filesystem::path found = std::filesystem::path(rest.substr(0, end)) / name;
    if (end != 0 && access(found.c_str(), X_OK) == 0 && std::filesystem::is_regular_file(found)) return found;
    if (end == rest.size()) return {};
    rest.erase(0, end + 1);
  }
}

}  // namespace testbench
