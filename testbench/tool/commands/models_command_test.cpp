// SPDX-License-Identifier: Apache-2.0
// Tests cubecast models and the builds behind it. Scripts play the tools, so that each can fail,
// hang or be missing. One test runs the real stepc.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <nlohmann/json.hpp>
#include <thread>

#include "test_support/command.hpp"
#include "test_support/terminal.hpp"

namespace testbench::test {
namespace {

namespace fs = std::filesystem;
using test_support::contents;
using test_support::Outcome;

constexpr const char* kNode = "node_d1_w64_gated";
constexpr const char* kTools[] = {"stepc", "verilator", "clang++"};

// The script logs the call, may hang (with a child of its own) or fail, and writes the files that
// it is told to write.
constexpr const char* kTool = R"(#!/bin/bash
here=$(dirname "$0") name=$(basename "$0")
echo "$name $*" >> "$here/calls"
if [ -e "$here/$name.hangs" ]; then
  sleep 1000 & echo "$$ $!" > "$here/new" && mv "$here/new" "$here/pids"; wait
fi
[ ! -e "$here/$name.slow" ] || sleep 1.6
if [ -e "$here/$name.fails" ]; then echo "In file x:"; cat "$here/$name.fails"; echo "2 errors generated."; exit 1; fi
[ "$1" != --getenv ] || { echo /verilator; exit; }
[ ! -e "$here/$name.writes-nothing" ] || exit 0
while [ $# -gt 0 ]; do
  case $1 in
    -o|--harness|--layout) echo "by $name" > "$2" || exit 1;;
    -MF) echo "$2:" > "$2" || exit 1;;
    --Mdir) mkdir "$2" && echo "by $name" > "$2/V.cpp" || exit 1;;
  esac
  shift
done
)";

class ModelsCommand : public testing::Test {
 protected:
  ModelsCommand() {
    fs::create_directories(tools_);
    fs::create_directories(scratch_ / "bin");
    fs::copy_file(CUBECAST_COMMAND, program_);
    for (const char* const tool : kTools) write_tool(tool);
    settings_ = nlohmann::json::parse(contents(fs::path(CUBECAST_COMMAND).parent_path() / "cubecast-tools.json"));
    settings_.update({{"compiler", tools_ / "clang++"}, {"stepc", tools_ / "stepc"}, {"build", ""}});
    write_settings();
  }

  void write_settings() const { std::ofstream(scratch_ / "bin/cubecast-tools.json") << settings_; }
  void write_tool(const std::string& name) const {
    std::ofstream(tools_ / name) << kTool;
    fs::permissions(tools_ / name, fs::perms(0755));
  }
  void let(const std::string& tool, const std::string& text = "") const { std::ofstream(tools_ / tool) << text; }
  std::string environment() const {
    return "PATH=" + tools_.string() + ":/usr/bin:/bin CUBECAST_CACHE='" + store_.string() + "' ";
  }
  Outcome cubecast(const std::string& arguments) const {
    return test_support::run_program(environment() + program_.string(), arguments);
  }
  Outcome build(const std::string& names) const { return cubecast("models --build " + names); }
  std::ptrdiff_t calls_of(const std::string& tool) const {
    std::istringstream in(contents(tools_ / "calls"));
    std::ptrdiff_t count = 0;
    for (std::string line; std::getline(in, line);) count += line.starts_with(tool + ' ') ? 1 : 0;
    return count;
  }
  // Lists kinds and names.
  std::vector<std::string> listed() const {
    std::vector<std::string> models;
    for (const auto& entry : nlohmann::json::parse(cubecast("models --json").out))
      models.push_back(entry["kind"].get<std::string>() + ' ' + entry["name"].get<std::string>());
    return models;
  }
  bool nothing_is_half_made() const { return fs::is_empty(store_ / "being-built"); }

  test_support::Scratch scratch_;
  fs::path tools_ = scratch_ / "tools";
  fs::path store_ = scratch_ / "the store";
  fs::path program_ = scratch_ / "bin/cubecast";
  nlohmann::json settings_;
};

// Expects one line of error, with the status that docs/reference/command.md gives.
void expect_refusal(const Outcome& outcome, int status, const std::vector<std::string>& words) {
  EXPECT_EQ(outcome.status, status) << outcome.error;
  EXPECT_EQ(std::count(outcome.error.begin(), outcome.error.end(), '\n'), 1) << outcome.error;
  EXPECT_EQ(outcome.out, "");
  for (const std::string& word : words)
    EXPECT_NE(outcome.error.find(word), std::string::npos) << word << ": " << outcome.error;
}

TEST_F(ModelsCommand, ListsBuildsAndRemoves) {
  EXPECT_EQ(cubecast("models").out.find("kind"), 0u);
  EXPECT_EQ(cubecast("models --json").out, "[]\n");
  // Builds models of all kinds. Each is built at most once, even if it is named twice.
  const Outcome built = build("node_d1_w64_gated node_d2_w64_gated router_d2_w32_all node_d1_w64_gated");
  EXPECT_EQ(built.status, 0) << built.error;
  EXPECT_EQ(built.error, "");
  for (const char* const name : {kNode, "node_d2_w64_gated", "router_d2_w32_all"})
    EXPECT_NE(built.out.find(name + std::string("\n")), std::string::npos);
  EXPECT_EQ(listed(),
            (std::vector<std::string>{"rtl node_d1_w64_gated", "rtl node_d2_w64_gated", "support verilator",
                                      "text node_d1_w64_gated", "text node_d2_w64_gated", "text router_d2_w32_all"}));
  EXPECT_EQ(calls_of("stepc"), 3);
  const std::string table = cubecast("models").out;
  EXPECT_NE(table.find("6 of them, 0.0 MiB in " + store_.string()), std::string::npos) << table;
  EXPECT_EQ(build(kNode).status, 0);
  EXPECT_EQ(calls_of("stepc"), 3);
  EXPECT_EQ(cubecast("models --remove router_d2_w32_all node_d1_w64_gated").out,
            "rtl node_d1_w64_gated\ntext node_d1_w64_gated\ntext router_d2_w32_all\n");
  expect_refusal(cubecast("models --remove node_d2_w64_gated nothing"), 2, {"--remove nothing", "cubecast models"});
  EXPECT_EQ(listed().size(), 3u) << "nothing of a refused command is done";
  EXPECT_EQ(cubecast("models --limit 1G").status, 0);
  EXPECT_NE(cubecast("models").out.find("of 1024.0 MiB"), std::string::npos);
  EXPECT_EQ(cubecast("models --limit 0").status, 0);
  EXPECT_EQ(listed().size(), 0u);
  EXPECT_EQ(build(kNode).status, 0) << "what a build needs stays while it is needed";
  EXPECT_EQ(cubecast("models --limit none").status, 0);
  EXPECT_EQ(build(kNode).status, 0);
  EXPECT_EQ(cubecast("models --remove --all").status, 0);
  EXPECT_EQ(cubecast("models --remove --all").status, 0);
  EXPECT_EQ(listed().size(), 0u);
}

TEST_F(ModelsCommand, RefusesBeforeItBuilds) {
  struct Case {
    const char* arguments;
    std::vector<std::string> words;
  };
  for (const Case& one :
       {Case{"--build node_d1_w64_gated node_d99", {"99"}}, Case{"--build nothing", {"nothing"}},
        Case{"--build", {"--build: no model is named"}}, Case{"--remove", {"--remove: no model is named"}},
        Case{"--build --remove x", {"leave one out"}}, Case{"--all", {"--all: is for --remove"}},
        Case{"--remove --all x", {"x --all: --all is every name"}}, Case{"x", {"x: is for"}},
        Case{"--json --limit 1", {"--json"}}, Case{"--limit 5T", {"--limit 5T", "500M"}},
        Case{"--limit -1", {"--limit"}}, Case{"--limit 010", {"--limit 010"}}, Case{"--limit ''", {"--limit"}},
        Case{"--limit 12345678901234567890", {"--limit"}}, Case{"--limit 1.5G", {"--limit 1.5G"}}}) {
    expect_refusal(cubecast(std::string("models ") + one.arguments), 2, one.words);
  }
  EXPECT_FALSE(fs::exists(tools_ / "calls"));
  EXPECT_EQ(listed().size(), 0u);
}

TEST_F(ModelsCommand, NamesTheToolThatIsMissingAndItsPackage) {
  ASSERT_EQ(build("node_d2_w64_gated").status, 0);
  const std::vector<std::string> before = listed();
  const char* const ways_out[] = {"install Cubecast again", "Debian's package verilator", "Debian's package clang-19"};
  for (unsigned i = 0; i < 3; ++i) {
    fs::rename(tools_ / kTools[i], tools_ / "away");
    // A real Verilator may be installed beside the scripts.
    const Outcome outcome = test_support::run_program(
        "PATH=" + tools_.string() + " CUBECAST_CACHE='" + store_.string() + "' " + program_.string(),
        std::string("models --build ") + kNode);
    expect_refusal(outcome, 2, {kTools[i], ways_out[i]});
    fs::rename(tools_ / "away", tools_ / kTools[i]);
  }
  EXPECT_EQ(listed(), before);
  fs::remove(scratch_ / "bin/cubecast-tools.json");
  expect_refusal(build(kNode), 2, {"cubecast-tools.json"});
  for (const char* const text : {"{", "[]", "{\"compiler\": 3}"}) {
    std::ofstream(scratch_ / "bin/cubecast-tools.json") << text;
    expect_refusal(build(kNode), 2, {"cubecast-tools.json", "install Cubecast again"});
  }
}

TEST_F(ModelsCommand, SaysTheFirstErrorAndWhereTheRestIs) {
  for (const char* const tool : kTools) {
    let(std::string(tool) + ".fails", "x.cpp:3: error: it is \x1b[31mbad\nx.cpp:4: error: worse\n");
    const Outcome outcome = build(kNode);
    expect_refusal(outcome, 1, {"cannot be built", "x.cpp:3: error: it is \\x1b[31mbad; all that was said is in "});
    const std::string log = outcome.error.substr(outcome.error.find(store_.string()));
    EXPECT_NE(contents(log.substr(0, log.find('\n'))).find("x.cpp:4: error: worse"), std::string::npos) << log;
    EXPECT_TRUE(nothing_is_half_made());
    // A full disk is the machine's fault: the status is 2, and the message needs no log.
    let(std::string(tool) + ".fails", "x.cpp: error: No space left on device\n");
    expect_refusal(build(kNode), 2, {"cannot be built", "no room", store_.string(), "CUBECAST_CACHE"});
    fs::remove(tools_ / (std::string(tool) + ".fails"));
  }
  let("stepc.fails", "error: that one\n");
  const Outcome some = build("node_d2_w64_gated node_d3_w64_gated");
  EXPECT_EQ(some.status, 1);
  EXPECT_EQ(std::count(some.error.begin(), some.error.end(), '\n'), 2) << "each says why";
  fs::remove(tools_ / "stepc.fails");
  EXPECT_EQ(build(kNode).status, 0);
}

TEST_F(ModelsCommand, NamesTheToolThatHasWrittenNothing) {
  for (const char* const tool : kTools) {
    let(std::string(tool) + ".writes-nothing");
    expect_refusal(build(kNode), 1, {"cannot be built", tool, "has ended well, but has not written"});
    fs::remove(tools_ / (std::string(tool) + ".writes-nothing"));
    EXPECT_TRUE(nothing_is_half_made());
  }
  EXPECT_EQ(build(kNode).status, 0) << "nothing of it is kept";
}

TEST_F(ModelsCommand, EndsWithAllThatItHasStarted) {
  for (const char* const tool : kTools) {
    for (const int signal : {SIGINT, SIGTERM, SIGKILL}) {
      let(std::string(tool) + ".hangs");
      fs::remove(tools_ / "pids");
      const pid_t child = fork();
      if (child == 0) {
        const std::string line =
            "exec env " + environment() + program_.string() + " models --build " + kNode + " 2> /dev/null";
        execl("/bin/sh", "sh", "-c", line.c_str(), nullptr);
        _exit(127);
      }
      while (!fs::exists(tools_ / "pids")) std::this_thread::sleep_for(std::chrono::milliseconds(5));
      kill(child, signal);
      int status = 0;
      waitpid(child, &status, 0);
      EXPECT_EQ(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), 128 + signal);
      std::istringstream pids(contents(tools_ / "pids"));
      pid_t process = 0;
      pid_t its_child = 0;
      pids >> process >> its_child;
      if (signal == SIGKILL) {
        kill(its_child, SIGKILL);  // SIGKILL left no time to end it
      } else {
        EXPECT_TRUE(nothing_is_half_made()) << tool << ' ' << signal;
      }
      for (const pid_t one : {process, its_child}) {
        unsigned tries = 0;
        while (kill(one, 0) == 0 &&
               contents("/proc/" + std::to_string(one) + "/stat").find(") Z") == std::string::npos) {
          ASSERT_LT(++tries, 1000u) << tool << " still runs after signal " << signal;
          std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
      }
      fs::remove(tools_ / (std::string(tool) + ".hangs"));
    }
    EXPECT_EQ(build(kNode).status, 0) << "after a " << tool << " that was killed";
    EXPECT_TRUE(nothing_is_half_made());
    EXPECT_EQ(cubecast("models --remove --all").status, 0);
  }
}

TEST_F(ModelsCommand, TwoAtOnceBuildOnce) {
  const Outcome both = test_support::in_shell("export " + environment() + "\nfor i in 1 2 3; do " + program_.string() +
                                              " models --build " + kNode + " & done; wait");
  EXPECT_EQ(both.out, "node_d1_w64_gated\nnode_d1_w64_gated\nnode_d1_w64_gated\n") << both.error;
  EXPECT_EQ(calls_of("stepc"), 1);
  EXPECT_EQ(calls_of("verilator"), 2) << "for its folder, and for the model";
}

TEST_F(ModelsCommand, BuildsAnewWhenToolsOrHeadersAreOthers) {
  ASSERT_EQ(build(kNode).status, 0);
  for (const char* const tool : kTools) {
    const std::ptrdiff_t compiled = calls_of("clang++");
    std::ofstream(tools_ / tool, std::ios::app) << "# version 2\n";
    EXPECT_EQ(build(kNode).status, 0);
    EXPECT_GT(calls_of("clang++"), compiled) << tool;
    EXPECT_EQ(build(kNode).status, 0);
  }
  EXPECT_EQ(calls_of("stepc"), 2) << "other compilers make no other text";
  settings_["tuning"] = {"-mtune=native"};
  write_settings();
  const std::ptrdiff_t compiled = calls_of("clang++");
  EXPECT_EQ(build(kNode).status, 0);
  EXPECT_GT(calls_of("clang++"), compiled);
  // The headers must match those that the program was compiled from.
  settings_["headers"] = scratch_ / "";
  write_settings();
  expect_refusal(build("node_d2_w64_gated"), 2, {"are not those that cubecast was compiled from"});
}

// The scripts make no code, but the store treats their entries like real ones.
TEST_F(ModelsCommand, BuildsAgainWhatTheListNames) {
  expect_refusal(cubecast("run broadcast --dim 2 --pipelined"), 1, {"cannot be loaded"});
  const std::vector<std::string> models = listed();
  ASSERT_EQ(models.size(), 2u);
  EXPECT_EQ(models.front(), "headers native_engine");
  ASSERT_TRUE(models.back().starts_with("native ")) << models.back();
  const std::string name = models.back().substr(std::string("native ").size());
  EXPECT_EQ(build(name).out, name + '\n');
  EXPECT_EQ(calls_of("clang++"), 2);
  std::ofstream(tools_ / "clang++", std::ios::app) << "# version 2\n";
  EXPECT_EQ(build(name).out, name + '\n');
  EXPECT_EQ(calls_of("clang++"), 4);
  for (const auto& file : fs::recursive_directory_iterator(store_)) {
    if (file.path().filename() == "how.json") std::ofstream(file.path(), std::ios::app) << ' ';
  }
  expect_refusal(build(name), 2, {"--build " + name, "is damaged"});
}

TEST_F(ModelsCommand, ShowsOnATerminalWhatIsBuilt) {
  let("stepc.slow");
  const std::string shown =
      test_support::on_terminal(500, "env " + environment() + program_.string() + " models --build " + kNode);
  EXPECT_TRUE(shown.starts_with("\r\033[Kcubecast: building rtl node_d1_w64_gated (once, kept in ")) << shown;
  EXPECT_NE(shown.find("text node_d1_w64_gated: stepc 0 %"), std::string::npos) << shown;
  EXPECT_TRUE(shown.ends_with("\r\033[Knode_d1_w64_gated\r\n")) << shown;
}

TEST_F(ModelsCommand, TellsOnceThatAModelIsBuilt) {
  const std::string build = program_.string() + " models --build " + kNode + " 2>&1\n";
  EXPECT_EQ(test_support::in_shell("export " + environment() + '\n' + build + build).out,
            "cubecast: building rtl node_d1_w64_gated (once, kept in " + store_.string() +
                ")...\nnode_d1_w64_gated\nnode_d1_w64_gated\n");
  const std::string at_home = "export HOME=" + (scratch_ / "").string() + "\n";
  EXPECT_NE(test_support::in_shell(at_home + "export " + environment() + "\n" + program_.string() +
                                   " models --build router_d1_w1_all 2>&1")
                .out.find("building text router_d1_w1_all (once, kept in ~/the store)..."),
            std::string::npos);
}

// CMake is a script here, which writes a stepc.
TEST_F(ModelsCommand, BuildsStepcInTheStoreWhereTheTreeHasNone) {
  fs::rename(tools_ / "stepc", tools_ / "real-stepc");
  std::ofstream(tools_ / "cmake") << "#!/bin/bash\necho cmake $1 >> " << (tools_ / "calls").string()
                                  << "\n[ $1 = -S ] && exec mkdir $4\nprintf '#!/bin/sh\\nexec "
                                  << (tools_ / "real-stepc").string() << " \"$@\"' > $2/stepc && chmod 755 $2/stepc\n";
  fs::permissions(tools_ / "cmake", fs::perms(0755));
  settings_["build"] = scratch_ / "nobody writes here";
  write_settings();
  for (unsigned i = 0; i < 2; ++i) {
    EXPECT_EQ(cubecast("rtl router_d1_w1_all --output " + (scratch_ / "rtl").string()).status, 0);
    EXPECT_EQ(listed(), (std::vector<std::string>{"text router_d1_w1_all", "tool stepc"}));
    EXPECT_EQ(calls_of("cmake"), 2) << "to configure, and to build";
  }
  const std::string path = build("stepc").out;
  EXPECT_TRUE(path.starts_with(store_.string())) << path;
  EXPECT_TRUE(path.ends_with("/stepc\n")) << path;
  EXPECT_FALSE(fs::exists(scratch_ / "nobody writes here"));
}

TEST_F(ModelsCommand, GivesNobodyDamagedRtl) {
  const std::string output = (scratch_ / "rtl").string();
  ASSERT_EQ(cubecast("rtl router_d1_w1_all --output " + output).status, 0);
  const std::string text = contents(output + "/router_d1_w1_all.sv");
  ASSERT_NE(text.find("by stepc"), std::string::npos);
  for (const auto& file : fs::recursive_directory_iterator(store_)) {
    if (file.path().extension() == ".sv") std::ofstream(file.path(), std::ios::in | std::ios::binary) << '?';
  }
  ASSERT_EQ(cubecast("rtl router_d1_w1_all --output " + output).status, 0);
  EXPECT_EQ(contents(output + "/router_d1_w1_all.sv"), text);
}

}  // namespace
}  // namespace testbench::test
