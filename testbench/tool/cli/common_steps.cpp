// SPDX-License-Identifier: Apache-2.0
#include "testbench/tool/cli/common_steps.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <exception>
#include <new>
#include <optional>

#include "testbench/engines/mpi/mpi_ranks.hpp"
#include "testbench/ground/files/standard_streams.hpp"
#include "testbench/tool/cli/command_line.hpp"
#include "testbench/tool/printer/progress.hpp"

namespace testbench {
namespace {

std::string words_of_command;

std::optional<std::string> failure_of(const std::function<void()>& step) {
  try {
    step();
    return std::nullopt;
  } catch (const std::bad_alloc&) {
    return "there is not enough memory for this; use a smaller network or fewer packets";
  } catch (const std::exception& error) {
    return error.what();
  }
}

}  // namespace

void together(Ranks* ranks, const std::function<void()>& step) {
  if (ranks == nullptr) return step();
  std::optional<PlacedText> failure;
  if (const std::optional<std::string> words = failure_of(step)) failure = PlacedText{ranks->rank(), *words};
  failure = first_of(*ranks, failure);
  if (!failure) return;
  if (ranks->rank() != 0) throw EndsWithOthers{};
  throw CommonFault(failure->place == 0 ? failure->text : fmt::format("rank {}: {}", failure->place, failure->text));
}

void remember_words(const std::vector<std::string>& words) {
  words_of_command = fmt::format("{} {}", kVersion, fmt::join(words, " "));
}

std::string command_as_typed() {
  return "cubecast" + words_of_command.substr(std::min(words_of_command.find(' '), words_of_command.size()));
}

namespace {

Ranks& joined(const std::string& what) {
  try {
    return join_ranks();
  } catch (const std::runtime_error& error) {
    throw UsageError(fmt::format("{}: {}", what, error.what()));
  }
}

}  // namespace

Ranks& join_others(const std::string& what) {
  Ranks& ranks = joined(what);
  const std::optional<PlacedText> of_first =
      first_of(ranks, ranks.rank() == 0 ? std::optional(PlacedText{0, words_of_command}) : std::nullopt);
  together(&ranks, [&] {
    if (of_first && words_of_command == of_first->text) return;
    throw UsageError(
        fmt::format("runs '{}', and rank 0 '{}'", words_of_command, of_first ? of_first->text : "nothing"));
  });
  return ranks;
}

Experiment resolve_on_terminal(const Parameters& parameters) {
  const SecondsLine line(fmt::format("planning {}", printable(parameters.collective.value_or(""))));
  return resolve(parameters);
}

}  // namespace testbench
