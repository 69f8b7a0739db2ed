// SPDX-License-Identifier: Apache-2.0
#include "testbench/files/command_files.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace testbench {
namespace {

enum class Purpose { kStandardStream, kInput, kOutput };

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
  if (a.purpose == Purpose::kInput) {
    throw FileError(fmt::format("{}: is the file that {} reads; give another", b.label, a.label));
  }
  throw FileError(fmt::format("{}: is the same file as {}; give two", b.label, a.label));
}

}  // namespace

const NamedFile& CommandFiles::input(const std::string& option, const std::filesystem::path& path) {
  return inputs_.emplace_back(fmt::format("{} {}", option, path.string()), look_at(path)).second;
}

OutputFile& CommandFiles::output(const std::string& option, const std::filesystem::path& path,
                                 OutputFile::Accepts accepts) {
  return outputs_.emplace_back(option, path, accepts);
}

OutputFolder& CommandFiles::folder(const std::string& option, const std::filesystem::path& path,
                                   std::vector<std::string> names) {
  return folders_.emplace_back(option, path, std::move(names));
}

void CommandFiles::check() const {
  for (const auto& [label, file] : inputs_) check_input(label, file);
  for (const OutputFile& output : outputs_) output.check();
  for (const OutputFolder& folder : folders_) folder.check();

  std::vector<Use> uses;  // by purpose
  append_standard_streams(uses);
  for (const auto& [label, file] : inputs_) uses.push_back({Purpose::kInput, label, file});
  for (const OutputFile& output : outputs_) uses.push_back({Purpose::kOutput, output.label(), output.file()});
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
