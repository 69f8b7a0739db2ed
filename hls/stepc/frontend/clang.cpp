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

// Returns the first line of the source that has the top's name with a parenthesis behind it, and 1
// if there is none. clang's messages about the top get this line.
unsigned line_of_top(const Source& source) {
  const auto text = llvm::MemoryBuffer::getFile(source.path);
  const llvm::StringRef name = llvm::StringRef(source.top).split('<').first.rsplit(':').second;
  const std::string call = (name.empty() ? llvm::StringRef(source.top).split('<').first : name).str() + "(";
  const std::size_t at = text ? (*text)->getBuffer().find(call) : llvm::StringRef::npos;
  if (at == llvm::StringRef::npos) return 1;
  return 1 + static_cast<unsigned>((*text)->getBuffer().take_front(at).count('\n'));
}

// Returns the source, followed by definitions that make the top and its constructors findable
// whatever their names.
std::string unit_for(const Source& source) {
  llvm::SmallString<256> path(source.path);
  if (llvm::sys::fs::make_absolute(path)) path = source.path;  // there is no current folder
  const std::string place = "#line " + std::to_string(line_of_top(source)) + " \"" + std::string(path) + "\"\n";
  return "#include \"" + std::string(path) + "\"\n" + "#include <new>\n" + place +
         "__attribute__((used)) static const auto stepc_top = &" + source.top + ";\n" +
         // The walk reports a top of another type, with the line of the function.
         "void stepc_construct_registers(...) {}\n"
         "template <class State, class In, class Out>\n"
         "void stepc_construct_registers(void (*)(State&, const In&, Out&), void* state, void* out) {\n"
         "  if (state) ::new (state) State{};\n"
         "  if (out) ::new (out) Out{};\n"
         "}\n"
         "extern \"C\" __attribute__((used)) void stepc_construct(void* state, void* out) {\n"
         "  stepc_construct_registers(stepc_top, state, out);\n"
         "}\n";
}

std::vector<std::string> command_line(const Source& source, const std::string& output) {
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
                                        output};
  if (!source.dependency_file.empty()) {
    arguments.insert(arguments.end(), {"-MD", "-MF", source.dependency_file, "-MT", source.dependency_target});
  }
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

std::string compile_to_bitcode(const Source& source) {
  const std::string reason = reason_against_host(llvm::sys::getProcessTriple());
  if (!reason.empty()) throw std::runtime_error(reason);
  const auto clang = llvm::sys::findProgramByName("clang++-19");
  if (!clang) throw std::runtime_error("stepc: error: clang++-19 is not on PATH");

  const TemporaryFile unit("cpp");
  const TemporaryFile bitcode("bc");
  std::error_code failed;
  llvm::raw_fd_ostream(unit.path(), failed) << unit_for(source);
  if (failed) throw std::runtime_error("stepc: error: cannot write " + unit.path());

  const std::vector<std::string> arguments = command_line(source, bitcode.path());
  const std::vector<llvm::StringRef> references(arguments.begin(), arguments.end());
  // The user's changes of clang's options are for programs: another -O gives other IR.
  unsetenv("CCC_OVERRIDE_OPTIONS");  // NOLINT(concurrency-mt-unsafe)
  const std::optional<llvm::StringRef> redirects[] = {llvm::StringRef(unit.path()), std::nullopt, std::nullopt};
  if (llvm::sys::ExecuteAndWait(*clang, references, std::nullopt, redirects) != 0) {
    throw std::runtime_error(source.path + ": error: clang++-19 does not compile it");
  }
  auto buffer = llvm::MemoryBuffer::getFile(bitcode.path());
  if (!buffer) throw std::runtime_error("stepc: error: cannot read " + bitcode.path());
  return (*buffer)->getBuffer().str();
}

}  // namespace stepc
