// SPDX-License-Identifier: Apache-2.0
#include "testbench/ground/files/interruption.hpp"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <initializer_list>
#include <mutex>
#include <set>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

#include "testbench/ground/files/standard_streams.hpp"

namespace testbench {
namespace {

constexpr const char* kPattern = ".cubecast-XXXXXX";
constexpr int kUsage = 2;
constexpr int kSignalled = 128;
constexpr int kLostMapping = SIGUSR2;  // SIGBUS handlers may do little and send this to the thread

// It is never destroyed, because the thread may use it while the program ends.
struct Watch {
  std::mutex guard;  // held while the rest changes and, for ever, by the thread that ends the program
  std::set<std::filesystem::path> temporaries;
  std::list<std::function<void()>> undos;
  bool held = false;
  bool tells = true;
  std::string lost_mapping;
  std::string hint;
};

Watch& watch() {
  static Watch& made = *new Watch;
  return made;
}

// The last message is written only if there is room: a reader that does not read must not keep the
// program from its end.
bool takes_a_line(int descriptor) {
  pollfd room{descriptor, POLLOUT, 0};
  return poll(&room, 1, 0) == 1 && (room.revents & POLLOUT) != 0;
}

void set_of(std::initializer_list<int> signals, sigset_t& set) {
  sigemptyset(&set);
  for (const int signal : signals) sigaddset(&set, signal);
}

std::string interrupted() {
  return watch().hint.empty() ? "interrupted" : "interrupted; " + watch().hint;
}

void wait_and_end(const sigset_t& set) {
  int signal = 0;
  while (true) {
    if (sigwait(&set, &signal) != 0) continue;
    watch().guard.lock();
    if (!watch().held) break;
    watch().guard.unlock();
  }
  // The latest goes first: processes end before the folders that they write into are removed.
  for (auto undo = watch().undos.rbegin(); undo != watch().undos.rend(); ++undo) (*undo)();
  for (const std::filesystem::path& path : watch().temporaries) remove_everything(path);
  const bool tells = watch().tells || signal == kLostMapping;
  if (tells && takes_a_line(STDERR_FILENO)) complain(signal == kLostMapping ? watch().lost_mapping : interrupted());
  _exit(signal == kLostMapping ? kUsage : kSignalled + signal);
}

}  // namespace

void remove_everything(const std::filesystem::path& path) {
  constexpr unsigned kTries = 100;
  std::error_code error;
  for (unsigned i = 0; i < kTries; ++i) {
    std::filesystem::remove_all(path, error);
    if (!error) return;
  }
}

void watch_signals(bool tells) {
  watch().tells = tells;
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  // A program under nohup ignores SIGHUP on purpose.
  struct sigaction hangup{};
  sigaction(SIGHUP, nullptr, &hangup);
  const bool no_hangup = hangup.sa_handler == SIG_IGN;
  static sigset_t set;
  set_of({SIGINT, SIGTERM, kLostMapping}, set);
  if (!no_hangup) sigaddset(&set, SIGHUP);
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  try {
    std::thread(wait_and_end, std::cref(set)).detach();
  } catch (const std::system_error&) {  // no room for a thread: signals then end the program as usual
    pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
  }
}

std::unique_lock<std::mutex> uninterrupted() {
  return std::unique_lock(watch().guard);
}

void hold_signals() {
  const std::lock_guard lock(watch().guard);
  watch().held = true;
}

void hint_if_interrupted(const std::string& hint) {
  const std::lock_guard lock(watch().guard);
  watch().hint = hint;
}

void on_lost_mapping(const std::string& message) {
  {
    const std::lock_guard lock(watch().guard);
    watch().lost_mapping = message;
  }
  std::signal(SIGBUS, [](int) {
    kill(getpid(), kLostMapping);
    while (true) pause();
  });
}

Temporary Temporary::file_in(const std::filesystem::path& folder, int& descriptor) {
  std::string name = (folder / kPattern).string();
  const std::lock_guard lock(watch().guard);
  descriptor = mkostemp(name.data(), O_CLOEXEC);
  if (descriptor < 0) return {};
  watch().temporaries.insert(name);
  return Temporary(name);
}

Temporary Temporary::folder_in(const std::filesystem::path& folder) {
  std::string name = (folder / kPattern).string();
  const std::lock_guard lock(watch().guard);
  if (mkdtemp(name.data()) == nullptr) return {};
  watch().temporaries.insert(name);
  return Temporary(name);
}

Temporary::~Temporary() {
  if (path_.empty()) return;
  remove_everything(path_);
  release();
}

Temporary::Temporary(Temporary&& other) noexcept : path_(std::exchange(other.path_, {})) {
}

Temporary& Temporary::operator=(Temporary&& other) noexcept {
  std::swap(path_, other.path_);
  return *this;
}

void Temporary::release() {
  const std::lock_guard lock(watch().guard);
  watch().temporaries.erase(path_);
  path_.clear();
}

Undo::Undo(std::function<void()> undo) {
  const std::lock_guard lock(watch().guard);
  place_ = watch().undos.insert(watch().undos.end(), std::move(undo));
}

Undo::~Undo() {
  const std::lock_guard lock(watch().guard);
  (*place_)();
  watch().undos.erase(place_);
}

}  // namespace testbench
