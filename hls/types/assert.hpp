// SPDX-License-Identifier: Apache-2.0
// Assertions of synthesizable code: conditions that must hold whenever the line is reached.
//
//     HLS_ASSERT(count_ != kDepth, "a push into a full queue");
//     slots_.write(last, packet);
//
// The condition has no side effects, the text is a string literal.
//
//   natively               checked where CUBECAST_ASSERTIONS is defined to 1 (the CMake option of that name), throws
//                          hls::AssertionFailed. Elsewhere nothing is evaluated.
//   stepc                  an assertion of the module, under the conditions that lead to the line: Verilator checks it
//                          with --assert, Yosys reads a property with -formal; synthesis ignores it, no logic is made
//                          for it (hls/stepc/docs/language.md)
//   Vitis HLS, Bambu       nothing
//
// An expression of type void. C++17, no exceptions.
#pragma once

#if defined(CUBECAST_AP_UINT) || defined(CUBECAST_AC_INT)

#define HLS_ASSERT(condition, text) static_cast<void>(0)

#elif defined(STEPC)

// stepc knows these two by name. It translates the program once with the answer false, for the
// hardware, and once with true, for the assertions, so that hardware cannot depend on assertions.
extern "C" bool hls_asserting() noexcept;
extern "C" void hls_assert(bool condition, const char* text, const char* file, unsigned line) noexcept;

#define HLS_ASSERT(condition, text)                                                 \
  (!__builtin_is_constant_evaluated() && ::hls_asserting()                          \
       ? ::hls_assert(static_cast<bool>(condition), "" text "", __FILE__, __LINE__) \
       : static_cast<void>(0))

#elif defined(CUBECAST_ASSERTIONS) && CUBECAST_ASSERTIONS == 1

#include <stdexcept>

namespace hls {

// "hls/router/packet_queue.hpp:25: a push into a full queue"
class AssertionFailed : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

// Out of line, so that a check is a compare and a branch.
[[noreturn]] void assertion_failed(const char* file, unsigned line, const char* text);

}  // namespace hls

#define HLS_ASSERT(condition, text) \
  (static_cast<bool>(condition) ? static_cast<void>(0) : ::hls::assertion_failed(__FILE__, __LINE__, "" text ""))

#else

#define HLS_ASSERT(condition, text) static_cast<void>(sizeof(static_cast<bool>(condition)))

#endif
