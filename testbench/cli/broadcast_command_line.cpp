#include "testbench/cli/broadcast_command_line.hpp"

#include "testbench/cli/option.hpp"

namespace testbench {
namespace {

std::string scheme_names(bool partial_alone) {
  std::vector<std::string> names;
  for (const broadcast::SchemeName& scheme : broadcast::kSchemes) {
    if (!partial_alone || is_partial(scheme.scheme)) names.emplace_back(scheme.name);
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

void add_service(CLI::App& command, ServiceRequest& service) {
  add(command, "--dim", service.dim, "INT", "Dimension d of the cube: 2^d nodes; REQUIRED");
  add(command, "--prefix", service.prefix, "TEXT",
      "How nodes count the active ones: links = in packets, between the others; wires = over wires beside the links; "
      "tree = as links, by the paper's prefix tree",
      "links");
  add(command, "--count-wires", service.count_wires, "INT",
      "Of --prefix wires: how many there are, 1 to d + 1, beside one that says valid; a count takes "
      "ceil((d + 1)/INT) cycles; if left out, d + 1");
  command.add_flag("--overlap", service.overlap,
                   "Of --prefix wires: count while the packets of the period before are under way (pmnb2, pmnb3)");
  add(command, "--stall", service.stall, "FLOAT", "Probability that a node's memory is busy for a port in a cycle",
      "0");
  add(command, "--queue-depth", service.queue_depth, "INT",
      "Packets in a crosspoint queue, a power of two from 4; 0: so many that none can fill in a partial broadcast",
      "0");
  add(command, "--seed", service.seed, "INT", "Seed of all that is random", "1");
  add(command, "--engine", service.engine.name, "TEXT", fmt::format("Simulator: {}", fmt::join(engine_names(), ", ")),
      "native");
  add(command, "--payload-bits", service.engine.payload_bits, "INT", "Of packets in RTL nodes, 1..64", "64");
  command.add_flag("--lockstep", service.engine.lockstep,
                   "Run RTL and C++ side by side and compare every register of every node in every cycle");
}

}  // namespace

void add_pmnb(CLI::App& app, PmnbArguments& arguments) {
  CLI::App& pmnb = *app.add_subcommand(
      "pmnb",
      "Partial multinode broadcast: any M nodes have a packet for all; phases and cycles beside what is proved");
  add(pmnb, "--algorithm", arguments.service.scheme, "TEXT", scheme_names(true) + "; all of them if left out");
  add(pmnb, "--active", arguments.active.count, "INT", "Active nodes, chosen at random; all nodes if nothing is said");
  add(pmnb, "--active-nodes", arguments.active.nodes, "LIST", "The active nodes: 0,3,5-7 or all");
  add(pmnb, "--active-share", arguments.active.share, "FLOAT", "Every node is active with this probability");
  add_service(pmnb, arguments.service);
  add(pmnb, "--trace", arguments.trace, "FILE",
      "Of one algorithm: CSV, every packet on every link, cycle by cycle; a file, device, pipe or /dev/stdout");
  pmnb.add_flag("--json", arguments.json, "Print one JSON object a line instead of the table");
}

void add_dynamic(CLI::App& app, DynamicArguments& arguments) {
  CLI::App& dynamic = *app.add_subcommand(
      "dynamic", "Broadcast requests that arrive at random and for ever: delay, throughput and stability by load");
  add(dynamic, "--load", arguments.load, "X or A..B",
      "The load, of what all links can carry: requests a node and cycle, times 2^d - 1, through d; REQUIRED without "
      "--limit");
  add(dynamic, "--step", arguments.step, "FLOAT", "From one load of A..B to the next", "0.1");
  add(dynamic, "--scheme", arguments.service.scheme, "TEXT", scheme_names(false) + "; all of them if left out");
  dynamic.add_flag("--limit", arguments.limit, "Search for the largest load that is stable, in place of --load");
  add(dynamic, "--arrivals", arguments.arrivals, "TEXT",
      "poisson, bernoulli (one at most at a node in a cycle), bursty (nodes are on and off), hot-spot (a share of all "
      "comes "
      "to few nodes)",
      "poisson");
  add(dynamic, "--burst", arguments.burst, "FLOAT", "Of bursty arrivals: cycles that a node is on, on average", "16");
  add(dynamic, "--hot-share", arguments.hot_share, "FLOAT", "Of hot-spot arrivals: the share of all at the hot nodes",
      "0.5");
  add(dynamic, "--hot-nodes", arguments.hot_nodes, "INT", "And their number", "1");
  add(dynamic, "--precision", arguments.precision, "FLOAT",
      "Run until the 95 % confidence interval of the mean delay is this part of it to either side", "0.05");
  add(dynamic, "--cycles", arguments.cycles, "INT", "But for so many cycles at most", "1000000");
  add_service(dynamic, arguments.service);
  add(dynamic, "--plot", arguments.plot, "FILE",
      "SVG: mean delay by load, a curve for each scheme, theory as broken lines");
  add(dynamic, "--data", arguments.data, "FILE", "The plot's numbers");
  dynamic.add_flag("--json", arguments.json, "Print one JSON object a line instead of the table");
}

}  // namespace testbench
