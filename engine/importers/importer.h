// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/importers/assumptions.h"
#include "engine/importers/byte_source.h"
#include "engine/importers/csv_mapping.h"
#include "engine/run/study.h"

namespace throughline::importers {

struct Options {
    Assumptions assume{};
    /// Of plain tables: the one made for a file's header counts; `assume` wins over it.
    std::vector<CsvMapping> mappings{};
    ReadProgress progress{};
};

/// Something that the file does not say and that would make more of it; `--assume key=…` answers.
struct Question {
    std::string key{};
    std::string why{};
};

/// The reasons of figures that a file need not have, for those who tell only of the others.
inline constexpr const char* kNotSaid = "the file does not say it";
inline constexpr const char* kNoSuchFigure = "the file has no such figure";

/// A file understood. `study` has the same types as a record that this program measured, so that
/// the library and the record writer take it as it is.
struct ImportedFile {
    std::string format{};        ///< id: "fio-json"
    std::string format_title{};  ///< for people: "fio JSON"
    std::string tool{};
    std::string tool_version{};             ///< "" when the file does not say
    std::string sha256{};                   ///< of the file as it lies on the disk
    std::vector<std::string> also_holds{};  /// formats found beside the one that was taken
    std::uint64_t rows_taken = 0;
    std::uint64_t rows_dropped = 0;     ///< the study's notes say why
    std::vector<Question> questions{};  ///< those that were not answered
    std::vector<std::string>
        unused{};  ///< reading helps among Options::assume that this file had no use for
    Assumptions mapped_columns{};  ///< by one of Options::mappings: "column.NAME" -> what it is
    run::Study study{};  ///< without runs: recognised, but nothing to import; a note says why

    bool has_runs() const noexcept { return !study.runs.empty(); }
};

/// A format that can be imported.
struct FormatName {
    std::string_view id;
    std::string_view title;
};
std::vector<FormatName> known_formats();

/// Reads a file of another tool: recognised by its content, unpacked when it is gzip or zstd, its
/// units turned into those of the metric registry. The study's uuid follows from the bytes of the
/// file, those that a packed file holds, and the assumptions, so that the same file is recognised.
/// Blocks:  on the disk.
/// Limits:  formats of lines are streamed, whatever the size; JSON documents up to 512 MiB. Of very
///          long series neighbouring samples are joined (a note says so).
/// Errors:  NotFound, Permission, Io; Unsupported (no known format, a binary, an empty file);
///          Format with line or byte offset; Usage for an assumption that makes no sense;
///         Stopped by the progress function.
Result<ImportedFile> import_file(const std::string& path, const Options& options = {});

/// The same for bytes in memory; `name` stands for the path.
Result<ImportedFile> import_bytes(std::string bytes,
                                  const std::string& name,
                                  const Options& options = {});

/// The same with the format given by its id instead of recognised: for a user who knows better, and
/// for tests. Errors: also Usage for an unknown id.
Result<ImportedFile> import_bytes_as(std::string_view format,
                                     std::string bytes,
                                     const std::string& name,
                                     const Options& options = {});

}  // namespace throughline::importers
