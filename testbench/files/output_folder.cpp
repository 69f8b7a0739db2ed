// SPDX-License-Identifier: Apache-2.0
#include "testbench/files/output_folder.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <string_view>
#include <utility>

#include "testbench/files/descriptor_stream.hpp"
#include "testbench/files/file_error.hpp"
#include "testbench/files/output_file.hpp"

namespace testbench {
namespace {

// A slash at the end of a folder changes nothing, so it is dropped.
std::filesystem::path trimmed(const std::filesystem::path& path) {
  return path.has_filename() || !path.has_relative_path() ? path : path.parent_path();
}

// The folder, or the nearest existing one above it.
std::filesystem::path nearest_there(std::filesystem::path path) {
  struct stat status{};
  while (!path.empty() && lstat(path.c_str(), &status) != 0 && errno == ENOENT) path = path.parent_path();
  return path.empty() ? "." : path;
}

}  // namespace

OutputFolder::OutputFolder(std::string option, const std::filesystem::path& path, std::vector<std::string> names)
    : label_(fmt::format("{} {}", option, path.string())),
      path_(trimmed(path)),
      folder_(look_at(path_)),
      names_(std::move(names)) {
}

std::vector<NamedFile> OutputFolder::files() const {
  std::vector<NamedFile> found{folder_};
  if (!is_there()) return found;
  for (const std::string& name : names_) found.push_back(look_at(folder_.path / name));
  return found;
}

void OutputFolder::check() const {
  switch (folder_.kind) {
    case FileKind::kFolder:
      break;
    case FileKind::kNew:
    case FileKind::kLost: {
      const std::filesystem::path within = nearest_there(folder_.path);
      if (const NamedFile found = look_at(within); found.kind != FileKind::kFolder) {
        refuse_to_write(label_, fmt::format("{} is {}; give a folder", within.string(), what_it_is(found)));
      }
      return require_room_in(within, label_);
    }
    case FileKind::kUnknown:
      refuse_to_write(label_, folder_.trouble + "; give a folder of yours");
    default:
      refuse_to_write(label_, fmt::format("it is {}; give a folder", what_it_is(folder_)));
  }
  require_room_in(folder_.path, label_);
  for (const std::string& name : names_) {
    const NamedFile file = look_at(folder_.path / name);
    const bool is_file = file.kind == FileKind::kNew || file.kind == FileKind::kRegular;
    if (file.is_link || !is_file) {
      refuse_to_write(label_, fmt::format("{} in it is {}; give another folder", name,
                                          file.is_link ? "a symbolic link" : what_it_is(file)));
    }
    if (file.kind == FileKind::kRegular && !may(file.path, W_OK)) {
      refuse_to_write(label_, fmt::format("{} in it: {}; give another folder", name, reason()));
    }
  }
}

void OutputFolder::open() {
  temporary_ = Temporary::folder_in(is_there() ? folder_.path : nearest_there(folder_.path));
  if (temporary_.path().empty()) refuse_to_write(label_, reason() + "; give a folder of yours");
}

void OutputFolder::write(const std::string& name, std::string_view bytes) {
  constexpr mode_t kMode = 0666;
  if (!trouble_.empty()) return;
  const int descriptor = ::open((temporary_.path() / name).c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kMode);
  int error = descriptor < 0 ? errno : write_all(descriptor, bytes);
  if (descriptor >= 0) {
    const NamedFile old = is_there() ? look_at(folder_.path / name) : NamedFile{};
    if (old.kind == FileKind::kRegular) take_mode(descriptor, old);
    if (error == 0 && old.kind == FileKind::kRegular && fsync(descriptor) != 0) error = errno;
    if (close(descriptor) != 0 && error == 0) error = errno;
  }
  if (error == 0) return;
  temporary_ = {};
  trouble_ = fmt::format("{}: {} cannot be written to its end: {}; make room, or give another folder", label_, name,
                         reason(error));
}

void OutputFolder::finish() const {
  if (!trouble_.empty()) throw FileError(trouble_);
}

void OutputFolder::publish() {
  if (temporary_.path().empty()) return;
  if (!is_there()) {
    constexpr mode_t kMode = 0777;
    chmod(temporary_.path().c_str(), kMode & ~umask_of_caller());
    std::error_code error;
    std::filesystem::create_directories(folder_.path.parent_path(), error);
    if (rename(temporary_.path().c_str(), folder_.path.c_str()) != 0) {
      refuse_to_write(label_, reason() + "; give another folder");
    }
    temporary_.release();
    return;
  }
  for (const std::string& name : names_) {
    if (rename((temporary_.path() / name).c_str(), (folder_.path / name).c_str()) == 0) continue;
    refuse_to_write(label_, fmt::format("{} in it: {}", name, reason()));
  }
}

}  // namespace testbench
