// SPDX-License-Identifier: Apache-2.0
// The plugin: MPI for messages, METIS to divide networks.
#include <malloc.h>
#include <metis.h>
#include <mpi.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <numeric>
#include <optional>
#include <stop_token>
#include <thread>

#include "testbench/engines/mpi/mpi_ranks.hpp"

namespace testbench {
namespace {

// Ends the process if the others have not joined in time: they may run another command.
class JoinLimit {
 public:
  JoinLimit()
      : watch_([this](const std::stop_token& done) {
          std::unique_lock lock(mutex_);
          if (joined_.wait_for(lock, done, kSeconds, [] { return false; }) || done.stop_requested()) return;
          std::fputs("cubecast: the other ranks have not joined in 60 seconds; run the same command on all of them\n",
                     stderr);
          std::_Exit(2);
        }) {}

 private:
  static constexpr std::chrono::seconds kSeconds{60};

  std::mutex mutex_;
  std::condition_variable_any joined_;
  std::jthread watch_;
};

// Ranks can be more than processors, or run beside other programs. MPI's own waits hold a processor, or yield it and get it
// back late: tens of milliseconds a message. A rank that sleeps between its looks gets a processor when it looks again.
template <class HasCome>
void wait_until(HasCome has_come) {
  constexpr double kAwake = 20e-6;  // seconds; where each rank has a processor, most messages come within it
  constexpr std::chrono::microseconds kSleep(20);
  const double began = MPI_Wtime();
  while (!has_come()) {
    if (MPI_Wtime() - began > kAwake) std::this_thread::sleep_for(kSleep);
  }
}
void wait_for(MPI_Request request) {
  wait_until([&] {
    int has_come = 0;
    MPI_Test(&request, &has_come, MPI_STATUS_IGNORE);
    return has_come != 0;
  });
}

class MpiRanks final : public Ranks {
 public:
  MpiRanks() {
    // A process that was started alone needs no daemon.
    if (std::getenv("OMPI_COMM_WORLD_SIZE") == nullptr) setenv("OMPI_MCA_ess_singleton_isolated", "1", 0);
    setenv("OMPI_MCA_mpi_yield_when_idle", "0", 0);  // which Open MPI does where ranks are more than processors
    const JoinLimit limit;
    int provided = 0;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
    int number = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &number);
    rank_ = static_cast<unsigned>(number);
    MPI_Comm_size(MPI_COMM_WORLD, &number);
    count_ = static_cast<unsigned>(number);
    MPI_Comm machine = MPI_COMM_NULL;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
    MPI_Comm_size(machine, &number);
    on_this_machine_ = static_cast<unsigned>(number);
    MPI_Comm_free(&machine);
    // Messages take and give back memory again and again. It stays with the process.
    constexpr int kKept = 1 << 25;
    mallopt(M_MMAP_THRESHOLD, kKept);
    mallopt(M_TRIM_THRESHOLD, kKept);
  }

  unsigned rank() const override { return rank_; }
  unsigned count() const override { return count_; }
  unsigned on_this_machine() const override { return on_this_machine_; }

  void begin_exchange(std::span<Parcel> parcels) override {
    requests_.clear();
    for (Parcel& parcel : parcels) {
      MPI_Irecv(parcel.in.data(), size_of(parcel.in), MPI_BYTE, static_cast<int>(parcel.rank), kParcels, MPI_COMM_WORLD,
                &requests_.emplace_back());
    }
    for (const Parcel& parcel : parcels) {
      MPI_Isend(parcel.out.data(), size_of(parcel.out), MPI_BYTE, static_cast<int>(parcel.rank), kParcels,
                MPI_COMM_WORLD, &requests_.emplace_back());
      bytes_ += parcel.out.size();
    }
  }
  void finish_exchange(std::span<Parcel> parcels) override {
    const Wait wait(*this);
    statuses_.resize(requests_.size());
    wait_until([this] {
      int have_come = 0;
      MPI_Testall(static_cast<int>(requests_.size()), requests_.data(), &have_come, statuses_.data());
      return have_come != 0;
    });
    for (std::size_t i = 0; i < parcels.size(); ++i) {
      int size = 0;
      MPI_Get_count(&statuses_[i], MPI_BYTE, &size);
      parcels[i].came = static_cast<std::size_t>(size);
    }
  }
  void sum(std::span<std::uint64_t> numbers) override { combine(numbers, MPI_SUM); }
  void most(std::span<std::uint64_t> numbers) override { combine(numbers, MPI_MAX); }

  std::vector<Bytes> exchange(const std::vector<Bytes>& to) override {
    const Wait wait(*this);
    std::vector<int> out_sizes(count_);
    std::vector<int> in_sizes(count_);
    Bytes out;
    for (unsigned rank = 0; rank < count_; ++rank) {
      out_sizes[rank] = size_of(to[rank]);
      out.insert(out.end(), to[rank].begin(), to[rank].end());
    }
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Ialltoall(out_sizes.data(), 1, MPI_INT, in_sizes.data(), 1, MPI_INT, MPI_COMM_WORLD, &request);
    wait_for(request);
    const std::vector<int> out_begins = begins_of(out_sizes);
    const std::vector<int> in_begins = begins_of(in_sizes);
    Bytes in(static_cast<std::size_t>(in_begins.back() + in_sizes.back()));
    MPI_Ialltoallv(out.data(), out_sizes.data(), out_begins.data(), MPI_BYTE, in.data(), in_sizes.data(),
                   in_begins.data(), MPI_BYTE, MPI_COMM_WORLD, &request);
    wait_for(request);
    bytes_ += out.size() - to[rank_].size();
    std::vector<Bytes> from;
    for (unsigned rank = 0; rank < count_; ++rank) {
      const auto begin = in.begin() + in_begins[rank];
      from.emplace_back(begin, begin + in_sizes[rank]);
    }
    return from;
  }

  void post(const Letter& letter) override {
    MPI_Send(letter.bytes.data(), size_of(letter.bytes), MPI_BYTE, static_cast<int>(letter.rank), kLetters,
             MPI_COMM_WORLD);
  }
  Letter wait_for_letter() override {
    MPI_Status status;
    wait_until([&] {
      int has_come = 0;
      MPI_Iprobe(MPI_ANY_SOURCE, kLetters, MPI_COMM_WORLD, &has_come, &status);
      return has_come != 0;
    });
    return received(status);
  }
  std::optional<Letter> fetch_letter() override {
    int has_come = 0;
    MPI_Status status;
    MPI_Iprobe(MPI_ANY_SOURCE, kLetters, MPI_COMM_WORLD, &has_come, &status);
    return has_come != 0 ? std::optional(received(status)) : std::nullopt;
  }

  std::vector<std::uint16_t> partition(std::span<const std::int32_t> first,
                                       std::span<const std::int32_t> neighbours) override {
    static_assert(sizeof(idx_t) == sizeof(std::int32_t));
    auto nodes = static_cast<idx_t>(first.size() - 1);
    auto parts = static_cast<idx_t>(count_);
    idx_t constraints = 1;
    idx_t cut = 0;
    std::vector<idx_t> begins(first.begin(), first.end());
    std::vector<idx_t> ends(neighbours.begin(), neighbours.end());
    std::vector<idx_t> found(first.size() - 1);
    if (count_ > 1) {
      METIS_PartGraphKway(&nodes, &constraints, begins.data(), ends.data(), nullptr, nullptr, nullptr, &parts, nullptr,
                          nullptr, nullptr, &cut, found.data());
    }
    return {found.begin(), found.end()};
  }

  std::uint64_t bytes_sent() const override { return bytes_; }
  double seconds_waited() const override { return waited_; }

 private:
  // Time until its end is time spent waiting.
  class Wait {
   public:
    explicit Wait(MpiRanks& ranks) : ranks_(ranks), began_(MPI_Wtime()) {}
    ~Wait() { ranks_.waited_ += MPI_Wtime() - began_; }
    Wait(const Wait&) = delete;
    Wait& operator=(const Wait&) = delete;

   private:
    MpiRanks& ranks_;
    double began_;
  };

  // The letter that a probe has found.
  static Letter received(const MPI_Status& status) {
    int size = 0;
    MPI_Get_count(&status, MPI_BYTE, &size);
    Letter letter{static_cast<unsigned>(status.MPI_SOURCE), Bytes(static_cast<std::size_t>(size))};
    MPI_Recv(letter.bytes.data(), size, MPI_BYTE, status.MPI_SOURCE, kLetters, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return letter;
  }
  // MPI counts in int. A rank cannot continue without a message.
  static int size_of(const Bytes& bytes) {
    constexpr std::size_t kMost = std::size_t{1} << 30;
    if (bytes.size() <= kMost) return static_cast<int>(bytes.size());
    std::fputs("cubecast: a message of more than 1 GiB between ranks; use more ranks\n", stderr);
    MPI_Abort(MPI_COMM_WORLD, 2);
    return 0;
  }
  static std::vector<int> begins_of(const std::vector<int>& sizes) {
    std::vector<int> begins(sizes.size());
    std::exclusive_scan(sizes.begin(), sizes.end(), begins.begin(), 0);
    return begins;
  }
  void combine(std::span<std::uint64_t> numbers, MPI_Op operation) {
    const Wait wait(*this);
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Iallreduce(MPI_IN_PLACE, numbers.data(), static_cast<int>(numbers.size()), MPI_UINT64_T, operation,
                   MPI_COMM_WORLD, &request);
    wait_for(request);
    bytes_ += numbers.size_bytes();
  }

  static constexpr int kParcels = 0;
  static constexpr int kLetters = 1;

  unsigned rank_ = 0;
  unsigned count_ = 1;
  unsigned on_this_machine_ = 1;
  std::vector<MPI_Request> requests_;
  std::vector<MPI_Status> statuses_;
  std::uint64_t bytes_ = 0;
  double waited_ = 0;
};

Ranks& join() {
  static MpiRanks ranks;
  return ranks;
}
void leave() {
  MPI_Finalize();
}
void end_all(int status) {
  int ranks = 1;
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (ranks > 1) MPI_Abort(MPI_COMM_WORLD, status);
}

}  // namespace
}  // namespace testbench

extern "C" testbench::MpiPlugin cubecast_mpi() {
  return {testbench::join, testbench::leave, testbench::end_all};
}
