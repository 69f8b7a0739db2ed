// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/collectives/catalog.hpp"

#include <string_view>
#include <vector>

#include "firmware/collectives/catalog.hpp"

namespace testbench {

std::span<const Entry> catalog() {
  static const std::vector<Entry> all = [] {
    std::vector<Entry> rows;
    for (const collectives::Row& row : collectives::kCatalog) {
      const bool goes_around = row.whole_trees != collectives::TreeUse::kNone;
      const bool is_shallow = row.ports == collectives::PortModel::kOne && row.algorithm == std::string_view("ring");
      rows.push_back({row, nullptr, static_cast<SiteKinds>(goes_around ? kOnCube | kOnCubeWithDead : kOnCube),
                      is_shallow ? Rank::kShallow : Rank::kUsual});
    }
    rows.insert(rows.end(), planned_rows().begin(), planned_rows().end());
    for (const CycleRow& row : cycle_rows()) rows.push_back(entry_of(row));
    return rows;
  }();
  return all;
}

}  // namespace testbench
