// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/importers/draft/draft.h"
#include "engine/importers/read/json_tree.h"

// What sysstat prints: a line about the machine, then tables whose lines begin with a clock.
namespace throughline::importers {

/// "Linux 5.8.0-53-generic (ubuntu) \t12/02/2021 \t_x86_64_\t(2 CPU)": the first line of a call.
struct SysstatBanner {
    std::string kernel{};
    std::string host{};
    std::optional<double> date{};  ///< midnight, seconds since 1970 by the local clock
    std::optional<double> cpus{};
    std::string unclear_date{};  ///< "12/02/2021"; "" when there is but one way to read it

    /// Says host and kernel, and how a date was read that may be day/month or month/day, which the
    /// locale of its machine decides and the file does not tell.
    void describe(Draft& draft) const;
    /// Says host and processors.
    void describe(RunDraft& run) const;
};
std::optional<SysstatBanner> parse_banner(std::string_view line);
/// The same of the JSON that sysstat writes, without the date.
SysstatBanner banner_of(JsonValue host);

/// A line of sysstat that begins with a clock, "22:11:17" or "10:11:17 PM", and the cells behind
/// it, of which there is at least one.
struct SysstatLine {
    double clock = 0.0;  ///< seconds since midnight
    std::vector<std::string_view> cells{};
};
/// Nothing for other lines ("Average:", a heading of words).
std::optional<SysstatLine> sysstat_line(std::string_view line);

/// Clocks of one table in the order of the file: counts the midnights that they pass.
class SysstatDays {
public:
    /// Seconds since the midnight before the first clock.
    double time_of(double clock);
    /// What time_of() gave last; 0 before.
    double last() const { return last_; }

private:
    double midnights_ = 0.0;
    double last_clock_ = 0.0;
    double last_ = 0.0;
};

/// What the tables of a machine say, by the end of its interval: tables of one time are one sample.
class SysstatIntervals {
public:
    /// The values of the interval that ends at `t`; `seconds`: its length, 0 where another row of
    /// it says that.
    metrics::MetricValues& at(double t, double seconds);
    std::size_t size() const noexcept { return at_.size(); }

    enum class Times {
        Clock,  ///< since a midnight of no known date: they count from the first
        Local,  ///< seconds since 1970 by the local clock
        Utc,
    };
    /// Makes a run of what is there; null when that is nothing.
    RunDraft* put(Draft& draft, std::string_view tool, const SysstatBanner& machine, Times times);

private:
    struct Interval {
        double seconds = 0.0;
        metrics::MetricValues values{};
    };
    std::map<double, Interval> at_{};
};

}  // namespace throughline::importers
