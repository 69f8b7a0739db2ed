// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <random>
#include <string_view>
#include <unordered_map>

#include "testbench/ground/files/named_file.hpp"
#include "testbench/ground/files/numeral.hpp"
#include "testbench/ground/files/standard_streams.hpp"
#include "testbench/plans/networks/spec.hpp"
#include "testbench/tool/request/request.hpp"
#include "testbench/tool/request/words.hpp"

namespace testbench {
namespace {

constexpr std::int64_t kDefaultMost = 4;
// Enough for a line of 64 characters for each node of the largest network.
constexpr std::uintmax_t kMaxBytes = std::uintmax_t{network::kMaxNodes} * 64;

class CountsFile {
 public:
  // `most`: packets of a line. Each of them is sent `rounds` times.
  CountsFile(const std::string& path, const Network& network, std::uint32_t most, std::uint32_t rounds)
      : label_("--counts " + printable(path)),
        path_(path),
        network_(network),
        most_(most),
        rounds_(rounds),
        lines_(network.nodes(), 0) {}

  std::vector<std::uint32_t> read() {
    std::ifstream in = opened();
    std::vector<std::uint32_t> packets(network_.nodes(), 0);
    for (std::string text; std::getline(in, text);) {
      constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
      std::string_view line = text;
      if (++line_ == 1 && line.starts_with(kByteOrderMark)) line.remove_prefix(kByteOrderMark.size());
      take(line.substr(0, line.find('#')), packets);
    }
    if (in.bad()) throw FileError(fmt::format("{}: cannot be read: {}", label_, std::strerror(errno)));
    if (std::ranges::any_of(packets, [](std::uint32_t count) { return count != 0; })) return packets;
    throw FileError(fmt::format("{}: has no packets for any node; give one at least", label_));
  }

 private:
  std::ifstream opened() const {
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(path_, error);
    if (error) throw FileError(fmt::format("{}: {}; give a regular file", label_, error.message()));
    if (!std::filesystem::is_regular_file(status)) {
      throw FileError(fmt::format("{}: is no regular file; give one", label_));
    }
    if (std::filesystem::file_size(path_, error) > kMaxBytes) {
      throw FileError(
          fmt::format("{}: is longer than {} bytes; give a line for each relative address", label_, kMaxBytes));
    }
    std::ifstream in(path_);
    if (!in) throw FileError(fmt::format("{}: cannot be read: {}", label_, std::strerror(errno)));
    return in;
  }

  // The last word of a line is the number of packets. The text before it is the address, because
  // names may contain blanks.
  void take(std::string_view text, std::vector<std::uint32_t>& packets) {
    constexpr std::string_view kBlank = " \t\r\v\f";
    const auto trimmed = [&](std::string_view part) {
      part.remove_prefix(std::min(part.find_first_not_of(kBlank), part.size()));
      return part.substr(0, part.find_last_not_of(kBlank) + 1);
    };
    text = trimmed(text);
    if (text.empty()) return;
    const std::size_t blank = text.find_last_of(kBlank);
    if (blank == std::string_view::npos) {
      refuse(text, "must be a relative address and its packets, like 1 3");
    }
    const std::string_view address = trimmed(text.substr(0, blank));
    const std::string_view count = text.substr(blank + 1);
    const std::uint32_t seen = address_of(address);
    const std::optional<std::uint32_t> number = number_in(count, {0, most_});
    if (!number) {
      refuse(count, fmt::format("must be a number of packets, 0..{}, with --packets {}{}", most_, rounds_,
                                form_of_whole_number(count)));
    }
    if (seen == 0 && *number != 0) {
      refuse(text, "a node sends nothing to itself; leave relative address 0 out, or give it 0");
    }
    if (lines_[seen] != 0) refuse(address, fmt::format("stands in line {} already; give it once", lines_[seen]));
    lines_[seen] = line_;
    packets[seen] = *number;
  }

  std::uint32_t address_of(std::string_view text) {
    if (names_.empty()) {
      for (const Address node : network::addresses(network_.nodes()))
        names_.emplace(network_.name(node), node.number());
    }
    // A name that is a number is the number of the node.
    if (const auto number = number_in(text, {0, network_.nodes() - 1})) return *number;
    const auto found = names_.find(std::string(text));
    if (found != names_.end()) return found->second;
    refuse(text, fmt::format("must be a relative address, 0..{}{}, or a name like {}", network_.nodes() - 1,
                             form_of_whole_number(text), network_.name(Address(network_.nodes() - 1))));
  }

  [[noreturn]] void refuse(std::string_view word, const std::string& reason) const {
    constexpr std::size_t kMostShown = 32;
    throw FileError(fmt::format("{}, line {}: {}{}: {}", label_, line_, printable(word.substr(0, kMostShown)),
                                word.size() > kMostShown ? "..." : "", reason));
  }

  std::string label_;
  std::string path_;
  const Network& network_;
  std::uint32_t most_;
  std::uint32_t rounds_;
  unsigned line_ = 0;
  std::vector<unsigned> lines_;  // by relative address: the line that names it
  std::unordered_map<std::string, std::uint32_t> names_;
};

// The generator is the same on every machine, unlike the distributions of the standard library.
std::vector<std::uint32_t> random_counts(std::uint32_t nodes, std::uint64_t seed, std::uint32_t most) {
  std::mt19937_64 random(seed);
  std::vector<std::uint32_t> packets(nodes, 0);
  const auto is_empty = [&] { return std::ranges::all_of(packets, [](std::uint32_t count) { return count == 0; }); };
  while (is_empty()) {
    for (std::uint32_t seen = 1; seen < nodes; ++seen) {
      packets[seen] = static_cast<std::uint32_t>(random() % (std::uint64_t{most} + 1));
    }
  }
  return packets;
}

}  // namespace

std::string Parameters::counts_words() const {
  if (counts) return "--counts " + printable(*counts);
  return counts_seed   ? "--counts-seed " + counts_seed->text()
         : counts_most ? "--counts-most " + counts_most->text()
                       : "";
}

Counts counts_for(const Parameters& request, const Network& network, const std::string& at, std::uint32_t rounds) {
  // The limit on all packets between two nodes.
  const std::int64_t most = most_packets(network.nodes()) / rounds;
  if (request.counts) {
    return {request.counts, 0, 0,
            CountsFile(*request.counts, network, static_cast<std::uint32_t>(most), rounds).read()};
  }
  Counts counts;
  if (!request.counts_seed) return counts;
  counts.seed = static_cast<std::uint64_t>(number_of("--counts-seed", *request.counts_seed));
  const Number chosen = request.counts_most.value_or(Number(std::min(kDefaultMost, most)));
  counts.most = static_cast<std::uint32_t>(chosen.within("--counts-most", 1, most, at));
  counts.packets = random_counts(network.nodes(), counts.seed, counts.most);
  return counts;
}

}  // namespace testbench
