// SPDX-License-Identifier: Apache-2.0
#include "hls/stepc/frontend/clang.hpp"

#include <llvm/Support/FileSystem.h>
#include <llvm/Support/FileUtilities.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/Program.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/TargetParser/Host.h>
#include <llvm/TargetParser/Triple.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <optional>
#include <stdexcept>

#include "hls/stepc/diagnostics/diagnostics.hpp"
#include "hls/stepc/frontend/messages.hpp"

namespace stepc {
namespace {

class TemporaryFile {
 public:
  explicit TemporaryFile(const char* suffix) {
    // LLVM's createTemporaryFile would replace every % in the folder's path with a random digit.
    llvm::SmallString<128> folder;
    llvm::sys::path::system_temp_directory(/*ErasedOnReboot=*/true, folder);
    path_ = std::string(folder) + "/stepc-XXXXXX." + suffix;
    const int file = mkstemps(path_.data(), static_cast<int>(std::strlen(suffix)) + 1);
    if (file < 0) throw std::runtime_error("stepc: error: cannot create a temporary file in " + std::string(folder));
    close(file);
    remover_.setFile(path_);
  }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
  llvm::FileRemover remover_;
};

std::string contents_of(const TemporaryFile& file) {
  const auto buffer = llvm::MemoryBuffer::getFile(file.path());
  if (!buffer) throw std::runtime_error("stepc: error: cannot read " + file.path());
  return (*buffer)->getBuffer().str();
}

// Returns the first line of the source that has the top's name with a parenthesis behind it; 0 if
// there is none.
unsigned line_of_top(const Source& source) {
  const auto text = llvm::MemoryBuffer::getFile(source.path);
  const llvm::StringRef name = llvm::StringRef(source.top).split('<').first.rsplit(':').second;
  const std::string call = (name.empty() ? llvm::StringRef(source.top).split('<').first : name).str() + "(";
  const std::size_t at = text ? (*text)->getBuffer().find(call) : llvm::StringRef::npos;
  if (at == llvm::StringRef::npos) return 0;
  return 1 + static_cast<unsigned>((*text)->getBuffer().take_front(at).count('\n'));
}

// Numbers of the added lines in which an error tells what is wrong.
enum AddedLine : unsigned { kTopItself = 1, kNoMember = 2, kFunction = 3, kState = 10, kOut = 11 };

std::string added_line(unsigned number) {
  return "#line " + std::to_string(number) + " \"" + kAddedLines + "\"\n";
}

// Returns the source, followed by definitions that make the top and its constructors findable
// whatever their names.
std::string unit_for(const Source& source) {
  llvm::SmallString<256> path(source.path);
  if (llvm::sys::fs::make_absolute(path)) path = source.path;  // there is no current folder
  const std::string pointer = "decltype(&" + source.top + ")";
  return "#include \"" + std::string(path) + "\"\n" + "#include <new>\n" + added_line(kTopItself) +
         "__attribute__((used)) static const auto stepc_top = &" + source.top + ";\n" + added_line(kNoMember) +
         "static_assert(!__is_member_pointer(" + pointer + "));\n" + added_line(kFunction) +
         "static_assert(__is_function(__remove_pointer(" + pointer + ")));\n" +
         // The walk reports a top of another type, with the line of the function.
         "void stepc_construct_registers(...) {}\n"
         "template <class State, class In, class Out>\n"
         "void stepc_construct_registers(void (*)(State&, const In&, Out&), void* state, void* out) {\n" +
         added_line(kState) + "  if (state) ::new (state) State{};\n" + added_line(kOut) +
         "  if (out) ::new (out) Out{};\n"
         "}\n"
         "extern \"C\" __attribute__((used)) void stepc_construct(void* state, void* out) {\n"
         "  stepc_construct_registers(stepc_top, state, out);\n"
         "}\n";
}

// Returns what is wrong with the top, from an error in the added lines, to be read behind its name.
std::string fault_of_top(const Source& source, const Messages& messages) {
  constexpr char kStep[] = "void step(State&, const In&, Out&)";
  const auto has = [&](const char* words) { return messages.error.find(words) != std::string::npos; };
  if (messages.line == kNoMember) {
    return std::string("a member function of an object; make it static, or give a function that calls it, ") + kStep;
  }
  if (messages.line == kFunction) return std::string("not a function; give the name of one, ") + kStep;
  if (has("overloaded function type")) {
    return "overloaded, or a template; give a name that has one function, or the template's arguments, Node<4>::step";
  }
  if (has("undeclared") || has("no member named")) {
    const std::size_t guess = messages.error.find("; did you mean");
    return "not declared in " + source.path +
           (guess == std::string::npos ? "; give its name as C++ does, such as Node<4>::step"
                                       : messages.error.substr(guess));
  }
  return "no function that can be called; clang++-19 says: " + messages.error;
}

// Throws what an error in the added lines means for the user.
[[noreturn]] void tell_added_error(const Source& source, const Messages& messages) {
  const unsigned line = line_of_top(source);
  const std::string place = source.path + (line == 0 ? "" : ":" + std::to_string(line)) + ": error: ";
  if (messages.line == kState || messages.line == kOut) {
    throw std::runtime_error(place + (messages.line == kState ? "State{}" : "Out{}") +
                             ", whose values are those after reset: " + messages.error);
  }
  const std::string fault = fault_of_top(source, messages);
  if (source.is_top_given) throw BadUse("--top: " + source.top + ": it is " + fault);
  throw std::runtime_error(
      place + (line == 0 ? "no function " + source.top + "; give its name by --top" : source.top + " is " + fault));
}

std::vector<std::string> command_line(const Source& source, const std::string& output, const std::string& rule) {
  // -O2 without passes gives plain IR, but with lifetimes and without "optnone"; stepc runs the
  // passes itself.
  std::vector<std::string> arguments = {"clang++-19",
                                        "-O2",
                                        "-Xclang",
                                        "-disable-llvm-passes",
                                        "-g",
                                        "-fstandalone-debug",
                                        "-std=c++20",
                                        "-DSTEPC",
                                        "-fno-exceptions",
                                        "-fno-rtti",
                                        "-fno-stack-protector",
                                        "-ffp-contract=off",
                                        "-emit-llvm",
                                        "-c",
                                        "-x",
                                        "c++",
                                        "-",
                                        "-o",
                                        output,
                                        "-MD",
                                        "-MF",
                                        rule,
                                        "-MQ",
                                        source.dependency_target};
  if (isatty(STDERR_FILENO) != 0) arguments.insert(arguments.end(), {"-fcolor-diagnostics", "-fansi-escape-codes"});
  arguments.insert(arguments.end(), source.clang_flags.begin(), source.clang_flags.end());
  arguments.push_back(std::string("--target=") + kTarget);  // the last --target counts
  return arguments;
}

}  // namespace

std::string reason_against_host(const std::string& triple) {
  const llvm::Triple host(triple);
  if (host.getArch() == llvm::Triple::x86_64 && host.isOSLinux()) return "";
  return "stepc: error: host " + triple + ": must be an x86-64 Linux, where the constructors of State and Out can run";
}

CompiledSource compile_to_bitcode(const Source& source) {
  const std::string reason = reason_against_host(llvm::sys::getProcessTriple());
  if (!reason.empty()) throw std::runtime_error(reason);
  const auto clang = llvm::sys::findProgramByName("clang++-19");
  if (!clang) throw std::runtime_error("stepc: error: clang++-19 is not on PATH");

  const TemporaryFile unit("cpp");
  const TemporaryFile bitcode("bc");
  const TemporaryFile rule("d");
  const TemporaryFile printed("txt");
  std::error_code failed;
  llvm::raw_fd_ostream(unit.path(), failed) << unit_for(source);
  if (failed) throw std::runtime_error("stepc: error: cannot write " + unit.path());

  const std::vector<std::string> arguments = command_line(source, bitcode.path(), rule.path());
  const std::vector<llvm::StringRef> references(arguments.begin(), arguments.end());
  // The user's changes of clang's options are for programs: another -O gives other IR.
  unsetenv("CCC_OVERRIDE_OPTIONS");  // NOLINT(concurrency-mt-unsafe)
  const std::optional<llvm::StringRef> redirects[] = {llvm::StringRef(unit.path()), std::nullopt,
                                                      llvm::StringRef(printed.path())};
  const bool compiles = llvm::sys::ExecuteAndWait(*clang, references, std::nullopt, redirects) == 0;
  const Messages messages = sorted_messages(contents_of(printed));
  llvm::errs() << messages.text;
  if (!compiles && messages.line != 0 && !messages.has_errors) tell_added_error(source, messages);
  if (!compiles) throw std::runtime_error(source.path + ": error: clang++-19 does not compile it");
  return {contents_of(bitcode), contents_of(rule)};
}

std::vector<std::string> prerequisites(const std::string& rule) {
  std::vector<std::string> files(1);
  const std::size_t colon = rule.find(": ");
  for (std::size_t i = colon == std::string::npos ? rule.size() : colon + 2; i < rule.size(); ++i) {
    const char next = i + 1 < rule.size() ? rule[i + 1] : '\n';
    const bool is_escape = (rule[i] == '\\' && (next == ' ' || next == '#')) || (rule[i] == '$' && next == '$');
    if (is_escape) {
      files.back() += rule[++i];
    } else if (rule[i] == ' ' || rule[i] == '\n' || (rule[i] == '\\' && next == '\n')) {
      if (!files.back().empty()) files.emplace_back();
    } else {
      files.back() += rule[i];
    }
  }
  if (files.back().empty()) files.pop_back();
  return files;
}

}  // namespace stepc
