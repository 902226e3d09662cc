// SPDX-License-Identifier: Apache-2.0
#include "engine/store/sample_writer.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

#include "engine/base/say.h"
#include "engine/store/buckets.h"
#include "engine/store/columns.h"

namespace throughline::store {
namespace {

constexpr auto kChunkRows = static_cast<std::int64_t>(kChunkValuesMax);

template <class T>
Result<void> unpack_into(std::vector<T>& column, std::string_view bytes, std::int64_t rows) {
    auto unpacked = unpack_column<T>(bytes, rows);
    if (!unpacked) {
        return std::move(unpacked).error();
    }
    column = *std::move(unpacked);
    return {};
}

}  // namespace

SampleWriter::SampleWriter(const Database& database, KeyTable& keys)
    : keys_(keys),
      fetch_times_(database.prepare("SELECT t_s, dt_s, phase, repeat FROM time_chunk "
                                    "WHERE run_id = ?1 AND level = 0 AND chunk = ?2")),
      fetch_values_(database.prepare("SELECT key, count, present, value FROM value_chunk "
                                     "JOIN metric_key ON metric_key.id = metric_id "
                                     "WHERE run_id = ?1 AND level = 0 AND chunk = ?2")),
      put_times_(database.prepare(
          "INSERT INTO time_chunk(run_id, level, chunk, count, t_s, dt_s, phase, repeat) "
          "VALUES(?1, ?8, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT(run_id, level, chunk) DO UPDATE SET "
          "count = excluded.count, t_s = excluded.t_s, dt_s = excluded.dt_s, "
          "phase = excluded.phase, repeat = excluded.repeat")),
      put_values_(database.prepare(
          "INSERT INTO value_chunk(run_id, level, metric_id, chunk, count, min, max, sum, present, "
          "value) VALUES(?1, ?10, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) "
          "ON CONFLICT(run_id, level, metric_id, chunk) DO UPDATE SET count = excluded.count, "
          "min = excluded.min, max = excluded.max, sum = excluded.sum, "
          "present = excluded.present, value = excluded.value")) {}

Result<void> SampleWriter::begin(std::int64_t run_id, std::int64_t stored) {
    clear_rows();
    columns_.clear();
    run_id_ = run_id;
    chunk_ = stored / kChunkRows;
    const std::int64_t rows = stored % kChunkRows;
    return rows == 0 ? Result<void>() : fetch_chunk(rows);
}

Result<void> SampleWriter::fetch_chunk(std::int64_t rows) {
    const auto found = fetch_times_.bind(run_id_, chunk_).step();
    if (!found) {
        return found.error();
    }
    if (!*found) {
        return damaged_column(0, rows);
    }
    for (auto unpacked : {unpack_into(t_s_, fetch_times_.bytes(0), rows),
                          unpack_into(dt_s_, fetch_times_.bytes(1), rows),
                          unpack_into(phases_, fetch_times_.bytes(2), rows),
                          unpack_into(repeats_, fetch_times_.bytes(3), rows)}) {
        if (!unpacked) {
            return unpacked;
        }
    }
    fetch_times_.reset();
    fetch_values_.bind(run_id_, chunk_);
    for (;;) {
        const auto row = fetch_values_.step();
        if (!row) {
            return row.error();
        }
        if (!*row) {
            fetch_values_.reset();
            return {};
        }
        ValueColumn& column = columns_[fetch_values_.text(0)];
        auto positions = unpack_presence(
            fetch_values_.is_null(2) ? std::nullopt : std::optional(fetch_values_.bytes(2)),
            t_s_.size());
        if (!positions) {
            return std::move(positions).error();
        }
        column.positions = *std::move(positions);
        const auto count = static_cast<std::int64_t>(column.positions.size());
        if (auto unpacked = unpack_into(column.values, fetch_values_.bytes(3), count); !unpacked) {
            return unpacked;
        }
    }
}

Result<void> SampleWriter::append(const record::Sample& sample) {
    if (!std::isfinite(sample.t_s) || !std::isfinite(sample.dt_s)) {
        return Error{.code = ErrorCode::Usage,
                     .what = say("a sample of run %1 has a time that is not a number",
                                 std::to_string(sample.run))};
    }
    const auto row = static_cast<std::uint16_t>(t_s_.size());
    t_s_.push_back(sample.t_s);
    dt_s_.push_back(sample.dt_s);
    phases_.push_back(static_cast<std::uint8_t>(sample.phase));
    repeats_.push_back(static_cast<std::uint32_t>(sample.repeat));
    for (const auto& [key, value] : sample.metrics) {
        if (std::isfinite(value)) {
            ValueColumn& column = columns_[key];
            column.values.push_back(value);
            column.positions.push_back(row);
        }
    }
    changed_ = true;
    return t_s_.size() == kChunkValuesMax ? write_chunk() : Result<void>();
}

Result<void> SampleWriter::finish() {
    return changed_ ? write_chunk() : Result<void>();
}

Result<void> SampleWriter::write_chunk() {
    if (auto put = write_times(Level::Lines, t_s_, dt_s_, phases_, repeats_); !put) {
        return put;
    }
    // What is not full yet is short enough to be read line by line.
    const bool full = t_s_.size() == kChunkValuesMax;
    if (full) {
        if (auto put = write_bucket_times(); !put) {
            return put;
        }
    }
    for (auto& [key, column] : columns_) {
        if (auto written = write_column(key, column, full); !written) {
            return written;
        }
        column.values.clear();
        column.positions.clear();
    }
    ++chunk_;
    clear_rows();
    return {};
}

Result<void> SampleWriter::write_bucket_times() {
    const BucketTimes times = bucket_times(t_s_, dt_s_);
    std::vector<std::uint8_t> phases;
    std::vector<std::uint32_t> repeats;
    for (std::size_t line = 0; line < t_s_.size(); line += kBucketLines) {
        phases.push_back(phases_[line]);
        repeats.push_back(repeats_[line]);
    }
    return write_times(Level::Buckets, times.t_s, times.dt_s, phases, repeats);
}

Result<void> SampleWriter::write_times(Level level,
                                       std::span<const double> t_s,
                                       std::span<const double> dt_s,
                                       std::span<const std::uint8_t> phases,
                                       std::span<const std::uint32_t> repeats) {
    const auto times = pack_column(t_s);
    const auto lengths = pack_column(dt_s);
    const auto packed_phases = pack_column(phases);
    const auto packed_repeats = pack_column(repeats);
    return put_times_
        .bind(run_id_,
              chunk_,
              t_s.size(),
              BlobView{times},
              BlobView{lengths},
              BlobView{packed_phases},
              BlobView{packed_repeats},
              static_cast<int>(level))
        .run();
}

void SampleWriter::clear_rows() {
    t_s_.clear();
    dt_s_.clear();
    phases_.clear();
    repeats_.clear();
    changed_ = false;
}

Result<void> SampleWriter::write_column(const std::string& key,
                                        const ValueColumn& column,
                                        bool full) {
    if (column.values.empty()) {
        return {};
    }
    const auto id = keys_.id_of(key);
    if (!id) {
        return id.error();
    }
    const auto [low, high] = std::minmax_element(column.values.begin(), column.values.end());
    const double sum = std::accumulate(column.values.begin(), column.values.end(), 0.0);
    const auto write =
        [&, lowest = *low, highest = *high](
            Level level, const std::optional<std::string>& present, const std::string& values) {
            return put_values_
                .bind(run_id_,
                      *id,
                      chunk_,
                      column.values.size(),
                      lowest,
                      highest,
                      sum,
                      present ? std::optional(BlobView{*present}) : std::nullopt,
                      BlobView{values},
                      static_cast<int>(level))
                .run();
        };
    auto written = write(Level::Lines,
                         pack_presence(column.positions, t_s_.size()),
                         pack_column<double>(column.values));
    if (!written || !full) {
        return written;
    }
    const Buckets buckets = buckets_of(column.values, column.positions, dt_s_);
    return write(Level::Buckets, pack_column<std::uint16_t>(buckets.counts), pack_buckets(buckets));
}

}  // namespace throughline::store
