// One translation unit for every dimension (CUBECAST_DIM). CUBECAST_HARNESS: the generated harness of the top, and
// CUBECAST_TOP its module. Every node has the port gate; left open, it is an all-port node.
#include "rtl_sim/rtl_mesh_of_dim.hpp"

#include CUBECAST_HARNESS

#include "hls/compiler/lockstep/lockstep.hpp"
#include "hls/tops/node_top.hpp"
#include "rtl_sim/lockstep_nodes.hpp"
#include "testbench/native/cube_of_nodes.hpp"

namespace rtl_sim {
namespace {

#define CUBECAST_HARNESS_OF(top) top##_rtl
#define CUBECAST_HARNESS_NAMESPACE(top) CUBECAST_HARNESS_OF(top)
namespace generated = CUBECAST_HARNESS_NAMESPACE(CUBECAST_TOP);

using Config = tops::NodeConfig<CUBECAST_DIM, 64, router::PortModel::kGated>;

struct Harness {
  using Model = generated::Model;
  static void drive(Model& model, const router::In<Config>& in) { generated::drive(model, in); }
  static void sample(const Model& model, router::Out<Config>& out) { generated::sample(model, out); }
  static bool compare(const Model& model, const router::State<Config>& state, stepc::Mismatch& mismatch) {
    return generated::compare(model, state, mismatch);
  }
  static bool compare_out(const Model& model, const router::Out<Config>& out, stepc::Mismatch& mismatch) {
    return generated::compare_out(model, out, mismatch);
  }
  static bool compare_memories(const Model& model, const router::State<Config>& state, stepc::Mismatch& mismatch) {
    return generated::compare_memories(model, state, mismatch);
  }
};

}  // namespace

template <>
std::unique_ptr<testbench::Mesh> make_rtl_mesh_of_dim<CUBECAST_DIM>(const testbench::MeshSetting& setting,
                                                                    testbench::NodeMemory& memory, bool lockstep) {
  if (lockstep) return std::make_unique<testbench::CubeOfNodes<LockstepNodes<Config, Harness>>>(setting, memory);
  return std::make_unique<testbench::CubeOfNodes<RtlNodes<Config, Harness>>>(setting, memory);
}

}  // namespace rtl_sim
