// SPDX-License-Identifier: Apache-2.0
#include "testbench/tool/printer/keys.hpp"

#include <initializer_list>

#include "hls/configuration/configuration_members.hpp"

namespace testbench {
namespace {

Keys all_of(std::initializer_list<Keys> parts) {
  Keys keys;
  for (const Keys& part : parts) keys.insert(keys.end(), part.begin(), part.end());
  return keys;
}

const Key kCollective{"collective", "string", "", "as `cubecast list` names it"};
const Key kAlgorithm{"algorithm", "string", "", "as `cubecast list` names it"};
const Key kPorts{"ports", "string", "", "`all`, `one` or `half`: what a node may do in a cycle"};
const Key kSource{"source", "string", "", "where the algorithm comes from"};
const Key kDim{"dim", "integer", "dimensions", "d of the cube"};
const Key kNodes{"nodes", "integer", "nodes", "of the network, that send and receive"};
const Key kSwitches{"switches", "integer", "nodes", "besides, that only pass packets on", "of a network that has some"};
const Key kEngine{"engine", "string", "", "the simulator"};
const Key kSeed{"seed", "integer", "none", "of all that is random"};
const Key kPartPackets{"part_packets", "integer?", "packets",
                       "of a part, if queues make the run go in parts; else null", "--queue-depth"};
const Key kTransitFirst{"transit_first", "boolean", "", "packets go in an order in which fewer wait, because of queues",
                        "--queue-depth"};
const Key kTried{"tried", "boolean", "", "nothing is proved of such queues; a run with these stalls has ended",
                 "--queue-depth"};
const Key kRelease{"version", "string", "", "of cubecast"};
const Keys kProgram{kRelease,
                    {"commit", "string", "", "that cubecast was built from; empty outside a repository"},
                    {"machine", "string", "", "its processors and kernel"},
                    {"command", "string", "", "the line that repeats the run"}};
const Key kFault{"fault", "string?", "", "why it is not verified; null if it is"};
const Key kVerified{"verified", "boolean", "", "every byte and every link event is right"};
const Key kVerifiedIfRun{"verified", "boolean?", "",
                         "every byte and every link event is right; null if it was not run"};
const Key kFaultIfRun{"fault", "string?", "", "why it is not verified, or was not run; else null"};
const Key kFormula{"formula", "string?", "", "the closed form, as `= 4`; null where there is none"};
const Key kFormulaMet{"formula_met", "boolean?", "", "the run took as many cycles"};
const Key kBound{"lower_bound", "integer?", "cycles", "that any algorithm takes, with one cycle a hop, on all links"};

const Keys kOperation{
    kCollective,
    kAlgorithm,
    kSource,
    {"network", "string", "", "`cube:5`, or what `--network` named"},
    {"network_hash", "string", "", "of its graph", "of a network from a file"},
    {"dim", "integer?", "dimensions", "d of the cube; null on other networks"},
    kNodes,
    kSwitches,
    kPorts,
    {"hop_cycles", "integer", "cycles",
     "r, of a hop: 1, with `--pipelined` 2, and `combine_stages` more, and without a link layer `link_latency` more"},
    {"combine_stages", "integer", "cycles", "more of a hop in which packets are combined"},
    {"link_latency", "integer", "cycles", "L, of the wires of a link, each way; the most where links differ",
     "--link-latency"},
    {"link_latencies", "object", "", "wires of links that differ", "--link-latency FILE"},
    {"link_latencies.file", "string", "", "that has told them; weights: the network's"},
    {"link_latencies.least", "integer", "cycles", "of the quickest link"},
    {"link_widths", "object", "", "wires of links that differ in width", "--link-wires FILE"},
    {"link_widths.file", "string", "", "that has told them; weights: the network's"},
    {"link_widths.least", "integer", "wires", "of the narrowest link; those of the widest are in `link_layer`"},
    {"link_widths.packet_cycles", "integer", "cycles", "t_c of the narrowest link"},
    {"packets", "integer", "packets", "M; of `--counts` how many times all of them"},
    {"redundant", "boolean", "", "every packet goes down all trees"},
    {"routing_cycles", "boolean", "", "packets go in the routing cycles of Johnsson and Ho"},
    {"op", "string?", "", "how packets are combined: `sum`; null where they are not"},
    {"type", "string?", "", "of the numbers in them: `float32`"},
    {"counts", "object", "", "packets of alltoall that differ", "--counts, --counts-seed"},
    {"counts.file", "string?", "", "of `--counts`"},
    {"counts.seed", "integer?", "none", "of random counts"},
    {"counts.most", "integer?", "packets", "of random counts"},
    {"counts.sum", "integer", "packets", "of a node for all others"},
    {"counts.packets", "integer[]", "packets", "for each node, by its relative address"},
    {"root", "integer", "node", "its address"}};

const Keys kDegraded{
    {"degraded", "object", "", "beside links that never work", "--fail without a cycle"},
    {"degraded.dead_links", "string[]", "", "links that never work, as node:port"},
    {"degraded.lower_bound", "integer", "cycles", "on the links that work"},
    {"degraded.lower_bound_source", "string", "", "where it comes from"},
    {"degraded.ratio", "number", "none", "`cycles` over this bound"},
    {"degraded.whole_algorithm", "string?", "", "the algorithm on the whole cube"},
    {"degraded.whole_cycles", "integer?", "cycles",
     "its closed form; null with a link layer, on other networks, and where the cube has none under that port model"}};

const Keys kLatency{
    {"latency", "object", "",
     "cycles from the one in which a packet first leaves its source to the one in which it arrives, both included: a "
     "hop on a free link is 1, with `--pipelined` 2 except the first, with `--link-latency` L more, with "
     "`--link-wires` "
     "until its frame has come; all null where packets are combined, which have no single source",
     "--latency"},
    {"latency.deliveries", "integer?", "packets", "that were measured"},
    {"latency.mean", "number?", "cycles", "the mean"},
    {"latency.p50", "integer?", "cycles", "half of them take no longer"},
    {"latency.p95", "integer?", "cycles", "95 % of them take no longer"},
    {"latency.p99", "integer?", "cycles", "99 % of them take no longer"},
    {"latency.max", "integer?", "cycles", "the slowest"}};

const Keys kLinkLayer{
    {"link_layer", "object", "",
     "`cycles` then ends when the last packet has come, and the bound is in cycles of such links", "--link-wires"},
    {"link_layer.link_wires", "integer", "wires", "for data, one way"},
    {"link_layer.frame_packets", "integer", "packets", "in a frame at most"},
    {"link_layer.link_check", "string", "", "`none`, `crc16` or `crc32`"},
    {"link_layer.cut_through", "boolean", "", "a packet goes on before its frame has ended"},
    {"link_layer.link_gap", "integer", "cycles", "after a frame"},
    {"link_layer.bit_error_rate", "number", "none", "share of the bits on the wires that are wrong"},
    {"link_layer.error_burst", "integer", "bits", "of an error"},
    {"link_layer.fail", "string[]", "", "links that break, as node:port@cycle"},
    {"link_layer.planned_cycles", "integer?", "cycles", "that the plan in routing cycles takes; null without one"},
    {"link_layer.packet_cycles", "integer", "cycles", "t_c: a packet on the wires, of the widest link"},
    {"link_layer.tau", "integer", "cycles", "a frame beside its packets"},
    {"link_layer.pipeline", "integer", "cycles", "a hop beside its frame"},
    {"link_layer.frames", "integer", "frames", "over all links"},
    {"link_layer.damaged_frames", "integer", "frames", "over all links"},
    {"link_layer.time_outs", "integer", "none", "over all links"},
    {"link_layer.predicted_damaged_frames", "number", "frames", "by the bit error rate, if each packet is sent once"},
    {"link_layer.predicted_error_cycles", "number", "cycles", "for the time-outs of a link"},
    {"link_layer.dropped_packets", "integer", "packets", "that dead links gave up"},
    {"link_layer.lost_packets", "integer", "packets", "that have not come to memories"},
    {"link_layer.dead_links", "string[]", "", "links without an answer, as node:port"}};

// Links are counted by dimension of a cube, or by port.
Keys load_of(const std::string& list, const std::string& one, const std::string& when) {
  return {{list, "object[]", "", "the same for the links of each", when},
          {list + "[]." + one, "integer?", "none", "its number"},
          {list + "[].packets", "integer?", "packets", "over all of them"},
          {list + "[].least", "integer?", "packets", "over the link with the fewest"},
          {list + "[].mean", "number?", "packets", "over a link"},
          {list + "[].most", "integer?", "packets", "over the link with the most"}};
}

const Keys kLinkLoad =
    all_of({{{"links", "object", "", "packets over links", "--links"},
             {"links.least", "integer?", "packets", "over the link with the fewest"},
             {"links.mean", "number?", "packets", "over a link"},
             {"links.most", "integer?", "packets", "over the link with the most"}},
            load_of("links.dimensions", "dimension", "on cubes"),
            load_of("links.ports", "port", "on other networks"),
            {{"links.packets", "integer?[][]", "packets", "over each link, by node and port; not in CSV"}}});

const Keys kRanks{{"ranks", "object", "", "the work of its processes; not of a resumed run", "--engine mpi"},
                  {"ranks.count", "integer", "ranks", "of mpirun"},
                  {"ranks.cycle_ms", "number", "ms", "of the run, for a cycle"},
                  {"ranks.cycle_bytes", "integer", "bytes", "that a rank sends in a cycle"},
                  {"ranks.waiting", "number", "none", "share of the run in which ranks wait for others"}};

const Keys kSimulated{{"lockstep", "boolean", "", "every register of RTL and C++ is compared in every cycle"},
                      {"rtl_nodes", "integer[]", "node", "nodes that are RTL, the others C++"},
                      {"payload_bits", "integer", "bits", "of a packet's payload"},
                      {"stall", "number", "none", "probability that a node's memory is busy in a cycle"},
                      kSeed};

const Keys kRun = all_of(
    {kOperation,
     {kEngine, {"threads", "integer", "threads", "of the simulator"}},
     kSimulated,
     {{"queue_depth", "integer", "packets", "of a crosspoint queue; 0: none can fill"},
      kPartPackets,
      kTransitFirst,
      kTried,
      {"payload", "string?", "", "the file of `--payload`; null: random packets"},
      {"payload_bytes", "integer", "bytes", "of the payload of all nodes"},
      {"cycles", "integer?", "cycles", "the papers' time: first to last cycle in which a link is busy"},
      {"seeds", "integer", "seeds", "from `seed` on, from 0 on after 2^63 - 1; other keys are of the first", "--seeds"},
      {"cycles_min", "integer?", "cycles", "the fewest of them", "--seeds"},
      {"cycles_mean", "number?", "cycles", "their mean", "--seeds"},
      {"cycles_max", "integer?", "cycles", "the most of them", "--seeds"},
      {"total_cycles", "integer?", "cycles", "from the start strobe to the last packet in memory; 0 if none has come"},
      kBound,
      {"lower_bound_source", "string?", "", "where it comes from"},
      {"ratio", "number?", "none", "`cycles` over the bound"}},
     kDegraded,
     {kFormula,
      kFormulaMet,
      {"transmissions", "integer?", "packets", "over all links"},
      {"least_transmissions", "integer?", "packets", "that any algorithm sends"},
      {"link_utilization", "number?", "none", "share of the links' cycles that carry a packet"},
      {"deepest_queue", "integer?", "packets", "in the fullest crosspoint queue"},
      {"stall_cycles", "integer?", "cycles", "that packets waited for full queues"},
      {"lost_in_queues", "integer", "packets", "that came over links into full queues",
       "on wires of `--link-latency` without a link layer"},
      {"bytes", "integer", "bytes",
       "S of nccl-tests, a node's whole buffer: 8 M for broadcast, reduce, allreduce, scan and exscan, 0 for a "
       "barrier, "
       "else 8 M N"},
      {"clock_mhz", "number", "MHz", "the clock", "--clock"},
      {"time_us", "number?", "us", "`cycles` at the clock", "--clock"},
      {"algbw_gb_s", "number?", "GB/s", "`bytes` over the time; null for a barrier", "--clock"},
      {"busbw_gb_s", "number?", "GB/s",
       "that times (N - 1)/N, for broadcast and reduce times 1, for allreduce times 2 (N - 1)/N; null for scan, exscan "
       "and barrier ([nccl-tests](https://github.com/NVIDIA/nccl-tests/blob/master/doc/PERFORMANCE.md))",
       "--clock"}},
     kLatency,
     kLinkLayer,
     kLinkLoad,
     kRanks,
     {kVerifiedIfRun,
      kFaultIfRun,
      {"load_seconds", "number?", "s", "of the simulator, to make and load the mesh"},
      {"seconds", "number?", "s", "of the simulator, to run"},
      {"node_cycles_per_second", "number?", "1/s", "of the simulator"},
      {"packet_hops_per_second", "number?", "1/s", "of the simulator"}},
     kProgram});

const Keys kStarts =
    all_of({kOperation,
            {kEngine},
            kSimulated,
            {{"queue_depth", "integer", "packets", "of a crosspoint queue; 0: the engine's choice"},
             kPartPackets,
             kTransitFirst,
             kTried,
             {"start_skew", "integer", "cycles", "from 0 to this a node is ready for its first collective"},
             {"repeat", "integer", "collectives", "of each node"},
             {"start_together", "boolean", "", "each collective begins with a barrier, in the same cycle at all nodes"},
             {"spread", "integer?", "cycles", "between the first node that is ready and the last; null after a fault"},
             {"cycles", "integer?", "cycles", "from the first node that is ready to the last that is done"},
             {"aligned_cycles", "integer?", "cycles", "the same where all nodes are ready in one cycle"},
             {"skew_cost", "signed number?", "cycles", "`cycles` less `aligned_cycles`"},
             {"lost_in_queues", "integer", "packets",
              "that came over links into full queues since the last start of each node"},
             {"verified", "boolean", "", "every packet of every collective is right at every node"},
             kFault},
            kProgram});

const Keys kBoard = all_of(
    {kOperation,
     {{"engine", "string", "", "`board`"},
      {"port", "string", "", "the serial line"},
      {"baud", "integer", "bit/s", "of the serial line"},
      {"payload", "string?", "", "the file of `--payload`; null: random packets"},
      {"seed", "integer?", "none", "of the random packets"},
      {"cycles", "integer", "cycles", "first to last cycle in which a link is busy"},
      {"total_cycles", "integer", "cycles", "from the start strobe to the last packet in memory; 0 if none has come"},
      {"native_cycles", "integer", "cycles", "`cycles` of the native engine"},
      {"native_total_cycles", "integer", "cycles", "`total_cycles` of the native engine"},
      kFormula,
      kFormulaMet,
      {"verified", "boolean", "", "every byte is right, and the cycles are the native engine's"},
      kFault,
      kRelease}});

const Keys kCost{kCollective,
                 {"algorithm", "string", "", "the graph of the paper"},
                 kPorts,
                 kDim,
                 {"packets", "integer", "packets", "M"},
                 {"frame_packets", "integer", "packets", "B: in a frame at most"},
                 {"packet_cycles", "number", "cycles", "t_c: a packet on the wires"},
                 {"tau", "number", "cycles", "the start-up of a frame"},
                 {"cycles", "integer", "cycles", "measured, with the start-up of the first message"},
                 {"registers", "integer", "cycles", "of these in the registers of hops"},
                 {"routing_cycles", "integer", "routing cycles", "start-ups one after another, if B is large"},
                 {"formula", "number?", "cycles", "the paper's formula; null where it has none"},
                 {"formula_exact", "boolean?", "", "false where the formula only comes near"},
                 {"difference", "signed number?", "cycles", "`cycles` beyond `formula` and `registers`"},
                 {"best_frame_packets", "number?", "packets", "B_opt of the paper"},
                 {"least", "number?", "cycles", "T_min of the paper, at B_opt"},
                 {"least_holds", "boolean?", "", "T_min is for this M"},
                 {"bound", "number", "cycles", "the paper's lower bound"},
                 {"source", "string", "", "table or section of Johnsson and Ho"},
                 kVerified,
                 kFault};

Keys regret_of(const std::string& object, const std::string& meaning) {
  return {{object, "object", "", meaning},
          {object + ".best_choices", "integer", "points", "at which the choice is as fast as the best measured"},
          {object + ".worst_regret", "number", "none", "cycles of the choice over those of the best, at most"},
          {object + ".where", "string", "", "the point of the worst regret"}};
}
const Keys kPlanner = all_of({{{"points", "integer", "points", "that were drawn"}},
                              regret_of("rows", "beside all rows and swept B"),
                              regret_of("greedy_frames", "beside algorithms of `list`, whose frames take what waits")});

// These keys repeat a run that serves requests.
const Keys kService{{"prefix", "string", "", "how nodes count the active ones: `links`, `wires` or `tree`"},
                    {"count_wires", "integer", "wires", "for counts, beside each link", "--prefix wires"},
                    {"overlap", "boolean", "", "counts go while packets are under way", "--prefix wires"},
                    {"payload_bits", "integer", "bits", "of a packet's payload"},
                    {"stall", "number", "none", "probability that a node's memory is busy in a cycle"},
                    {"queue_depth", "integer", "packets", "of a crosspoint queue"},
                    kSeed};

Keys phases_of(const std::string& object, const std::string& type, const std::string& meaning) {
  return {{object, "object", "", meaning},
          {object + ".prefix", type, "cycles", "nodes count the active ones"},
          {object + ".packing", type, "cycles", "messages go to the first nodes"},
          {object + ".broadcast", type, "cycles", "these broadcast them"}};
}
const Key kDeepestQueue{"deepest_queue", "integer?", "packets", "in the fullest crosspoint queue; null for RTL"};
const Key kSentPackets{"sent", "integer?", "packets", "over all links"};

const Keys kPeriod{
    {"period", "object?", "", "X M + V cycles, of M active nodes; null where it is not measured", "--network"},
    {"period.message", "number", "cycles", "X", "--network"},
    {"period.reservation", "number", "cycles", "V", "--network"},
    {"period.proved", "integer", "cycles", "never exceeded, whichever nodes are active", "--network"},
    {"period.sets", "integer", "sets", "of active nodes, none of which took longer", "--network"}};
const Key kServedNetwork{"network", "string", "", "as asked", "--network"};
const Key kServedDim{"dim", "integer", "dimensions", "d of the cube", "on cubes"};

const Keys kPmnb = all_of({{{"collective", "string", "", "`pmnb`"},
                            {"algorithm", "string", "", "the scheme"},
                            kSource,
                            kServedNetwork,
                            kServedDim,
                            kNodes,
                            {"active", "integer", "nodes", "that have a message"},
                            {"active_nodes", "integer[]?", "node", "their addresses; null if they are all"},
                            {"packets_of_message", "integer", "packets", "of a message"},
                            kEngine},
                           kService,
                           kProgram,
                           kPeriod,
                           {{"cycles", "integer?", "cycles", "of all phases"}},
                           phases_of("phases", "integer?", "the same by phase"),
                           {{"paper", "number?", "cycles", "the paper's bound; on other networks than cubes X M + V"}},
                           phases_of("paper_phases", "number?", "the same by phase"),
                           {{"proved", "integer", "cycles", "never exceeded with these active nodes", "--network"},
                            {"bound", "integer", "cycles", "that any algorithm takes"},
                            {"delivered", "integer?", "packets", "that came to a node"},
                            kSentPackets,
                            kDeepestQueue,
                            kVerifiedIfRun,
                            kFaultIfRun}});

const Keys kRequests = all_of(
    {{{"scheme", "string", "", "that serves the requests"}, kSource, kServedNetwork, kServedDim, kNodes, kEngine},
     kService,
     kProgram,
     kPeriod,
     {{"arrivals", "string", "", "`poisson`, `bernoulli`, `bursty` or `hot-spot`"},
      {"burst", "number", "cycles", "a node is on, on average", "--arrivals bursty"},
      {"hot_share", "number", "none", "of the requests at hot nodes", "--arrivals hot-spot"},
      {"hot_nodes", "integer", "nodes", "that are hot", "--arrivals hot-spot"},
      {"most_cycles", "integer", "cycles", "of a run"}}});

const Keys kDynamic = all_of(
    {kRequests,
     {{"load", "number", "none", "share of what the links carry, or those of the worst cut"},
      {"rate", "number", "1/cycle", "requests of a node"},
      {"precision", "number", "none", "half of the 95 % confidence interval over the mean delay, at which a run ends"},
      {"cycles", "integer", "cycles", "of the run"},
      {"requests", "integer", "requests", "that have come"},
      {"completed", "integer", "requests", "that have reached all nodes"},
      {"deliveries", "integer", "packets", "that came to a node"},
      {"warm_up", "integer", "requests", "that the delay leaves out"},
      {"delay", "object?", "", "from the arrival of a request to its last delivery; null before any is everywhere"},
      {"delay.mean", "number", "cycles", "the mean"},
      {"delay.half_width", "number?", "cycles", "half of its 95 % confidence interval"},
      {"delay.p50", "number", "cycles", "half of them take no longer"},
      {"delay.p90", "number", "cycles", "90 % of them take no longer"},
      {"delay.p99", "number", "cycles", "99 % of them take no longer"},
      {"delay.p999", "number", "cycles", "99.9 % of them take no longer"},
      {"delay.most", "integer", "cycles", "the slowest"},
      {"theory", "object?", "", "the theorem; null for arrivals other than Poisson's, and other schemes"},
      {"theory.low", "number?", "cycles", "lower bound on the mean delay; null: infinite"},
      {"theory.high", "number?", "cycles", "upper bound on the mean delay; null: infinite"},
      {"theory.light_load", "number?", "cycles", "mean delay as the load goes to 0"},
      {"theory.largest_stable_load", "number?", "none", "the load from which on the scheme is not stable"},
      {"throughput", "number", "none", "the load that was served"},
      {"backlog", "object?", "", "requests that are not everywhere; null before 4096 cycles"},
      {"backlog.mean", "number", "requests", "the mean"},
      {"backlog.growth", "signed number", "requests", "of the line through it, from its begin to its end"},
      {"longest_queue", "integer", "requests", "at a node"},
      kDeepestQueue,
      {"sent", "object", "", "over all links"},
      {"sent.counts", "integer", "packets", "of the prefix"},
      {"sent.packing", "integer", "packets", "to the first nodes"},
      {"sent.broadcast", "integer", "packets", "that broadcast"},
      {"stability", "string", "", "`stable`, `unstable`, `undecided` or `deadlock`"},
      {"settled", "boolean", "", "the interval is as short as asked, or stability is decided"},
      kVerified,
      kFault}});

const Keys kLimits = all_of({kRequests,
                             {{"stable", "number?", "none", "the largest load that was stable"},
                              {"unstable", "number?", "none", "the smallest load that was not"},
                              {"theory", "number?", "none", "the load from which on the scheme is not stable"},
                              {"runs", "integer", "runs", "of the search"},
                              kVerified,
                              kFault}});

const Keys kDeadlock{
    {"collective", "string", "", "that of the algorithm; `rule`; or, with `--scheme`, `scheme`"},
    {"algorithm", "string", "", "name of the algorithm, rule or scheme"},
    {"trees", "string", "", "`tree 0` or `trees`: the trees of the rule", "of a rule"},
    {"ports", "string", "", "`all`, `one` or `half`", "of others"},
    {"network", "string", "", "as asked", "--network"},
    {"nodes", "integer", "nodes", "of the network", "--network"},
    {"dim", "integer", "dimensions", "d of the cube", "on cubes"},
    {"packets", "integer?", "packets", "M; null for rules and schemes: any number"},
    {"can_deadlock", "boolean?", "",
     "queues can fill and links wait in a cycle; null for a rule with a cycle, because its packets are not known"},
    {"dependencies", "integer", "pairs of links", "of which one may wait for the other"},
    {"of", "string", "",
     "the order or cycle is of `links` (node-port>neighbour), or of `ports` that stand for the links of all nodes"},
    {"order", "string[]?", "", "every link waits for later ones only"},
    {"dependency_cycle", "string[]?", "", "these links may wait in a cycle"},
    {"period", "integer", "dimensions", "m, in which a period with that cycle packs", "of a partial scheme"},
    {"queues", "object?", "",
     "where there is a cycle, or packets are combined; then cycle and order are those of copies of results"},
    {"queues.busiest", "integer?", "packets", "that pass a queue at most, or that wait in it to be combined"},
    {"queues.depth", "integer", "packets", "of a queue"},
    {"queues.stop_latency", "integer", "packets", "that can follow its stop"},
    {"queues.enough", "integer?", "packets", "the depth with which the run cannot deadlock; null: none is enough"},
    {"queues.part_packets", "integer?", "packets",
     "of parts that cannot deadlock, where the whole can; null where it cannot, or they can too"}};

const Keys kList{kCollective,
                 {"algorithm", "string", "", "for `--algorithm`"},
                 kPorts,
                 {"has_root", "boolean", "", "takes `--root`"},
                 {"has_formula", "boolean", "", "its cycles have a closed form"},
                 kSource,
                 {"optimal", "string", "", "when it takes the fewest cycles"}};

const Keys kNetwork{
    {"network", "string", "", "as asked"},
    kNodes,
    kSwitches,
    {"ports", "integer", "ports", "of a node, those with nothing behind them too"},
    {"degree", "object", "", "links of a node"},
    {"degree.least", "integer", "links", "of the node with the fewest"},
    {"degree.most", "integer", "links", "of the node with the most"},
    {"cayley", "boolean?", "", "a Cayley graph; null where it is not known: a regular network from a list of edges"},
    {"diameter", "integer?", "links", "null for more than 8,192 nodes that are not symmetric"},
    {"status", "object?", "", "the sum of a node's distances; null like the diameter"},
    {"status.least", "integer", "links", "of the node with the least"},
    {"status.most", "integer", "links", "of the node with the most"},
    {"bisection", "integer?", "links", "between two halves; null where it is not known"},
    {"links", "integer[][]", "none", "each: node, port, node behind it, port there", "--links"}};

const Keys kCompare{
    {"network", "string", "", "as asked, or that of a family"},
    kNodes,
    {"switches", "integer", "nodes", "besides, that only pass packets on"},
    {"links", "integer", "links", "between nodes, each once"},
    {"ports", "integer", "ports", "of the node with the most links"},
    {"diameter", "integer?", "links", "null for more than 8,192 nodes that are not symmetric"},
    {"luts", "integer?", "LUTs", "of a node of 32 bits on Xilinx 7, LUT RAM too; null: not in docs/guides/fpga.md"},
    {"mhz", "number?", "MHz", "of its clock on ECP5; null like the LUTs"},
    {"same_as", "string?", "", "the first network of the table that is the same graph; null: none is known"},
    kCollective,
    {"algorithm", "string?", "", "the fastest; null where none runs"},
    {"packets", "integer?", "packets", "M"},
    {"bytes", "integer?", "bytes", "of a node's buffer"},
    {"cycles", "integer?", "cycles", "of the run"},
    {"lower_bound", "integer?", "cycles", "the least possible"},
    {"ratio", "number?", "none", "`cycles` over `lower_bound`"},
    {"verified", "boolean?", "", "every packet and byte is right; null: it was not run"},
    kFault,
    {"command", "string?", "", "that makes the run"}};

const Keys kModels{{"kind", "string", "", "`rtl`, `native` and others; `damaged`: cannot be used"},
                   {"name", "string", "", "for `--build` and `--remove`"},
                   {"key", "string", "", "hash of all that goes in"},
                   {"bytes", "integer", "bytes", "on the disk"},
                   {"build_seconds", "number", "s", "that the build took"},
                   {"last_use", "string", "", "in UTC, as 2026-01-31T12:00:00Z"}};

const Keys kBootLine{{"node", "integer", "node", "its address"}, {"line", "string", "", "that it has printed"}};

const Keys kBoot{{"cycles", "integer", "cycles", "until the last node has ended"},
                 {"collectives", "integer", "collectives", "that nodes have called together"},
                 {"network_cycles", "integer", "cycles", "in which packets move"},
                 {"faults", "string[]", "", "what went wrong"},
                 {"nodes", "object[]", "", "by address"},
                 {"nodes[].node", "integer", "node", "its address"},
                 {"nodes[].status", "integer?", "none", "of its exit; null if it has not ended"},
                 {"nodes[].cycles", "integer", "cycles", "to its end"},
                 {"nodes[].instructions", "integer", "instructions", "of its core"},
                 {"nodes[].accesses", "integer", "accesses", "to registers of the router's node"},
                 {"nodes[].communicates", "integer", "cycles", "of `cycles` in collectives"},
                 {"nodes[].waits", "integer", "cycles", "of these for other nodes to join"},
                 {"profile", "object[]", "", "functions of nodes", "--profile"},
                 {"profile[].node", "integer", "node", "its address"},
                 {"profile[].function", "string", "", "its name"},
                 {"profile[].instructions", "integer", "instructions", "that it has run"}};

// docs/reference/configuration.md has their values and defaults.
Keys keys_of_members() {
  Keys keys;
  for (const hls::Member& member : hls::configuration_members()) {
    const bool is_number = member.type == hls::MemberType::kNumber;
    const char* const type = is_number ? "integer" : member.type == hls::MemberType::kFlag ? "boolean" : "string";
    keys.push_back({member.key, type, is_number ? "none" : "", member.meaning, "if the node has it"});
  }
  return keys;
}

}  // namespace

const Keys& keys_of_runs() {
  return kRun;
}

const std::vector<Printed>& printed_records() {
  static const std::vector<Printed> all{{"run measure", "", false, kRun},
                                        {"run", "with `--start-skew` or `--repeat`", false, kStarts},
                                        {"compare", "", false, kCompare},
                                        {"cost", "", false, all_of({kCost, kProgram})},
                                        {"cost", "with `--planner`", false, kPlanner},
                                        {"pmnb", "", false, kPmnb},
                                        {"dynamic", "", false, kDynamic},
                                        {"dynamic", "with `--limit`", false, kLimits},
                                        {"deadlock", "", false, kDeadlock},
                                        {"board", "", false, kBoard},
                                        {"boot", "a line of a node", false, kBootLine},
                                        {"boot", "the report, in the last line", false, kBoot},
                                        {"network", "", false, kNetwork},
                                        {"list", "", true, kList},
                                        {"models", "", true, kModels},
                                        {"configuration", "", false, keys_of_members()}};
  return all;
}

}  // namespace testbench
