// SPDX-License-Identifier: Apache-2.0
#include "engine/importers/fio_status.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>

#include "engine/importers/fio_job.h"
#include "engine/importers/units.h"

namespace throughline::importers {
namespace {

struct Totals {
    double seconds = 0.0;
    double bytes = 0.0;
    double requests = 0.0;
};

using GroupTotals = std::map<int, Totals>;

GroupTotals totals_of(JsonValue output, FioDirection direction) {
    GroupTotals groups;
    for (const JsonValue row : fio_rows(output)) {
        const FioJob job = fio_job(row, {});
        if (job.name == kAllClients) {
            continue;
        }
        Totals& totals = groups[job.group];
        if (const auto figures = job.figures.find(direction); figures != job.figures.end()) {
            totals.seconds = std::max(totals.seconds, figures->second.runtime_s.value_or(0.0));
            totals.bytes += figures->second.bytes.value_or(0.0);
            totals.requests += figures->second.requests.value_or(0.0);
        }
    }
    return groups;
}

bool same_options(const FioJob& one, const FioJob& other) {
    return std::equal(one.options.begin(),
                      one.options.end(),
                      other.options.begin(),
                      other.options.end(),
                      [](const auto& a, const auto& b) {
                          return a.first == b.first && a.second.words() == b.second.words();
                      });
}

bool same_jobs(JsonValue before, JsonValue next) {
    const JsonValue had = fio_rows(before);
    const JsonValue has = fio_rows(next);
    if (had.size() == 0 || had.size() != has.size()) {
        return false;
    }
    auto now = has.begin();
    for (const JsonValue row : had) {
        const FioJob one = fio_job(row, before["global options"]);
        const FioJob other = fio_job(*now, next["global options"]);
        ++now;
        if (one.name != other.name || one.group != other.group || one.host != other.host ||
            !same_options(one, other)) {
            return false;
        }
    }
    return true;
}

std::optional<double> printed_at(JsonValue output) {
    const auto ms = output["timestamp_ms"].number();
    return ms ? seconds_of_ms(ms) : output["timestamp"].number();
}

/// How long the groups, which run one after another, ran in all.
double measured_seconds(JsonValue output) {
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

bool fio_goes_on(JsonValue before, JsonValue next) {
    if (!same_jobs(before, next)) {
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
    const auto then = printed_at(before);
    const auto now = printed_at(next);
    if (!then || !now) {
        return more > 0.0;
    }
    // The clock may count whole seconds; another run of the same job takes its whole time again.
    const double slack = std::min(2.0, had / 2.0);
    return *now - *then <= more + slack;
}

void add_status_series(std::span<const JsonTree> outputs, int group, RunDraft& run) {
    for (const FioDirection direction : {FioDirection::Read, FioDirection::Write}) {
        Totals before;
        for (const JsonTree& output : outputs) {
            const Totals now = totals_of(output.root(), direction)[group];
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
