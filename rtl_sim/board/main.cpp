// SPDX-License-Identifier: Apache-2.0
// The Verilated top of a board, or its netlist, as a program.
#include <verilated.h>

#include "Vcubecast_board.h"
#include "hls/stepc/lockstep/model_access.hpp"
#include "rtl_sim/board/board_program.hpp"

namespace {

class Model final : public rtl_sim::BoardModel {
 public:
  Model() { stepc::start(model_); }

  bool clock(bool rx) override {
    model_.rx = rx ? 1 : 0;
    stepc::clock(model_);
    return model_.tx != 0;
  }

 private:
  Vcubecast_board model_;
};

}  // namespace

int main(int argc, char** argv) {
  Model model;
  return rtl_sim::board_program(argc, argv, model, CUBECAST_BOARD_CYCLES_PER_BIT);
}
