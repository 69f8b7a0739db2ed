// SPDX-License-Identifier: Apache-2.0
// Test only: cubecast board on a simulated board, and its output.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "test_support/command.hpp"

namespace rtl_sim {

inline constexpr const char* kBoardRtl = CUBECAST_BOARD_RTL;

// Runs the command on the board that `program` simulates, with its options `faults`.
inline test_support::Outcome on_board(const std::string& program, const std::string& options,
                                      const std::string& faults = "") {
  return test_support::run_program(program,
                                   faults + " " + CUBECAST_COMMAND + " board --port {} --baud 115200 " + options);
}

inline void expect_one_line(const test_support::Outcome& outcome, int status, const std::string& text) {
  EXPECT_EQ(outcome.status, status) << outcome.error;
  EXPECT_EQ(outcome.error.find('\n'), outcome.error.size() - 1) << outcome.error;
  EXPECT_NE(outcome.error.find(text), std::string::npos) << outcome.error;
}

}  // namespace rtl_sim
