// The rules that the handwritten router has (router.sv), and the router's configuration with them.
#pragma once

#include "hls/tops/router_top.hpp"

namespace rtl_sim {

using EightRules = rules::RuleList<rules::Ecube, rules::Ascending, rules::Sbt, rules::Nesbt, rules::Sbnt, rules::Gray,
                                   rules::Ring, rules::Table>;

template <unsigned Dimension>
struct ReferenceConfig
    : tops::RouterConfig<Dimension, 32, router::PortModel::kAllPort, 1, network::least_queue_depth()> {
  using Rules = EightRules;
  static constexpr std::uint32_t kRules = Rules::kAll;
};

}  // namespace rtl_sim
