// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/say.h"
#include "engine/importers/draft/assumptions.h"
#include "engine/importers/draft/csv_mapping.h"
#include "engine/importers/read/byte_source.h"
#include "engine/record/study.h"

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
inline constexpr const char* kNotSaid = to_say("the file does not state it");
inline constexpr const char* kNoSuchFigure = to_say("the file has no such figure");

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
    record::Study study{};  ///< without runs: recognised, but nothing to import; a note says why

    bool has_runs() const noexcept { return !study.runs.empty(); }
};

}  // namespace throughline::importers
