// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/analysis/emulation.h"
#include "engine/record/machine.h"
#include "engine/record/study.h"

namespace throughline::store {

/// A study as a list shows it.
struct StudyRow {
    std::int64_t id = 0;
    std::string uuid;
    std::string title;
    record::Origin origin = record::Origin::Measured;
    std::string started_at;
    std::string host;
    /// What it was measured on, without its disks: for record::place_of() and
    /// record::machine_names().
    record::Machine machine{};
    bool interrupted = false;
    bool disturbed = false;  ///< as analysis::is_disturbed()
    analysis::Emulated emulated{};
    bool in_bin = false;
    std::int64_t run_count = 0;
    std::int64_t runs_done = 0;  ///< results: measured to their end, and untouched
    /// Of the results: the best of the whole pipeline; of the stages alone when there is none.
    std::optional<double> best_images_per_second{};
    std::string verdict;
    record::Grade grade = record::Grade::None;
    std::string source_path;  ///< the file it was ingested from
    /// What that best rate is of: "full", or the stage when the pipeline was never measured.
    std::string best_stages{};
    std::string tool{};  ///< that an imported study was made by, "fio"; "" where nobody says
    /// The figure that it is known by: the best rate, or where it has none, the first of what comes
    /// after that. A metric's key, "read_iops{job=randread}"; "" without a value.
    std::string key_metric{};
    std::optional<double> key_value{};
    std::string device{};  ///< those its figures name, else the storage target
    std::string model{};

    // What the user says of it.
    std::vector<std::string> tags{};  ///< sorted
    std::string note{};
    bool baseline = false;                   ///< what others are compared with; one study at most
    std::string target{};                    ///< id of a storage target of the catalogue
    std::optional<double> price_per_hour{};  ///< USD
};

/// What is to be changed of a study; what is left out stays.
struct StudyChange {
    std::optional<std::string> title{};
    std::optional<std::string> note{};
    std::optional<std::vector<std::string>> tags{};
    std::optional<bool> baseline{};
    std::optional<std::string> target{};
    std::optional<std::optional<double>> price_per_hour{};

    bool operator==(const StudyChange&) const = default;
};

/// A run with its figures; samples are read separately.
struct RunRow {
    std::int64_t id = 0;
    std::int64_t study_id = 0;
    int number = 0;
    record::RunStatus status = record::RunStatus::Done;
    std::string started_at{};  ///< UTC, ISO 8601; empty: the record does not say
    spec::Settings settings;
    record::Summaries metrics;
    std::map<std::string, std::string, std::less<>> absent;
};

}  // namespace throughline::store
