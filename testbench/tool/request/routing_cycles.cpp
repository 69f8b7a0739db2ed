// SPDX-License-Identifier: Apache-2.0
// Whether a run goes in routing cycles: as the user says, or where the planner finds a way.
#include "testbench/plans/cost/planner.hpp"
#include "testbench/runs/experiment/link_layer.hpp"
#include "testbench/tool/request/choose.hpp"
#include "testbench/tool/request/request.hpp"

namespace testbench {
namespace {

void plan_routing_cycles(const Parameters& request, collectives::Operation asked, Wanted& wanted, MeshSetting& setting,
                         Site& site) {
  if (!setting.links || site.kind() != kOnCube) return;
  site.in_cycles = request.routing_cycles;
  if (wanted.algorithm) return;
  const LinkSetting& links = *setting.links;
  const bool is_plain = links.check == hls::LinkCheck::kNone && !request.redundant && !request.fail &&
                        asked.router_cycles() == 1 && setting.stall_probability == 0;
  // Without start-ups nothing is gained by routing cycles.
  if (!request.routing_cycles && (!is_plain || links.gap == 0)) return;
  for (const Entry& row : rows_at(kInRoutingCycles)) {
    if (row.collective == wanted.collective && row.ports == wanted.ports && asked.row == nullptr) asked.row = &row;
  }
  if (asked.row == nullptr) return;
  MeshSetting released = setting;
  LinkSetting& frames = *released.links;
  frames.release_depth = 1;
  const hls::LinkTimes times = link_times(asked, released);
  const CostPoint at{asked.d(), asked.packets, links.frame_packets, static_cast<double>(times.tau(links.gap)),
                     static_cast<double>(times.packet)};
  const std::optional<CostChoice> planned =
      plan_cost(wanted.collective, wanted.ports, at, times.pipeline + asked.hop_cycles - 1);
  if (!planned) return;
  site.in_cycles = true;
  wanted.algorithm = planned->row->algorithm;
  frames.frame_room = frames.frame_packets;
  frames.frame_packets = planned->frame_packets;
  setting = released;
}

}  // namespace

std::shared_ptr<const Prepared> choose_frames(const Parameters& request, const Wanted& wanted, const Site& site,
                                              const collectives::Operation& asked, const MeshSetting& setting,
                                              const std::optional<Counts>& counts) {
  Wanted planned = wanted;
  Site site_of_plan = site;
  MeshSetting released = setting;
  plan_routing_cycles(request, asked, planned, released, site_of_plan);
  std::shared_ptr<const Prepared> made = choose(planned, site_of_plan, asked, released, counts);
  if (!site_of_plan.in_cycles || request.routing_cycles || wanted.ports != collectives::PortModel::kAll) return made;
  // Greedy frames begin as soon as a packet is there, and need not wait for the last one of a routing cycle.
  std::shared_ptr<const Prepared> greedy = choose(wanted, site, asked, setting, counts);
  const std::optional<std::uint64_t> played = greedy->played(made->cycles());
  return played && *played < made->cycles() ? greedy : made;
}

}  // namespace testbench
