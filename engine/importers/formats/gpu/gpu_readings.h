// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "engine/importers/draft/draft.h"

namespace throughline::importers {

/// Readings of GPUs in whatever order a tool prints them: placed by their times; a reading that
/// comes again at the same time, or without any time, follows in order. One run for each host.
class GpuReadings {
public:
    explicit GpuReadings(Draft& draft) : draft_(draft) {}

    struct Source {
        std::string_view host{};  ///< "" when the file does not say
        std::string_view gpu{};
        std::optional<double> utc{};  ///< seconds since 1970
    };

    /// `values`: by the registry's ids, without the label. Those that are not there are left out.
    void add(const Source& source, const metrics::MetricValues& values);

    /// Fills one run for each host. `why_period`: what to ask where the readings have no times.
    void finish(std::string_view why_period);

private:
    using Slot = std::pair<double, std::size_t>;  ///< a time, and which reading of that time
    struct Host {
        std::map<Slot, metrics::MetricValues> samples{};
        std::map<std::string, Slot, std::less<>> last{};  ///< by the labelled key
        std::set<std::string, std::less<>> gpus{};
        bool timed = true;
    };

    void put(const std::string& name, Host& host, std::string_view why_period);

    Draft& draft_;
    std::map<std::string, Host, std::less<>> hosts_{};
};

/// A cell of time as monitors print it: a date with a clock, or seconds, ms or ns since 1970.
/// Local times become UTC by the draft's rule. Nothing when it is not a time.
std::optional<double> reading_time(std::string_view cell, Draft& draft);

}  // namespace throughline::importers
