// SPDX-License-Identifier: Apache-2.0
#include "engine/importers/published/published_table.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>

#include "engine/importers/read/scan.h"

namespace throughline::importers {
namespace {

/// "64K", "64KB", "1MB", "512B": powers of two, as the log2 bins of the source are.
std::optional<double> bin_bytes(std::string_view text) {
    const std::size_t digits = text.find_first_not_of("0123456789");
    const auto number = parse_number(text.substr(0, digits));
    if (!number || digits == std::string_view::npos) {
        return number;
    }
    switch (text[digits]) {
        case 'B':
            return number;
        case 'K':
            return *number * 1024.0;
        case 'M':
            return *number * 1024.0 * 1024.0;
        default:
            return std::nullopt;
    }
}

/// "00:29:18" in seconds of the day.
std::optional<double> seconds_of_clock(std::string_view text) {
    constexpr double kMinute = 60.0;
    const std::size_t first = text.find(':');
    const std::size_t second = text.find(':', first + 1);
    if (first == std::string_view::npos || second == std::string_view::npos) {
        return std::nullopt;
    }
    const auto hours = parse_number(text.substr(0, first));
    const auto minutes = parse_number(text.substr(first + 1, second - first - 1));
    const auto seconds = parse_number(text.substr(second + 1));
    return hours && minutes && seconds
               ? std::optional((*hours * kMinute + *minutes) * kMinute + *seconds)
               : std::nullopt;
}

std::optional<std::size_t> column_of(const catalog::PublishedTable& table, std::string_view name) {
    const auto at = std::find(table.columns.begin(), table.columns.end(), name);
    return at == table.columns.end()
               ? std::nullopt
               : std::optional(static_cast<std::size_t>(at - table.columns.begin()));
}

struct SeriesColumn {
    const char* name;
    const char* metric;
    double factor;
};
constexpr std::array<SeriesColumn, 5> kSeries{{
    {"read_kB_per_s", "read_bytes_per_second", 1e3},
    {"ios_per_s", "read_iops", 1.0},
    {"io_size_kB", "read_request_size", 1e3},
    {"wait_ms", "read_await", 1e-3},
    {"queue_length", "disk_queue_length", 1.0},
}};

}  // namespace

std::vector<SizeClass> published_size_classes(const catalog::Published& entry) {
    std::vector<SizeClass> classes;
    if (entry.metric != "size_distribution" || !entry.table) {
        return classes;
    }
    const auto exact = column_of(*entry.table, "size");
    const auto bin = exact ? exact : column_of(*entry.table, "bin");
    const auto percent = column_of(*entry.table, "percent");
    for (const auto& row : entry.table->rows) {
        if (!bin || !percent || row.size() <= std::max(*bin, *percent)) {
            continue;
        }
        const auto bytes = bin_bytes(row[*bin]);
        const auto share = parse_number(row[*percent]);
        if (bytes && share && *share > 0.0) {
            classes.push_back({.bytes = *bytes, .percent = *share, .exact = exact.has_value()});
        }
    }
    return classes;
}

PublishedSamples published_samples(const catalog::Published& entry, int run) {
    PublishedSamples published;
    std::vector<record::Sample>& samples = published.samples;
    if (entry.metric != "disk_read_series" || !entry.table) {
        return published;
    }
    const auto clock = column_of(*entry.table, "time");
    std::optional<double> first;
    for (const auto& row : entry.table->rows) {
        const auto at = clock && *clock < row.size() ? seconds_of_clock(row[*clock]) : std::nullopt;
        if (!first && at) {
            first = at;
            published.begins_at = row[*clock];
        }
        record::Sample sample{.run = run,
                              .t_s = at ? *at - *first : static_cast<double>(samples.size()),
                              .dt_s = 1.0,
                              .phase = record::Phase::Measured};
        for (const auto& [name, metric, factor] : kSeries) {
            const auto column = column_of(*entry.table, name);
            const auto value =
                column && *column < row.size() ? parse_number(row[*column]) : std::nullopt;
            if (value) {
                sample.metrics[metric] = *value * factor;
            }
        }
        samples.push_back(std::move(sample));
    }
    return published;
}

}  // namespace throughline::importers
