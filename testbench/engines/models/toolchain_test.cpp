// SPDX-License-Identifier: Apache-2.0
// Scripts play the programs that models are compiled with.
#include "testbench/engines/models/toolchain.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <fstream>
#include <set>
#include <span>
#include <thread>

#include "test_support/command.hpp"
#include "testbench/engines/models/content_hash.hpp"
#include "testbench/engines/models/model_error.hpp"
#include "testbench/engines/models/models.hpp"
#include "testbench/engines/models/recipes.hpp"
#include "testbench/ground/files/interruption.hpp"

namespace testbench::test {
namespace {

namespace fs = std::filesystem;

void write_program(const fs::path& file, const std::string& text) {
  std::ofstream(file) << "#!/bin/sh\n" << text << '\n';
  fs::permissions(file, fs::perms(0755));
}

Outcome run(const std::vector<std::string>& scripts, const fs::path& folder) {
  std::vector<Command> commands;
  for (const std::string& script : scripts) commands.push_back({{"sh", "-c", script}, folder});
  return run_commands(commands, [] {});
}

bool runs(const fs::path& pid_file) {
  const pid_t process = std::stoi(test_support::contents(pid_file));
  for (unsigned i = 0; i < 500; ++i) {  // until init has reaped it
    std::ifstream status("/proc/" + std::to_string(process) + "/stat");
    std::string number, name, state;
    if (!(status >> number >> name >> state) || state == "Z") return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return true;
}

TEST(ToolProcess, RunsInAFolderOfItsOwnAndInEnglish) {
  const test_support::Scratch scratch;
  const fs::path folder = fs::canonical(scratch / "");
  setenv("LC_ALL", "de_DE.UTF-8", 1);
  const Outcome outcome = run({"pwd -P; echo $TMPDIR $LC_ALL $ODD >&2; cat"}, folder);
  unsetenv("LC_ALL");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.said, folder.string() + '\n' + folder.string() + " C\n") << "and nothing to read";
  EXPECT_EQ(run({"echo a", "echo b", "echo c"}, folder).said, "a\nb\nc\n");
}

TEST(ToolProcess, TellsHowTheFirstThatFailedHasEnded) {
  const test_support::Scratch scratch;
  const fs::path folder = scratch / "";
  const Outcome failed = run(
      {"sleep 1000 & echo $! > pid; wait", "echo well", "while [ ! -s pid ]; do :; done; echo bad; exit 7"}, folder);
  EXPECT_EQ(failed.status, 7);
  EXPECT_EQ(failed.said, "bad\n");
  EXPECT_FALSE(runs(folder / "pid")) << "the others, and what they have started, are ended";
  EXPECT_EQ(run({"kill -SEGV $$"}, folder).status, Outcome::kSignalled + SIGSEGV);
  const Outcome none = run_commands({{{"/nowhere/tool", "x"}, folder}}, [] {});
  EXPECT_EQ(none.status, Outcome::kNotStarted);
  EXPECT_EQ(none.program, "/nowhere/tool");
  EXPECT_EQ(run_commands({{{"true"}, folder / "nowhere"}}, [] {}).status, Outcome::kNotStarted);
}

TEST(ToolProcess, EndsWithTheProgramAndAllThatItHasStarted) {
  for (const int signal : {SIGTERM, SIGINT, SIGKILL}) {
    const test_support::Scratch scratch;
    const fs::path folder = scratch / "";
    const pid_t child = fork();
    if (child == 0) {
      watch_signals();
      // SIGKILL leaves no time to end the tool's own children.
      run({signal == SIGKILL ? "echo $$ > new; mv new pid; exec sleep 1000"
                             : "sleep 1000 & echo $! > new; mv new pid; wait"},
          folder);
      _exit(0);
    }
    while (!fs::exists(folder / "pid")) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    kill(child, signal);
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_EQ(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), 128 + signal);
    EXPECT_FALSE(runs(folder / "pid")) << signal;
  }
}

TEST(Toolchain, KnowsAToolByWhatItIs) {
  const test_support::Scratch scratch;
  const std::string path = std::getenv("PATH");
  setenv("PATH", ("/nowhere::" + (scratch / "").string() + ":" + path).c_str(), 1);
  fs::create_directory(scratch / "some-tool");  // a folder is not a program
  EXPECT_TRUE(find_program("some-tool").empty());
  fs::remove(scratch / "some-tool");
  std::ofstream(scratch / "some-tool") << "not to be run";
  if (geteuid() != 0) EXPECT_TRUE(find_program("some-tool").empty());
  write_program(scratch / "some-tool", "echo version 1");
  EXPECT_EQ(find_program("some-tool"), scratch / "some-tool");
  EXPECT_EQ(find_program((scratch / "some-tool").string()), scratch / "some-tool");
  EXPECT_TRUE(find_program((scratch / "another").string()).empty());
  const std::string before = Toolchain::identity_of("some-tool", "some-package");
  EXPECT_EQ(Toolchain::identity_of("some-tool", "some-package"), before);
  fs::create_symlink(scratch / "some-tool", scratch / "alias");
  EXPECT_EQ(Toolchain::identity_of(scratch / "alias", "some-package"), before) << "Debian's alternatives are links";
  write_program(scratch / "newer", "echo version 2.0");
  fs::rename(scratch / "newer", scratch / "some-tool");
  EXPECT_NE(Toolchain::identity_of("some-tool", "some-package"), before);
  fs::remove(scratch / "some-tool");
  for (const fs::path& name : {fs::path("some-tool"), scratch / "alias"}) {
    try {
      Toolchain::identity_of(name, "some-package");
      ADD_FAILURE() << "is not there";
    } catch (const ModelError& error) {
      EXPECT_EQ(error.status, ModelError::kUnusable);
      EXPECT_NE(std::string(error.what()).find(name), std::string::npos) << error.what();
      EXPECT_NE(std::string(error.what()).find("some-package"), std::string::npos) << error.what();
    }
  }
  unsetenv("PATH");
  EXPECT_TRUE(find_program("sh").empty());
  setenv("PATH", path.c_str(), 1);
}

TEST(Toolchain, KnowsWhatTheCallerTellsCompilers) {
  unsetenv("CPATH");
  const std::string before = Toolchain::environment();
  setenv("CPATH", "/opt/include", 1);
  EXPECT_NE(Toolchain::environment(), before);
  unsetenv("CPATH");
}

// An edited, added, removed or renamed header changes the hash; a header of tests does not.
TEST(ContentHash, IsOfTheHeadersThatAModelMayInclude) {
  const test_support::Scratch scratch;
  const fs::path root = scratch / "";
  const fs::path folder = root / "hls/router";
  fs::create_directories(folder);
  std::ofstream(folder / "a.hpp") << "int a;";
  const auto hardware = [&] { return header_hashes(root).hardware; };
  const std::string before = hardware();
  std::ofstream(folder / "test_a.hpp") << "int t;";
  std::ofstream(folder / "a.cpp") << "int c;";
  EXPECT_EQ(hardware(), before);
  std::ofstream(folder / "a.hpp") << "int b;";
  EXPECT_NE(hardware(), before);
  std::ofstream(folder / "a.hpp") << "int a;";
  EXPECT_EQ(hardware(), before);
  fs::rename(folder / "a.hpp", folder / "b.hpp");
  EXPECT_NE(hardware(), before);
  fs::rename(folder / "b.hpp", folder / "a.hpp");
  const HeaderHashes all = header_hashes(root);
  fs::create_directories(root / "testbench/engines/mesh");
  std::ofstream(root / "testbench/engines/mesh/m.hpp") << "";
  EXPECT_EQ(header_hashes(root).nodes, all.nodes);
  EXPECT_NE(header_hashes(root).meshes, all.meshes);
}

// A header outside the folders would leave models as they are when it changes.
TEST(ContentHash, CoversAllThatModelsInclude) {
  const fs::path root = fs::path(__FILE__).parent_path().parent_path().parent_path().parent_path();
  std::vector<std::string> folders(std::begin(kHardwareFolders), std::end(kHardwareFolders));
  for (const auto& more : {std::span<const char* const>(kNodeFolders), std::span<const char* const>(kMeshFolders)}) {
    folders.insert(folders.end(), more.begin(), more.end());
  }
  std::set<std::string> names{"hls/axi/node_axi.hpp", "hls/axi/link_stream.hpp"};
  for (const char* const folder :
       {"testbench/engines/native", "testbench/engines/systemc", "hls/stepc/lockstep", "hls/tops"}) {
    for (const auto& entry : fs::directory_iterator(root / folder)) {
      const std::string name = entry.path().filename();
      if (name.ends_with(".hpp") && !name.starts_with("test_")) names.insert(fs::path(folder) / name);
    }
  }
  std::vector<std::string> ahead(names.begin(), names.end());
  while (!ahead.empty()) {
    std::ifstream file(root / ahead.back());
    const std::string from = ahead.back();
    ahead.pop_back();
    for (std::string line; std::getline(file, line);) {
      constexpr std::string_view kInclude = "#include \"";
      if (!line.starts_with(kInclude)) continue;
      const std::string name = line.substr(kInclude.size(), line.find('"', kInclude.size()) - kInclude.size());
      if (!fs::exists(root / name) || !names.insert(name).second) continue;  // generated, or of another library
      EXPECT_TRUE(std::ranges::any_of(folders, [&](const auto& folder) { return name.starts_with(folder + "/"); }))
          << from << " includes " << name;
      ahead.push_back(name);
    }
  }
  EXPECT_TRUE(names.contains("hls/link/crc.hpp"));
  EXPECT_TRUE(names.contains("firmware/image/memory_map.h"));
}

TEST(ContentHash, IsOfWhatAMakeRuleNames) {
  const test_support::Scratch scratch;
  const auto write = [&](const std::string& name, const std::string& text) {
    std::ofstream(scratch / name) << text;
    return scratch / name;
  };
  write("plain.hpp", "1");
  write("of two.hpp", "2");
  write("$#.hpp", "3");
  const std::string folder = (scratch / "").string();
  const auto rule =
      write("rule", "a.o: " + folder + "plain.hpp \\\n  " + folder + "of\\ two.hpp " + folder + "$$\\#.hpp\n");
  const std::string before = hash_of_prerequisites(rule);
  EXPECT_NE(before, "");
  EXPECT_EQ(hash_of_prerequisites(rule), before);
  for (const char* const name : {"plain.hpp", "of two.hpp", "$#.hpp"}) {
    const std::string text = test_support::contents(scratch / name);
    write(name, text + " changed");
    EXPECT_NE(hash_of_prerequisites(rule), before) << name;
    write(name, text);
    EXPECT_EQ(hash_of_prerequisites(rule), before) << name;
  }
  fs::remove(scratch / "plain.hpp");
  EXPECT_EQ(hash_of_prerequisites(rule), "") << "one is not there";
}

TEST(ContentHash, IsOfAllBytesOfARegularFile) {
  const test_support::Scratch scratch;
  const std::string text("a\0b\r\n\xff", 6);
  std::ofstream(scratch / "file", std::ios::binary) << text;
  EXPECT_EQ(hash_of_file(scratch / "file"), hash_of(text));
  EXPECT_EQ(read_whole(scratch / "file"), text);
  EXPECT_NE(hash_of(text), hash_of(text.substr(0, 5)));
  EXPECT_EQ(hash_of("").size(), 32u);
  EXPECT_EQ(hash_of_file(scratch / ""), "");
  EXPECT_EQ(hash_of_file(scratch / "nowhere"), "");
  EXPECT_THROW(read_whole(scratch / "nowhere"), std::runtime_error);
}

TEST(PrecompiledHeader, FitsAHeaderThatWasWrittenAgain) {
  const test_support::Scratch scratch;
  const fs::path folder = fs::canonical(scratch / "");
  const fs::path header = folder / "header.hpp";
  std::ofstream(header) << "#pragma once\nstruct Once {};\n";
  ASSERT_EQ(run_commands({PrecompiledHeader::command(header, {}, folder)}, [] {}).status, 0);
  PrecompiledHeader::seal(folder);

  fs::last_write_time(header, fs::last_write_time(header) + std::chrono::hours(1));
  EXPECT_TRUE(PrecompiledHeader::fits(folder));
  std::ofstream(folder / "model.cpp") << "#include \"header.hpp\"\nOnce once;\n";
  std::vector<std::string> words = PrecompiledHeader::options(folder);
  words.insert(words.end(), {"-fsyntax-only", "model.cpp"});
  const Outcome outcome = run_commands({{Models::here().compile(words), folder}}, [] {});
  EXPECT_EQ(outcome.status, 0) << outcome.said;

  std::ofstream(header) << "#pragma once\nstruct Other {};\n";
  EXPECT_FALSE(PrecompiledHeader::fits(folder));
}

}  // namespace
}  // namespace testbench::test
