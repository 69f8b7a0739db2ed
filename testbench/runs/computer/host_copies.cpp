// SPDX-License-Identifier: Apache-2.0
#include "testbench/runs/computer/host_copies.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <system_error>

#include "testbench/ground/files/named_file.hpp"

namespace testbench {
namespace {

constexpr const char* kLock = "lock";  // in the folder, held by the process that uses it

// The folders of processes that have not lived to remove them: a debugger has killed them.
void remove_left_behind(const std::filesystem::path& parent) {
  std::error_code error;
  for (auto entry = std::filesystem::directory_iterator(parent, error); !error && entry != end(entry);
       entry.increment(error)) {
    if (!entry->path().filename().string().starts_with(".cubecast-")) continue;
    const int lock = open((entry->path() / kLock).c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW);
    if (lock < 0) continue;
    if (flock(lock, LOCK_EX | LOCK_NB) == 0) remove_everything(entry->path());
    close(lock);
  }
}

std::filesystem::path folder_for_files() {
  const char* const named = std::getenv("TMPDIR");
  return named == nullptr || *named == '\0' ? "/tmp" : named;
}

}  // namespace

HostCopies::HostCopies(std::uint32_t nodes)
    : nodes_(nodes), parent_(folder_for_files()), folder_(Temporary::folder_in(parent_)) {
  if (folder_.path().empty()) refuse(std::strerror(errno));
  remove_left_behind(parent_);
  // The lock is held before it has the name by which others find it.
  Temporary file = Temporary::file_in(parent_, lock_);
  const bool is_held =
      lock_ >= 0 && flock(lock_, LOCK_EX) == 0 && rename(file.path().c_str(), (folder_.path() / kLock).c_str()) == 0;
  if (!is_held) refuse(std::strerror(errno));
  file.release();
}

HostCopies::~HostCopies() {
  if (lock_ >= 0) close(lock_);
}

std::filesystem::path HostCopies::add(const Image& image, std::uint32_t node) const {
  const std::size_t digits = fmt::format("{}", nodes_ - 1).size();
  const std::filesystem::path copy = folder_.path() / fmt::format("node-{:0{}}.so", node, digits);
  std::error_code error;
  std::filesystem::copy_file(image.file(), copy, error);
  if (error) refuse(error.message());
  return copy;
}

void HostCopies::refuse(const std::string& why) const {
  throw FileError(fmt::format("--engine host: {} copies of the program have no room in {}: {}; set TMPDIR", nodes_,
                              parent_.string(), why));
}

}  // namespace testbench
