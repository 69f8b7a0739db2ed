// The simulators that a collective can run on.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "testbench/mesh.hpp"
#include "testbench/node_memory.hpp"

namespace testbench {

// "native, systemc" for messages.
std::string known_engines();

// The largest dimension that the engine of that name runs, or nothing if there is none of that name.
std::optional<unsigned> max_dim_of_engine(std::string_view engine);

// `engine` must be known and the setting within its range. Throws std::bad_alloc. `memory` must outlive the mesh.
std::unique_ptr<Mesh> make_mesh(std::string_view engine, const MeshSetting& setting, NodeMemory& memory);

}  // namespace testbench
