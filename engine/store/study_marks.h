// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/record/record.h"
#include "engine/store/database.h"

namespace throughline::store {

/// What a library says of a study beside what was measured: the words of its user, and where it
/// came from. Kept as a small file beside the study's record (record_folder.h).
struct StudyMarks {
    std::string uuid{};
    std::int64_t number = 0;  ///< in the library; kept by one that is made anew
    record::Origin origin = record::Origin::Measured;
    std::string source_path{};
    std::string title{};
    std::string note{};
    std::vector<std::string> tags{};
    std::string target{};
    std::optional<double> price_per_hour{};  ///< USD
    bool baseline = false;
    bool in_bin = false;
};

std::string marks_json(const StudyMarks& marks);
/// Nothing for what is no such text.
std::optional<StudyMarks> marks_from_json(std::string_view text);

/// Errors: NotFound; as Database.
Result<StudyMarks> read_marks(const Database& database, std::int64_t study_id);
/// Inside a write transaction. Errors: as change_study().
Result<void> apply_marks(const Database& database, std::int64_t study_id, const StudyMarks& marks);

}  // namespace throughline::store
