// SPDX-License-Identifier: Apache-2.0
#include "testbench/tool/commands/completion.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <variant>
#include <vector>

#include "firmware/collectives/catalog.hpp"
#include "testbench/ground/files/standard_streams.hpp"
#include "testbench/plans/networks/spec.hpp"
#include "testbench/tool/cli/command_line.hpp"
#include "testbench/tool/cli/help.hpp"
#include "testbench/tool/commands/commands.hpp"
#include "testbench/tool/request/conditions.hpp"
#include "testbench/tool/request/options.hpp"

namespace testbench {
namespace {

// The values that an option takes, where they are words.
Names values_of(const Option& option) {
  if (const Names* const names = std::get_if<Names>(&option.range)) return *names;
  if (option.name == "--algorithm") {
    std::set<std::string> names;
    for (const collectives::Row& row : collectives::kCatalog) names.insert(row.algorithm);
    return {names.begin(), names.end()};
  }
  if (option.type == "SPEC") {
    Names kinds;
    for (const std::string& form : network_forms()) kinds.push_back(form.substr(0, form.find(':') + 1));
    return kinds;
  }
  if (option.type.find_first_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ ") != std::string::npos) return {};
  Names names;  // "on|off"
  for (std::size_t begin = 0; begin < option.type.size();) {
    const std::size_t end = std::min(option.type.find('|', begin), option.type.size());
    names.push_back(option.type.substr(begin, end - begin));
    begin = end + 1;
  }
  return names;
}

bool takes_file(const Option& option) {
  return option.type.find("FILE") != std::string::npos || option.type == "PATH";
}

// The first part of a help text, in one line.
std::string first_part_of(const std::string& help) {
  const std::size_t end = std::min({help.find("; "), help.find(". "), help.find('\n'), help.size()});
  return help.substr(0, end);
}

std::string words_of(const Names& names) {
  return fmt::format("{}", fmt::join(names, " "));
}

// The options that a command line with this one cannot have, whatever their values.
std::set<std::string> excluded_by(const Option& option, const std::string& command) {
  std::set<std::string> names;
  const auto add_others = [&](const Term& one, const Term& other) {
    const auto has = [](const Term& term, const std::string& name) {
      return std::ranges::find(term.options, name) != term.options.end();
    };
    if (!has(one, option.name)) return;
    for (const Option* const each : options_of(command)) {
      if (each->is_positional() || has(one, each->name)) continue;
      if (other.options.empty() || has(other, each->name)) names.insert(each->name);
    }
  };
  for (const Condition& row : conditions()) {
    const auto is_any = [](const Term& term) { return term.value == Term::Value::kAny; };
    if (!has_word(row.commands, command) || row.together.size() != 2 || !row.without.empty()) continue;
    if (!std::ranges::all_of(row.together, is_any)) continue;
    add_others(row.together[0], row.together[1]);
    add_others(row.together[1], row.together[0]);
  }
  return names;
}

// The completion of an option's value, as commands of bash.
std::string bash_value(const Option& option) {
  if (takes_file(option)) return "take=-f";
  if (option.type == "DIR") return "take=-d";
  return fmt::format("words='{}'", words_of(values_of(option)));
}

std::string replaced(std::string text, std::string_view characters, const std::string& before) {
  for (std::size_t at = text.find_first_of(characters); at != std::string::npos;
       at = text.find_first_of(characters, at + before.size() + 1)) {
    text.insert(at, before);
  }
  return text;
}

// A text of _arguments between single quotes.
std::string zsh_text(const std::string& text) {
  std::string quoted;
  for (const char character : replaced(text, "[]:\\", "\\")) {
    quoted += character == '\'' ? "'\\''" : std::string(1, character);
  }
  return quoted;
}

std::string zsh_value(const Option& option) {
  std::string action = " ";
  if (takes_file(option)) action = "_files";
  if (option.type == "DIR") action = "_files -/";
  if (const Names names = values_of(option); !names.empty()) action = "(" + words_of(names) + ")";
  return ':' + zsh_text(option.type) + ':' + zsh_text(action);
}

std::string zsh_argument(const Option& option, std::string_view command) {
  if (option.is_positional()) {
    const bool takes_many = option.type.ends_with("...");
    return fmt::format("      '{}{}'\n", takes_many ? "*" : "1", zsh_value(option));
  }
  const std::set<std::string> excluded = excluded_by(option, std::string(command));
  return fmt::format("      '{}{}{}[{}]{}'\n", excluded.empty() ? "" : fmt::format("({})", fmt::join(excluded, " ")),
                     option.name, option.is_flag() ? "" : "=", zsh_text(first_part_of(help_of(option, command))),
                     option.is_flag() ? "" : zsh_value(option));
}

}  // namespace

std::string bash_completion() {
  std::string options;
  std::string values;
  std::string exclusions;
  for (const CommandHelp& command : commands()) {
    Names names;
    std::string alone;
    for (const Option* const option : options_of(command.name)) {
      if (option->is_positional()) {
        alone = bash_value(*option) + "; ";
        continue;
      }
      names.push_back(option->name);
      if (const std::set<std::string> others = excluded_by(*option, command.name); !others.empty()) {
        exclusions +=
            fmt::format("          '{} {}') given+='{} ' ;;\n", command.name, option->name, fmt::join(others, " "));
      }
      if (!option->is_flag())
        values += fmt::format("    '{} {}') {} ;;\n", command.name, option->name, bash_value(*option));
    }
    names.insert(names.end(), {"--help", "--help-all"});
    if (find_option("--json", command.name) != nullptr) names.emplace_back("--schema");
    options += fmt::format("        {}) {}options='{}' ;;\n", command.name, alone, words_of(names));
  }
  return fmt::format(
      R"(# Completion of cubecast for bash, by 'cubecast completion bash'.
_cubecast() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}} command=${{COMP_WORDS[1]}}
  local given=" ${{COMP_WORDS[*]:2:COMP_CWORD - 2}} " options='' words='' take='' word
  COMPREPLY=()
  if [[ $current == = ]]; then
    current=''
  elif [[ $before == = ]]; then
    before=${{COMP_WORDS[COMP_CWORD - 2]}}
  fi
  if ((COMP_CWORD == 1)); then
    words='{} --help --version'
  else
    case "$command $before" in
{}    *)
      # Here the value of no option stands, but a word that stands alone, or an option that is not given yet and goes
      # with those that are.
      case $command in
{}      esac
      for word in $words; do
        [[ $given != *" $word "* ]] || words=''
      done
      for word in $given; do
        case "$command $word" in
{}        esac
      done
      for word in $options; do
        [[ $given == *" $word "* ]] || words+=" $word"
      done
      ;;
    esac
  fi
  mapfile -t COMPREPLY < <(
    compgen -W "$words" -- "$current"
    [[ -z $take ]] || compgen "$take" -- "$current"
  )
  [[ -z $take ]] || compopt -o filenames 2> /dev/null
  [[ ${{COMPREPLY[0]}} != *: ]] || compopt -o nospace 2> /dev/null
}}
complete -F _cubecast cubecast
)",
      words_of(command_names()), values, options, exclusions);
}

std::string zsh_completion() {
  std::string names;
  std::string cases;
  for (const CommandHelp& command : commands()) {
    names += fmt::format("    '{}:{}'\n", command.name, zsh_text(first_part_of(command.summary)));
    cases += fmt::format("    {})\n      _arguments \\\n", command.name);
    std::string arguments;
    for (const Option* const option : options_of(command.name)) arguments += zsh_argument(*option, command.name);
    arguments += "      '(- *)--help[Print the usual options]'\n      '(- *)--help-all[Print every option]'\n";
    if (find_option("--json", command.name) != nullptr) {
      arguments += "      '(- *)--schema[Print the JSON Schema of --json, with units]'\n";
    }
    for (std::size_t end = arguments.find('\n'); end + 1 < arguments.size(); end = arguments.find('\n', end + 3)) {
      arguments.insert(end, " \\");
    }
    cases += arguments + "      ;;\n";
  }
  return fmt::format(
      R"(#compdef cubecast
# Completion of cubecast for zsh, by 'cubecast completion zsh'.
_cubecast() {{
  local curcontext=$curcontext state line
  local -a commands=(
{}  )
  _arguments -C '1: :->command' '*:: :->argument'
  if [[ $state == command ]]; then
    _describe command commands
    return
  fi
  case $line[1] in
{}  esac
}}
if [[ $funcstack[1] == _cubecast ]]; then
  _cubecast "$@"
else
  compdef _cubecast cubecast
fi
)",
      names, cases);
}

namespace {

// A text as man takes it: no hyphen is broken, and no line begins with a request.
std::string roff(const std::string& text) {
  std::string escaped;
  for (const char character : text) {
    if (character == '\\') {
      escaped += "\\e";
    } else if (character == '-') {
      escaped += "\\-";
    } else if ((character == '.' || character == '\'') && (escaped.empty() || escaped.back() == '\n')) {
      escaped += std::string("\\&") + character;
    } else if (character == '\n') {
      escaped += "\n.br\n";
    } else {
      escaped += character;
    }
  }
  return escaped;
}

std::string manual_of_command(const CommandHelp& command) {
  std::string text =
      fmt::format(".SS cubecast {} {}\n{}.\n", command.name, roff(command.positional), roff(command.summary));
  for (const Group group : kGroups) {
    std::string entries;
    for (const Option* const option : options_of(command.name)) {
      if (option->group != group) continue;
      const std::string shown = option->shown.empty() ? "" : " (" + roff(option->shown) + ")";
      entries += fmt::format(".TP\n\\fB{}\\fR {}{}\n{}\n", roff(option->name), roff(option->type), shown,
                             roff(help_of(*option, command.name)));
    }
    if (!entries.empty()) text += fmt::format(".PP\n\\fI{}\\fR\n{}", name_of(group), entries);
  }
  text += ".PP\n\\fIExamples\\fR\n.PP\n.nf\n";
  for (const Example& each : command.examples) text += fmt::format("cubecast {} {}\n", command.name, roff(each.words));
  return text + ".fi\n";
}

}  // namespace

std::string manual_page() {
  std::string text = fmt::format(
      R"(.TH CUBECAST 1 "" "cubecast {}"
.SH NAME
cubecast \- collective communication on a network of cycle-accurate routers
.SH SYNOPSIS
.B cubecast
.I COMMAND
[\fIOPTIONS\fR]
.SH DESCRIPTION
Moves real bytes, checks every one of them, and reports clock cycles beside the proven lower bound.
Numbers are decimal, without leading zeros or a plus sign: 12, and fractions like 0.25 or 25e\-2.
The default of an option stands in parentheses.
.SH COMMANDS
)",
      kVersion);
  for (const CommandHelp& command : commands()) text += manual_of_command(command);
  return text + R"(.SH EXIT STATUS
.TP
0
Everything is right, and every file is written.
.TP
1
A run has not verified, or a node, a proof or a board has failed.
.TP
2
A mistake on the command line, a file that cannot be read or written, or no memory; one line says which.
.SH FILES
.TP
~/.cache/cubecast
Compiled models; \fBCUBECAST_CACHE\fR names another folder.
)";
}

int completion_command(const CompletionArguments& arguments) {
  say(arguments.shell == "zsh" ? zsh_completion() : bash_completion());
  return 0;
}

int manual_command(const NoArguments& /*arguments*/) {
  say(manual_page());
  return 0;
}

}  // namespace testbench
