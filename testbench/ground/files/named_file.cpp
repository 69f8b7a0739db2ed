// SPDX-License-Identifier: Apache-2.0
#include "testbench/ground/files/named_file.hpp"

#include <fcntl.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <optional>
#include <string_view>

#include "testbench/ground/files/numeral.hpp"

namespace testbench {
namespace {

constexpr unsigned kMostLinks = 40;  // as many as Linux follows

// The descriptor that a path stands for. Opening the path would open the file anew.
std::optional<int> descriptor_of(const std::filesystem::path& path) {
  const std::string text = path.lexically_normal().string();
  if (text == "/dev/stdin") return STDIN_FILENO;
  if (text == "/dev/stdout") return STDOUT_FILENO;
  if (text == "/dev/stderr") return STDERR_FILENO;
  const std::string own = "/proc/" + std::to_string(getpid()) + "/fd/";
  for (const std::string_view folder : {std::string_view("/dev/fd/"), std::string_view("/proc/self/fd/"),
                                        std::string_view("/proc/thread-self/fd/"), std::string_view(own)}) {
    if (!text.starts_with(folder)) continue;
    const std::optional<int> descriptor = whole_number<int>(std::string_view(text).substr(folder.size()));
    if (descriptor && *descriptor >= 0) return descriptor;
  }
  return std::nullopt;
}

FileKind kind_of(mode_t mode) {
  if (S_ISREG(mode)) return FileKind::kRegular;
  if (S_ISDIR(mode)) return FileKind::kFolder;
  if (S_ISCHR(mode)) return FileKind::kCharacters;
  if (S_ISBLK(mode)) return FileKind::kBlockDevice;
  if (S_ISFIFO(mode)) return FileKind::kFifo;
  return FileKind::kSocket;
}

void take(const struct stat& status, NamedFile& file) {
  file.device = status.st_dev;
  file.inode = status.st_ino;
  file.mode = status.st_mode;
  file.size = static_cast<std::uint64_t>(status.st_size);
  file.is_null = S_ISCHR(status.st_mode) && status.st_rdev == makedev(1, 3);
}

NamedFile look_at_new(NamedFile file) {
  std::filesystem::path folder = file.path.parent_path();
  if (folder.empty()) folder = ".";
  file.new_name = file.path.filename().string();
  struct stat status{};
  const bool has_folder = stat(folder.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
  file.kind = has_folder && !file.new_name.empty() ? FileKind::kNew : FileKind::kLost;
  file.device = status.st_dev;
  file.inode = status.st_ino;
  return file;
}

}  // namespace

NamedFile look_at(const std::filesystem::path& path) {
  NamedFile file;
  file.path = path;
  for (unsigned links = 0; links <= kMostLinks; ++links) {
    struct stat status{};
    if (const std::optional<int> descriptor = descriptor_of(file.path)) {
      file.descriptor = *descriptor;
      if (fstat(*descriptor, &status) != 0) {
        file.trouble = reason();
        return file;
      }
      take(status, file);
      file.kind = FileKind::kDescriptor;
      return file;
    }
    if (lstat(file.path.c_str(), &status) != 0) {
      if (errno == ENOENT) return look_at_new(file);
      file.trouble = reason();
      return file;
    }
    if (!S_ISLNK(status.st_mode)) {
      take(status, file);
      file.kind = kind_of(status.st_mode);
      return file;
    }
    std::error_code error;
    const std::filesystem::path target = std::filesystem::read_symlink(file.path, error);
    if (error) {
      file.trouble = error.message();
      return file;
    }
    file.is_link = true;
    file.path = file.path.parent_path() / target;  // an absolute target replaces the path
  }
  file.trouble = reason(ELOOP);
  return file;
}

bool same_file(const NamedFile& a, const NamedFile& b) {
  const auto is_somewhere = [](const NamedFile& file) {
    return file.kind != FileKind::kLost && file.kind != FileKind::kUnknown && !file.is_null;
  };
  return is_somewhere(a) && is_somewhere(b) && a.device == b.device && a.inode == b.inode && a.new_name == b.new_name;
}

const char* what_it_is(const NamedFile& file) {
  switch (file.kind == FileKind::kDescriptor ? kind_of(file.mode) : file.kind) {
    case FileKind::kNew:
    case FileKind::kLost:
      return "not there";
    case FileKind::kRegular:
      return "a file";
    case FileKind::kFolder:
      return "a folder";
    case FileKind::kCharacters:
      return "a device";
    case FileKind::kBlockDevice:
      return "a block device";
    case FileKind::kFifo:
      return "a FIFO";
    case FileKind::kSocket:
      return "a socket";
    case FileKind::kDescriptor:
    case FileKind::kUnknown:
      break;
  }
  return "of no known kind";
}

bool may(const std::filesystem::path& path, int how) {
  return faccessat(AT_FDCWD, path.c_str(), how, AT_EACCESS) == 0;
}

std::string reason() {
  return reason(errno);
}
std::string reason(int error) {
  return std::generic_category().message(error);
}

}  // namespace testbench
