// SPDX-License-Identifier: Apache-2.0
#include "testbench/tool/commands/checkpoint_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <nlohmann/json.hpp>
#include <span>
#include <utility>
#include <vector>

#include "testbench/engines/models/content_hash.hpp"
#include "testbench/ground/files/interruption.hpp"
#include "testbench/ground/files/named_file.hpp"
#include "testbench/ground/files/output_file.hpp"
#include "testbench/ground/files/standard_streams.hpp"
#include "testbench/plans/networks/spec.hpp"
#include "testbench/tool/cli/command_line.hpp"

namespace testbench {
namespace {

constexpr const char* kFormat = "cubecast checkpoint 1";
constexpr std::size_t kPiece = std::size_t{1} << 20;  // bytes of the largest
constexpr std::size_t kMostLine = std::size_t{1} << 20;

nlohmann::ordered_json json_of(const RunIdentity& identity) {
  return {{"format", kFormat},      {"version", identity.version}, {"program", identity.program},
          {"run", identity.run},    {"records", identity.records}, {"data", identity.data},
          {"ranks", identity.ranks}};
}

// The identity must be that of a checkpoint of this format.
std::string command_in(const nlohmann::ordered_json& identity) {
  std::string command = identity["run"];
  for (const nlohmann::ordered_json& option : identity["records"]) command += " " + option.get<std::string>();
  return command;
}

std::string bytes_of(std::uint32_t length) {
  return {reinterpret_cast<const char*>(&length), sizeof length};
}
std::string_view chars_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// Hands what an archive writes on in pieces.
class Pieces {
 public:
  explicit Pieces(std::function<void(Bytes)> take) : take_(std::move(take)) {}

  void write(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
      const auto part = bytes.first(std::min(bytes.size(), kPiece - piece_.size()));
      append_all(piece_, part);
      bytes = bytes.subspan(part.size());
      if (piece_.size() == kPiece) flush();
    }
  }
  // The last piece, and the empty one that ends all.
  void finish() {
    if (!piece_.empty()) flush();
    take_({});
  }

 private:
  void flush() {
    take_(std::exchange(piece_, {}));
    piece_.reserve(kPiece);
  }

  std::function<void(Bytes)> take_;
  Bytes piece_;
};

// Gives an archive what it reads.
class ReadPieces {
 public:
  explicit ReadPieces(std::function<Bytes()> next) : next_(std::move(next)) {}

  // The hash has shown that all of it is there.
  void read(std::span<std::byte> bytes) {
    while (!bytes.empty()) {
      if (place_ == piece_.size()) {
        piece_ = next_();
        place_ = 0;
        if (piece_.empty()) throw std::logic_error("the state in a checkpoint is shorter than that of the run");
      }
      const std::size_t count = std::min(bytes.size(), piece_.size() - place_);
      std::memcpy(bytes.data(), piece_.data() + place_, count);
      place_ += count;
      bytes = bytes.subspan(count);
    }
  }
  void finish() {
    if (place_ != piece_.size() || !next_().empty()) {
      throw std::logic_error("the state in a checkpoint is longer than that of the run");
    }
  }

 private:
  std::function<Bytes()> next_;
  Bytes piece_;
  std::size_t place_ = 0;
};

// A file that is hashed as it is written.
class HashedFile {
 public:
  explicit HashedFile(const std::filesystem::path& path) : file_("--checkpoint", path, OutputFile::Accepts::kFiles) {
    file_.check();
    file_.open();
  }
  void write(std::string_view bytes) {
    hash_.add(bytes);
    file_.stream() << bytes;
  }
  void publish() {
    const std::array<char, RunningHash::kBytes> digest = hash_.bytes();
    file_.stream().write(digest.data(), digest.size());
    file_.finish(OutputFile::Then::kOnDisk);
    file_.publish();
  }

 private:
  OutputFile file_;
  RunningHash hash_;
};

// Whether the last bytes are the hash of those before. The stream then stands at the beginning.
bool is_whole(std::ifstream& in) {
  in.seekg(0, std::ios::end);
  std::streamoff left = in.tellg();
  left -= RunningHash::kBytes;
  in.seekg(0);
  RunningHash hash;
  std::vector<char> piece(kPiece);
  for (; left > 0; left -= in.gcount()) {
    in.read(piece.data(), std::min<std::streamoff>(left, static_cast<std::streamoff>(piece.size())));
    if (in.gcount() == 0) return false;
    hash.add({piece.data(), static_cast<std::size_t>(in.gcount())});
  }
  std::array<char, RunningHash::kBytes> digest{};
  const bool has_hash = left == 0 && in.read(digest.data(), digest.size());
  in.clear();
  in.seekg(0);
  return has_hash && digest == hash.bytes();
}

}  // namespace

RunIdentity identity_of(const Result& result, bool keeps_payloads, const Ranks* ranks) {
  RunIdentity identity;
  identity.version = kVersion;
  identity.program = hash_of_file("/proc/self/exe");
  identity.run = printable(command_of(result));  // a name may be no UTF-8
  if (result.experiment.setting().latency) identity.records.emplace_back("--latency");
  if (result.experiment.setting().link_load) identity.records.emplace_back("--links");
  if (keeps_payloads && !result.payload) identity.records.emplace_back("--output");
  const collectives::Operation& operation = result.operation();
  RunningHash data;
  if (!files_of(result.experiment.network()).empty()) data.add(graph_hash(operation.network));
  if (const std::optional<Counts>& counts = result.experiment.counts()) {
    data.add(chars_of(std::as_bytes(std::span(counts->packets))));
  }
  const MeshSetting& setting = result.experiment.setting();
  for (const auto& values : {setting.latencies, setting.widths}) {
    if (values) data.add(chars_of(std::as_bytes(std::span(values->all()))));
  }
  if (result.payload) data.add(hash_of_file(result.payload->path));
  identity.data = data.digits();
  identity.ranks = ranks == nullptr ? 1 : ranks->count();
  return identity;
}

void CheckpointFiles::resume(const std::filesystem::path& path) {
  resumes_ = true;
  label_ = fmt::format("--resume {}", path.string());
  if (!is_first()) return;
  const auto refuse = [&](const std::string& why) { throw FileError(fmt::format("{}: {}", label_, why)); };
  in_.open(path, std::ios::binary);
  if (!in_.is_open()) refuse(fmt::format("cannot be read: {}; give a checkpoint", reason()));
  std::string line(kMostLine, '\0');
  in_.getline(line.data(), static_cast<std::streamsize>(line.size()));
  line.resize(std::strlen(line.c_str()));
  in_.clear();
  const auto found = nlohmann::ordered_json::parse(line, nullptr, false);
  const auto is = [&found](const char* key, const nlohmann::ordered_json& value) {
    return found.is_object() && found.contains(key) && found[key] == value;
  };
  if (!is("format", kFormat)) {
    refuse("is no checkpoint of this version; give a file that --checkpoint has written");
  }
  if (!is_whole(in_)) refuse("is damaged, or not all of it is there; give another, or leave it out to begin anew");
  std::getline(in_, line);

  const nlohmann::ordered_json mine = json_of(identity_);
  const auto text = [&found](const char* key) { return found.contains(key) ? found[key].dump() : "?"; };
  const auto differs = [&](const char* key) { return !is(key, mine[key]); };
  if (differs("version") || differs("program")) {
    refuse(
        fmt::format("is by another build of cubecast, {}; continue with the program that has written it, or leave it "
                    "out to begin anew",
                    text("version")));
  }
  if (differs("run") || differs("records")) {
    refuse(fmt::format("is of another run, '{}', not of '{}'; give the same options, or leave it out to begin anew",
                       command_in(found), command_in(mine)));
  }
  if (differs("ranks")) refuse(fmt::format("is of {} ranks; give as many by mpirun -np", text("ranks")));
  if (differs("data")) refuse("is of a run with other files; give the same files, or leave it out to begin anew");
}

void CheckpointFiles::write_to(const std::filesystem::path& path, double minutes) {
  path_ = path;
  interval_ = std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(60 * minutes));
  due_ = Clock::now() + interval_;
}

Checkpoints CheckpointFiles::checkpoints() {
  Checkpoints made;
  if (resumes_) made.read = [this](const Checkpoints::Serialize& serialize) { read(serialize); };
  if (!path_) return made;
  made.is_due = [this](std::uint64_t) { return is_due(); };
  made.write = [this](const Checkpoints::Serialize& serialize) { write(serialize); };
  return made;
}

// By the clock of rank 0.
bool CheckpointFiles::is_due() {
  std::uint64_t due[] = {is_first() && Clock::now() >= due_ ? 1u : 0u};
  if (ranks_ != nullptr) ranks_->sum(due);
  return due[0] != 0;
}

// A piece goes from one rank to another. All call it, and learn whether it is empty.
Bytes CheckpointFiles::passed(unsigned from, unsigned to, Bytes piece) {
  if (ranks_ == nullptr) return piece;
  std::vector<Bytes> letters(count());
  if (rank() == from) {
    if (!piece.empty()) std::ranges::fill(letters, Bytes(1));
    append_all(letters[to], std::span<const std::byte>(piece));
  }
  Bytes came = std::move(ranks_->exchange(letters)[from]);
  if (rank() == to && !came.empty()) came.erase(came.begin());
  return came;
}

void CheckpointFiles::write(const Checkpoints::Serialize& serialize) {
  is_tried_ = true;
  std::optional<FileError> trouble;
  std::optional<HashedFile> file;
  const auto attempt = [&](const std::function<void()>& step) {
    if (!is_first() || trouble) return;
    try {
      step();
    } catch (const FileError& error) {
      trouble = error;
    }
  };
  attempt([&] {
    file.emplace(*path_);
    file->write(json_of(identity_).dump() + '\n');
  });
  for (unsigned from = 0; from < count(); ++from) {
    const auto pass = [&](Bytes piece) {
      const Bytes came = passed(from, 0, std::move(piece));
      attempt([&] {
        file->write(bytes_of(static_cast<std::uint32_t>(came.size())));
        file->write(chars_of(came));
      });
      return !came.empty();
    };
    if (rank() != from) {
      while (pass({})) continue;
      continue;
    }
    Pieces pieces(pass);
    Archive archive = Archive::writing([&](std::span<const std::byte> bytes) { pieces.write(bytes); });
    serialize(archive);
    pieces.finish();
  }
  attempt([&] { file->publish(); });
  const std::string told = std::exchange(trouble_, trouble ? trouble->what() : "");
  if (!trouble)
    hint_if_interrupted(fmt::format("--resume {} continues from the last checkpoint",
                                    printable(path_.value_or(std::filesystem::path()).string())));
  if (trouble && trouble_ != told) complain(fmt::format("{}; the run continues", trouble_));
  due_ = Clock::now() + interval_;
}

void CheckpointFiles::read(const Checkpoints::Serialize& serialize) {
  for (unsigned to = 0; to < count(); ++to) {
    const auto next = [&] {
      Bytes piece;
      if (is_first()) {
        std::uint32_t length = 0;
        in_.read(reinterpret_cast<char*>(&length), sizeof length);
        piece.resize(length);
        in_.read(reinterpret_cast<char*>(piece.data()), length);
        if (!in_) throw FileError(fmt::format("{}: has become shorter while it was read; give another", label_));
      }
      return passed(0, to, std::move(piece));
    };
    if (rank() != to) {
      while (!next().empty()) continue;
      continue;
    }
    ReadPieces pieces(next);
    Archive archive = Archive::reading([&](std::span<std::byte> bytes) { pieces.read(bytes); });
    serialize(archive);
    pieces.finish();
  }
  in_.close();
}

}  // namespace testbench
