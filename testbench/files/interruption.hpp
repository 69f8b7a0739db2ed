// SPDX-License-Identifier: Apache-2.0
// How SIGINT, SIGTERM and SIGHUP end the program: at once, whatever it is doing, and without
// leaving anything behind.
//
// A thread of its own waits for them. It removes what is temporary, says what has happened and ends
// the process with status 128 + signal; the system takes back the memory. Nobody has to ask now and
// then whether the user has had enough.
#pragma once

#include <filesystem>
#include <functional>
#include <list>
#include <mutex>
#include <string>
#include <utility>

namespace testbench {

// To be called before any other thread is started. A broken pipe and a file that would become too
// large are from now on errors of write(2), not signals.
void watch_signals();

// While this is held a signal waits: what is done meanwhile is done whole. Not for what may take
// long, nor for anything here.
[[nodiscard]] std::unique_lock<std::mutex> uninterrupted();

// What follows is done to its end: signals come too late. If one has come already, does not return.
void hold_signals();

// A mapped file without room (SIGBUS) from now on ends the program with status 2 and this line.
void on_lost_mapping(const std::string& message);

// Removes the file, or the folder with everything in it: also while somebody who is about to end
// writes there still.
void remove_everything(const std::filesystem::path& path);

// A file or folder that is removed with everything in it when this goes, and when a signal ends the
// program.
class Temporary {
 public:
  Temporary() = default;
  // Makes an empty file, of which `descriptor` is open for writing, or an empty folder, under a
  // name of its own in `folder`. Nobody else may read it. Without one the path is empty and errno
  // says why.
  static Temporary file_in(const std::filesystem::path& folder, int& descriptor);
  static Temporary folder_in(const std::filesystem::path& folder);
  ~Temporary();
  Temporary(Temporary&& other) noexcept;
  Temporary& operator=(Temporary&& other) noexcept;

  const std::filesystem::path& path() const { return path_; }
  // It has been moved away.
  void release();

 private:
  explicit Temporary(std::filesystem::path path) : path_(std::move(path)) {}

  std::filesystem::path path_;
};

// Something that is undone when this goes, and when a signal ends the program: then by another
// thread, while this one is at anything.
class Undo {
 public:
  explicit Undo(std::function<void()> undo);
  ~Undo();
  Undo(const Undo&) = delete;
  Undo& operator=(const Undo&) = delete;

 private:
  std::list<std::function<void()>>::iterator place_;
};

}  // namespace testbench
