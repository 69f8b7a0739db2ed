// Code that is compiled for every dimension of the cube, chosen at run time.
#pragma once

#include <array>
#include <cstddef>
#include <utility>

namespace testbench {

// The array of of(integral constant) for First .. Last.
//
//     static constexpr auto kMakers = of_dimensions<1, 12>([](auto dim) { return &make_mesh_of<dim>; });
//     kMakers[setting.network.cube().dimension() - 1](setting);
template <unsigned First, unsigned Last, class Of>
constexpr auto of_dimensions(Of of) {
  return [&]<std::size_t... Index>(std::index_sequence<Index...>) {
    return std::array{of(std::integral_constant<unsigned, First + Index>())...};
  }(std::make_index_sequence<Last - First + 1>());
}

}  // namespace testbench
