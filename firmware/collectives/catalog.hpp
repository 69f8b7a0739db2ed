// SPDX-License-Identifier: Apache-2.0
// Every collective and algorithm that the firmware can load: the rows of all collectives, each of
// which stands beside its loader. Freestanding.
//
//     const Row* row = find_row(Collective::kBroadcast, "nesbt", PortModel::kAll);
//     const Operation operation{row, network::Cube(5), /*packets=*/100, /*root=*/Address(3)};
//     row->load(operation, me, driver);
#pragma once

#include <array>

#include "firmware/collectives/allgather.hpp"
#include "firmware/collectives/allreduce.hpp"
#include "firmware/collectives/alltoall.hpp"
#include "firmware/collectives/broadcast.hpp"
#include "firmware/collectives/reduce.hpp"
#include "firmware/collectives/reduce_scatter.hpp"
#include "firmware/collectives/scan.hpp"
#include "firmware/collectives/scatter_gather.hpp"

namespace collectives {

// The rows of all collectives, one array after the other.
template <std::size_t... Counts>
constexpr std::array<Row, (Counts + ...)> all_rows(const Row (&... rows)[Counts]) {
  std::array<Row, (Counts + ...)> all{};
  std::size_t next = 0;
  const auto append = [&](const auto& some) {
    for (const Row& row : some) all[next++] = row;
  };
  (append(rows), ...);
  return all;
}

inline constexpr auto kCatalog = all_rows(kBroadcastRows, kScatterGatherRows, kAllgatherRows, kAlltoallRows,
                                          kReduceRows, kReduceScatterRows, kAllreduceRows, kScanRows, kBarrierRows);

constexpr bool is_called(const Row& row, const char* algorithm) {
  const char* name = row.algorithm;
  while (*name != '\0' && *name == *algorithm) {
    ++name;
    ++algorithm;
  }
  return *name == *algorithm;
}

// Finds the row of an algorithm.
// \param collective  the collective
// \param algorithm   the algorithm's name, such as "nesbt"
// \param ports       the port model
// \return the row, or null if the catalog has none
constexpr const Row* find_row(Collective collective, const char* algorithm, PortModel ports) {
  for (const Row& row : kCatalog) {
    if (row.collective == collective && row.ports == ports && is_called(row, algorithm)) return &row;
  }
  return nullptr;
}

}  // namespace collectives
