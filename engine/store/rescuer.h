// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/record/study.h"
#include "engine/store/database.h"
#include "engine/store/record_folder.h"
#include "engine/store/rescue_report.h"
#include "engine/store/staging_folder.h"
#include "engine/store/study_marks.h"

namespace throughline::store {

/// Fills a new library with the studies of a damaged one: first from their records, then with what
/// the damaged file, a copy of it, still says of the others. A study that cannot be taken over
/// costs itself alone.
/// Thread: that of the new library's Database, inside one write transaction.
class Rescuer {
public:
    using Progress = std::function<void(std::size_t done, std::size_t studies)>;

    Rescuer(const Database& into,
            const RecordFolder& folder,
            const StagingFolder& staging,
            RescueReport& report);

    Result<void> take_records(const Progress& progress);
    /// Whether studies may have been there that have no record.
    bool may_lack_studies() const { return !knows_all_ || !missing_.empty(); }
    Result<void> take_from_library(const std::string& damaged);
    /// A record from elsewhere, of a study of which something is missing, or which nobody knows.
    Result<void> take_found_record(const std::string& path);
    /// What is still missing is lost.
    Result<void> finish();
    /// Studies whose record cannot be read and which came back from the damaged file.
    const std::vector<std::string>& with_bad_record() const { return bad_records_; }

private:
    struct Missing {
        std::string name{};  ///< of its files in the record folder; "" for none
        std::optional<StudyMarks> marks{};
        std::string uuid{};
        std::string title{};
        bool has_record = false;  ///< a damaged one
    };
    /// How far what a damaged file says can be trusted.
    enum class Trust : std::uint8_t {
        Checked,    ///< only studies that are whole, as SQLite and their own sums say
        Recovered,  ///< rows that `.recover` found, perhaps not all of them
        Rest,       ///< what is left, its samples where they can be read
    };

    Result<bool> take_record(const Missing& each, bool damaged_too);
    Result<void> take_studies(const std::string& file, Trust trust);
    Result<void> take_study(const Database& from, std::int64_t id, Trust trust);
    Result<bool> is_there(const std::string& uuid) const;
    /// In a savepoint of its own. Returns: whether it could be taken.
    Result<bool> add(record::Study study, const StudyMarks& marks, std::vector<std::string> losses);

    const Database& into_;
    const RecordFolder& folder_;
    const StagingFolder& staging_;
    RescueReport& report_;
    std::vector<Missing> missing_;
    std::vector<std::string> bad_records_;
    std::vector<std::string> published_;  ///< uuids that the record folder names
    bool knows_all_ = false;              ///< the record folder names each study that there was
    std::size_t seen_ = 0;                ///< studies that the damaged file names
};

}  // namespace throughline::store
