// Test only: the program stepc, as a user runs it.
#pragma once

#include <string>

#include "test_support/command.hpp"

using test_support::contents;
using test_support::Outcome;
using test_support::Scratch;

inline Outcome run_stepc(const std::string& arguments) {
  return test_support::run_program(STEPC_PROGRAM, arguments);
}
