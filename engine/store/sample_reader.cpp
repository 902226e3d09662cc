// SPDX-License-Identifier: Apache-2.0
#include "engine/store/sample_reader.h"

#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "engine/store/columns.h"

namespace throughline::store {
namespace {

/// The times of up to kChunkValuesMax sample lines.
struct TimeRows {
    std::vector<double> t_s;
    std::vector<double> dt_s;
    std::vector<std::uint8_t> phases;
    std::vector<std::uint32_t> repeats;
};

/// Reads count, t_s, dt_s, phase, repeat from the row's first five columns.
Result<TimeRows> time_rows(const Statement& row) {
    const std::int64_t count = row.integer(0);
    if (count > static_cast<std::int64_t>(kChunkValuesMax)) {
        return damaged_column(row.bytes(1).size(), count);
    }
    auto t_s = unpack_column<double>(row.bytes(1), count);
    auto dt_s = unpack_column<double>(row.bytes(2), count);
    auto phases = unpack_column<std::uint8_t>(row.bytes(3), count);
    auto repeats = unpack_column<std::uint32_t>(row.bytes(4), count);
    if (!t_s || !dt_s || !phases || !repeats) {
        return damaged_column(row.bytes(1).size(), count);
    }
    for (const std::uint8_t phase : *phases) {
        if (phase > static_cast<std::uint8_t>(record::Phase::Drain)) {
            return damaged_column(row.bytes(3).size(), count);
        }
    }
    return TimeRows{.t_s = *std::move(t_s),
                    .dt_s = *std::move(dt_s),
                    .phases = *std::move(phases),
                    .repeats = *std::move(repeats)};
}

struct ValueRows {
    std::vector<double> values;
    std::vector<std::uint16_t> positions;  ///< the time row of each
};

/// Reads present and value from the columns `first` and `first` + 1.
Result<ValueRows> value_rows(const Statement& row, int first, std::size_t times) {
    auto positions =
        unpack_presence(row.is_null(first) ? std::nullopt : std::optional(row.bytes(first)), times);
    if (!positions) {
        return std::move(positions).error();
    }
    auto values =
        unpack_column<double>(row.bytes(first + 1), static_cast<std::int64_t>(positions->size()));
    if (!values) {
        return std::move(values).error();
    }
    return ValueRows{.values = *std::move(values), .positions = *std::move(positions)};
}

void append(Series& series, const TimeRows& times, const ValueRows& values) {
    for (std::size_t i = 0; i < values.values.size(); ++i) {
        const std::size_t row = values.positions[i];
        series.t_s.push_back(times.t_s[row]);
        series.values.push_back(values.values[i]);
        series.dt_s.push_back(times.dt_s[row]);
        series.phases.push_back(static_cast<record::Phase>(times.phases[row]));
        series.repeats.push_back(static_cast<int>(times.repeats[row]));
    }
}

/// Fills in the metrics of the samples of one chunk, which start at `first`.
Result<void> read_values(Statement& values, std::span<record::Sample> samples) {
    for (;;) {
        const auto row = values.step();
        if (!row) {
            return row.error();
        }
        if (!*row) {
            return {};
        }
        auto column = value_rows(values, 1, samples.size());
        if (!column) {
            return std::move(column).error();
        }
        const std::string key = values.text(0);
        for (std::size_t i = 0; i < column->values.size(); ++i) {
            samples[column->positions[i]].metrics.emplace(key, column->values[i]);
        }
    }
}

}  // namespace

Result<Series> read_series(const Database& database, std::int64_t run_id, std::string_view key) {
    Statement rows = database.prepare(
        "SELECT t.count, t.t_s, t.dt_s, t.phase, t.repeat, v.present, v.value "
        "FROM value_chunk v JOIN time_chunk t USING(run_id, level, chunk) "
        "WHERE v.run_id = ?1 AND v.level = 0 "
        "AND v.metric_id = (SELECT id FROM metric_key WHERE key = ?2) ORDER BY v.chunk");
    rows.bind(run_id, key);
    Series series;
    for (;;) {
        const auto row = rows.step();
        if (!row) {
            return row.error();
        }
        if (!*row) {
            return series;
        }
        const auto times = time_rows(rows);
        if (!times) {
            return times.error();
        }
        const auto values = value_rows(rows, 5, times->t_s.size());
        if (!values) {
            return values.error();
        }
        append(series, *times, *values);
    }
}

Result<std::vector<record::Sample>> read_samples(const Database& database,
                                                 std::int64_t run_id,
                                                 int number) {
    Statement rows = database.prepare(
        "SELECT count, t_s, dt_s, phase, repeat, chunk FROM time_chunk "
        "WHERE run_id = ?1 AND level = 0 ORDER BY chunk");
    Statement values = database.prepare(
        "SELECT key, present, value FROM value_chunk "
        "JOIN metric_key ON metric_key.id = metric_id "
        "WHERE run_id = ?1 AND level = 0 AND chunk = ?2");
    rows.bind(run_id);
    std::vector<record::Sample> samples;
    for (;;) {
        const auto row = rows.step();
        if (!row) {
            return row.error();
        }
        if (!*row) {
            return samples;
        }
        const auto times = time_rows(rows);
        if (!times) {
            return times.error();
        }
        const std::size_t first = samples.size();
        for (std::size_t i = 0; i < times->t_s.size(); ++i) {
            samples.push_back({.run = number,
                               .repeat = static_cast<int>(times->repeats[i]),
                               .t_s = times->t_s[i],
                               .dt_s = times->dt_s[i],
                               .phase = static_cast<record::Phase>(times->phases[i]),
                               .metrics = {}});
        }
        values.bind(run_id, rows.integer(5));
        if (auto read = read_values(values, std::span(samples).subspan(first)); !read) {
            return std::move(read).error();
        }
    }
}

}  // namespace throughline::store
