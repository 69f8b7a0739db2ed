// SPDX-License-Identifier: Apache-2.0
// The store of compiled models: lists, builds and removes models.
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <thread>

#include "testbench/engines/models/models.hpp"
#include "testbench/engines/models/recipes.hpp"
#include "testbench/ground/files/standard_streams.hpp"
#include "testbench/runs/experiment/engines.hpp"
#include "testbench/tool/commands/commands.hpp"
#include "testbench/tool/printer/columns.hpp"
#include "testbench/tool/printer/progress.hpp"
#include "testbench/tool/request/words.hpp"

namespace testbench {
namespace {

std::string size_text(std::uint64_t bytes) {
  return fmt::format("{:.1f} MiB", static_cast<double>(bytes) / (1 << 20));
}

const Columns kModelColumns{{"kind", "kind", -8},
                            {"name", "name", -34},
                            {"bytes", "size", 9, "", [](const Json& model) { return size_text(model["bytes"]); }},
                            {"build_seconds", "built in", 8, "{:.1f} s"},
                            {"last_use", "last use"}};

void list(ModelStore& store, bool json) {
  const std::vector<ModelStore::Entry> entries = store.entries();
  Json all = Json::array();
  std::uint64_t bytes = 0;
  for (const ModelStore::Entry& entry : entries) {
    bytes += entry.bytes;
    all.push_back({{"kind", entry.kind},
                   {"name", entry.name},
                   {"key", entry.key},
                   {"bytes", entry.bytes},
                   {"build_seconds", entry.build_seconds},
                   {"last_use", json ? fmt::format("{:%FT%TZ}", fmt::gmtime(entry.last_use))
                                     : fmt::format("{:%F %R}", fmt::localtime(entry.last_use))}});
  }
  if (json) return say(all.dump(1) + '\n');
  std::string text = heading_of(kModelColumns);
  for (const Json& model : all) text += line_of(kModelColumns, model);
  const std::optional<std::uint64_t> limit = store.limit();
  say(text + fmt::format("{} of them, {}{} in {}\n", entries.size(), size_text(bytes),
                         limit ? fmt::format(" of {}", size_text(*limit)) : "", store.folder().string()));
}

// Builds something, and returns its name.
using Job = std::function<std::string()>;

// Returns the jobs of a name: its configuration, and everything else that the list has under it. That
// of stepc returns its path, for scripts that run it on sources of their own.
std::vector<Job> jobs_of(const std::string& name) {
  if (name == "stepc") return {[] { return Models::here().stepc().string(); }};
  std::vector<Job> jobs;
  for (const CompiledModel& model : listed_models(name)) {
    jobs.emplace_back([model] {
      build(model);
      return model.name;
    });
  }
  try {
    const hls::NodeConfiguration configuration = hls::configuration_of(draft_of_source(name));
    jobs.emplace_back([configuration] {
      build_rtl(configuration);
      return hls::name_of(configuration);
    });
  } catch (const UsageError&) {
    if (!jobs.empty()) return jobs;
    const std::vector<ModelStore::Entry> entries = Models::here().store().entries();
    if (std::none_of(entries.begin(), entries.end(), [&](const auto& entry) { return entry.name == name; })) throw;
    throw UsageError(fmt::format(
        "--build {}: is damaged, made by an earlier version, or a part of others; a run that needs it builds it",
        name));
  }
  return jobs;
}

// Builds with as many threads as there are processors. Returns the exit status.
int build_all(const std::vector<std::string>& names) {
  std::vector<Job> jobs;
  for (const std::string& name : names) {
    for (const Job& job : jobs_of(name)) jobs.push_back(job);
  }
  std::atomic<std::size_t> next = 0;
  int status = 0;
  const auto work = [&] {
    for (std::size_t i; (i = next++) < jobs.size();) {
      const auto fail = [&](const std::exception& error, int failure) {
        print_beside_builds([&] {
          complain(error.what());
          status = std::max(status, failure);
        });
      };
      try {
        const std::string built = jobs[i]();
        print_beside_builds([&] { say(built + '\n'); });
      } catch (const ModelError& error) {
        fail(error, error.status);
      } catch (const std::exception& error) {
        fail(error, ModelError::kUnusable);
      }
    }
  };
  std::vector<std::jthread> threads;
  const std::size_t count = std::min<std::size_t>(jobs.size(), std::max(1u, std::thread::hardware_concurrency()));
  for (std::size_t i = 1; i < count; ++i) threads.emplace_back(work);
  work();
  threads.clear();
  return status;
}

void remove(ModelStore& store, const std::vector<std::string>& names, bool all) {
  const std::vector<ModelStore::Entry> entries = store.entries();
  for (const std::string& name : names) {
    if (std::none_of(entries.begin(), entries.end(), [&](const auto& entry) { return entry.name == name; }))
      throw UsageError(fmt::format("--remove {}: there is no model of that name; see cubecast models", name));
  }
  for (const ModelStore::Entry& entry : entries) {
    if (!all && std::find(names.begin(), names.end(), entry.name) == names.end()) continue;
    bool waits = false;
    store.remove(entry, [&] {
      if (!waits) complain(fmt::format("{} {}: another process builds or uses it; waiting", entry.kind, entry.name));
      waits = true;
    });
    say(fmt::format("{} {}\n", entry.kind, entry.name));
  }
}

}  // namespace

int models_command(const ModelsArguments& arguments) {
  const std::optional<std::uint64_t> limit = arguments.limit && *arguments.limit != "none"
                                                 ? std::optional(bytes_in("--limit", *arguments.limit, "; or none"))
                                                 : std::nullopt;
  if (arguments.build) return build_all(arguments.names);
  ModelStore store(ModelStore::usual_folder());
  if (arguments.remove) {
    remove(store, arguments.names, arguments.all);
  } else if (arguments.limit) {
    for (const ModelStore::Entry& entry : store.set_limit(limit)) {
      say(fmt::format("removed {} {}\n", entry.kind, entry.name));
    }
  } else {
    list(store, arguments.json);
  }
  return 0;
}

}  // namespace testbench
