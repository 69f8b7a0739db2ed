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

template <unsigned Dimension, class ReferenceModel>
struct Pair {
  using Config = tops::RouterConfig<Dimension, 32, router::PortModel::kAllPort, 4>;
  using In = tops::RouterIn<Config>;
  using Out = tops::RouterOut<Config>;
  using Reference = ReferenceModel;
};
struct D3 : Pair<3, Vreference_d3> {
  using Generated = router_d3_w32_all_q4_rtl::Model;
  static void drive(Generated& model, const In& in) { router_d3_w32_all_q4_rtl::drive(model, in); }
  static void sample(const Generated& model, Out& out) { router_d3_w32_all_q4_rtl::sample(model, out); }
  static void randomise(stepc::RandomInputs& random, In& in) { router_d3_w32_all_q4_rtl::randomise(random, in); }
};
struct D4 : Pair<4, Vreference_d4> {
  using Generated = router_d4_w32_all_q4_rtl::Model;
  static void drive(Generated& model, const In& in) { router_d4_w32_all_q4_rtl::drive(model, in); }
  static void sample(const Generated& model, Out& out) { router_d4_w32_all_q4_rtl::sample(model, out); }
  static void randomise(stepc::RandomInputs& random, In& in) { router_d4_w32_all_q4_rtl::randomise(random, in); }
};

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
  typename TypeParam::Generated generated;
  typename TypeParam::Reference reference;
  stepc::RandomInputs random(1);
  typename TypeParam::In in{};
  typename TypeParam::Out out{};
  generated.rst = reference.rst = 1;
  TypeParam::drive(generated, in);
  drive_reference<Config>(reference, in);
  clock(generated);
  clock(reference);
  generated.rst = reference.rst = 0;

  std::uint64_t sent = 0;
  for (unsigned cycle = 0; cycle < 200000; ++cycle) {
    TypeParam::sample(generated, out);
    ASSERT_EQ(values(out), values(sample_reference<Config>(reference))) << "cycle " << cycle;
    for (const auto& link : out.links) sent += link.valid;
    TypeParam::randomise(random, in);
    tops::shape(random, std::as_const(out), in);
    TypeParam::drive(generated, in);
    drive_reference<Config>(reference, in);
    clock(generated);
    clock(reference);
  }
  EXPECT_GT(sent, 100000u);  // the traffic was traffic
}

}  // namespace
}  // namespace rtl_sim
