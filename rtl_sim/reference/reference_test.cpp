// The handwritten router (router.sv) beside the generated one of the same function, on random traffic: every bit of
// every output must be the same in every cycle. Their areas are compared by scripts/area.sh.
#include <gtest/gtest.h>

#include "Vreference_d3.h"
#include "Vreference_d4.h"
#include "hls/compiler/lockstep/lockstep.hpp"
#include "hls/tops/stimulus.hpp"
#include "router_d3_w32_all_q4_rtl.hpp"
#include "router_d4_w32_all_q4_rtl.hpp"

namespace rtl_sim {
namespace {

using stepc::get_bits;
using stepc::put_bits;

STEPC_LOCKSTEP(router_d3_w32_all_q4);
STEPC_LOCKSTEP(router_d4_w32_all_q4);

// The generated router and the handwritten one of a dimension.
template <unsigned Dimension, class GeneratedHarness, class ReferenceModel>
struct Pair {
  using Config = tops::RouterConfig<Dimension, 32, router::PortModel::kAllPort, 4>;
  using Harness = GeneratedHarness;
  using Reference = ReferenceModel;
};
using D3 = Pair<3, router_d3_w32_all_q4_lockstep, Vreference_d3>;
using D4 = Pair<4, router_d4_w32_all_q4_lockstep, Vreference_d4>;

// Visits the fields of a flit from its lowest bit up, as the packed structure has them: field(value, width).
template <class Config, class Flit, class Field>
void each_field(Flit& flit, Field field) {
  auto& header = flit.packet.header;
  field(flit.valid, 1u);
  field(header.rule, 3u);
  field(header.tree, Config::kTreeWidth);
  field(header.destination, Config::kDimension);
  field(header.source, Config::kDimension);
  field(header.sequence, Config::kSequenceWidth);
  field(flit.packet.payload, Config::kPayloadWidth);
}

template <class Config, class Signal>
void put_flits(Signal& signal, const std::array<router::Flit<Config>, Config::kDimension>& flits) {
  unsigned low = 0;
  for (const router::Flit<Config>& flit : flits) {
    each_field<Config>(flit, [&](const auto& value, unsigned width) {
      put_bits(signal, low, width, value);
      low += width;
    });
  }
}

template <class Config, class Signal>
void get_flits(const Signal& signal, std::array<router::Flit<Config>, Config::kDimension>& flits) {
  unsigned low = 0;
  for (router::Flit<Config>& flit : flits) {
    each_field<Config>(flit, [&](auto& value, unsigned width) {
      value = std::decay_t<decltype(value)>(get_bits(signal, low, width));
      low += width;
    });
  }
}

template <class Config, class Model>
void drive_reference(Model& model, const tops::RouterIn<Config>& in) {
  model.address = static_cast<CData>(in.control.address);
  model.transit_first = static_cast<CData>(in.control.transit_first);
  model.start = static_cast<CData>(in.control.start);
  model.children_address = static_cast<CData>(in.control.children_write.relative_address);
  model.children = static_cast<CData>(in.control.children_write.children);
  model.children_write = static_cast<CData>(in.control.children_write.valid);
  model.go = static_cast<CData>(in.go);
  model.eject_ready = static_cast<CData>(in.eject_ready);
  put_flits<Config>(model.links, in.links);
  put_flits<Config>(model.injects, in.injects);
}

template <class Config, class Model>
tops::RouterOut<Config> sample_reference(const Model& model) {
  tops::RouterOut<Config> out;
  get_flits<Config>(model.links_out, out.links);
  get_flits<Config>(model.ejects, out.ejects);
  out.go = hls::Bits<Config::kDimension>(model.go_out);
  out.inject_go = hls::Bits<Config::kDimension>(model.inject_go);
  return out;
}

template <class Config>
std::vector<std::uint64_t> values(const tops::RouterOut<Config>& out) {
  std::vector<std::uint64_t> all{out.go, out.inject_go};
  for (const auto* flits : {&out.links, &out.ejects}) {
    for (const router::Flit<Config>& flit : *flits) {
      each_field<Config>(flit, [&](const auto& value, unsigned) { all.push_back(value); });
    }
  }
  return all;
}

template <class Model>
void clock(Model& model) {
  model.clk = 0;
  model.eval();
  model.clk = 1;
  model.eval();
}

template <class Dimension>
class Reference : public testing::Test {};
using Dimensions = testing::Types<D3, D4>;
TYPED_TEST_SUITE(Reference, Dimensions);

TYPED_TEST(Reference, EqualsTheGeneratedRouter) {
  using Config = typename TypeParam::Config;
  using Harness = typename TypeParam::Harness;
  typename Harness::Model generated;
  typename TypeParam::Reference reference;
  stepc::RandomInputs random(1);
  tops::RouterIn<Config> in{};
  tops::RouterOut<Config> out{};
  generated.rst = reference.rst = 1;
  Harness::drive(generated, in);
  drive_reference<Config>(reference, in);
  clock(generated);
  clock(reference);
  generated.rst = reference.rst = 0;

  std::uint64_t sent = 0;
  for (unsigned cycle = 0; cycle < 200000; ++cycle) {
    Harness::sample(generated, out);
    ASSERT_EQ(values(out), values(sample_reference<Config>(reference))) << "cycle " << cycle;
    for (const auto& link : out.links) sent += link.valid;
    Harness::randomise(random, in);
    tops::shape(random, std::as_const(out), in);
    Harness::drive(generated, in);
    drive_reference<Config>(reference, in);
    clock(generated);
    clock(reference);
  }
  EXPECT_GT(sent, 100000u);  // the traffic was traffic
}

}  // namespace
}  // namespace rtl_sim
