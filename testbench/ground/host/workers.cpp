// SPDX-License-Identifier: Apache-2.0
#include "testbench/ground/host/workers.hpp"

#include <map>
#include <utility>

namespace testbench {
namespace {

// A thread looks this often at a word before it sleeps. Sleeping takes longer than most waits,
// because the parts of the workers are alike.
constexpr unsigned kLooks = 1 << 18;

void await_change(const std::atomic<unsigned>& word, unsigned old) {
  for (unsigned looks = 0; looks < kLooks; ++looks) {
    if (word.load(std::memory_order_acquire) != old) return;
  }
  word.wait(old, std::memory_order_acquire);
}

}  // namespace

std::shared_ptr<Workers> Workers::shared(unsigned count) {
  static std::mutex mutex;
  static std::map<unsigned, std::weak_ptr<Workers>> all;
  const std::lock_guard lock(mutex);
  std::shared_ptr<Workers> workers = all[count].lock();
  if (!workers) all[count] = workers = std::make_shared<Workers>(count);
  return workers;
}

Workers::Workers(unsigned count) {
  failures_.resize(count);
  for (unsigned worker = 1; worker < count; ++worker) {
    threads_.emplace_back([this, worker] { serve(worker); });
  }
}
Workers::~Workers() {
  begin(nullptr);
}

void Workers::run(const std::function<void(unsigned)>& job) {
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

void Workers::begin(const Job* job) {
  job_ = job;
  busy_.store(static_cast<unsigned>(threads_.size()), std::memory_order_relaxed);
  jobs_.fetch_add(1, std::memory_order_release);
  jobs_.notify_all();
}

void Workers::serve(unsigned worker) {
  for (unsigned done = 0;; ++done) {
    await_change(jobs_, done);
    if (job_ == nullptr) return;
    attempt(worker);
    const bool last = busy_.fetch_sub(1, std::memory_order_acq_rel) == 1;
    if (last) busy_.notify_one();
  }
}

void Workers::attempt(unsigned worker) {
  try {
    (*job_)(worker);
  } catch (...) {
    failures_[worker] = std::current_exception();
  }
}

}  // namespace testbench
