// SPDX-License-Identifier: Apache-2.0
#include "app/engine/far_data.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <utility>

#include "app/engine/report.h"
#include "engine/base/far_path.h"
#include "engine/base/format.h"
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

}  // namespace

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
    const auto show = [&line](std::uint64_t objects) {
        line.show(-1.0, format_count(objects) + " objects listed");
    };
    auto listed = measure::list_far(*settings, std::move(stop), show, first_page);
    line.clear();
    return listed;
}

}  // namespace throughline::app
