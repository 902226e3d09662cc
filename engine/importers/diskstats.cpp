// SPDX-License-Identifier: Apache-2.0
// /proc/diskstats: counters since boot, 14, 18 or 20 columns by kernel. One snapshot gives
// counters; rates need two, which start where a device's name comes again.
#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/importers/formats.h"
#include "engine/importers/scan.h"
#include "engine/importers/units.h"
#include "engine/metrics/registry.h"

namespace throughline::importers {
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

int claim(const Head& head) {
    std::size_t rows = 0;
    for (const std::string_view line : head.lines) {
        if (parse_counters(line)) {
            ++rows;
        } else if (!trim(line).empty()) {
            return 0;
        }
    }
    return rows > 0 ? kCertain - 20 : 0;
}

using Snapshot = std::map<std::string, Counters, std::less<>>;

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
    for (const auto& [device, counters] : snapshot) {
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

Result<void> read(Input& input, Draft& draft) {
    std::vector<Snapshot> snapshots(1);
    while (const TextLine* const line = input.text.next()) {
        auto counters = parse_counters(line->text);
        if (!counters) {
            if (!trim(line->text).empty()) {
                draft.drop_row(line->number, "no line of /proc/diskstats");
            }
            continue;
        }
        draft.take_rows();
        if (snapshots.back().count(counters->device) > 0) {
            snapshots.emplace_back();
        }
        std::string device = counters->device;
        snapshots.back().emplace(std::move(device), *std::move(counters));
    }
    if (snapshots.front().empty()) {
        return {};
    }
    draft.tool("/proc/diskstats");
    RunDraft& run = draft.add_run();
    if (snapshots.size() == 1) {
        put_counters(snapshots.front(), run);
        run.absent("read_bytes_per_second", "one snapshot holds counters since boot, not rates");
        return {};
    }
    const auto period = draft.assumed_number("period_seconds");
    if (!period) {
        put_counters(snapshots.back(), run);
        draft.ask("period_seconds", "the file has no times; how far are its snapshots apart?");
        run.absent("read_bytes_per_second", "the time between the snapshots is not known");
        return {};
    }
    for (std::size_t i = 1; i < snapshots.size(); ++i) {
        metrics::MetricValues values;
        for (const auto& [device, now] : snapshots[i]) {
            const auto before = snapshots[i - 1].find(device);
            if (before != snapshots[i - 1].end()) {
                put_rates(before->second, now, *period, values);
            }
        }
        run.sample(static_cast<double>(i) * *period, *period, std::move(values));
    }
    return {};
}

}  // namespace

const Format kDiskstats{
    .id = "diskstats", .title = "/proc/diskstats", .claim = &claim, .read = &read};

}  // namespace throughline::importers
