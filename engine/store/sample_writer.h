// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/record/record.h"
#include "engine/store/database.h"
#include "engine/store/key_table.h"

namespace throughline::store {

/// Appends sample lines to a run, column by column, in chunks of at most kChunkValuesMax lines; a
/// full chunk is followed by its buckets (buckets.h).
/// Memory is bounded by one chunk, however long the run is.
/// Thread: that of its Database, inside a write transaction.
class SampleWriter {
public:
    SampleWriter(const Database& database, KeyTable& keys);

    /// Turns to a run that has `stored` sample lines in the library already; its last chunk is
    /// fetched when it is not full.
    Result<void> begin(std::int64_t run_id, std::int64_t stored);

    /// Errors: Usage for a time that is not finite. Values that are not finite are left out.
    Result<void> append(const record::Sample& sample);
    /// Writes what is left of this run.
    Result<void> finish();

private:
    struct ValueColumn {
        std::vector<double> values;
        std::vector<std::uint16_t> positions;  ///< rows of the chunk that have one, ascending
    };

    Result<void> fetch_chunk(std::int64_t rows);
    Result<void> write_chunk();
    void clear_rows();
    /// As the schema numbers them.
    enum class Level : std::uint8_t { Lines = 0, Buckets = 1 };
    Result<void> write_times(Level level,
                             std::span<const double> t_s,
                             std::span<const double> dt_s,
                             std::span<const std::uint8_t> phases,
                             std::span<const std::uint32_t> repeats);
    Result<void> write_bucket_times();
    Result<void> write_column(const std::string& key, const ValueColumn& column, bool full);

    KeyTable& keys_;
    Statement fetch_times_;
    Statement fetch_values_;
    Statement put_times_;
    Statement put_values_;

    // The chunk being filled.
    std::int64_t run_id_ = 0;
    std::int64_t chunk_ = 0;
    std::vector<double> t_s_;
    std::vector<double> dt_s_;
    std::vector<std::uint8_t> phases_;
    std::vector<std::uint32_t> repeats_;
    std::map<std::string, ValueColumn, std::less<>> columns_;
    bool changed_ = false;
};

}  // namespace throughline::store
