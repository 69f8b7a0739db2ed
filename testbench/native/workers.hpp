// Threads that do the same job side by side, again and again, for jobs of well below a millisecond.
//
//     Workers workers(2);
//     workers.run([&](unsigned worker) { step_block(worker); });  // 0 and 1; returns when both are done
#pragma once

#include <barrier>
#include <cstddef>
#include <exception>
#include <functional>
#include <thread>
#include <utility>
#include <vector>

namespace testbench {

class Workers {
 public:
  // The caller is one of them: a single worker is no thread.
  explicit Workers(unsigned count) : gate_(static_cast<std::ptrdiff_t>(count)) {
    failures_.resize(count);
    for (unsigned worker = 1; worker < count; ++worker) {
      threads_.emplace_back([this, worker] { serve(worker); });
    }
  }
  ~Workers() {
    job_ = nullptr;
    if (!threads_.empty()) gate_.arrive_and_wait();
  }
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  unsigned count() const { return static_cast<unsigned>(failures_.size()); }

  // Throws what the first worker that failed has thrown.
  void run(const std::function<void(unsigned)>& job) {
    if (threads_.empty()) {
      job(0);
      return;
    }
    job_ = &job;
    gate_.arrive_and_wait();
    attempt(0);
    gate_.arrive_and_wait();
    for (std::exception_ptr& failure : failures_) {
      if (failure) std::rethrow_exception(std::exchange(failure, nullptr));
    }
  }

 private:
  void serve(unsigned worker) {
    while (true) {
      gate_.arrive_and_wait();
      if (job_ == nullptr) return;
      attempt(worker);
      gate_.arrive_and_wait();
    }
  }
  void attempt(unsigned worker) {
    try {
      (*job_)(worker);
    } catch (...) {
      failures_[worker] = std::current_exception();
    }
  }

  const std::function<void(unsigned)>* job_ = nullptr;
  std::vector<std::exception_ptr> failures_;  // by worker
  std::barrier<> gate_;
  std::vector<std::jthread> threads_;
};

}  // namespace testbench
