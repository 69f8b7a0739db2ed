// SPDX-License-Identifier: Apache-2.0
// Test only: a cube of nodes with AXI interfaces, each with a master at its registers and a memory
// at its streams, which may answer late and pause. It notes where a node does not keep the streams'
// rule: what is offered stays until it is taken.
//
//     AxiCube<Small> cube(random, {1, 1});         // block RAM: a payload in the cycle behind its fetch, no pauses
//     node::Driver driver(cube.bus(Address(0)));  // loads node 0 through AXI4-Lite
//     cube.clock(true);                           // the start strobe
#pragma once

#include <memory>

#include "hls/axi/node_axi.hpp"
#include "hls/axi/test_master.hpp"
#include "hls/router/test_mesh.hpp"

namespace axi::test {

struct Pace {
  unsigned latency;  // cycles from a fetch to its payload, at least
  unsigned one_in;   // each channel moves in one cycle of so many
};

template <class Config>
class AxiCube {
 public:
  static constexpr typename Config::Network kNetwork{};
  static constexpr unsigned kPorts = kNetwork.kPorts;
  static constexpr std::uint32_t kNodes = kNetwork.kNodes;
  using Delivery = typename router::test::TestMesh<Config>::Delivery;

  AxiCube(std::mt19937_64& random, Pace pace) : random_(random), pace_(pace) {
    for (std::uint32_t i = 0; i < kNodes; ++i) sites_.push_back(std::make_unique<Site>(*this, random, pace));
  }

  // The memory answers this: it names a packet, with epochs also the collective.
  static std::uint32_t payload_of(const network::Header<Config>& header) {
    std::uint32_t epoch = 0;
    if constexpr (router::kHasEpochs<Config>) epoch = header.epoch;
    return router::test::payload_of(header.source, header.destination, header.sequence) + epoch;
  }

  node::Bus& bus(network::Address node) { return sites_[node.number()]->bus; }
  const Out<Config>& out(network::Address node) const { return sites_[node.number()]->out; }
  const std::vector<Delivery>& deliveries() const { return deliveries_; }
  // Clock cycles since the last strobe; 0 is the strobe itself.
  std::uint64_t cycle() const { return cycle_; }
  bool nodes_kept_rules() const { return nodes_kept_rules_; }

  void clock(bool start) {
    if (start) cycle_ = ~std::uint64_t{0};
    clock_each([start](network::Address) { return start; });
  }
  // Each node has a strobe of its own: starts(node).
  template <class Starts>
  void clock_each(Starts starts) {
    ++cycle_;
    std::vector<In<Config>> ins(kNodes);
    for (const network::Address node : network::addresses(kNodes)) {
      In<Config>& in = ins[node.number()];
      for (unsigned port = 0; port < kPorts; ++port) {
        const unsigned arrival = kNetwork.arrival_port(node, port);
        connect(out(kNetwork.neighbour(node, port)).links[arrival], in.links[port]);
        serve(node, port, in);
      }
      Site& site = *sites_[node.number()];
      in.start = hls::Bit(starts(node));
      in.lite = site.master.drive();
      site.master.observe(site.out.lite, site.out.answer);
      nodes_kept_rules_ = nodes_kept_rules_ && site.master.slave_kept_rules();
    }
    for (std::uint32_t i = 0; i < kNodes; ++i) NodeAxi<Config>::step(sites_[i]->state, ins[i], sites_[i]->out);
    ++now_;
  }

 private:
  struct Fetched {
    network::Header<Config> header;
    std::uint64_t from;  // the first cycle in which its payload can come
  };
  // The memory's side of a port.
  struct Streams {
    std::deque<Fetched> fetched;
    bool offering = false;  // the payload of the first of them
    router::Fetch<Config> open_fetch;
    router::Flit<Config> open_eject;
  };
  struct Site;
  struct Bus final : node::Bus {
    Bus(AxiCube& of, Site& at) : cube(of), site(at) {}
    AxiCube& cube;
    Site& site;

    void write(std::uint32_t address, std::uint32_t value) override {
      site.master.write(node::byte_address(address), value);
      const std::size_t before = site.master.written().size();
      while (site.master.written().size() == before) cube.clock(false);
      if (site.master.written().back() != kOkay) throw std::runtime_error("a write was answered SLVERR");
    }
    std::uint32_t read(std::uint32_t address) override {
      site.master.read(node::byte_address(address));
      const std::size_t before = site.master.read_answers().size();
      while (site.master.read_answers().size() == before) cube.clock(false);
      return site.master.read_answers().back().data;
    }
  };
  struct Site {
    Site(AxiCube& cube, std::mt19937_64& random, Pace pace) : master(random, pace.one_in), bus(cube, *this) {}
    State<Config> state;
    Out<Config> out;
    LiteMaster master;
    Bus bus;
    std::array<Streams, kPorts> streams;
  };

  bool chance() { return random_() % pace_.one_in == 0; }

  void serve(network::Address node, unsigned port, In<Config>& in) {
    Site& site = *sites_[node.number()];
    Streams& streams = site.streams[port];
    const router::Fetch<Config> fetch{site.out.fetches[port].header, site.out.fetch_valid[port]};
    const router::Flit<Config>& eject = site.out.ejects[port];
    keep_rule(streams.open_fetch.valid, fetch.valid, network::equal(streams.open_fetch.header, fetch.header));
    keep_rule(streams.open_eject.valid, eject.valid, network::equal(streams.open_eject.packet, eject.packet));

    if (!streams.offering && !streams.fetched.empty() && streams.fetched.front().from <= now_) {
      streams.offering = chance();
    }
    if (streams.offering) {
      const network::Header<Config>& header = streams.fetched.front().header;
      in.payloads[port] = {network::Payload<Config>(payload_of(header)), hls::Bit(1)};
      if (site.out.payload_ready[port]) {
        streams.fetched.pop_front();
        streams.offering = false;
      }
    }
    in.fetch_ready[port] = hls::Bit(chance());
    if (fetch.valid && in.fetch_ready[port]) streams.fetched.push_back({fetch.header, now_ + pace_.latency});
    in.eject_ready[port] = hls::Bit(chance());
    if (eject.valid && in.eject_ready[port]) deliveries_.push_back({cycle_, node, eject.packet});

    streams.open_fetch = fetch;
    streams.open_fetch.valid = hls::Bit(fetch.valid && !in.fetch_ready[port]);
    streams.open_eject = eject;
    streams.open_eject.valid = hls::Bit(eject.valid && !in.eject_ready[port]);
  }
  void keep_rule(bool was_open, bool is_offered, bool same) {
    if (was_open && !(is_offered && same)) nodes_kept_rules_ = false;
  }

  std::mt19937_64& random_;
  Pace pace_;
  std::vector<std::unique_ptr<Site>> sites_;
  std::vector<Delivery> deliveries_;
  std::uint64_t cycle_ = 0;
  std::uint64_t now_ = 0;  // clock cycles in all
  bool nodes_kept_rules_ = true;
};

}  // namespace axi::test
