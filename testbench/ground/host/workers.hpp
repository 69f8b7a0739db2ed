// SPDX-License-Identifier: Apache-2.0
// Threads that do the same job side by side, again and again, for jobs of well below a millisecond.
//
//     const std::shared_ptr<Workers> workers = Workers::shared(2);
//     workers->run([&](unsigned worker) { step_block(worker); });  // 0 and 1; returns when both are done
#pragma once

#include <atomic>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace testbench {

class Workers {
 public:
  // Returns the workers of any other user with the same count, or new ones. Users that take turns,
  // like mesh and judge, should share them: separate threads would wait on the processors that the
  // other's threads need.
  static std::shared_ptr<Workers> shared(unsigned count);

  // The caller is one of the workers, so a single worker starts no thread.
  explicit Workers(unsigned count);
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  unsigned count() const { return static_cast<unsigned>(failures_.size()); }

  // Runs one job at a time; another caller waits. Rethrows the exception of the first worker that
  // failed.
  void run(const std::function<void(unsigned)>& job);

 private:
  using Job = std::function<void(unsigned)>;

  void begin(const Job* job);
  void serve(unsigned worker);
  void attempt(unsigned worker);

  std::mutex running_;
  const Job* job_ = nullptr;
  std::atomic<unsigned> jobs_ = 0;            // that have begun
  std::atomic<unsigned> busy_ = 0;            // threads that are not done
  std::vector<std::exception_ptr> failures_;  // by worker
  std::vector<std::jthread> threads_;
};

}  // namespace testbench
