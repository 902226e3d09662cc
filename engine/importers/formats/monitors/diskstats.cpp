// SPDX-License-Identifier: Apache-2.0
// /proc/diskstats: counters since boot, 14, 18 or 20 columns by kernel. One snapshot gives
// counters; rates need two, which start at a line with a time, or where a device's name comes
// again.
#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/say.h"
#include "engine/importers/formats/formats.h"
#include "engine/importers/read/scan.h"
#include "engine/importers/read/timestamp.h"
#include "engine/importers/read/units.h"
#include "engine/metrics/registry.h"

namespace throughline::importers {
namespace diskstats {
namespace {

/// Fields behind major, minor and name. Source: Documentation/admin-guide/iostats.rst of Linux.
enum Field : std::size_t {
    kReads,
    kReadMerges,
    kReadSectors,
    kReadMs,
    kWrites,
    kWriteMerges,
    kWriteSectors,
    kWriteMs,
    kInFlight,
    kBusyMs,
    kWeightedMs,
    kFields,
};

struct Counters {
    std::string device{};
    std::array<double, kFields> value{};
};

std::optional<Counters> parse_counters(std::string_view line) {
    const auto cells = words(line);
    const bool length = cells.size() == 14 || cells.size() == 18 || cells.size() == 20;
    if (!length || !parse_number(cells[0]) || !parse_number(cells[1]) || parse_number(cells[2])) {
        return std::nullopt;
    }
    Counters counters{.device = std::string(cells[2])};
    for (std::size_t i = 0; i < kFields; ++i) {
        const auto number = parse_number(cells[i + 3]);
        if (!number) {
            return std::nullopt;
        }
        counters.value.at(i) = *number;
    }
    return counters;
}

/// A line that says when the snapshot below was taken: "2024-03-14T17:53:14", the output of
/// date(1), seconds since 1970, "TS 1298130002.07 2011-02-19 10:40:02" (pt-diskstats).
std::optional<Moment> time_line(std::string_view line) {
    constexpr double kSecondsMin = 1e8;  // 1973
    line = trim(line);
    if (line.starts_with("TS ")) {
        line.remove_prefix(3);
    }
    const auto cells = words(line);
    if (cells.empty()) {
        return std::nullopt;
    }
    const auto seconds = parse_number(cells.front());
    if (seconds && *seconds >= kSecondsMin) {
        return Moment{.seconds = *seconds, .has_zone = true};
    }
    return parse_moment(line);
}

int claim(const Head& head) {
    std::size_t rows = 0;
    for (const std::string_view line : head.lines) {
        if (parse_counters(line)) {
            ++rows;
        } else if (!trim(line).empty() && !time_line(line)) {
            return 0;
        }
    }
    return rows > 0 ? kCertain - 20 : 0;
}

struct Snapshot {
    std::optional<Moment> taken{};
    std::map<std::string, Counters, std::less<>> disks{};
};

/// What happened between two snapshots; a counter that fell (restart, wrap) gives nothing.
void put_rates(const Counters& before,
               const Counters& now,
               double seconds,
               metrics::MetricValues& values) {
    std::array<double, kFields> d{};
    for (std::size_t i = 0; i < kFields; ++i) {
        d.at(i) = now.value.at(i) - before.value.at(i);
        if (d.at(i) < 0.0 && i != kInFlight) {
            return;
        }
    }
    const auto put = [&](const char* id, std::optional<double> value) {
        if (value) {
            values[metrics::labelled(id, "device", now.device)] = *value;
        }
    };
    put("read_iops", d[kReads] / seconds);
    put("write_iops", d[kWrites] / seconds);
    put("read_bytes_per_second", d[kReadSectors] * kSectorBytes / seconds);
    put("write_bytes_per_second", d[kWriteSectors] * kSectorBytes / seconds);
    put("read_merges_per_second", d[kReadMerges] / seconds);
    put("write_merges_per_second", d[kWriteMerges] / seconds);
    put("disk_utilisation", 100.0 * d[kBusyMs] * kMilli / seconds);
    put("disk_queue_length", d[kWeightedMs] * kMilli / seconds);
    put("read_await", ratio(d[kReadMs] * kMilli, d[kReads]));
    put("write_await", ratio(d[kWriteMs] * kMilli, d[kWrites]));
    put("read_request_size", ratio(d[kReadSectors] * kSectorBytes, d[kReads]));
}

void put_counters(const Snapshot& snapshot, RunDraft& run) {
    for (const auto& [device, counters] : snapshot.disks) {
        const auto put = [&](const char* id, double value) {
            // clang-analyzer takes the structured binding for uninitialised in the lambda.
            // NOLINTNEXTLINE(clang-analyzer-core.CallAndMessage)
            run.figure(metrics::labelled(id, "device", device), value);
        };
        put("read_requests", counters.value[kReads]);
        put("write_requests", counters.value[kWrites]);
        put("read_bytes", counters.value[kReadSectors] * kSectorBytes);
        put("write_bytes", counters.value[kWriteSectors] * kSectorBytes);
        put("disk_busy_time", counters.value[kBusyMs] / 1e3);
    }
}

/// At least one; the last one may have a time and no disks.
std::vector<Snapshot> read_snapshots(Input& input, Draft& draft) {
    std::vector<Snapshot> snapshots(1);
    while (const TextLine* const line = input.text.next()) {
        if (auto counters = parse_counters(line->text)) {
            draft.take_rows();
            if (snapshots.back().disks.count(counters->device) > 0) {
                snapshots.emplace_back();
            }
            std::string device = counters->device;
            snapshots.back().disks.emplace(std::move(device), *std::move(counters));
        } else if (const auto moment = time_line(line->text)) {
            if (!snapshots.back().disks.empty()) {
                snapshots.emplace_back();
            }
            snapshots.back().taken = moment;
        } else if (!trim(line->text).empty()) {
            draft.drop_row(line->number, "not a line of /proc/diskstats");
        }
    }
    if (snapshots.size() > 1 && snapshots.back().disks.empty()) {
        snapshots.pop_back();
    }
    return snapshots;
}

/// Seconds since 1970 of each snapshot; empty unless all have a time.
std::vector<double> times_of(const std::vector<Snapshot>& snapshots, Draft& draft) {
    std::vector<double> times;
    for (const Snapshot& snapshot : snapshots) {
        if (!snapshot.taken) {
            return {};
        }
        times.push_back(draft.utc_of(*snapshot.taken));
    }
    return times;
}

Result<void> read(Input& input, Draft& draft) {
    const std::vector<Snapshot> snapshots = read_snapshots(input, draft);
    if (snapshots.front().disks.empty()) {
        return {};
    }
    draft.tool("/proc/diskstats");
    RunDraft& run = draft.add_run();
    if (snapshots.size() == 1) {
        put_counters(snapshots.front(), run);
        run.absent("read_bytes_per_second",
                   to_say("one snapshot holds counters since boot, not rates"));
        return {};
    }
    std::vector<double> times = times_of(snapshots, draft);
    if (!times.empty()) {
        run.times_are_absolute();
    } else if (const auto period = draft.assumed_number("period_seconds")) {
        for (std::size_t i = 0; i < snapshots.size(); ++i) {
            times.push_back(static_cast<double>(i) * *period);
        }
    } else {
        put_counters(snapshots.back(), run);
        draft.ask("period_seconds",
                  "not every snapshot has a time; how many seconds lie between two of them?");
        run.absent("read_bytes_per_second", to_say("the time between the snapshots is not known"));
        return {};
    }
    for (std::size_t i = 1; i < snapshots.size(); ++i) {
        const double seconds = times[i] - times[i - 1];
        if (seconds <= 0.0) {
            draft.warn("import.clock",
                       say("a snapshot that is not later than the one before is left out"));
            continue;
        }
        metrics::MetricValues values;
        for (const auto& [device, now] : snapshots[i].disks) {
            const auto before = snapshots[i - 1].disks.find(device);
            if (before != snapshots[i - 1].disks.end()) {
                put_rates(before->second, now, seconds, values);
            }
        }
        run.sample(times[i], seconds, std::move(values));
    }
    return {};
}

}  // namespace
}  // namespace diskstats

const Format kDiskstats{.id = "diskstats",
                        .title = "/proc/diskstats",
                        .claim = &diskstats::claim,
                        .read = &diskstats::read};

}  // namespace throughline::importers
