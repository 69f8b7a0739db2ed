// SPDX-License-Identifier: Apache-2.0
#include "testbench/tool/cli/program.hpp"

#include <fmt/format.h>

#include <chrono>
#include <csignal>
#include <exception>
#include <new>
#include <thread>

#include "testbench/engines/mesh/mesh.hpp"
#include "testbench/engines/models/model_error.hpp"
#include "testbench/engines/mpi/mpi_ranks.hpp"
#include "testbench/ground/files/interruption.hpp"
#include "testbench/ground/files/named_file.hpp"
#include "testbench/ground/files/standard_streams.hpp"
#include "testbench/plans/networks/spec.hpp"
#include "testbench/tool/cli/command_line.hpp"
#include "testbench/tool/cli/common_steps.hpp"
#include "testbench/tool/request/words.hpp"

namespace testbench {
namespace {

constexpr int kFailed = 1;
constexpr int kUsage = 2;
constexpr int kBrokenPipe = 128 + SIGPIPE;

int fail(int status, const std::string& text) {
  hold_signals();
  const unsigned rank = rank_in_environment();
  complain(rank == 0 ? text : fmt::format("rank {}: {}", rank, text));
  return status;
}

// Ends the other ranks of an mpirun, which would wait for this one.
int end_all(int status) {
  end_all_ranks(status);
  return status;
}

// A fault of the command line is the same at all ranks of an mpirun before they join: the first tells
// it, and mpirun ends the others. Ranks that are still there have a fault of their own.
int refuse(const std::string& text) {
  if (has_joined() || rank_in_environment() == 0) return end_all(fail(kUsage, text));
  std::this_thread::sleep_for(std::chrono::seconds(2));
  return fail(kUsage, text);
}

int run(const CommandTable& table, const std::vector<std::string>& words) {
  try {
    const int status = run_command_line(table, words);
    require_standard_output();
    return status;
  } catch (const EndsWithOthers&) {
    return kUsage;
  } catch (const BrokenPipe&) {
    return kBrokenPipe;  // the reader has gone: end without a message
  } catch (const CommonFault& error) {
    return fail(kUsage, error.what());
  } catch (const UsageError& error) {
    return refuse(error.what());
  } catch (const FileError& error) {
    return refuse(error.what());
  } catch (const NetworkError& error) {
    return refuse(error.what());
  } catch (const ModelError& error) {
    return end_all(fail(error.status, error.what()));
  } catch (const Divergence& difference) {
    return end_all(fail(kFailed, difference.what()));
  } catch (const std::bad_alloc&) {
    return end_all(fail(kUsage, "there is not enough memory for this; use a smaller network or fewer packets"));
  } catch (const std::exception& error) {
    return end_all(fail(kUsage, fmt::format("this should not have happened, please report it: {}", error.what())));
  }
}

}  // namespace

int run_program(const CommandTable& table, int argc, char** argv) {
  reserve_standard_descriptors();
  watch_signals(rank_in_environment() == 0);
  const std::vector<std::string> words(argv + (argc > 0 ? 1 : 0), argv + argc);
  remember_words(words);
  const int status = run(table, words);
  leave_ranks();
  return status;
}

}  // namespace testbench
