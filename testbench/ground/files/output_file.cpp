// SPDX-License-Identifier: Apache-2.0
#include "testbench/ground/files/output_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <thread>
#include <utility>

#include "testbench/ground/files/named_file.hpp"
#include "testbench/ground/files/standard_streams.hpp"

namespace testbench {
namespace {

std::filesystem::path folder_of(const std::filesystem::path& file) {
  return file.has_parent_path() ? file.parent_path() : ".";
}

// Waits for a reader of the FIFO to come, but not for ever.
int open_fifo(const std::filesystem::path& path) {
  constexpr auto kPatience = std::chrono::seconds(1);
  constexpr auto kPause = std::chrono::milliseconds(10);
  const auto end = std::chrono::steady_clock::now() + kPatience;
  while (true) {
    const int descriptor = open(path.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC);
    if (descriptor >= 0) {
      fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK);
      return descriptor;
    }
    if (errno != ENXIO || std::chrono::steady_clock::now() >= end) return -1;
    std::this_thread::sleep_for(kPause);
  }
}

// In a folder like /tmp only the owner of the folder or of the file may rename over it.
bool may_replace(const std::filesystem::path& file) {
  struct stat of_file{};
  struct stat of_folder{};
  if (stat(file.c_str(), &of_file) != 0 || stat(folder_of(file).c_str(), &of_folder) != 0) return true;
  const uid_t me = geteuid();
  const bool is_sticky = (of_folder.st_mode & S_ISVTX) != 0;
  return !is_sticky || me == 0 || me == of_file.st_uid || me == of_folder.st_uid;
}

}  // namespace

OutputFile::OutputFile(std::string option, const std::filesystem::path& path, Accepts accepts)
    : label_(fmt::format("{} {}", option, path.string())), accepts_(accepts), file_(look_at(path)) {
}

void OutputFile::check() const {
  const bool streams = accepts_ == Accepts::kStreams;
  if (!streams && file_.is_link) {
    refuse_to_write(label_, "it is a symbolic link; give the name of a new or a regular file");
  }
  switch (file_.kind) {
    case FileKind::kNew:
    case FileKind::kRegular:
      if (file_.kind == FileKind::kRegular && !may(file_.path, W_OK)) {
        refuse_to_write(label_, reason() + "; give a file that you may write");
      }
      if (file_.kind == FileKind::kRegular && !may_replace(file_.path)) {
        refuse_to_write(label_, "it is somebody else's in a folder where only its owner may replace it; give another");
      }
      return require_room_in(folder_of(file_.path), label_);
    case FileKind::kLost:
      if (!file_.path.has_filename()) refuse_to_write(label_, "it is the name of a folder; give that of a file");
      refuse_to_write(label_, fmt::format("there is no folder {}; make it first", folder_of(file_.path).string()));
    case FileKind::kUnknown:
      refuse_to_write(label_, file_.trouble + "; give a file in a folder of yours");
    case FileKind::kDescriptor:
      if (streams && (fcntl(file_.descriptor, F_GETFL) & O_ACCMODE) == O_RDONLY) {
        refuse_to_write(label_, "it is not open for writing; give a file");
      }
      [[fallthrough]];
    case FileKind::kCharacters:
    case FileKind::kFifo:
      if (!streams) break;
      if (file_.kind == FileKind::kDescriptor || may(file_.path, W_OK)) return;
      refuse_to_write(label_, reason() + "; give a file that you may write");
    case FileKind::kFolder:
    case FileKind::kBlockDevice:
    case FileKind::kSocket:
      break;
  }
  const char* const what = file_.kind == FileKind::kDescriptor ? "open already" : what_it_is(file_);
  refuse_to_write(label_, fmt::format("it is {}; give the name of a new or a regular file", what));
}

int OutputFile::open_stream() {
  if (file_.kind == FileKind::kDescriptor) return fcntl(file_.descriptor, F_DUPFD_CLOEXEC, 0);
  if (file_.kind == FileKind::kFifo) return open_fifo(file_.path);
  return ::open(file_.path.c_str(), O_WRONLY | O_NOCTTY | O_CLOEXEC);
}

void OutputFile::open() {
  int descriptor = -1;
  if (replaces()) {
    temporary_ = Temporary::file_in(folder_of(file_.path), descriptor);
  } else {
    descriptor = open_stream();
  }
  if (descriptor < 0 && file_.kind == FileKind::kFifo && errno == ENXIO) {
    refuse_to_write(label_, "nobody reads this FIFO; start its reader first");
  }
  if (descriptor < 0) refuse_to_write(label_, reason() + "; give a file in a folder of yours");
  if (replaces()) take_mode(descriptor, file_);
  stream_ = std::make_unique<DescriptorStream>(descriptor);
}

// Appends all of the row, or none of it.
int OutputFile::append(std::string_view row) {
  const std::unique_lock whole = uninterrupted();
  const int error = write_all(stream_->descriptor(), row);
  if (error == 0) {
    bytes_of_rows_ += static_cast<off_t>(row.size());
  } else if (ftruncate(stream_->descriptor(), bytes_of_rows_) != 0) {
    return errno;
  }
  return error;
}

void OutputFile::write_row(std::string_view row, std::uint64_t rows) {
  if (!replaces()) {
    *stream_ << row << std::flush;
    return;
  }
  if (is_lost()) return;
  const bool is_first = rows_ == 0;
  int error = append(row);
  if (error == 0 && is_first && file_.kind == FileKind::kRegular && fsync(stream_->descriptor()) != 0) error = errno;
  if (error != 0) {
    failure_ = fmt::format(
        "{}; make room, or give another file; {}", reason(error),
        is_first ? std::string("what was there is as it was") : fmt::format("the {} rows before are in it", rows_));
    return;
  }
  if (is_first) publish();
  rows_ += rows;
}

void OutputFile::finish(Then then) {
  stream_->flush();
  int error = 0;
  is_on_disk_ = then == Then::kOnDisk;
  if ((file_.kind == FileKind::kRegular || is_on_disk_) && stream_->good() && fsync(stream_->descriptor()) != 0)
    error = errno;
  const int write_error = stream_->finish();
  stream_.reset();
  if (write_error != 0) error = write_error;
  if (error == EPIPE && file_.descriptor == STDOUT_FILENO) throw BrokenPipe{};
  if (error != 0 && failure_.empty()) failure_ = reason(error) + "; make room, or give another file";
  if (failure_.empty()) return;
  temporary_ = {};
  throw FileError(fmt::format("{}: cannot be written to its end: {}", label_, failure_));
}

void OutputFile::publish() {
  if (!replaces() || temporary_.path().empty()) return;
  if (rename(temporary_.path().c_str(), file_.path.c_str()) != 0) {
    refuse_to_write(label_, reason() + "; what was there is as it was");
  }
  temporary_.release();
  if (!is_on_disk_) return;
  // So is its name. A folder that cannot be synchronised changes nothing.
  const int folder = ::open(folder_of(file_.path).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return;
  fsync(folder);
  close(folder);
}

void require_room_in(const std::filesystem::path& folder, const std::string& label) {
  if (!may(folder, W_OK | X_OK)) {
    refuse_to_write(label, fmt::format("folder {}: {}; give a folder of yours", folder.string(), reason()));
  }
}

mode_t umask_of_caller() {
  const mode_t mask = umask(0);
  umask(mask);
  return mask;
}

void take_mode(int descriptor, const NamedFile& old) {
  constexpr mode_t kNewFile = 0666;
  constexpr mode_t kModes = 07777;
  if (old.kind != FileKind::kRegular) {
    fchmod(descriptor, kNewFile & ~umask_of_caller());
    return;
  }
  struct stat status{};
  const bool same_owner = stat(old.path.c_str(), &status) != 0 ||
                          fchown(descriptor, status.st_uid, status.st_gid) == 0;  // root's, or a group of the caller's
  fchmod(descriptor, same_owner ? old.mode & kModes : old.mode & 0777);
}

void refuse_to_write(const std::string& label, const std::string& why) {
  throw FileError(fmt::format("{}: cannot be written: {}", label, why));
}

}  // namespace testbench
