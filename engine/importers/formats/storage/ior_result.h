// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/importers/draft/draft.h"

// What IOR says of its tests, as text, CSV or JSON: the one home of what becomes of it.
namespace throughline::importers::ior {

/// One operation of a test over its repetitions; rates as IOR prints them, MiB of 2^20.
struct Operation {
    std::string name{};  ///< "write" or "read"
    std::optional<double> mean_mib{};
    std::optional<double> max_mib{};
    std::optional<double> mean_iops{};
    std::optional<double> mean_seconds{};
    std::optional<double> latency_s{};  ///< of the task with the lowest mean
    std::optional<double> repetitions{};
    std::optional<double> tasks{};
    std::optional<double> tasks_per_node{};
    std::optional<double> transfer_bytes{};
    std::optional<double> aggregate_mib{};  ///< of one repetition
    std::string api{};
    bool of_rows = false;  ///< the summary is missing: means of the rows that are there
};

/// One call of IOR.
struct Call {
    std::string version{};
    std::string command{};
    std::string host{};
    std::string target{};
    std::string access{};    ///< "file-per-process", "single-shared-file"
    std::string ordering{};  ///< "sequential", "random"
    std::string api{};
    std::optional<double> nodes{};
    std::optional<double> tasks{};
    std::optional<double> repetitions{};
    std::optional<double> transfer_bytes{};
    std::optional<double> began_at{};  ///< by the local clock
    std::vector<Operation> rows{};     ///< of each repetition
    std::vector<Operation> summary{};
    bool ended = false;  ///< its last line is there
};

/// A run for each operation, since IOR carries them out one after another.
void add_call(const Call& call, Draft& draft);

}  // namespace throughline::importers::ior
