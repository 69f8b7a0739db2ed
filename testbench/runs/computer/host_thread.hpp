// SPDX-License-Identifier: Apache-2.0
// A node's processor that is a thread of this machine (host_threads.hpp).
#pragma once

#include <pthread.h>
#include <semaphore.h>
#include <ucontext.h>

#include <cerrno>
#include <csetjmp>
#include <csignal>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "testbench/runs/computer/host_copies.hpp"
#include "testbench/runs/computer/packet_memory.hpp"
#include "testbench/runs/computer/processor.hpp"

namespace testbench {

inline constexpr std::size_t kHostStackBytes = std::size_t{2} << 20;
inline constexpr std::size_t kHostGuardBytes = std::size_t{1} << 20;  // few frames reach over it

// Signals that end a program are then its own, and the process continues.
void catch_signals_of_programs();

// Two threads take turns.
class Turn {
 public:
  Turn() { sem_init(&semaphore_, 0, 0); }
  ~Turn() { sem_destroy(&semaphore_); }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

  void give() { sem_post(&semaphore_); }  // a handler of signals may
  void take() {
    while (sem_wait(&semaphore_) != 0 && errno == EINTR) continue;
  }

 private:
  sem_t semaphore_{};
};

class HostThread final : public Processor {
 public:
  // `copy`: of the program, among `copies`. Throws FileError where there is no room for a thread.
  HostThread(std::shared_ptr<const HostCopies> copies, std::filesystem::path copy, std::uint32_t node);
  ~HostThread() override;
  HostThread(const HostThread&) = delete;
  HostThread& operator=(const HostThread&) = delete;

  void serve(const Server& server) override { server_ = server; }
  bool shares_memory() const override { return true; }
  Stop run(std::uint64_t instructions) override;
  void answer(std::uint32_t value) override { answer_ = value; }

  std::uint64_t instructions() const override { return 0; }
  std::uint64_t cycles() const override { return cycles_; }
  std::uint32_t counter() const override { return place_of(last_).value_or(0); }
  std::uint32_t read_register(unsigned /*number*/) const override { return 0; }
  void write_register(unsigned /*number*/, std::uint32_t /*value*/) override {}
  void set_breakpoints(const std::set<std::uint32_t>& /*addresses*/) override {}
  std::span<std::uint8_t> memory() override { return packets_.bytes(); }
  void count_each() override {}
  std::span<const std::uint32_t> counts() const override { return {}; }

  // The node whose thread this is, or null. The others are for this thread.
  static HostThread*& current();
  // An access in the program at `from`, or by a stream. Does not return if the program ends with it.
  std::uint32_t access(std::uint32_t address, bool is_write, std::uint32_t value, const void* from);
  // In a handler of the signal.
  void end_by(int signal, const siginfo_t& info, const ucontext_t& context);
  // When AddressSanitizer ends the process.
  void end_with_process() const;

 private:
  // The C library's streams, which a program finds in three variables.
  struct Streams {
    std::FILE* in;
    std::FILE* out;
    std::FILE* error;

    static Streams exchange(const Streams& others);
  };

  static void* live_in(void* thread);
  void live();
  void load();
  // Lets others run.
  void pause(Stop::Kind kind);
  [[noreturn]] void fail_before_main(const std::string& what) const;
  // In the program's file.
  std::optional<std::uint32_t> place_of(const void* address) const;
  std::string text_of_signal() const;
  std::FILE* stream(std::uint32_t address);

  std::shared_ptr<const HostCopies> copies_;
  std::filesystem::path copy_;
  std::uint32_t node_;
  std::vector<char> signal_stack_;
  Server server_;
  Streams streams_{};
  std::set<const std::FILE*> closed_;  // of these, by the program
  PacketMemory packets_;
  Turn resumed_;
  Turn stopped_;
  pthread_t thread_{};

  std::jmp_buf end_{};           // of the thread
  const char* stack_ = nullptr;  // the lowest address
  void (*start_)() = nullptr;    // of the program
  bool loads_ = false;
  bool is_cancelled_ = false;

  Stop stop_;
  std::uint32_t answer_ = 0;
  std::uint64_t cycles_ = 0;
  const void* last_ = nullptr;  // the program's last access, or its end by a signal
  std::uint32_t stride_ = 0;    // of the packets that come
  std::uint32_t group_ = 0;
  std::uint32_t bytes_ = 0;
  std::exception_ptr error_;
  int signal_ = 0;  // that has ended the program
  const void* signal_address_ = nullptr;
};

}  // namespace testbench
