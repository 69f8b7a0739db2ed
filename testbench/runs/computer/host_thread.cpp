// SPDX-License-Identifier: Apache-2.0
#include "testbench/runs/computer/host_thread.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <stdio_ext.h>
#include <unistd.h>

#include <bit>
#include <cstring>
#include <memory>
#include <new>
#include <utility>

#include "firmware/image/memory_map.h"
#include "testbench/ground/files/named_file.hpp"
#include "testbench/ground/files/standard_streams.hpp"

namespace testbench {
namespace {

constexpr std::size_t kSignalStackBytes = std::size_t{64} << 10;
constexpr std::uint32_t kMostPackets = (CC_SYSTEM - CC_PACKETS) / 8;

}  // namespace

HostThread*& HostThread::current() {
  static thread_local HostThread* thread = nullptr;
  return thread;
}

HostThread::Streams HostThread::Streams::exchange(const Streams& others) {
  const Streams before{stdin, stdout, stderr};
  stdin = others.in;
  stdout = others.out;
  stderr = others.error;
  return before;
}

HostThread::HostThread(std::shared_ptr<const HostCopies> copies, std::filesystem::path copy, std::uint32_t node)
    : copies_(std::move(copies)), copy_(std::move(copy)), node_(node), signal_stack_(kSignalStackBytes) {
  streams_ = {stream(CC_INPUT), stream(CC_CONSOLE), stream(CC_ERROR)};
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, kHostStackBytes + kHostGuardBytes);
  pthread_attr_setguardsize(&attributes, kHostGuardBytes);
  const int error = pthread_create(&thread_, &attributes, live_in, this);
  pthread_attr_destroy(&attributes);
  if (error != 0) {
    throw FileError(fmt::format("--engine host: node {} has no room for a thread: {}; use a smaller cube", node,
                                std::strerror(error)));
  }
}

HostThread::~HostThread() {
  is_cancelled_ = true;
  resumed_.give();
  pthread_join(thread_, nullptr);
  for (std::FILE* const stream : {streams_.in, streams_.out, streams_.error}) {
    if (closed_.contains(stream)) continue;
    __fpurge(stream);  // the node is no more
    std::fclose(stream);
  }
}

Processor::Stop HostThread::run(std::uint64_t /*instructions*/) {
  const Streams own = Streams::exchange(streams_);
  resumed_.give();
  stopped_.take();
  Streams::exchange(own);
  if (error_ != nullptr) std::rethrow_exception(std::exchange(error_, nullptr));
  if (signal_ != 0) stop_.fault = text_of_signal();
  return stop_;
}

void* HostThread::live_in(void* thread) {
  static_cast<HostThread*>(thread)->live();
  return nullptr;
}

void HostThread::live() {
  current() = this;
  pthread_setname_np(pthread_self(), fmt::format("node {}", node_).c_str());
  stack_t signals{};
  signals.ss_sp = signal_stack_.data();
  signals.ss_size = signal_stack_.size();
  sigaltstack(&signals, nullptr);
  pthread_attr_t attributes;
  void* lowest = nullptr;
  std::size_t bytes = 0;
  pthread_getattr_np(pthread_self(), &attributes);
  pthread_attr_getstack(&attributes, &lowest, &bytes);
  pthread_attr_destroy(&attributes);
  stack_ = static_cast<const char*>(lowest);
  if (_setjmp(end_) == 0) {
    resumed_.take();
    if (!is_cancelled_) {
      load();
      start_();
    }
  }
  signals.ss_flags = SS_DISABLE;
  sigaltstack(&signals, nullptr);
}

// Here, so that what C++ does before main() is done by the node.
void HostThread::load() {
  loads_ = true;
  void* const handle = dlopen(copy_.c_str(), RTLD_NOW | RTLD_LOCAL);
  start_ = handle == nullptr ? nullptr : reinterpret_cast<void (*)()>(dlsym(handle, "cc_host_start"));
  if (start_ == nullptr) fail_before_main(dlerror());
  loads_ = false;
}

// The loader's lock is held: neither another node nor the end of the process could take it.
void HostThread::fail_before_main(const std::string& what) const {
  complain(fmt::format("node {}: {}", node_, what));
  copies_->remove();
  _exit(1);
}

void HostThread::pause(Stop::Kind kind) {
  if (loads_) fail_before_main("waits, or ends, before main()");
  stop_.kind = kind;
  stopped_.give();
  resumed_.take();
  if (is_cancelled_) _longjmp(end_, 1);
}

// The place in the program's file.
std::optional<std::uint32_t> HostThread::place_of(const void* address) const {
  Dl_info found{};
  if (address == nullptr || dladdr(address, &found) == 0 || found.dli_fname != copy_) return std::nullopt;
  return static_cast<std::uint32_t>(static_cast<const char*>(address) - static_cast<const char*>(found.dli_fbase));
}

std::uint32_t HostThread::access(std::uint32_t address, bool is_write, std::uint32_t value, const void* from) {
  if (address >= CC_PACKETS && address < CC_SYSTEM) {
    if (!is_write) return packets_.take(address - CC_PACKETS);
    packets_.fill(address - CC_PACKETS, value);
    return 0;
  }
  switch (address) {
    case CC_MOST:
      return kMostPackets;
    case CC_CHAINS:
      return 0;
    case CC_BUSY:
    case CC_CYCLES:
      ++cycles_;
      break;
    case CC_SEND:
      value += PacketMemory::kSendBase;
      break;
    case CC_RECEIVE:
      value += packets_.begin_receiving();
      break;
    case CC_RECEIVE_STRIDE:
      stride_ = value;
      break;
    case CC_GROUP:
      group_ = value;
      break;
    case CC_COUNT:
      bytes_ = value;
      break;
    case CC_CALLER:
      // The lower half of an address near this one.
      if (const auto place = place_of(from)) {
        value = *place + value - static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(from));
      }
      break;
    case CC_START:
      packets_.make_room(((std::size_t{1} << std::popcount(group_)) - 1) * stride_ + (std::size_t{bytes_} + 7) / 8 * 8);
      break;
    case CC_EXIT:
      for (std::FILE* const stream : {streams_.out, streams_.error}) {
        if (!closed_.contains(stream)) std::fflush(stream);
      }
      break;
    default:
      break;
  }
  if (from != nullptr) last_ = static_cast<const char*>(from) - 1;
  stop_ = {Stop::kAccess, address, value, is_write, ""};
  bool goes_on = false;
  try {
    goes_on = server_(stop_);
  } catch (...) {  // C has no exceptions
    error_ = std::current_exception();
  }
  if (!goes_on) pause(Stop::kServed);
  return answer_;
}

// A stream whose bytes go through a register, as on a core (firmware/image/system.c).
std::FILE* HostThread::stream(std::uint32_t address) {
  struct Cookie {
    HostThread* thread;
    std::uint32_t address;
    std::FILE* stream;
  };
  cookie_io_functions_t functions{};
  functions.write = [](void* cookie, const char* bytes, std::size_t size) {
    const auto& to = *static_cast<Cookie*>(cookie);
    for (std::size_t i = 0; i < size; ++i) {
      to.thread->access(to.address, true, static_cast<unsigned char>(bytes[i]), nullptr);
    }
    return static_cast<ssize_t>(size);
  };
  functions.read = [](void* cookie, char* bytes, std::size_t size) {
    const auto& from = *static_cast<Cookie*>(cookie);
    const std::uint32_t byte = size == 0 ? ~0u : from.thread->access(from.address, false, 0, nullptr);
    if (byte > 255) return ssize_t{0};
    *bytes = static_cast<char>(byte);
    return ssize_t{1};
  };
  functions.close = [](void* cookie) {
    const std::unique_ptr<Cookie> closed(static_cast<Cookie*>(cookie));
    closed->thread->closed_.insert(closed->stream);
    return 0;
  };
  auto cookie = std::make_unique<Cookie>(this, address, nullptr);
  std::FILE* const made = fopencookie(cookie.get(), address == CC_INPUT ? "r" : "w", functions);
  if (made == nullptr) throw std::bad_alloc();
  cookie.release()->stream = made;
  std::setvbuf(made, nullptr, _IONBF, 0);
  __fsetlocking(made, FSETLOCKING_BYCALLER);  // a node that is cancelled in a call would keep the lock
  return made;
}

}  // namespace testbench
