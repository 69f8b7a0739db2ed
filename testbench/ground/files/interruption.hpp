// SPDX-License-Identifier: Apache-2.0
// SIGINT, SIGTERM and SIGHUP end the program at once, whatever it is doing, and leave nothing
// behind.
//
// A thread waits for these signals. It removes temporary files, prints its message and ends the
// process with status 128 + signal; the system takes back the memory. No other code has to poll for
// an interrupt.
#pragma once

#include <filesystem>
#include <functional>
#include <list>
#include <mutex>
#include <string>
#include <utility>

namespace testbench {

// Call this before any other thread starts. Afterwards a broken pipe and a file that becomes too
// large are errors of write(2), not signals. `tells`: prints a message when a signal ends it.
void watch_signals(bool tells = true);

// A signal waits while this lock is held, so that the work under it is done whole. Hold it only for
// short work, and call nothing of this header under it.
[[nodiscard]] std::unique_lock<std::mutex> uninterrupted();

// The work after this call is done to its end, because signals no longer end it. Does not return if
// a signal has come already.
void hold_signals();

// From now on the message behind a signal says this too: "interrupted; <hint>".
void hint_if_interrupted(const std::string& hint);

// From now on, a mapped file without room (SIGBUS) ends the program with status 2 and this line.
void on_lost_mapping(const std::string& message);

// Removes the file, or the folder with everything in it, even while a dying process still writes
// there.
void remove_everything(const std::filesystem::path& path);

// A file or folder that is removed with everything in it on destruction, or when a signal ends the
// program.
class Temporary {
 public:
  Temporary() = default;
  // Makes an empty file, open for writing at `descriptor`, or an empty folder, under a new name in
  // `folder`. Only the user may read it. On failure the path is empty and errno tells why.
  static Temporary file_in(const std::filesystem::path& folder, int& descriptor);
  static Temporary folder_in(const std::filesystem::path& folder);
  ~Temporary();
  Temporary(Temporary&& other) noexcept;
  Temporary& operator=(Temporary&& other) noexcept;

  const std::filesystem::path& path() const { return path_; }
  // Gives up the file, because it has been moved away.
  void release();

 private:
  explicit Temporary(std::filesystem::path path) : path_(std::move(path)) {}

  std::filesystem::path path_;
};

// An action that is undone on destruction, or when a signal ends the program. In the second case
// another thread undoes it, at any point of this one.
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
