// A program that runs one top in lockstep with its Verilator model; stepc_lockstep (cmake/Stepc.cmake) builds it.
// STEPC_SOURCE: the C++ source of the top; STEPC_HARNESS: the generated harness; STEPC_MODULE: the module's name;
// STEPC_TOP: the step function; STEPC_STIMULUS, if there is one: a header with shape(random, out, in), see
// lockstep.hpp.
#include <CLI/CLI.hpp>
#include <cstdio>

#include STEPC_HARNESS
#include STEPC_SOURCE
#if defined(STEPC_STIMULUS)
#include STEPC_STIMULUS
#endif

#include "hls/compiler/lockstep/lockstep.hpp"
#include "hls/compiler/lockstep/testbench.hpp"

#define STEPC_EXPAND(module) STEPC_LOCKSTEP(module)
#define STEPC_JOIN(a, b) a##b
#define STEPC_TEXT(name) #name
#define STEPC_STRING(name) STEPC_TEXT(name)
#define STEPC_HARNESS_TYPE(module) STEPC_JOIN(module, _lockstep)

STEPC_EXPAND(STEPC_MODULE);

int main(int argc, char** argv) {
  stepc::LockstepOptions options;
  CLI::App app{"Compares every register of a Verilator model with its C++ in every cycle, on random inputs."};
  app.add_option("--cycles", options.cycles, "cycles to run")->capture_default_str();
  app.add_option("--seed", options.seed, "seed of the random inputs")
      ->envname("CUBECAST_TEST_SEED")
      ->capture_default_str();
  std::string testbench;
  app.add_option("--testbench", testbench,
                 "folder to write testbench.sv and vectors.txt to: the same run for another simulator");
  CLI11_PARSE(app, argc, argv);
  std::optional<stepc::TestbenchWriter> writer;
  if (!testbench.empty()) writer.emplace(testbench, options.cycles);
  const auto watch = [&](auto& model) {
    if (writer) writer->template add<STEPC_HARNESS_TYPE(STEPC_MODULE)>(model, STEPC_STRING(STEPC_MODULE));
  };

#if defined(STEPC_STIMULUS)
  const auto stimulus = [](auto& random, const auto& out, auto& in) { shape(random, out, in); };
  const auto divergence = stepc::run_lockstep<STEPC_HARNESS_TYPE(STEPC_MODULE)>(STEPC_TOP, options, stimulus, watch);
#else
  const auto any = [](auto&, const auto&, auto&) {};
  const auto divergence = stepc::run_lockstep<STEPC_HARNESS_TYPE(STEPC_MODULE)>(STEPC_TOP, options, any, watch);
#endif
  std::printf("%llu cycles, seed %llu: %s\n", static_cast<unsigned long long>(options.cycles),
              static_cast<unsigned long long>(options.seed),
              divergence ? divergence->text().c_str() : "C++ and RTL agree");
  return divergence ? 1 : 0;
}
