// SPDX-License-Identifier: Apache-2.0
#include "engine/importers/published_table.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>

#include "engine/importers/scan.h"

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
    const auto bin = column_of(*entry.table, "bin");
    const auto percent = column_of(*entry.table, "percent");
    for (const auto& row : entry.table->rows) {
        if (!bin || !percent || row.size() <= std::max(*bin, *percent)) {
            continue;
        }
        const auto bytes = bin_bytes(row[*bin]);
        const auto share = parse_number(row[*percent]);
        if (bytes && share && *share > 0.0) {
            classes.push_back({.bytes = *bytes, .percent = *share});
        }
    }
    return classes;
}

std::vector<run::Sample> published_samples(const catalog::Published& entry, int run) {
    std::vector<run::Sample> samples;
    if (entry.metric != "disk_read_series" || !entry.table) {
        return samples;
    }
    for (const auto& row : entry.table->rows) {
        run::Sample sample{.run = run,
                           .t_s = static_cast<double>(samples.size() + 1),
                           .dt_s = 1.0,
                           .phase = run::Phase::Measured};
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
    return samples;
}

}  // namespace throughline::importers
