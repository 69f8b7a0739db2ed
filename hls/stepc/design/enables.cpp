#include "hls/stepc/design/enables.hpp"

namespace stepc {

void set_module_enables(Design& design) {
  for (auto owner = design.modules.rbegin(); owner != design.modules.rend(); ++owner) {  // owners before their parts
    for (const Instance& part : (*owner)->instances) {
      if ((*owner)->has_enable || !part.called->is_ones()) part.module->has_enable = true;
    }
  }
  design.enables_settled = true;
}

void split_register_enables(Module& module) {
  for (Register& reg : module.registers) {
    if (reg.next->op != Op::kMux) continue;
    const auto& choice = reg.next->operands;
    if (choice[2] == reg.now) reg.load = Load{choice[0], true, choice[1]};
    if (choice[1] == reg.now) reg.load = Load{choice[0], false, choice[2]};
  }
}

}  // namespace stepc
