// SPDX-License-Identifier: Apache-2.0
// How programs on host threads end by signals, and by sanitizers.
#include <dlfcn.h>
#include <execinfo.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <cstring>

#include "firmware/image/memory_map.h"
#include "testbench/ground/files/standard_streams.hpp"
#include "testbench/runs/computer/host_thread.hpp"
#include "testbench/runs/computer/host_threads.hpp"

namespace testbench {
namespace {

bool has_sanitizer() {
  return dlsym(RTLD_DEFAULT, "__asan_init") != nullptr;
}

}  // namespace

// abort() ends the node as on a core. Another signal is a fault, in the function of the program that is
// the first on the stack.
void HostThread::end_by(int signal, const siginfo_t& info, [[maybe_unused]] const ucontext_t& context) {
  if (signal == SIGABRT) access(CC_EXIT, true, 128 + SIGABRT, nullptr);
  signal_ = signal;
  signal_address_ = info.si_addr;
  constexpr std::size_t kMostFrames = 64;
  std::array<void*, kMostFrames> frames{};
  const void* now = nullptr;
  bool is_code = true;
#ifdef __x86_64__
  // A jump to nowhere, behind which nothing can be unwound, has left its way back on the stack.
  const auto& registers = context.uc_mcontext.gregs;
  Dl_info module{};
  void* const* stack = nullptr;
  std::memcpy(static_cast<void*>(&now), &registers[REG_RIP], sizeof now);
  std::memcpy(static_cast<void*>(&stack), &registers[REG_RSP], sizeof stack);
  is_code = dladdr(now, &module) != 0;
  if (!is_code) frames[0] = *stack;
#endif
  const int found = is_code ? backtrace(frames.data(), frames.size()) : 1;
  const auto end = frames.begin() + found;
  const auto own = std::find_if(frames.begin(), end, [&](void* frame) { return place_of(frame).has_value(); });
  // The others are behind their calls.
  if (own != end) last_ = *own == now ? now : static_cast<const char*>(*own) - 1;
  pause(Stop::kFault);
}

std::string HostThread::text_of_signal() const {
  const char* const address = static_cast<const char*>(signal_address_);
  const bool is_memory = signal_ == SIGSEGV || signal_ == SIGBUS;
  if (is_memory && address < stack_ && stack_ - address <= static_cast<std::ptrdiff_t>(kHostGuardBytes)) {
    return fmt::format("the stack is full ({} KiB)", kHostStackBytes >> 10);
  }
  std::string text = sigdescr_np(signal_);
  text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
  if (is_memory) text += fmt::format(" at {:08x}", reinterpret_cast<std::uintptr_t>(address));
  return text;
}

void HostThread::end_with_process() const {
  complain(fmt::format("node {}: ended by the sanitizer", node_));
  copies_->remove();
}

// AddressSanitizer reports bad accesses itself.
void catch_signals_of_programs() {
  struct sigaction action{};
  action.sa_sigaction = [](int signal, siginfo_t* info, void* context) {
    if (HostThread* const thread = HostThread::current()) {
      thread->end_by(signal, *info, *static_cast<const ucontext_t*>(context));
    }
    std::signal(signal, SIG_DFL);
    raise(signal);
  };
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  sigaction(SIGABRT, &action, nullptr);
  if (has_sanitizer()) {
    using Callback = void (*)();
    const auto on_death = reinterpret_cast<void (*)(Callback)>(dlsym(RTLD_DEFAULT, "__sanitizer_set_death_callback"));
    if (on_death != nullptr) {
      on_death([] {
        if (HostThread::current() != nullptr) HostThread::current()->end_with_process();
      });
    }
    return;
  }
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL}) sigaction(signal, &action, nullptr);
  std::array<void*, 1> frame{};
  backtrace(frame.data(), 1);  // its first call takes memory, which a handler may not
}

std::optional<std::string> missing_for_host(const Image& image) {
  if (!image.is_sanitized() || has_sanitizer()) return std::nullopt;
  return "is built with AddressSanitizer, which has to be there first; put "
         "LD_PRELOAD=$(gcc-12 -print-file-name=libasan.so) before the command";
}

}  // namespace testbench
