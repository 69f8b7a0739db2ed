// SPDX-License-Identifier: Apache-2.0
// The waveform shows what the run did: a scope for every node and port, and on the links the
// packets of the trace.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "test_support/command.hpp"
#include "test_support/fst_file.hpp"
#include "testbench/tool/system/row_tests.hpp"

namespace testbench::test {
namespace {

using collectives::Collective;
using collectives::Operation;
using collectives::PortModel;
using test_support::FstFile;
using test_support::operation_of;
using test_support::Scratch;

std::string port_scope(std::uint32_t node, unsigned port) {
  return fmt::format("node_{}.port_{}", node, port);
}

MeshSetting rtl_engine(double stall) {
  MeshSetting setting;
  setting.engine = "rtl";
  setting.stall_probability = stall;
  return setting;
}

// Cycle, node, port, source, tree, sequence of every packet that a link carries.
using Hop = std::tuple<std::uint64_t, std::uint32_t, unsigned, std::uint64_t, std::uint64_t, std::uint64_t>;

// A run with a waveform, and what its links carry; the first cycle is 1.
std::vector<Hop> run(const Experiment& experiment, const std::filesystem::path& wave) {
  std::vector<Hop> hops;
  RunHooks hooks;
  hooks.events = [&hops](std::span<const LinkEvent> events) {
    for (const LinkEvent& at : events) hops.emplace_back(at.cycle, at.node, at.port, at.source, at.tree, at.sequence);
  };
  hooks.wave = wave;
  EXPECT_EQ(Run(experiment, PayloadHash(7)).execute(hooks).fault, std::nullopt);
  return hops;
}

// By the waveform, from the first cycle in which a link is busy.
std::vector<Hop> hops_of(const FstFile& wave, unsigned d) {
  std::vector<Hop> hops;
  std::uint64_t before_first = 0;
  for (std::uint64_t cycle = 0; cycle <= wave.last_cycle(); ++cycle) {
    for (std::uint32_t node = 0; node < 1u << d; ++node) {
      for (unsigned port = 0; port < d; ++port) {
        const std::string link = port_scope(node, port) + ".link_out.";
        if (wave.value(link + "valid", cycle) == 0) continue;
        if (hops.empty()) before_first = cycle - 1;
        hops.emplace_back(cycle - before_first, node, port, wave.value(link + "source", cycle),
                          wave.value(link + "tree", cycle), wave.value(link + "sequence", cycle));
      }
    }
  }
  return hops;
}

class EveryRowInAWave : public RowTest {};
INSTANTIATE_TEST_SUITE_P(Catalog, EveryRowInAWave, kEveryRow, row_name);

TEST_P(EveryRowInAWave, LinksCarryThePacketsOfTheTrace) {
  for (const double stall : {0.0, 0.3}) {
    const Scratch scratch;
    const std::vector<Hop> hops = run({operation(3, 1), rtl_engine(stall)}, scratch / "wave.fst");
    const FstFile wave(scratch / "wave.fst");
    EXPECT_EQ(wave.first_cycle(), 0u);
    EXPECT_EQ(hops_of(wave, 3), hops) << "stall " << stall;
  }
}

const Operation kAlltoall = operation_of(Collective::kAlltoall, "table", PortModel::kAll, 3, 1);

TEST(Wave, HasAScopeForEveryNodePortAndPart) {
  const Scratch scratch;
  run({kAlltoall, rtl_engine(0)}, scratch / "wave.fst");
  const FstFile wave(scratch / "wave.fst");
  for (std::uint32_t node = 0; node < 8; ++node) {
    EXPECT_TRUE(wave.has_scope(fmt::format("node_{}.node_d3_w64_gated", node)));
    EXPECT_TRUE(wave.has_signal(fmt::format("node_{}.clk", node)));
    for (unsigned port = 0; port < 3; ++port) {
      const std::string scope = port_scope(node, port);
      for (const char* stream : {"link_out", "link_in", "fetch", "eject"}) {
        for (const char* signal : {"valid", "payload", "source", "destination", "tree", "sequence", "rule"}) {
          EXPECT_TRUE(wave.has_signal(fmt::format("{}.{}.{}", scope, stream, signal))) << scope << stream << signal;
        }
      }
      EXPECT_TRUE(wave.has_signal(scope + ".link_out.go"));
      EXPECT_TRUE(wave.has_signal(scope + ".link_in.go"));
      EXPECT_TRUE(wave.has_signal(scope + ".eject.ready"));
    }
  }
}

// A cycle shows the inputs together with the outputs that they come from.
TEST(Wave, ALinkShowsTheSameAtBothEnds) {
  const Scratch scratch;
  run({kAlltoall, rtl_engine(0.3)}, scratch / "wave.fst");
  const FstFile wave(scratch / "wave.fst");
  ASSERT_GT(wave.last_cycle(), 4u);
  for (std::uint64_t cycle = 0; cycle < 10; ++cycle) {
    EXPECT_EQ(wave.value("cube.cycle", cycle), cycle);
    EXPECT_EQ(wave.value("cube.lockstep.differs", cycle), 0u);
    for (std::uint32_t node = 0; node < 8; ++node) {
      EXPECT_EQ(wave.value(fmt::format("node_{}.start", node), cycle), cycle == 0 ? 1u : 0u);
      EXPECT_EQ(wave.value(fmt::format("node_{}.clk", node), cycle), 1u);
      for (unsigned port = 0; port < 3; ++port) {
        const std::string here = port_scope(node, port);
        const std::string there = port_scope(node ^ 1u << port, port);
        EXPECT_EQ(wave.bits(here + ".link_in.go", cycle), wave.bits(there + ".link_out.go", cycle));
        EXPECT_EQ(wave.bits(here + ".link_in.valid", cycle), wave.bits(there + ".link_out.valid", cycle));
        if (wave.value(here + ".link_in.valid", cycle) == 0) continue;
        for (const char* signal : {"payload", "source", "destination", "tree", "sequence", "rule"}) {
          EXPECT_EQ(wave.bits(here + ".link_in." + signal, cycle), wave.bits(there + ".link_out." + signal, cycle));
        }
      }
    }
  }
}

// GTKWave's manual, "GTKWave Save File": a group begins and ends with lines of flags 0x800000 and 0x1000000 and its name.
TEST(Wave, ASaveFileGroupsItsSignals) {
  const Scratch scratch;
  std::filesystem::create_directory(scratch / "then");
  const std::string command =
      fmt::format("run alltoall --dim 3 --engine rtl --stall 0.3 --wave {}", (scratch / "then/wave.fst").string());
  ASSERT_EQ(test_support::cubecast(command).status, 0);
  const FstFile wave(scratch / "then/wave.fst");
  std::ifstream file(scratch / "then/wave.gtkw");
  std::vector<std::string> open;
  std::map<std::string, std::size_t> signals;  // how deep
  unsigned flags = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('[')) continue;
    if (line.starts_with('@')) {
      flags = static_cast<unsigned>(std::stoul(line.substr(1), nullptr, 16));
    } else if ((flags & 0x800000) != 0) {
      open.push_back(line);
    } else if ((flags & 0x1000000) != 0) {
      ASSERT_EQ(open.back(), line);
      open.pop_back();
    } else {
      EXPECT_TRUE(wave.has_signal(line.substr(0, line.find('[')))) << line;
      signals[line] = open.size();
    }
  }
  EXPECT_TRUE(open.empty());
  EXPECT_EQ(signals.at("node_7.port_2.link_out.payload[63:0]"), 3u);
  EXPECT_EQ(signals.at("node_0.port_0.eject.ready"), 3u);
  EXPECT_EQ(signals.at("cube.cycle[31:0]"), 1u);
  const std::string text = test_support::contents(scratch / "then/wave.gtkw");
  EXPECT_NE(text.find("[dumpfile] \"wave.fst\"\n"), std::string::npos) << "both can be moved";
  // A file that GTKWave has saved stays.
  std::ofstream(scratch / "then/wave.gtkw") << "[*] GTKWave\n";
  ASSERT_EQ(test_support::cubecast(command).status, 0);
  EXPECT_EQ(test_support::contents(scratch / "then/wave.gtkw"), "[*] GTKWave\n");
}

TEST(Wave, OfACosimulationShowsItsRtlNodes) {
  const Scratch scratch;
  run({kAlltoall, rtl_engine(0.3)}, scratch / "rtl.fst");
  MeshSetting cosimulation = rtl_engine(0.3);
  cosimulation.engine = "systemc";
  cosimulation.rtl_nodes = {true, false, false, true, false, false, false, false};
  run({kAlltoall, cosimulation}, scratch / "systemc.fst");
  const FstFile rtl(scratch / "rtl.fst");
  const FstFile systemc(scratch / "systemc.fst");
  for (const std::uint32_t node : {0u, 3u}) {
    for (std::uint64_t cycle = 0; cycle < 10; ++cycle) {
      for (unsigned port = 0; port < 3; ++port) {
        const std::string scope = port_scope(node, port);
        EXPECT_EQ(systemc.bits(scope + ".link_out.go", cycle), rtl.bits(scope + ".link_out.go", cycle));
        for (const char* stream : {".link_out", ".link_in", ".eject"}) {
          const std::string name = scope + stream;
          EXPECT_EQ(systemc.bits(name + ".valid", cycle), rtl.bits(name + ".valid", cycle)) << name << ' ' << cycle;
          if (rtl.value(name + ".valid", cycle) == 0) continue;
          EXPECT_EQ(systemc.bits(name + ".payload", cycle), rtl.bits(name + ".payload", cycle)) << name << ' ' << cycle;
        }
      }
    }
  }
  EXPECT_FALSE(systemc.has_scope("node_1"));
  EXPECT_TRUE(rtl.has_scope("node_1"));
}

}  // namespace
}  // namespace testbench::test
