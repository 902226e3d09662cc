// SPDX-License-Identifier: Apache-2.0
#include "app/engine/far_data.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <thread>
#include <utility>

#include "app/engine/report.h"
#include "engine/base/far_path.h"
#include "engine/base/format.h"
#include "engine/base/mutex.h"
#include "engine/measure/store_access.h"
#include "engine/spec/setting_use.h"
#include "engine/spec/settings.h"

namespace throughline::app {
namespace {

/// Errors: Usage.
Result<void> apply(const std::string& assignment, spec::Settings& settings) {
    const std::size_t equals = assignment.find('=');
    const std::string key = assignment.substr(0, equals);
    const auto access = spec::store_settings();
    const bool known = std::ranges::any_of(access, [&](const char* name) { return key == name; });
    if (equals == std::string::npos || !known) {
        return usage_error("--set '" + assignment +
                           "': here it takes the settings of a store, storage.endpoint=… and "
                           "the like; 'throughline-engine settings storage' lists them");
    }
    auto value = spec::parse_setting(key, assignment.substr(equals + 1));
    if (!value) {
        return std::move(value).error();
    }
    settings[key] = *std::move(value);
    return {};
}

/// Says every five seconds on a line what a store failed to answer, where that is more than was
/// said, from a thread of its own: who lists waits for the store. Thread: one owner.
class FailureTeller {
public:
    explicit FailureTeller(ProgressLine& line) : line_(line) {}

    /// Begins with the first call.
    void watch(const std::shared_ptr<const remote::Store>& store) {
        if (!thread_.joinable()) {
            thread_ =
                std::jthread([this, store](const std::stop_token& stop) { tell(*store, stop); });
        }
    }
    void end() {
        thread_.request_stop();
        if (thread_.joinable()) {
            thread_.join();
        }
    }

private:
    void tell(const remote::Store& store, const std::stop_token& stop) {
        constexpr std::chrono::seconds kEvery{5};
        Mutex mutex;
        std::condition_variable_any never;
        std::string told;
        MutexLock lock(mutex);
        while (!never.wait_for(lock, stop, kEvery, [&stop] { return stop.stop_requested(); })) {
            std::string text = failures_text(store);
            if (text != told) {
                line_.show(-1.0, "still listing: " + text);
                told = std::move(text);
            }
        }
    }

    ProgressLine& line_;
    std::jthread thread_{};
};

}  // namespace

std::string failures_text(const remote::Store& store) {
    const remote::TrafficCounts counts = store.traffic.counts();
    std::uint64_t failed = 0;
    auto most = remote::Answer::Whole;
    for (std::size_t i = 0; i < remote::kAnswers; ++i) {
        const auto answer = static_cast<remote::Answer>(i);
        if (remote::remedy_of(answer) != remote::Remedy::None && counts.of(answer) > 0) {
            most = counts.of(answer) > counts.of(most) || failed == 0 ? answer : most;
            failed += counts.of(answer);
        }
    }
    if (failed == 0) {
        return {};
    }
    const bool refuses = remote::remedy_of(most) == remote::Remedy::SlowDown;
    return (refuses ? "the store refused " : "the store failed to answer ") + format_count(failed) +
           " of " + format_count(counts.requests()) +
           (counts.requests() == 1 ? " request" : " requests") + " so far, " +
           (counts.of(most) == failed ? "each time" : "mostly") + " with " +
           remote::answer_name(most);
}

bool warn_left_out(const remote::RemoteFiles& files) {
    for (const Error& error : files.left_out()) {
        warn("left out: " + describe(error));
    }
    const std::uint64_t unnamed = files.left_out_total() - files.left_out().size();
    if (unnamed > 0) {
        warn(format_count(unnamed) + (unnamed == 1 ? " more object is" : " more objects are") +
             " left out, as the key is no path");
    }
    return files.left_out_total() > 0;
}

void add_store_settings(CLI::App& command, std::vector<std::string>& sets) {
    command
        .add_option("--set",
                    sets,
                    "Set KEY=VALUE of a store, one per flag: storage.endpoint, storage.region, …")
        ->expected(1)
        ->take_all()
        ->allow_extra_args(false);
}

Result<spec::Settings> far_settings(const std::string& path, const std::vector<std::string>& sets) {
    spec::Settings settings = spec::default_settings();
    settings["dataset.path"] = path;
    for (const std::string& assignment : sets) {
        if (auto applied = apply(assignment, settings); !applied) {
            return std::move(applied).error();
        }
    }
    if (!is_far(path) && !sets.empty()) {
        return usage_error(
            "--set needs a data set in a store (s3://, gs://, https://, webhdfs://)");
    }
    std::signal(SIGPIPE, SIG_IGN);  // a store that closes a connection is an error of the write
    return settings;
}

Result<std::shared_ptr<const remote::RemoteFiles>> list_far_data(
    const std::string& path,
    const std::vector<std::string>& sets,
    std::stop_token stop,
    ProgressLine& line,
    bool first_page) {
    const auto settings = far_settings(path, sets);
    if (!settings) {
        return settings.error();
    }
    FailureTeller teller(line);
    const auto show = [&](std::uint64_t objects,
                          const std::shared_ptr<const remote::Store>& store) {
        teller.watch(store);
        if (objects > 0) {
            line.show(-1.0, format_count(objects) + " objects listed");
        }
    };
    auto listed = measure::list_far(*settings, std::move(stop), show, first_page);
    teller.end();
    line.clear();
    return listed;
}

}  // namespace throughline::app
