// SPDX-License-Identifier: Apache-2.0
// Speed of the native engine on one thread: packet hops and node-cycles per second, also of
// combined packets. A mesh is loaded and run whole each time; the clock runs only while the cube
// does, without loading and judging.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <bit>

#include "firmware/collectives/catalog.hpp"
#include "testbench/engines/native/native_mesh.hpp"
#include "testbench/judge/bounds/bounds.hpp"
#include "testbench/runs/experiment/coupled_links.hpp"
#include "testbench/runs/experiment/experiment.hpp"
#include "testbench/runs/experiment/loader.hpp"

namespace {

using collectives::Collective;

void native_engine(benchmark::State& state, Collective collective, const char* algorithm) {
  const collectives::Operation operation{collectives::find_row(collective, algorithm, collectives::PortModel::kAll),
                                         network::Cube(static_cast<unsigned>(state.range(0))),
                                         static_cast<std::uint32_t>(state.range(1)), network::Address(0)};
  const testbench::Task task = testbench::task_of(operation);
  const std::uint64_t cycles = closed_form(operation).value + 3;
  std::uint64_t deliveries = 0;
  for (auto _ : state) {
    state.PauseTiming();
    testbench::NodeMemory memory(task, testbench::PayloadHash(1));
    testbench::MeshSetting setting = testbench::setting_of(operation);
    setting.queue_depth.chosen = testbench::safe_queue_depth(testbench::couple_links(operation));
    setting.program_depth = std::bit_ceil(testbench::longest_programs(operation).entries);
    const auto mesh = testbench::make_native_mesh(setting, memory);
    testbench::load_mesh(operation, *mesh, [] {});
    state.ResumeTiming();
    mesh->clock(true);
    for (std::uint64_t cycle = 0; cycle < cycles; ++cycle) mesh->clock(false);
    state.PauseTiming();
    deliveries = memory.deliveries();
    state.ResumeTiming();
  }
  const double nodes = static_cast<double>(testbench::router_count(task));
  if (deliveries != testbench::expected_deliveries(task)) {
    state.SkipWithError("not everything was delivered");
  }
  const double runs = static_cast<double>(state.iterations());
  const double hops = static_cast<double>(testbench::least_transmissions(task).value);
  state.counters["hops/s"] = benchmark::Counter(hops * runs, benchmark::Counter::kIsRate);
  state.counters["node_cycles/s"] =
      benchmark::Counter(nodes * static_cast<double>(cycles + 1) * runs, benchmark::Counter::kIsRate);
}

BENCHMARK_CAPTURE(native_engine, alltoall_table, Collective::kAlltoall, "table")
    ->ArgNames({"d", "M"})
    ->Args({6, 16})
    ->Args({8, 4})
    ->Args({10, 1})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(native_engine, allgather_balanced, Collective::kAllgather, "balanced")
    ->ArgNames({"d", "M"})
    ->Args({6, 64})
    ->Args({10, 4})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(native_engine, reduce_scatter_balanced, Collective::kReduceScatter, "balanced")
    ->ArgNames({"d", "M"})
    ->Args({6, 64})
    ->Args({10, 4})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(native_engine, broadcast_nesbt, Collective::kBroadcast, "nesbt")
    ->ArgNames({"d", "M"})
    ->Args({10, 4000})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(native_engine, reduce_nesbt, Collective::kReduce, "nesbt")
    ->ArgNames({"d", "M"})
    ->Args({10, 4000})
    ->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
