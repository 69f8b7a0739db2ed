// SPDX-License-Identifier: Apache-2.0
// A lock of the model store: one for each entry, on a file that has the entry's name.
#pragma once

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <functional>
#include <string>
#include <thread>

#include "testbench/engines/models/own_folder.hpp"

namespace testbench {

// A lock that goes with the process, held by one alone or shared by many. Its file can be removed by
// the process that holds it alone; a process that has waited for a removed file opens a new one.
class StoreLock {
 public:
  static constexpr const char* kFolder = "locks";  // in the store

  enum class Way { kShared = LOCK_SH, kAlone = LOCK_EX };

  StoreLock(const std::filesystem::path& store, const std::string& name)
      : store_(store), file_(store / kFolder / name) {
    reopen();
  }
  ~StoreLock() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  StoreLock(const StoreLock&) = delete;
  StoreLock& operator=(const StoreLock&) = delete;

  bool is_possible() const { return descriptor_ >= 0; }
  // Replaces the lock that it had before.
  bool take(Way way) {
    for (;; reopen()) {
      if (descriptor_ < 0) refuse_folder(store_, std::strerror(error_));
      if (flock(descriptor_, static_cast<int>(way) | LOCK_NB) != 0) {
        if (errno == EWOULDBLOCK || errno == EINTR) return false;
        refuse_folder(store_, fmt::format("takes no locks: {}", std::strerror(errno)));
      }
      if (is_current()) return true;
    }
  }
  // Removes the lock's file, with the lock held alone and nothing left to protect.
  void forget() { (void)unlink(file_.c_str()); }
  void wait(Way way, const std::function<void()>& waiting) {
    constexpr std::chrono::milliseconds kPause(50);
    while (!take(way)) {
      if (waiting) waiting();
      std::this_thread::sleep_for(kPause);
    }
  }

 private:
  void reopen() {
    if (descriptor_ >= 0) close(descriptor_);
    descriptor_ = open(file_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    error_ = descriptor_ < 0 ? errno : 0;
  }
  // False if another process has removed the file.
  bool is_current() const {
    struct stat held{};
    struct stat named{};
    return fstat(descriptor_, &held) == 0 && stat(file_.c_str(), &named) == 0 && held.st_ino == named.st_ino &&
           held.st_dev == named.st_dev;
  }

  std::filesystem::path store_;
  std::filesystem::path file_;
  int descriptor_ = -1;
  int error_ = 0;
};

}  // namespace testbench
