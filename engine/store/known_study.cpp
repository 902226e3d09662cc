// SPDX-License-Identifier: Apache-2.0
#include "engine/store/known_study.h"

#include <algorithm>
#include <string>
#include <utility>

#include "engine/base/say.h"
#include "engine/store/rescue_report.h"
#include "engine/store/study_reader.h"
#include "engine/store/study_relation.h"

namespace throughline::store {
namespace {

bool is_rescued(const record::Study& study) {
    return std::any_of(study.notes.begin(), study.notes.end(), [](const record::Note& note) {
        return note.code == kRescuedCode;
    });
}

/// Everything that was recorded; the study's own row stays with what the user said of it.
Result<void> clear_content(const Database& database, std::int64_t study_id) {
    for (const char* const sql : {"DELETE FROM run WHERE study_id = ?1",
                                  "DELETE FROM note WHERE study_id = ?1",
                                  "DELETE FROM study_record WHERE study_id = ?1",
                                  "UPDATE study SET lines = 0, interrupted = 1 WHERE id = ?1"}) {
        if (auto cleared = database.prepare(sql).bind(study_id).run(); !cleared) {
            return cleared;
        }
    }
    return {};
}

Error other_figures(const record::Study& study, std::int64_t id, const std::string& difference) {
    const std::string number = std::to_string(id);
    return Error{.code = ErrorCode::Usage,
                 .what = say("study %1 is already in the library, as study %2, with "
                             "different figures (%3); they are not mixed. If this record "
                             "is the right one, delete that study permanently and import "
                             "again ('library delete %4', then 'library purge')",
                             study.header.study,
                             number,
                             difference,
                             number)};
}

}  // namespace

std::int64_t lines_of(const record::Study& study) {
    if (study.lines != 0) {
        return static_cast<std::int64_t>(study.lines);
    }
    std::size_t lines = 1 + study.notes.size() + (study.verdict ? 1 : 0) + (study.footer ? 1 : 0);
    for (const auto& run : study.runs) {
        lines += 1 + run.samples.size() + run.histograms.size() + run.notes.size() +
                 (run.status == record::RunStatus::Interrupted ? 0 : 1);
    }
    return static_cast<std::int64_t>(lines);
}

Result<IngestReport> meet_known_study(const Database& database,
                                      const record::Study& study,
                                      std::int64_t lines_there,
                                      IngestReport report,
                                      Differing differing) {
    const auto there = read_study(database, report.study_id);
    if (!there) {
        return there.error();
    }
    if (is_rescued(*there) && !is_rescued(study)) {
        const bool more = lines_of(study) + 1 >= lines_there;  // 1: the note itself
        report.lines_new = more ? lines_of(study) : 0;
        auto cleared = more ? clear_content(database, report.study_id) : Result<void>();
        return cleared ? Result<IngestReport>(std::move(report)) : std::move(cleared).error();
    }
    const StudyRelation relation = relation_of(*there, study);
    switch (relation.kind) {
        case StudyRelation::Kind::Same:
            report.lines_new = 0;
            return report;
        case StudyRelation::Kind::Longer:
            report.lines_new = std::max<std::int64_t>(1, lines_of(study) - lines_there);
            return report;
        case StudyRelation::Kind::Other:
            break;
    }
    if (differing == Differing::Refused) {
        return other_figures(study, report.study_id, relation.difference);
    }
    report.lines_new = lines_of(study);
    report.replaced = true;
    auto cleared = clear_content(database, report.study_id);
    return cleared ? Result<IngestReport>(std::move(report)) : std::move(cleared).error();
}

}  // namespace throughline::store
