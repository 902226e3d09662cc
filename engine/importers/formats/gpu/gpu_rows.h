// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/importers/draft/draft.h"
#include "engine/importers/read/timestamp.h"

namespace throughline::importers {

/// Rows of the GPUs in turn: a new sample begins when a GPU comes again.
class GpuRows {
public:
    explicit GpuRows(Draft& draft) : draft_(draft) {}

    void add(const std::string& gpu,
             std::optional<Moment> time,
             const metrics::MetricValues& values);

    /// `why_period`: what to ask where the rows carry no times.
    void finish(std::string_view why_period);

    void gpus_are_unknown() { unknown_ = true; }

private:
    void flush();

    Draft& draft_;
    RunDraft* run_ = nullptr;
    bool timed_ = false;
    bool unknown_ = false;
    std::set<std::string> gpus_{};
    std::set<std::string> in_sample_{};
    std::optional<Moment> time_{};
    metrics::MetricValues values_{};
    std::vector<metrics::MetricValues> samples_{};
    std::vector<double> times_{};
};

}  // namespace throughline::importers
