// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdlib.h>

#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "engine/record/record.h"
#include "engine/record/study.h"

namespace throughline::record {

/// A directory of its own that goes away with the test.
class TemporaryDirectory {
public:
    TemporaryDirectory() {
        std::string pattern = (std::filesystem::temp_directory_path() / "tl-run-XXXXXX").string();
        path_ = ::mkdtemp(pattern.data());
    }
    ~TemporaryDirectory() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    TemporaryDirectory(const TemporaryDirectory&) = delete;
    TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;

    std::string file(const std::string& name) const { return (path_ / name).string(); }

private:
    std::filesystem::path path_;
};

inline Header small_header() {
    Header header;
    header.study = "11111111-2222-4333-8444-555555555555";
    header.started_at = "2026-11-21T10:00:00.000Z";
    header.spec_json = "{}";
    return header;
}

inline Sample sample_of(int run, double t_s, MetricValues metrics, Phase phase = Phase::Measured) {
    return Sample{.run = run,
                  .repeat = 1,
                  .t_s = t_s,
                  .dt_s = 1.0,
                  .phase = phase,
                  .metrics = std::move(metrics)};
}

/// A run as derive() and judge() meet it: done, with five measured samples.
inline RunData run_of(int number,
                      const std::string& stages,
                      std::int64_t threads,
                      const std::map<std::string, double>& metrics) {
    RunData run;
    run.started.run = number;
    run.started.settings = spec::default_settings();
    run.started.settings["stages"] = stages;
    run.started.settings["decode.threads"] = threads;
    run.status = RunStatus::Done;
    for (const auto& [key, value] : metrics) {
        run.metrics[key] = Summary{.value = value};
    }
    for (int second = 1; second <= 5; ++second) {
        run.samples.push_back(sample_of(number, second, {}));
    }
    return run;
}

inline Study study_of(std::vector<RunData> runs) {
    Study study;
    study.header = small_header();
    study.header.plan.runs = static_cast<std::int64_t>(runs.size());
    study.footer = Footer{.runs_done = static_cast<std::int64_t>(runs.size())};
    study.runs = std::move(runs);
    return study;
}

}  // namespace throughline::record
