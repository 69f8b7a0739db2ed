// SPDX-License-Identifier: Apache-2.0
#include "testbench/tool/cli/command_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <optional>

#include "testbench/tool/cli/help.hpp"
#include "testbench/tool/request/options.hpp"
#include "testbench/tool/request/words.hpp"

namespace testbench {
namespace {

using Words = std::vector<std::string>;

bool is_option(const std::string& word) {
  return word.size() > 1 && word[0] == '-' && std::isdigit(static_cast<unsigned char>(word[1])) == 0;
}

std::optional<ReadWords::Asks> help_asked_by(const std::string& word) {
  if (word == "--help" || word == "-h") return ReadWords::Asks::kHelp;
  if (word == "--help-all") return ReadWords::Asks::kAllHelp;
  return std::nullopt;
}

// Reads the words of one command, from the first word after its name.
class CommandWords {
 public:
  CommandWords(std::string command, const Words& words) : command_(std::move(command)), words_(words) {}

  ReadWords read() {
    if (const auto help = asked_help()) return {*help, command_, {}};
    while (next_ < words_.size()) {
      const std::string& word = words_[next_++];
      if (is_option(word)) {
        read_option(word);
      } else {
        read_positional(word);
      }
    }
    refuse_clashes(given_, command_);
    require_options(given_, command_);
    return {ReadWords::Asks::kCommand, command_, given_};
  }

 private:
  // A help flag that stands as the value of an option does not count.
  std::optional<ReadWords::Asks> asked_help() const {
    for (std::size_t i = next_; i < words_.size(); ++i) {
      if (const auto help = help_asked_by(words_[i])) return help;
      if (words_[i] == "--schema" && find_option("--json", command_) != nullptr) return ReadWords::Asks::kSchema;
      const Option* const option = is_option(words_[i]) ? find_option(words_[i], command_) : nullptr;
      if (option != nullptr && !option->is_flag()) ++i;
    }
    return std::nullopt;
  }

  void read_option(const std::string& word) {
    const std::size_t equals = word.starts_with("--") ? word.find('=') : std::string::npos;
    const std::string name = word.substr(0, equals);
    const Option* const option = find_option(name, command_);
    const bool is_of_help = help_asked_by(name) || name == "--schema";
    if ((is_of_help || (option != nullptr && option->is_flag())) && equals != std::string::npos) {
      throw UsageError(fmt::format("{}: takes no value; leave {} out", word, word.substr(equals)));
    }
    if (option == nullptr) refuse_unknown(word, name);
    if (given_.find(name) != nullptr) throw UsageError(fmt::format("{}: is given twice; give it once", name));
    if (option->is_flag()) return given_.add(name, "");
    if (equals == std::string::npos && next_ == words_.size()) {
      throw UsageError(fmt::format("{}: needs a value after it{}", name, see()));
    }
    const std::string value = equals != std::string::npos ? word.substr(equals + 1) : words_[next_++];
    if (value.empty()) {
      throw UsageError(fmt::format("{} '': must not be empty; {}{}", name,
                                   is_required(*option) ? "give it a value" : fmt::format("leave {} out", name),
                                   hint_of(*option)));
    }
    if (equals == std::string::npos && is_option(value) &&
        (help_asked_by(value) || find_option(value, command_) != nullptr)) {
      throw UsageError(fmt::format("{}: needs a value before {}{}", name, value, see()));
    }
    const bool is_path = option->type == "FILE" || option->type == "DIR";
    if (is_path && value[0] == '-') {
      throw UsageError(
          fmt::format("{} {}: must not begin with -; a file of that name is ./{}, standard output is /dev/stdout", name,
                      value, value));
    }
    given_.add(name, value);
  }

  void read_positional(const std::string& word) {
    const std::vector<const Option*> options = options_of(command_);
    const auto taken = std::ranges::find_if(options, &Option::is_positional);
    const bool takes_one = taken != options.end() && !(*taken)->type.ends_with("...");
    if (taken == options.end() || (takes_one && given_.find((*taken)->name) != nullptr)) {
      throw UsageError(fmt::format("{}: is one word too many for {}{}", word.empty() ? "''" : word, command_, see()));
    }
    given_.add((*taken)->name, word);
  }

  [[noreturn]] void refuse_unknown(const std::string& word, const std::string& name) const {
    Words names{"--help", "--help-all"};
    for (const Option* const option : options_of(command_)) {
      if (!option->is_positional()) names.push_back(option->name);
    }
    const bool has_value = next_ < words_.size() && !is_option(words_[next_]) && name == word;
    throw UsageError(fmt::format("{}{}: {} has no option {}{}{}", word, has_value ? " " + words_[next_] : "", command_,
                                 name, did_you_mean(name, names), see()));
  }

  bool is_required(const Option& option) const {
    const Option::Required& required = use_of(option, command_).required;
    return !required.say.empty();
  }
  static std::string hint_of(const Option& option) {
    return option.name == "--rtl-nodes" ? "; it must be addresses and ranges like 0,3,5-7, or all" : "";
  }

  std::string see() const { return fmt::format("; see cubecast {} --help", command_); }

  std::string command_;
  const Words& words_;
  std::size_t next_ = 1;
  GivenOptions given_;
};

}  // namespace

ReadWords read_words(const Words& words) {
  if (!words.empty()) {
    if (const auto help = help_asked_by(words.front())) return {*help, "", {}};
  }
  const Words commands = command_names();
  const std::string known = either_of(commands);
  if (words.empty()) throw UsageError(fmt::format("command: none is given; must be {}; see cubecast --help", known));
  const std::string& first = words.front();
  if (first == "--version") {
    if (words.size() > 1) throw UsageError(fmt::format("{}: is one word too many after --version", words[1]));
    return {ReadWords::Asks::kVersion, "", {}};
  }
  if (is_option(first)) {
    const bool has_value = words.size() > 1 && !is_option(words[1]);
    throw UsageError(fmt::format("{}{}: cubecast has no option {} before its command{}; see cubecast --help", first,
                                 has_value ? " " + words[1] : "", first, did_you_mean(first, {"--help", "--version"})));
  }
  if (std::ranges::find(commands, first) == commands.end()) {
    throw UsageError(fmt::format("command {}: must be {}{}; see cubecast --help", first.empty() ? "''" : first, known,
                                 did_you_mean(first, commands)));
  }
  return CommandWords(first, words).read();
}

}  // namespace testbench
