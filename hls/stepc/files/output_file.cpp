// SPDX-License-Identifier: Apache-2.0
#include "hls/stepc/files/output_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "hls/stepc/diagnostics/diagnostics.hpp"

namespace stepc {
namespace {

namespace fs = std::filesystem;

constexpr int kMostLinks = 40;  // as many as Linux follows

std::string in_words(int error) {
  return std::generic_category().message(error);
}

// Returns the descriptor that a path stands for, or -1. To open such a path would open the file anew.
int descriptor_of(const std::string& path) {
  if (path == "-" || path == "/dev/stdout") return STDOUT_FILENO;
  if (path == "/dev/stderr") return STDERR_FILENO;
  for (const std::string folder : {"/dev/fd/", "/proc/self/fd/"}) {
    if (path.compare(0, folder.size(), folder) != 0) continue;
    int number = -1;
    const char* const end = path.data() + path.size();
    const auto [stop, error] = std::from_chars(path.data() + folder.size(), end, number);
    if (error == std::errc() && stop == end && number >= 0) return number;
  }
  return -1;
}

// Returns where a path leads behind symbolic links, whether there is a file or not.
std::string behind_links(fs::path path) {
  for (int i = 0; i < kMostLinks; ++i) {
    std::error_code error;
    const fs::path target = fs::read_symlink(path, error);
    if (error) break;
    path = path.parent_path() / target;  // an absolute target replaces the path
  }
  return path.string();
}

bool is_same(const struct stat& a, const struct stat& b) {
  return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

bool write_all(int descriptor, const std::string& text) {
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t count = ::write(descriptor, text.data() + done, text.size() - done);
    if (count < 0 && errno != EINTR) return false;
    if (count > 0) done += static_cast<std::size_t>(count);
  }
  return true;
}

mode_t mode_of_new_files() {
  const mode_t mask = umask(0);
  umask(mask);
  return 0666 & ~mask;
}

}  // namespace

OutputFile::OutputFile(std::string option, const std::string& path)
    : option_(std::move(option)), given_(path), path_(behind_links(path)), descriptor_(descriptor_of(path)) {
  exists_ = (descriptor_ >= 0 ? fstat(descriptor_, &status_) : stat(path_.c_str(), &status_)) == 0;
}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : option_(std::move(other.option_)),
      given_(std::move(other.given_)),
      path_(std::move(other.path_)),
      descriptor_(other.descriptor_),
      exists_(other.exists_),
      status_(other.status_),
      temporary_(std::exchange(other.temporary_, "")) {
}

OutputFile::~OutputFile() {
  if (!temporary_.empty()) unlink(temporary_.c_str());
}

void OutputFile::refuse(const std::string& why) const {
  throw BadUse(option_ + ": " + (given_ == "-" ? "standard output" : given_) + ": " + why);
}

void OutputFile::fail(int error) const {
  throw std::runtime_error("stepc: error: cannot write " + (given_ == "-" ? "standard output" : given_) + ": " +
                           in_words(error));
}

std::string OutputFile::folder() const {
  const std::string folder = fs::path(path_).parent_path().string();
  return folder.empty() ? "." : folder;
}

bool OutputFile::is_replaced() const {
  return !is_stream() && access(folder().c_str(), W_OK | X_OK) == 0;
}

void OutputFile::check() const {
  if (descriptor_ >= 0) {
    const int flags = fcntl(descriptor_, F_GETFL);
    if (flags < 0) refuse("it is closed; give a file");
    if ((flags & O_ACCMODE) == O_RDONLY) refuse("it is not open for writing; give a file");
    return;
  }
  if (exists_) {
    if (S_ISDIR(status_.st_mode)) refuse("it is a folder; give a file");
    if (S_ISSOCK(status_.st_mode) || S_ISBLK(status_.st_mode)) refuse("it is a socket or a block device; give a file");
    if (access(path_.c_str(), W_OK) != 0) refuse(in_words(errno) + "; give a file that you may write");
    return;
  }
  struct stat of_folder = {};
  if (fs::path(path_).filename().empty()) refuse("it is the name of a folder; give a file");
  if (stat(folder().c_str(), &of_folder) != 0) refuse("there is no folder " + folder() + "; make it first");
  if (!S_ISDIR(of_folder.st_mode)) refuse(folder() + " is no folder; give a file in a folder");
  if (!is_replaced()) refuse(in_words(errno) + "; give a file in a folder that you may write");
}

void OutputFile::check_against(const std::string& input, const std::string& what) const {
  struct stat other = {};
  const bool is_input =
      exists_ && S_ISREG(status_.st_mode) && stat(input.c_str(), &other) == 0 && is_same(status_, other);
  if (is_input) refuse("it is " + what + "; give another file");
}

void OutputFile::check_against(const OutputFile& other) const {
  if (is_stream() && other.is_stream()) return;
  bool is_one = exists_ && other.exists_ && is_same(status_, other.status_);
  if (!exists_ && !other.exists_) {
    std::error_code error;
    is_one = fs::path(path_).filename() == fs::path(other.path_).filename() &&
             fs::equivalent(folder(), other.folder(), error);
  }
  if (is_one) refuse("it is the file of " + other.option_ + " too; give another file");
}

// Returns a descriptor, or -1.
int OutputFile::open_to_write() {
  if (descriptor_ >= 0) return dup(descriptor_);
  if (!is_replaced()) return open(path_.c_str(), O_WRONLY | O_TRUNC | O_NOCTTY | O_CLOEXEC);
  std::string name = folder() + "/.stepc-XXXXXX";
  const int descriptor = mkostemp(name.data(), O_CLOEXEC);
  if (descriptor < 0) return -1;
  temporary_ = name;
  if (fchmod(descriptor, exists_ ? status_.st_mode & 07777 : mode_of_new_files()) == 0) return descriptor;
  close(descriptor);
  return -1;
}

void OutputFile::write(const std::string& text) {
  const int descriptor = open_to_write();
  if (descriptor < 0) fail(errno);
  int error = write_all(descriptor, text) ? 0 : errno;
  if (close(descriptor) != 0 && error == 0) error = errno;
  if (error != 0) fail(error);
}

void OutputFile::publish() {
  if (temporary_.empty()) return;
  if (rename(temporary_.c_str(), path_.c_str()) != 0) fail(errno);
  temporary_.clear();
}

}  // namespace stepc
