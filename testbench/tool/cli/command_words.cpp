// SPDX-License-Identifier: Apache-2.0
#include "testbench/tool/cli/command_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <utility>

#include "testbench/tool/request/conditions.hpp"
#include "testbench/tool/request/words.hpp"

namespace testbench {
namespace {

using Words = std::vector<std::string>;

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* const option : app.get_options()) {
    if (option->nonpositional()) names.push_back(option->get_name());
  }
  return names;
}

bool is_option(const std::string& word) {
  return word.size() > 1 && word[0] == '-' && std::isdigit(static_cast<unsigned char>(word[1])) == 0;
}

bool is_help(const std::string& word) {
  return word == "--help" || word == "-h";
}

// Checks the words of one command, from the first word after its name.
class CommandWords {
 public:
  CommandWords(CLI::App& app, const Words& words, std::size_t first) : app_(app), words_(words), next_(first) {}

  void check() {
    if (asks_for_help()) return;
    while (next_ < words_.size()) {
      const std::string& word = words_[next_++];
      if (is_option(word)) {
        check_option(word);
      } else {
        check_positional(word);
      }
    }
    refuse_clashes(given_, app_.get_name());
    require_options(given_, app_.get_name());
  }

 private:
  // A help flag that stands as the value of an option does not count.
  bool asks_for_help() const {
    for (std::size_t i = next_; i < words_.size(); ++i) {
      if (is_help(words_[i])) return true;
      const CLI::Option* const option = is_option(words_[i]) ? app_.get_option_no_throw(words_[i]) : nullptr;
      if (option != nullptr && option->get_items_expected_max() != 0) ++i;
    }
    return false;
  }

  void check_option(const std::string& word) {
    const std::size_t equals = word.starts_with("--") ? word.find('=') : std::string::npos;
    const std::string name = word.substr(0, equals);
    const CLI::Option* const option = name == "--" ? nullptr : app_.get_option_no_throw(name);
    if (option == nullptr) refuse_unknown(word, name);
    if (given_.find(name) != nullptr) throw UsageError(fmt::format("{}: is given twice; give it once", name));
    const bool is_flag = option->get_items_expected_max() == 0;
    if (is_flag && equals != std::string::npos) {
      throw UsageError(fmt::format("{}: takes no value; leave {} out", word, word.substr(equals)));
    }
    if (is_flag) return given_.add(name, "");
    if (equals == std::string::npos && next_ == words_.size()) {
      throw UsageError(fmt::format("{}: needs a value after it{}", name, see()));
    }
    const std::string value = equals != std::string::npos ? word.substr(equals + 1) : words_[next_++];
    if (value.empty()) {
      throw UsageError(fmt::format("{} '': must not be empty; {}{}", name,
                                   is_required(*option) ? "give it a value" : fmt::format("leave {} out", name),
                                   hint_of(*option)));
    }
    if (equals == std::string::npos && is_option(value) && app_.get_option_no_throw(value) != nullptr) {
      throw UsageError(fmt::format("{}: needs a value before {}{}", name, value, see()));
    }
    const bool is_path = option->get_type_name() == "FILE" || option->get_type_name() == "DIR";
    if (is_path && value[0] == '-') {
      throw UsageError(
          fmt::format("{} {}: must not begin with -; a file of that name is ./{}, standard output is /dev/stdout", name,
                      value, value));
    }
    given_.add(name, value);
  }

  void check_positional(const std::string& word) {
    const std::vector<const CLI::Option*> taken =
        std::as_const(app_).get_options([](const CLI::Option* each) { return each->get_positional(); });
    if (taken.empty() || ++positionals_ > taken.front()->get_items_expected_max()) {
      throw UsageError(
          fmt::format("{}: is one word too many for {}{}", word.empty() ? "''" : word, app_.get_name(), see()));
    }
    given_.add(taken.front()->get_name(), word);
  }

  [[noreturn]] void refuse_unknown(const std::string& word, const std::string& name) const {
    const bool has_value = next_ < words_.size() && !is_option(words_[next_]) && name == word;
    throw UsageError(fmt::format("{}{}: {} has no option {}{}{}", word, has_value ? " " + words_[next_] : "",
                                 app_.get_name(), name, did_you_mean(name, option_names(app_)), see()));
  }

  // The command itself asks for a required option and says what is missing; its help text ends with
  // REQUIRED.
  static bool is_required(const CLI::Option& option) { return option.get_description().ends_with("REQUIRED"); }
  static std::string hint_of(const CLI::Option& option) {
    return option.get_name() == "--rtl-nodes" ? "; it must be addresses and ranges like 0,3,5-7, or all" : "";
  }

  std::string see() const { return fmt::format("; see cubecast {} --help", app_.get_name()); }

  CLI::App& app_;
  const Words& words_;
  std::size_t next_;
  int positionals_ = 0;
  GivenOptions given_;
};

}  // namespace

void check_words(CLI::App& app, const Words& words) {
  if (!words.empty() && is_help(words.front())) return;
  std::vector<std::string> commands;
  for (const CLI::App* const command : app.get_subcommands(nullptr)) commands.push_back(command->get_name());
  const std::string known = either_of(commands);
  if (words.empty()) throw UsageError(fmt::format("command: none is given; must be {}; see cubecast --help", known));
  const std::string& first = words.front();
  if (first == "--version") {
    if (words.size() > 1) throw UsageError(fmt::format("{}: is one word too many after --version", words[1]));
    return;
  }
  if (is_option(first)) {
    const bool has_value = words.size() > 1 && !is_option(words[1]);
    throw UsageError(fmt::format("{}{}: cubecast has no option {} before its command{}; see cubecast --help", first,
                                 has_value ? " " + words[1] : "", first, did_you_mean(first, option_names(app))));
  }
  const auto found = std::find(commands.begin(), commands.end(), first);
  if (found == commands.end()) {
    throw UsageError(fmt::format("command {}: must be {}{}; see cubecast --help", first.empty() ? "''" : first, known,
                                 did_you_mean(first, commands)));
  }
  CommandWords(*app.get_subcommand(first), words, 1).check();
}

}  // namespace testbench
