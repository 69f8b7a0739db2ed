// The rules that the name of a top leaves in the hardware.
#include <gtest/gtest.h>

#include <type_traits>

#include "hls/tops/router_top.hpp"

namespace tops {
namespace {

using Router = RouterConfig<3, 8, router::PortModel::kAllPort>;
using Rules = Router::Rules;

static_assert(std::is_same_v<WithRules<Router>, Router>);

TEST(WithRules, LeavesThoseThatAreNamed) {
  using Two = WithRules<Router, rules::Table, rules::Ecube>;
  EXPECT_EQ(Two::kRules, Rules::mask_of<rules::Ecube>() | Rules::mask_of<rules::Table>());
  EXPECT_EQ(Two::kPayloadWidth, 8u);
  EXPECT_EQ(Router::kRules, Rules::kAll);
}

}  // namespace
}  // namespace tops
