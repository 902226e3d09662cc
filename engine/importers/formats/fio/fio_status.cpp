// SPDX-License-Identifier: Apache-2.0
#include "engine/importers/formats/fio/fio_status.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>

namespace throughline::importers {
namespace {

struct Totals {
    double seconds = 0.0;
    double bytes = 0.0;
    double requests = 0.0;
};

using GroupTotals = std::map<int, Totals>;

GroupTotals totals_of(const FioOutput& output, FioDirection direction) {
    GroupTotals groups;
    for (const FioJob& job : output.jobs) {
        Totals& totals = groups[job.group];
        if (const auto figures = job.figures.find(direction); figures != job.figures.end()) {
            totals.seconds = std::max(totals.seconds, figures->second.runtime_s.value_or(0.0));
            totals.bytes += figures->second.bytes.value_or(0.0);
            totals.requests += figures->second.requests.value_or(0.0);
        }
    }
    return groups;
}

bool same_jobs(const FioOutput& before, const FioOutput& next) {
    return !before.jobs.empty() &&
           std::equal(before.jobs.begin(),
                      before.jobs.end(),
                      next.jobs.begin(),
                      next.jobs.end(),
                      [](const FioJob& one, const FioJob& other) {
                          return one.name == other.name && one.group == other.group &&
                                 one.host == other.host && one.options == other.options;
                      });
}

/// How long the groups, which run one after another, ran in all.
double measured_seconds(const FioOutput& output) {
    std::map<int, double> groups;
    for (const FioDirection direction : kFioDirections) {
        for (const auto& [group, totals] : totals_of(output, direction)) {
            groups[group] = std::max(groups[group], totals.seconds);
        }
    }
    double sum = 0.0;
    for (const auto& [group, seconds] : groups) {
        sum += seconds;
    }
    return sum;
}

}  // namespace

bool fio_goes_on(const FioOutput& before, const FioOutput& next) {
    if (next.new_call || !same_jobs(before, next)) {
        return false;
    }
    for (const FioDirection direction : kFioDirections) {
        GroupTotals now = totals_of(next, direction);
        for (const auto& [group, totals] : totals_of(before, direction)) {
            if (now[group].bytes < totals.bytes || now[group].requests < totals.requests ||
                now[group].seconds < totals.seconds) {
                return false;
            }
        }
    }
    const double had = measured_seconds(before);
    const double more = measured_seconds(next) - had;
    const auto then = before.ended_at;
    const auto now = next.ended_at;
    if (!then || !now) {
        return more > 0.0;
    }
    // The clock may count whole seconds; another run of the same job takes its whole time again.
    const double slack = std::min(2.0, had / 2.0);
    return *now - *then <= more + slack;
}

void add_status_series(std::span<const FioOutput> outputs, int group, RunDraft& run) {
    for (const FioDirection direction : {FioDirection::Read, FioDirection::Write}) {
        Totals before;
        for (const FioOutput& output : outputs) {
            const Totals now = totals_of(output, direction)[group];
            const double seconds = now.seconds - before.seconds;
            if (seconds > 0.0 && now.bytes >= before.bytes) {
                const std::string name = name_of(direction);
                run.sample(now.seconds,
                           seconds,
                           {{name + "_bytes_per_second", (now.bytes - before.bytes) / seconds},
                            {name + "_iops", (now.requests - before.requests) / seconds}});
            }
            before = now;
        }
    }
}

}  // namespace throughline::importers
