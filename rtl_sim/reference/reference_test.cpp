// SPDX-License-Identifier: Apache-2.0
// The handwritten router (router.sv) beside the generated one of the same function
// (router_d3_w32_all_q4), on random traffic. Every bit of every output must be the same in every
// cycle. scripts/area.sh compares their areas.
#include <gtest/gtest.h>

#include "Vreference_d3.h"
#include "Vreference_d4.h"
#include "hls/stepc/lockstep/lockstep.hpp"
#include "hls/tops/router_top.hpp"
#include "hls/tops/test_stimulus.hpp"
#include "router_d3_w32_all_q4_rtl.hpp"
#include "router_d4_w32_all_q4_rtl.hpp"

namespace rtl_sim {
namespace {

using stepc::get_bits;
using stepc::put_bits;

STEPC_LOCKSTEP(router_d3_w32_all_q4);
STEPC_LOCKSTEP(router_d4_w32_all_q4);

// The generated and the handwritten router of a dimension.
template <unsigned Dimension, class GeneratedHarness, class ReferenceModel>
struct Pair {
  using Config = tops::RouterConfig<Dimension, 32, router::PortModel::kAllPort, 1, network::least_queue_depth()>;
  using Harness = GeneratedHarness;
  using Reference = ReferenceModel;
};
using D3 = Pair<3, router_d3_w32_all_q4_lockstep, Vreference_d3>;
using D4 = Pair<4, router_d4_w32_all_q4_lockstep, Vreference_d4>;

// Flits or links as slices of a signal, the first in the lowest bits. The fields of each go from
// the highest bits down.
template <class Records, class Visit>
void each_slice(Records& records, Visit visit) {
  using Record = typename std::decay_t<Records>::value_type;
  unsigned high = 0;
  for (auto& record : records) {
    high += network::width_of<Record>();
    unsigned low = high;
    network::each_field(
        [&](const char*, auto& field) {
          low -= field.kWidth;
          visit(low, field);
        },
        record);
  }
}

template <class Records, class Signal>
void put_slices(Signal& signal, const Records& records) {
  each_slice(records, [&](unsigned low, const auto& field) { put_bits(signal, low, field.kWidth, field.number()); });
}

template <class Records, class Signal>
void get_slices(const Signal& signal, Records& records) {
  each_slice(records, [&](unsigned low, auto& field) {
    field = std::decay_t<decltype(field)>::of_number(get_bits(signal, low, field.kWidth));
  });
}

template <class Config, class Model>
void drive_reference(Model& model, const tops::RouterIn<Config>& in) {
  model.address = static_cast<CData>(in.control.address.number());
  model.transit_first = static_cast<CData>(in.control.transit_first);
  model.start = static_cast<CData>(in.control.start);
  model.children_address = static_cast<CData>(in.control.table_write.place.number());
  model.children = static_cast<CData>(in.control.table_write.word.number());
  model.children_write = static_cast<CData>(in.control.table_write.valid);
  model.eject_ready = static_cast<CData>(in.eject_ready.number());
  put_slices(model.links, in.links);
  put_slices(model.injects, in.injects);
}

template <class Config, class Model>
tops::RouterOut<Config> sample_reference(const Model& model) {
  tops::RouterOut<Config> out;
  get_slices(model.links_out, out.links);
  get_slices(model.ejects, out.ejects);
  out.inject_go = network::PortSet<Config>::of_number(model.inject_go);
  return out;
}

template <class Config>
std::vector<std::uint64_t> values(const tops::RouterOut<Config>& out) {
  std::vector<std::uint64_t> all{out.inject_go.number()};
  const auto add = [&all](unsigned, const auto& field) { all.push_back(field.number()); };
  each_slice(out.links, add);
  each_slice(out.ejects, add);
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
  EXPECT_GT(sent, 100000u);  // the routers have carried real traffic
}

}  // namespace
}  // namespace rtl_sim
