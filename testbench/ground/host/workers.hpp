// SPDX-License-Identifier: Apache-2.0
// Threads that do the same job side by side, again and again, for jobs of well below a millisecond.
//
//     const std::shared_ptr<Workers> workers = Workers::shared(2);
//     workers->run([&](unsigned worker) { step_block(worker); });  // 0 and 1; returns when both are done
#pragma once

#include <atomic>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace testbench {

class Workers {
 public:
  // Returns the workers of any other user with the same count, or new ones. Users that take turns,
  // like mesh and judge, should share them: separate threads would wait on the processors that the
  // other's threads need.
  static std::shared_ptr<Workers> shared(unsigned count) {
    static std::mutex mutex;
    static std::map<unsigned, std::weak_ptr<Workers>> all;
    const std::lock_guard lock(mutex);
    std::shared_ptr<Workers> workers = all[count].lock();
    if (!workers) all[count] = workers = std::make_shared<Workers>(count);
    return workers;
  }

  // The caller is one of the workers, so a single worker starts no thread.
  explicit Workers(unsigned count) {
    failures_.resize(count);
    for (unsigned worker = 1; worker < count; ++worker) {
      threads_.emplace_back([this, worker] { serve(worker); });
    }
  }
  ~Workers() { begin(nullptr); }
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  unsigned count() const { return static_cast<unsigned>(failures_.size()); }

  // Runs one job at a time; another caller waits. Rethrows the exception of the first worker that
  // failed.
  void run(const std::function<void(unsigned)>& job) {
    if (threads_.empty()) {
      job(0);
      return;
    }
    const std::lock_guard lock(running_);
    begin(&job);
    attempt(0);
    while (const unsigned busy = busy_.load(std::memory_order_acquire)) await_change(busy_, busy);
    for (std::exception_ptr& failure : failures_) {
      if (failure) std::rethrow_exception(std::exchange(failure, nullptr));
    }
  }

 private:
  using Job = std::function<void(unsigned)>;

  // A thread looks this often at a word before it sleeps. Sleeping takes longer than most waits,
  // because the parts of the workers are alike.
  static constexpr unsigned kLooks = 1 << 18;

  void begin(const Job* job) {
    job_ = job;
    busy_.store(static_cast<unsigned>(threads_.size()), std::memory_order_relaxed);
    jobs_.fetch_add(1, std::memory_order_release);
    jobs_.notify_all();
  }
  void serve(unsigned worker) {
    for (unsigned done = 0;; ++done) {
      await_change(jobs_, done);
      if (job_ == nullptr) return;
      attempt(worker);
      const bool last = busy_.fetch_sub(1, std::memory_order_acq_rel) == 1;
      if (last) busy_.notify_one();
    }
  }
  static void await_change(const std::atomic<unsigned>& word, unsigned old) {
    for (unsigned looks = 0; looks < kLooks; ++looks) {
      if (word.load(std::memory_order_acquire) != old) return;
    }
    word.wait(old, std::memory_order_acquire);
  }
  void attempt(unsigned worker) {
    try {
      (*job_)(worker);
    } catch (...) {
      failures_[worker] = std::current_exception();
    }
  }

  std::mutex running_;
  const Job* job_ = nullptr;
  std::atomic<unsigned> jobs_ = 0;            // that have begun
  std::atomic<unsigned> busy_ = 0;            // threads that are not done
  std::vector<std::exception_ptr> failures_;  // by worker
  std::vector<std::jthread> threads_;
};

}  // namespace testbench
