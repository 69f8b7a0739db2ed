// SPDX-License-Identifier: Apache-2.0
#include "testbench/runs/experiment/link_layer.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "hls/link/checked_end.hpp"
#include "testbench/engines/mesh/rtl_configuration.hpp"
#include "testbench/runs/experiment/loader.hpp"

namespace testbench {
namespace {

using node::LinkRegister;

hls::NodeConfiguration linked_configuration(const collectives::Operation& operation, const MeshSetting& asked) {
  MeshSetting setting = setting_of(operation, asked);
  setting.queue_depth = {};  // times do not depend on it
  return rtl_configuration(setting);
}

}  // namespace

hls::LinkTimes link_times(const collectives::Operation& operation, const MeshSetting& asked) {
  return hls::link_times_of(linked_configuration(operation, asked));
}

std::shared_ptr<const LinkValues> packet_cycles_of(const collectives::Operation& operation, const MeshSetting& asked) {
  if (!asked.widths) return nullptr;
  const unsigned bits = hls::packet_bits_of(linked_configuration(operation, asked));
  std::vector<std::uint16_t> cycles;
  cycles.reserve(asked.widths->all().size());
  for (const unsigned wires : asked.widths->all()) {
    cycles.push_back(static_cast<std::uint16_t>(links::quotient_up(bits, wires)));
  }
  return std::make_shared<const LinkValues>(asked.widths->ports(), std::move(cycles));
}

std::optional<LinkLayer> LinkLayer::of(const Experiment& experiment) {
  const std::optional<LinkSetting>& links = experiment.setting().links;
  if (!links) return std::nullopt;
  return LinkLayer(experiment, *links);
}

LinkLayer::LinkLayer(const Experiment& experiment, const LinkSetting& setting)
    : operation_(&experiment.operation()),
      setting_(setting),
      latency_(experiment.setting().link_latency),
      broken_(experiment.setting().wires.broken),
      packet_cycles_(experiment.task().packet_cycles) {
  const hls::NodeConfiguration node = linked_configuration(experiment.operation(), experiment.setting());
  times_ = hls::link_times_of(node);
  time_out_ = hls::time_out_of(node, setting.gap);
}

unsigned LinkLayer::hop_cycles() const {
  const unsigned packet = packet_cycles_ == nullptr ? times_.packet : packet_cycles_->most();
  return tau() + packet + times_.pipeline + operation_->hop_cycles - 1;
}

unsigned LinkLayer::slot_cycles() const {
  return std::max(tau() + times_.packet, links::quotient_up(hop_cycles(), operation_->hop_cycles));
}

std::uint64_t LinkLayer::aftermath() const {
  return hop_cycles() + (!is_checked() ? 0 : 2 * time_out_);
}

std::uint64_t LinkLayer::patience() const {
  // Where wires take cycles, timeouts grow, and one end can wait for the other to give up.
  const std::uint64_t time_outs =
      latency_ == 0 ? links::kUsualTries + 2 : 2 * std::uint64_t{links::kUsualTries} << links::kMostDoublings;
  return hop_cycles() + (!is_checked() ? 0 : time_outs * time_out_);
}

void LinkLayer::load(Mesh& mesh, Address node) const {
  MeshBus bus(mesh, node);
  node::Driver driver(bus);
  for (unsigned port = 0; port < operation_->network.ports(); ++port) {
    // A narrow link rests before each packet, whose words come when its wires would have carried all bits.
    const unsigned rest = packet_cycles_ == nullptr ? 0 : packet_cycles_->of(node.number(), port) - times_.packet;
    driver.set_link(port, LinkRegister::kGap, setting_.gap + rest);
    if (rest != 0) {
      driver.set_link(port, LinkRegister::kLongest, 1);
    } else if (setting_.frame_room > setting_.frame_packets) {
      driver.set_link(port, LinkRegister::kLongest, setting_.frame_packets);
    }
    if (is_checked()) driver.set_link(port, LinkRegister::kTimeOut, time_out_);
  }
  driver.set_slot(slot_cycles());
  // The nodes have been loaded in different times. Their links begin in the same state.
  driver.set_link(0, LinkRegister::kRestart, 1);
}

std::optional<std::string> LinkLayer::train(Mesh& mesh, const std::function<void()>& poll, bool symmetric) const {
  if (!is_checked()) return std::nullopt;
  const network::SomeNetwork& network = operation_->network;
  const auto is_broken = [&](Address node, unsigned port) {
    return std::ranges::any_of(broken_, [&](const BrokenLink& broken) {
      if (broken.cycle != 0) return false;
      const bool is_this = broken.node == node && broken.port == port;
      return is_this || (network.neighbour(broken.node, broken.port) == node &&
                         network.arrival_port(broken.node, broken.port) == port);
    });
  };
  constexpr unsigned kMostRounds = 64;
  std::string of_last_round;
  Division* const division = mesh.division();
  for (unsigned round = 0; round < kMostRounds; ++round) {
    for (unsigned cycle = 0; cycle < 2 * time_out_; ++cycle) {
      mesh.clock(false);
      poll();
    }
    std::optional<PlacedText> missing;
    for (const Address node : network::addresses(symmetric ? 1 : network.nodes())) {
      if (!mesh.is_here(node)) continue;
      MeshBus bus(mesh, node);
      node::Driver driver(bus);
      // All are read, for each access is a cycle of its node, and ranks know their own nodes alone.
      for (unsigned port = 0; port < network.ports(); ++port) {
        const bool is_up = (driver.link(port, LinkRegister::kStatus) & node::kLinkUp) != 0;
        if (is_up || is_broken(node, port) || missing) continue;
        missing = PlacedText{node.number(), fmt::format("{}:{}", node.number(), port)};
      }
    }
    if (division != nullptr) missing = first_of(division->ranks, missing);
    if (!missing) return std::nullopt;
    of_last_round = missing->text;
  }
  return fmt::format("link {}: its ends do not find one another before the start; its wires err too often",
                     of_last_round);
}

LinkTotals LinkLayer::totals(Mesh& mesh, bool symmetric) const {
  LinkTotals totals;
  totals.packet_cycles = times_.packet;
  totals.tau = tau();
  totals.pipeline = times_.pipeline;
  totals.header_words = times_.frame;
  totals.time_out = is_checked() ? time_out_ : 0;
  const std::uint32_t nodes = operation_->network.nodes();
  const unsigned ports = operation_->network.ports();
  Division* const division = mesh.division();
  std::vector<std::uint64_t> frames(std::size_t{symmetric ? 1 : nodes} * ports);
  std::vector<std::uint64_t> dead(frames.size());
  for (const Address node : network::addresses(symmetric ? 1 : nodes)) {
    if (!mesh.is_here(node)) continue;
    MeshBus bus(mesh, node);
    node::Driver driver(bus);
    for (unsigned port = 0; port < ports; ++port) {
      const std::size_t link = std::size_t{node.number()} * ports + port;
      frames[link] = driver.link(port, LinkRegister::kFrames);
      totals.refused += driver.link(port, LinkRegister::kRefused);
      totals.time_outs += driver.link(port, LinkRegister::kTimeOuts);
      totals.dropped += driver.link(port, LinkRegister::kLost);
      dead[link] = (driver.link(port, LinkRegister::kStatus) & node::kLinkDead) != 0 ? 1 : 0;
    }
  }
  if (division != nullptr) {
    division->ranks.sum(frames);
    division->ranks.sum(dead);
    for (std::uint64_t* const sum : {&totals.refused, &totals.time_outs, &totals.dropped})
      division->ranks.sum({sum, 1});
  }
  for (std::size_t link = 0; link < frames.size(); ++link) {
    totals.frames += frames[link];
    totals.frames_of_links.push_back(static_cast<std::uint32_t>(frames[link]));
    totals.links += frames[link] != 0 ? 1 : 0;
    if (packet_cycles_ != nullptr) totals.narrow_cycles += frames[link] * (packet_cycles_->all()[link] - times_.packet);
    if (dead[link] != 0) totals.dead.push_back(fmt::format("{}:{}", link / ports, link % ports));
  }
  if (!symmetric) return totals;
  for (std::uint64_t* const sum :
       {&totals.frames, &totals.links, &totals.refused, &totals.time_outs, &totals.dropped}) {
    *sum *= nodes;
  }
  return totals;
}

}  // namespace testbench
