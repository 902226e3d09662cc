// SPDX-License-Identifier: Apache-2.0
#include "engine/importers/formats/monitors/sysstat_table.h"

#include <utility>

#include "engine/base/say.h"
#include "engine/importers/read/scan.h"
#include "engine/importers/read/timestamp.h"

namespace throughline::importers {

std::optional<SysstatBanner> parse_banner(std::string_view line) {
    if (!line.starts_with("Linux ") || !trim(line).ends_with("CPU)")) {
        return std::nullopt;
    }
    const auto parts = words(line);
    SysstatBanner banner;
    for (std::size_t i = 1; i < parts.size(); ++i) {
        const std::string_view part = parts[i];
        if (i == 1) {
            banner.kernel = part;
        } else if (i == 2 && part.size() > 2 && part.front() == '(') {
            banner.host = part.substr(1, part.size() - 2);
        } else if (!banner.date && parse_date(part)) {
            banner.date = parse_date(part);
            banner.unclear_date = has_unclear_order(part) ? part : "";
        } else if (part.starts_with('(') && i + 1 < parts.size() && parts[i + 1] == "CPU)") {
            banner.cpus = parse_number(part.substr(1));
        }
    }
    return banner;
}

SysstatBanner banner_of(JsonValue host) {
    return {.kernel = host["release"].words(),
            .host = host["nodename"].words(),
            .cpus = host["number-of-cpus"].number()};
}

void SysstatBanner::describe(Draft& draft) const {
    draft.environment("host.name", host);
    draft.environment("kernel", kernel);
    if (!unclear_date.empty()) {
        draft.info_once(
            "import.date_order",
            say("the date %1 is taken as month/day/year; where the machine wrote day/month, the "
                "times are off (S_TIME_FORMAT=ISO makes sysstat write it unambiguously)",
                unclear_date));
    }
}

void SysstatBanner::describe(RunDraft& run) const {
    run.set("host", host);
    run.set("cpu_count", cpus);
}

std::optional<SysstatLine> sysstat_line(std::string_view line) {
    auto cells = words(line);
    if (cells.size() < 2) {
        return std::nullopt;
    }
    const bool half_day = cells[1] == "AM" || cells[1] == "PM";
    const auto clock = parse_clock(half_day ? std::string(cells[0]) + " " + std::string(cells[1])
                                            : std::string(cells[0]));
    if (!clock) {
        return std::nullopt;
    }
    cells.erase(cells.begin(), cells.begin() + (half_day ? 2 : 1));
    if (cells.empty()) {
        return std::nullopt;
    }
    return SysstatLine{*clock, std::move(cells)};
}

double SysstatDays::time_of(double clock) {
    constexpr double kDaySeconds = 86'400.0;
    if (clock < last_clock_ - kDaySeconds / 2) {
        midnights_ += 1.0;
    }
    last_clock_ = clock;
    last_ = midnights_ * kDaySeconds + clock;
    return last_;
}

metrics::MetricValues& SysstatIntervals::at(double t, double seconds) {
    Interval& interval = at_[t];
    interval.seconds = seconds > 0.0 ? seconds : interval.seconds;
    return interval.values;
}

RunDraft* SysstatIntervals::put(Draft& draft,
                                std::string_view tool,
                                const SysstatBanner& machine,
                                Times times) {
    std::erase_if(at_, [](const auto& entry) { return entry.second.values.empty(); });
    if (at_.empty()) {
        return nullptr;
    }
    draft.tool(tool);
    RunDraft& run = draft.add_run();
    machine.describe(run);
    if (times != Times::Clock) {
        run.times_are_absolute();
    }
    const double first = at_.begin()->first;
    for (auto& [t, interval] : at_) {
        run.sample(times == Times::Utc     ? t
                   : times == Times::Local ? draft.utc_of(t)
                                           : t - first,
                   interval.seconds,
                   std::move(interval.values));
    }
    return &run;
}

}  // namespace throughline::importers
