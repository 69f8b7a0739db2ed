// SPDX-License-Identifier: Apache-2.0
// Every command has exactly the options that the table names for it, and refuses every combination
// that the table of conditions does.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "test_support/command.hpp"
#include "testbench/plans/dynamic/request_arrivals.hpp"
#include "testbench/tool/cli/command_words.hpp"
#include "testbench/tool/cli/help.hpp"
#include "testbench/tool/commands/completion.hpp"
#include "testbench/tool/commands/test_refusal.hpp"
#include "testbench/tool/request/conditions.hpp"
#include "testbench/tool/request/options.hpp"

namespace testbench::test {
namespace {

const std::vector<std::string> kCommands = command_names();

TEST(CommandLine, HasEveryOptionOfTheTableInHelpCompletionAndManual) {
  const std::string manual = manual_page();
  const std::string zsh = zsh_completion();
  unsigned uses = 0;
  for (const std::string& command : kCommands) {
    const std::string help = help_of_command(command, true);
    const std::size_t of_zsh = zsh.find(fmt::format("\n    {})\n", command));
    const std::string arguments = zsh.substr(of_zsh, zsh.find(";;", of_zsh) - of_zsh);
    const std::size_t of_manual = manual.find(fmt::format(".SS cubecast {} ", command));
    const std::string section = manual.substr(of_manual, manual.find(".SS", of_manual + 3) - of_manual);
    for (const Option* const option : options_of(command)) {
      EXPECT_NE(help.find("\n  " + option->name), std::string::npos) << command << " has no " << option->name;
      std::string in_manual = option->name;
      for (std::size_t at = in_manual.find('-'); at != std::string::npos; at = in_manual.find('-', at + 2)) {
        in_manual.insert(at, "\\");
      }
      EXPECT_NE(section.find("\\fB" + in_manual + "\\fR"), std::string::npos) << command << " " << option->name;
      const std::string in_zsh = option->is_positional() ? ":" + option->type + ":"
                                 : option->is_flag()     ? option->name + "["
                                                         : option->name + "=[";
      EXPECT_NE(arguments.find(in_zsh), std::string::npos) << command << " " << option->name << ": " << arguments;
      ++uses;
    }
  }
  EXPECT_GT(uses, 250u);
}

TEST(CommandLine, HelpHasGroupsAndExamplesIn80Columns) {
  for (const bool all : {false, true}) {
    std::string text = help_of_program();
    for (const std::string& command : kCommands) text += help_of_command(command, all);
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 80u) << line;
  }
  const std::string help = help_of_command("run", false);
  std::size_t at = 0;
  for (const Group group : kGroups) {
    at = help.find(fmt::format("\n\n{}:\n", name_of(group)), at);
    EXPECT_NE(at, std::string::npos) << name_of(group);
  }
  EXPECT_EQ(help.find("--error-burst"), std::string::npos) << "which --help-all has";
  const test_support::Outcome outcome = test_support::cubecast("run alltoall --help-all");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.out, help_of_command("run", true));
  for (const char* const words : {"--help run", "-h", "--help-all"}) {
    EXPECT_EQ(test_support::cubecast(words).out, help_of_program()) << words;
  }
}

// Members of a configuration need no file, and so can be run.
TEST(CommandLine, ExamplesOfConfigurationsAreConfigurations) {
  unsigned tried = 0;
  for (const CommandHelp& command : commands()) {
    const std::string_view name = command.name;
    for (const Example& each : command.examples) {
      std::string words = each.words;
      if ((name != "rtl" && name != "configuration") || words.find(".json") != std::string::npos) continue;
      for (const char* const file : {" --output DIR", " --image FILE"}) {
        if (const std::size_t at = words.find(file); at != std::string::npos) words.erase(at, std::string(file).size());
      }
      const test_support::Outcome outcome = test_support::cubecast("configuration " + words);
      EXPECT_EQ(outcome.status, 0) << words << ": " << outcome.error;
      ++tried;
    }
  }
  EXPECT_GE(tried, 5u);
}

TEST(CommandLine, TakesItsExamples) {
  for (const CommandHelp& command : commands()) {
    for (const Example& each : command.examples) {
      std::vector<std::string> words{command.name};
      std::istringstream typed(each.words);
      for (std::string word; typed >> word && word != ">";) words.push_back(word);
      EXPECT_EQ(read_words(words).asks, ReadWords::Asks::kCommand) << command.name << " " << each.words;
    }
  }
}

// The last word of a line as bash would complete it.
std::string completed_by_bash(const std::string& line) {
  const std::string script =
      bash_completion() +
      fmt::format("COMP_WORDS=({}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); _cubecast; echo \"${{COMPREPLY[*]}}\"",
                  line);
  const test_support::Outcome outcome = test_support::in_shell(script);
  EXPECT_EQ(outcome.error, "") << line;
  return outcome.out;
}

TEST(CommandLine, IsCompletedByBash) {
  EXPECT_EQ(completed_by_bash("cubecast ru"), "run\n");
  EXPECT_EQ(completed_by_bash("cubecast run alltoall --engine sy"), "systemc symmetric\n");
  EXPECT_EQ(completed_by_bash("cubecast run alltoall --engine = rt"), "rtl\n");
  EXPECT_EQ(completed_by_bash("cubecast run allr"), "allreduce\n");
  EXPECT_EQ(completed_by_bash("cubecast run alltoall --latency --la"), "\n") << "an option is given once";
  EXPECT_EQ(completed_by_bash("cubecast run alltoall --json --la"), "--latency\n");
  EXPECT_EQ(completed_by_bash("cubecast run alltoall --dim 3 --netw"), "\n") << "a run has one of them";
  EXPECT_EQ(completed_by_bash("cubecast run alltoall --json --cs"), "\n") << "standard output takes one of them";
  EXPECT_EQ(completed_by_bash("cubecast run alltoall --network tor"), "torus:\n");
  EXPECT_EQ(completed_by_bash("cubecast run alltoall --dim ''"), "\n") << "a number";
  EXPECT_EQ(completed_by_bash("cubecast rtl --output /us"), "/usr\n");
  for (const std::string& command : kCommands) {
    std::istringstream offered(completed_by_bash("cubecast " + command + " -"));
    std::set<std::string> words{std::istream_iterator<std::string>(offered), {}};
    for (const Option* const option : options_of(command)) {
      if (!option->is_positional()) EXPECT_EQ(words.erase(option->name), 1u) << command << " " << option->name;
    }
    for (const std::string& word : words) EXPECT_EQ(test_support::cubecast(command + " " + word).status, 0) << word;
  }
}

TEST(CommandLine, IsCompletedByZsh) {
  EXPECT_NE(zsh_completion().find("'(--dim)--network="), std::string::npos) << "a run has one of them";
  if (test_support::in_shell("command -v zsh").status != 0) GTEST_SKIP() << "there is no zsh";
  const test_support::Scratch scratch;
  std::ofstream(scratch / "_cubecast") << zsh_completion();
  std::ofstream(scratch / "type.zsh") << R"(zmodload zsh/zpty
zpty shell zsh -f -i
wait_for() {
  text=
  for try in {1..240}; do
    while zpty -rt shell part; do text+=$part; done
    [[ $text == *$1* ]] && break
    sleep 0.25
  done
  print -r -- $text
}
zpty -w shell "TERM=dumb; autoload -U compinit; compinit -D -u; source $1; print com''pletes"
wait_for completes
for line rest in 'cubecast run allr' educe 'cubecast run alltoall --redu' ndant 'cubecast run alltoall --engine sym' metric; do
  zpty -w -n shell $line$'\t'
  wait_for $line$rest
  zpty -w -n shell $'\x15'
done
zpty -d shell
)";
  const test_support::Outcome outcome =
      test_support::run_program("zsh", (scratch / "type.zsh").string() + " " + (scratch / "_cubecast").string());
  for (const char* const line :
       {"cubecast run allreduce ", "cubecast run alltoall --redundant ", "cubecast run alltoall --engine symmetric "}) {
    EXPECT_NE(outcome.out.find(line), std::string::npos) << line << " is not in " << outcome.out << outcome.error;
  }
}

TEST(CommandLine, NumbersAreWithinTheRangeOfTheTable) {
  EXPECT_EQ(number_of("--threads", Number(64)), 64);
  EXPECT_EQ(number_of("--queue-depth", Number(1 << 24), "", "pmnb"), 1 << 24);
  EXPECT_EQ(decimal_of("--stall", "0.99"), 0.99);
  EXPECT_THROW(number_of("--threads", Number(65)), UsageError);
  EXPECT_THROW(number_of("--queue-depth", Number(1 << 24)), UsageError);
  EXPECT_THROW(decimal_of("--stall", "0.991"), UsageError);
  EXPECT_THROW(option_of("--threads", "pmnb"), std::logic_error);
}

TEST(CommandLine, NamesOfTheTableAreThoseOfTheArrivals) {
  Names names;
  for (const ArrivalKind kind : kArrivalKinds) names.emplace_back(name_of(kind));
  EXPECT_EQ(std::get<Names>(option_of("--arrivals", "dynamic").range), names);
}

// One option of a term as a user would give it.
struct Given {
  std::string name;
  std::string value;  // empty: a flag

  bool is_option() const { return name.starts_with('-'); }
  std::string words() const { return (is_option() ? name : "") + (is_option() && !value.empty() ? " " : "") + value; }
  // The part of it that a message shows at least.
  std::string shown() const { return is_option() ? name : value; }
};

std::string value_for(const Term& term, const std::string& option, const std::string& command) {
  switch (term.value) {
    case Term::Value::kOneOf:
      return term.names.front();
    case Term::Value::kRange:
      return "1..4";
    case Term::Value::kWithCycle:
      return "0:0@5";
    case Term::Value::kNoCube:
      return "ring:5";
    case Term::Value::kAny:
    case Term::Value::kNoneOf:
    case Term::Value::kNotZero:
      break;
  }
  const Option* const known = find_option(option, command);
  if (known != nullptr && known->type.empty()) return "";
  const Names* const names = known != nullptr ? std::get_if<Names>(&known->range) : nullptr;
  const DecimalRange* const decimals = known != nullptr ? std::get_if<DecimalRange>(&known->range) : nullptr;
  if (decimals != nullptr) return fmt::format("{}", decimals->most);
  if (names == nullptr) return "2";
  return *std::ranges::find_if(*names, [&](const std::string& name) { return term.takes(name); });
}

// Every option of the term that the command has.
std::vector<Given> all_of(const Term& term, const std::string& command) {
  std::vector<Given> all;
  for (const std::string& option : term.options) {
    const bool is_in_table = std::ranges::any_of(options(), [&](const Option& each) { return each.name == option; });
    if (is_in_table && find_option(option, command) == nullptr) continue;
    all.push_back({option, value_for(term, option, command)});
  }
  return all;
}

// Every choice of one option for each term.
std::vector<std::vector<Given>> choices_of(const Condition& row, const std::string& command) {
  std::vector<std::vector<Given>> choices{{}};
  for (const Term& term : row.together) {
    std::vector<std::vector<Given>> longer;
    for (const std::vector<Given>& choice : choices) {
      for (const Given& given : all_of(term, command)) {
        longer.push_back(choice);
        longer.back().push_back(given);
      }
    }
    choices = longer;
  }
  return choices;
}

// Adds what the option is for, with a value if it has one, and what that is for.
void add_need(const Option& option, const std::string& command, std::string& words) {
  const std::string need =
      words_of_either(option.only_with()).empty() ? "" : words_of_either(option.only_with()).front();
  const std::string name = need.substr(0, need.find(' '));
  const Option* const needed = find_option(name, command);
  if (needed == nullptr || words.find(" " + name) != std::string::npos) return;
  // Without a default it need not be given.
  if (needed->shown.empty() && need != name && !need.ends_with("A..B")) return;
  words += " " + need;
  if (need == name && !needed->type.empty()) words += " " + value_for({}, name, command);
  add_need(*needed, command, words);
}

// The words that are needed besides, so that this row and no other refuses: a value that the row
// does not want, because another option may change the default, and what other rows want beside
// the options of the choice.
std::string company_of(const Condition& row, const std::vector<Given>& choice, const std::string& command) {
  std::string words;
  for (const Term& term : row.without) {
    const std::string& option = term.options.front();
    const Option* const known = find_option(option, command);
    const bool is_given = std::ranges::any_of(choice, [&](const Given& given) { return given.name == option; });
    if (is_given || known == nullptr || known->shown.empty()) continue;
    std::string value = known->shown;
    if (term.takes(value)) {
      const Names& names = std::get<Names>(known->range);
      value = *std::ranges::find_if(names, [&](const std::string& name) { return !term.takes(name); });
    }
    words += fmt::format(" {} {}", option, value);
    add_need(*known, command, words);
  }
  for (const Given& given : choice) {
    const Option* const known = find_option(given.name, command);
    if (known == nullptr || !row.without.empty()) continue;
    const bool has_need =
        std::ranges::any_of(choice, [&](const Given& each) { return known->only_with().starts_with(each.name); });
    if (!has_need) add_need(*known, command, words);
  }
  return words;
}

void expect_refused(const Condition& row, const std::vector<Given>& choice, const std::string& command) {
  std::string line = command + company_of(row, choice, command);
  for (const Given& given : choice) line += " " + given.words();
  testing::internal::CaptureStdout();
  const std::string refusal = refusal_of(line);
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "") << line;
  EXPECT_EQ(refusal.find('\n'), std::string::npos) << line << ": " << refusal;
  for (std::size_t i = 0; i < choice.size(); ++i) {
    const std::string shown = choice[i].shown();
    EXPECT_NE(refusal.find(shown), std::string::npos) << line << " does not name " << shown << ": " << refusal;
  }
  // The words behind the last term tell which row spoke.
  const std::string end = row.message.substr(row.message.rfind('}') + 1);
  EXPECT_NE(refusal.find(end), std::string::npos) << line << ": " << refusal;
  for (const Term& term : row.without) {
    const std::string& option = term.options.front();
    if (option.starts_with('-')) {
      EXPECT_NE(refusal.find(option), std::string::npos) << line << ": " << refusal;
    }
  }
}

TEST(CommandLine, RefusesWhatEveryConditionRefuses) {
  unsigned refused = 0;
  for (const Condition& row : conditions()) {
    if (row.together.empty()) continue;
    unsigned of_row = 0;
    for (const std::string& command : kCommands) {
      if (!has_word(row.commands, command)) continue;
      for (const std::vector<Given>& choice : choices_of(row, command)) {
        expect_refused(row, choice, command);
        ++of_row;
      }
    }
    EXPECT_GT(of_row, 0u) << row.message;
    refused += of_row;
  }
  EXPECT_GT(refused, 100u);
}

TEST(CommandLine, SaysWhichRequiredOptionIsMissing) {
  for (const Condition& row : conditions()) {
    if (!row.together.empty()) continue;
    for (const std::string& command : kCommands) {
      if (!has_word(row.commands, command)) continue;
      std::string line = command;  // with all the others that are required
      for (const Condition& other : conditions()) {
        if (&other == &row || !other.together.empty() || !has_word(other.commands, command)) continue;
        const std::string& option = other.without.front().options.front();
        line += " " + Given{option, value_for(other.without.front(), option, command)}.words();
      }
      EXPECT_EQ(refusal_of(line), row.message) << line;
    }
  }
}

}  // namespace
}  // namespace testbench::test
