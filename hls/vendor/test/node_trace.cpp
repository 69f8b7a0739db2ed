// C++17: drives nodes with random traffic and prints every output register of every cycle. Built by several compilers
// and with every form of Bits<W>, it must print the same; hls/vendor/CMakeLists.txt says which.
#include <cinttypes>
#include <cstdio>
#include <memory>

#include "firmware/node/registers.hpp"
#include "hls/tops/router_top.hpp"
#include "hls/vendor/test/split_mix.hpp"

namespace {

using Random = vendor::test::SplitMix;

template <class Config>
router::Flit<Config> random_flit(Random& random, bool go) {
  router::Flit<Config> flit;
  flit.packet.payload = hls::Bits<Config::kPayloadWidth>(random.next());
  flit.packet.header.sequence = hls::Bits<Config::kSequenceWidth>(random.next());
  flit.packet.header.source = hls::Bits<Config::kDimension>(random.next());
  flit.packet.header.destination = hls::Bits<Config::kDimension>(random.next());
  flit.packet.header.tree = hls::Bits<Config::kTreeWidth>(random.below(Config::kDimension));
  flit.packet.header.rule = hls::Bits<3>(random.next());
  flit.valid = hls::Bit(go ? random.next() : 0);
  return flit;
}

template <class Config>
router::In<Config> random_in(Random& random, const router::Out<Config>& out) {
  constexpr unsigned d = Config::kDimension;
  router::In<Config> in;
  for (unsigned k = 0; k < d; ++k) {
    in.links[k] = random_flit<Config>(random, (out.go >> k & 1u) != 0);
    in.payloads[k] = hls::Bits<Config::kPayloadWidth>(random.next());
  }
  in.go = hls::Bits<d>(random.next() | random.next());
  in.eject_ready = hls::Bits<d>(random.next());
  const auto block = static_cast<node::Block>(random.below(6));
  const std::uint32_t port = random.below(d);
  const std::uint32_t index = random.below(Config::kProgramDepth);
  in.access.address = hls::Bits<32>(node::address(block, port, index));
  in.access.value = hls::Bits<32>(random.below(4) == 0 ? random.next() : random.below(1u << d));
  in.access.write = hls::Bit(random.next());
  in.access.read = hls::Bit(random.next());
  in.start = hls::Bit(random.below(64) == 0 ? 1 : 0);
  return in;
}

void print(std::uint64_t value) {
  std::printf(" %" PRIx64, value);
}

template <class Config>
void print(const router::Header<Config>& header) {
  print(header.sequence);
  print(header.source);
  print(header.destination);
  print(header.tree);
  print(header.rule);
}

template <class Config>
void print(const router::Flit<Config>& flit) {
  print(flit.valid);
  print(flit.packet.payload);
  print(flit.packet.header);
}

template <class Config>
void print(const router::Out<Config>& out) {
  for (const auto& link : out.links) print(link);
  for (const auto& fetch : out.fetches) {
    print(fetch.valid);
    print(fetch.header);
  }
  for (const auto& eject : out.ejects) print(eject);
  print(out.answer);
  print(out.go);
  print(out.done);
  std::printf("\n");
}

template <class Config>
void trace(const char* name) {
  std::printf("%s\n", name);
  Random random;
  const auto state = std::make_unique<router::State<Config>>();
  router::Out<Config> out;
  for (unsigned cycle = 0; cycle < 3000; ++cycle) {
    router::Node<Config>::step(*state, random_in<Config>(random, out), out);
    print(out);
  }
}

template <unsigned W>
void bits() {
  hls::Bits<W> x(~std::uint64_t{0});
  print(x);
  x = hls::Bits<W>(std::uint64_t{x} + 1);
  print(x);
  x = hls::Bits<W>(~std::uint64_t{x} >> (W / 2));
  print(x);
  std::printf("\n");
}

}  // namespace

int main() {
  using router::PortModel;
  bits<1>();
  bits<2>();
  bits<7>();
  bits<13>();
  bits<32>();
  bits<33>();
  bits<63>();
  bits<64>();
  trace<router::Config<1, 8, 4, PortModel::kGated>>("d 1");
  trace<router::Config<2, 64, 8, PortModel::kGated>>("d 2");
  trace<tops::NodeConfig<3, 32, PortModel::kAllPort>>("d 3");
  trace<router::Config<4, 17, 32, PortModel::kGated, router::kAllRules, 64, 11, true>>("d 4");
  trace<router::Config<5, 33, 4, PortModel::kAllPort, router::kAllRules, 64, 16, true>>("d 5");
  trace<router::Config<7, 64, 4, PortModel::kGated>>("d 7");
}
