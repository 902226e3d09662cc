// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/result.h"

namespace throughline::importers {

/// What the columns of a plain table are, in the order of its header: kept as a file, so that the
/// next table of that kind needs no questions.
struct CsvMapping {
    /// Column -> "time" (dates, or seconds; with a factor "time*0.001"), "ignore", a condition
    /// ("decode.threads"), or a metric with the factor to its stored unit
    /// ("read_bytes_per_second*1048576").
    std::vector<std::pair<std::string, std::string>> columns{};

    /// Whether it was made for a table with exactly these columns.
    bool fits(const std::vector<std::string>& header) const;
};

/// {"format": "throughline-csv-mapping", "version": 1, "columns": [["t", "time"], …]}.
/// Errors: Format (named), Version.
Result<CsvMapping> parse_csv_mapping(std::string_view json);
std::string csv_mapping_json(const CsvMapping& mapping);

/// Errors: as parse_csv_mapping(), NotFound, Permission, Io.
Result<CsvMapping> read_csv_mapping(const std::string& path);

/// What a column may be; Usage, named, for a text that is none of it.
struct CsvTarget {
    enum class Role { Ignored, Time, Condition, Metric };
    Role role = Role::Ignored;
    std::string key{};
    double factor = 1.0;
};
Result<CsvTarget> parse_csv_target(std::string_view column, std::string_view text);

/// The first lines of a plain table, for a person to say what its columns are.
struct CsvPreview {
    std::vector<std::string> header{};
    std::vector<std::vector<std::string>> rows{};
};
/// Errors: those of TextSource::open().
Result<CsvPreview> preview_csv(const std::string& path, std::size_t rows);

}  // namespace throughline::importers
