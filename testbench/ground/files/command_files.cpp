// SPDX-License-Identifier: Apache-2.0
#include "testbench/ground/files/command_files.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <string_view>
#include <utility>

#include "testbench/ground/files/named_file.hpp"
#include "testbench/ground/files/output_file.hpp"
#include "testbench/ground/files/standard_streams.hpp"

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

namespace {

enum class Purpose { kStandardStream, kInput, kOldCheckpoint, kOutput, kCheckpoint };

struct Use {
  Purpose purpose;
  std::string label;
  NamedFile file;
};

void check_input(const std::string& label, const NamedFile& file) {
  const auto refuse = [&](const std::string& why) {
    throw FileError(fmt::format("{}: cannot be read: {}; give a regular file", label, why));
  };
  if (file.kind == FileKind::kUnknown) refuse(file.trouble);
  if (file.kind == FileKind::kNew || file.kind == FileKind::kLost) refuse("it is not there");
  if (!S_ISREG(file.mode)) refuse(fmt::format("it is {}", what_it_is(file)));
  if (!may(file.path, R_OK)) refuse(reason());
}

// Adds standard output and standard error if they are regular files. A device or pipe may take more
// than one text.
void append_standard_streams(std::vector<Use>& uses) {
  for (const auto& [path, label] : {std::pair("/dev/stdout", "standard output"), {"/dev/stderr", "standard error"}}) {
    const NamedFile file = look_at(path);
    if (S_ISREG(file.mode)) uses.push_back({Purpose::kStandardStream, label, file});
  }
}

void require_different(const Use& a, const Use& b) {
  if (a.label == b.label || !same_file(a.file, b.file)) return;
  if (a.purpose == b.purpose && a.purpose != Purpose::kOutput) return;
  if (a.purpose == Purpose::kStandardStream) {
    if (b.file.kind == FileKind::kDescriptor) return;  // the caller says so
    throw FileError(fmt::format("{}: is where {} goes; give another file", b.label, a.label));
  }
  if (a.purpose == Purpose::kOldCheckpoint && b.purpose == Purpose::kCheckpoint) return;
  if (a.purpose == Purpose::kInput || a.purpose == Purpose::kOldCheckpoint) {
    throw FileError(fmt::format("{}: is the file that {} reads; give another", b.label, a.label));
  }
  throw FileError(fmt::format("{}: is the same file as {}; give two", b.label, a.label));
}

}  // namespace

const NamedFile& CommandFiles::input(const std::string& option, const std::filesystem::path& path) {
  return inputs_.emplace_back(fmt::format("{} {}", option, path.empty() ? "''" : path.string()), look_at(path)).second;
}

void CommandFiles::read_elsewhere(const std::string& option, const std::vector<std::filesystem::path>& paths) {
  for (const std::filesystem::path& path : paths) {
    read_elsewhere_.emplace_back(fmt::format("{} {}", option, path.string()), look_at(path));
  }
}

void CommandFiles::read_elsewhere(const CommandFiles& inputs_of) {
  for (const auto* const inputs : {&inputs_of.inputs_, &inputs_of.old_checkpoints_, &inputs_of.read_elsewhere_}) {
    read_elsewhere_.insert(read_elsewhere_.end(), inputs->begin(), inputs->end());
  }
}

OutputFile& CommandFiles::output(const std::string& option, const std::filesystem::path& path,
                                 OutputFile::Accepts accepts) {
  return outputs_.emplace_back(option, path, accepts);
}

void CommandFiles::checkpoint(const std::string& option, const std::filesystem::path& path) {
  checkpoints_.emplace_back(option, path, OutputFile::Accepts::kFiles);
}

void CommandFiles::old_checkpoint(const std::string& option, const std::filesystem::path& path) {
  old_checkpoints_.emplace_back(fmt::format("{} {}", option, path.string()), look_at(path));
}

OutputFolder& CommandFiles::folder(const std::string& option, const std::filesystem::path& path,
                                   std::vector<std::string> names) {
  return folders_.emplace_back(option, path, std::move(names));
}

void CommandFiles::check() const {
  for (const auto* const inputs : {&inputs_, &old_checkpoints_}) {
    for (const auto& [label, file] : *inputs) check_input(label, file);
  }
  for (const OutputFile& output : outputs_) output.check();
  for (const OutputFile& output : checkpoints_) output.check();
  for (const OutputFolder& folder : folders_) folder.check();

  std::vector<Use> uses;  // by purpose
  append_standard_streams(uses);
  for (const auto& [label, file] : inputs_) uses.push_back({Purpose::kInput, label, file});
  for (const auto& [label, file] : read_elsewhere_) {
    if (S_ISREG(file.mode)) uses.push_back({Purpose::kInput, label, file});
  }
  for (const auto& [label, file] : old_checkpoints_) uses.push_back({Purpose::kOldCheckpoint, label, file});
  for (const OutputFile& output : outputs_) uses.push_back({Purpose::kOutput, output.label(), output.file()});
  for (const OutputFile& output : checkpoints_) {
    uses.push_back({Purpose::kCheckpoint, output.label(), output.file()});
  }
  const std::size_t single = uses.size();
  for (const OutputFolder& folder : folders_) {
    for (const NamedFile& file : folder.files()) uses.push_back({Purpose::kOutput, folder.label(), file});
  }
  for (std::size_t i = 0; i < single; ++i) {
    for (std::size_t j = i + 1; j < uses.size(); ++j) require_different(uses[i], uses[j]);
  }
}

void CommandFiles::open() {
  for (OutputFile& output : outputs_) output.open();
  for (OutputFolder& folder : folders_) folder.open();
}

template <class Step>
void CommandFiles::attempt(Step step) {
  try {
    step();
  } catch (const FileError& error) {
    if (!first_error_) first_error_ = error;
  }
}

void CommandFiles::finish() {
  for (OutputFile& output : outputs_) attempt([&] { output.finish(); });
  for (const OutputFolder& folder : folders_) attempt([&] { folder.finish(); });
}

void CommandFiles::publish() {
  hold_signals();
  for (OutputFile& output : outputs_) attempt([&] { output.publish(); });
  for (OutputFolder& folder : folders_) attempt([&] { folder.publish(); });
  if (first_error_) throw FileError(*first_error_);
}

}  // namespace testbench
