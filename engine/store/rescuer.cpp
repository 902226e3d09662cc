// SPDX-License-Identifier: Apache-2.0
#include "engine/store/rescuer.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <system_error>
#include <utility>

#include "engine/base/say.h"
#include "engine/record/read_record.h"
#include "engine/store/check_library.h"
#include "engine/store/recover.h"
#include "engine/store/schema.h"
#include "engine/store/study_reader.h"
#include "engine/store/study_writer.h"

namespace throughline::store {
namespace {

constexpr const char* kCopyName = "damaged.sqlite";
constexpr const char* kRecoveredName = "recovered.sqlite";
constexpr const char* kRecordName = "record.tlrun";

std::string joined(const std::vector<std::string>& parts) {
    std::string text;
    for (const std::string& part : parts) {
        text += (text.empty() ? "" : "; ") + part;
    }
    return text;
}

/// Every study that a table or an index still names; each is read as far as it goes.
std::set<std::int64_t> study_ids(const Database& damaged) {
    std::set<std::int64_t> ids;
    for (const char* const sql : {"SELECT id FROM study NOT INDEXED",
                                  "SELECT id FROM study INDEXED BY study_by_time",
                                  "SELECT study_id FROM study_record"}) {
        Statement rows = damaged.prepare(sql);
        for (auto row = rows.step(); row && *row; row = rows.step()) {
            ids.insert(rows.integer(0));
        }
    }
    return ids;
}

/// A copy of a damaged library, of which reading needs no more than the tables: what somebody else
/// put beside them would be run.
Result<Database> open_copy(const std::string& file) {
    auto database = Database::open(file);
    if (!database || prepare_schema(*database, file, migration_steps())) {
        return database;
    }
    std::vector<std::string> drops;
    Statement rows = database->prepare(
        "SELECT 'DROP ' || type || ' \"' || replace(name, '\"', '\"\"') || '\"' "
        "FROM sqlite_schema WHERE type IN ('trigger', 'view')");
    for (auto row = rows.step(); row && *row; row = rows.step()) {
        drops.push_back(rows.text(0));
    }
    rows.reset();
    for (const std::string& drop : drops) {
        if (auto dropped = database->execute(drop); !dropped) {
            return std::move(dropped).error();
        }
    }
    return database;
}

/// With the log that belongs to it: the damaged file itself stays as it is.
Result<void> copy_library(const std::string& from, const std::string& to) {
    namespace fs = std::filesystem;
    for (const char* const suffix : {"", "-wal"}) {
        std::error_code failed;
        if (*suffix != '\0' && !fs::exists(from + suffix, failed)) {
            continue;
        }
        fs::copy_file(from + suffix, to + suffix, fs::copy_options::overwrite_existing, failed);
        if (failed) {
            return errno_error(say("copy '%1'", from + suffix), failed.value());
        }
    }
    return {};
}

}  // namespace

Rescuer::Rescuer(const Database& into,
                 const RecordFolder& folder,
                 const StagingFolder& staging,
                 RescueReport& report)
    : into_(into), folder_(folder), staging_(staging), report_(report) {}

Result<void> Rescuer::take_records(const Progress& progress) {
    std::vector<Missing> studies;
    const auto entries = folder_.entries();
    knows_all_ = folder_.is_complete() && !entries.empty();
    for (const RecordFolder::Entry& entry : entries) {
        Missing study{.name = entry.name,
                      .marks = folder_.marks(entry.name),
                      .uuid = {},
                      .title = entry.name,
                      .has_record = entry.has_record};
        if (study.marks) {
            study.uuid = study.marks->uuid;
            study.title = study.marks->title;
            if (study.marks->origin == record::Origin::Published) {
                published_.push_back(study.uuid);
                continue;
            }
        }
        studies.push_back(std::move(study));
    }
    // In their order; each gets the number that it had, which a window knows it by.
    const auto number = [](const Missing& study) {
        return study.marks ? study.marks->number : INT64_MAX;
    };
    std::stable_sort(studies.begin(), studies.end(), [&](const Missing& a, const Missing& b) {
        return number(a) < number(b);
    });
    std::size_t done = 0;
    for (Missing& study : studies) {
        const auto taken = take_record(study, false);
        if (!taken) {
            return taken.error();
        }
        if (!*taken) {
            missing_.push_back(std::move(study));
        }
        progress(++done, studies.size());
    }
    return {};
}

Result<bool> Rescuer::take_record(const Missing& each, bool damaged_too) {
    if (!each.has_record) {
        return false;
    }
    const auto unpacked = folder_.unpack(each.name, staging_.file(kRecordName));
    if (!unpacked && unpacked.error().code != ErrorCode::Format) {
        return unpacked.error();
    }
    auto record = record::read_record(staging_.file(kRecordName));
    const bool whole = unpacked && record && !record->damage;
    if (!record || (!whole && !damaged_too)) {
        return false;
    }
    std::vector<std::string> losses;
    if (!whole) {
        losses.emplace_back(
            say_english("what its record held after line %1", std::to_string(record->study.lines)));
    }
    record::Study& study = record->study;
    const StudyMarks marks =
        each.marks.value_or(StudyMarks{.uuid = study.header.study, .title = study.header.title});
    return add(std::move(study), marks, std::move(losses));
}

Result<void> Rescuer::take_from_library(const std::string& damaged) {
    const std::string copy = staging_.file(kCopyName);
    if (auto copied = copy_library(damaged, copy); !copied) {
        return copied;
    }
    if (auto taken = take_studies(copy, Trust::Checked); !taken) {
        return taken;
    }
    const std::string recovered = staging_.file(kRecoveredName);
    auto program = recover_with_program(copy, recovered);
    if (!program) {
        report_.advice = program.error().what;
    } else if (auto taken = take_studies(recovered, Trust::Recovered); !taken) {
        return taken;
    }
    auto taken = take_studies(copy, Trust::Rest);
    report_.unreadable = seen_ == 0 && !knows_all_;
    return taken;
}

Result<void> Rescuer::take_studies(const std::string& file, Trust trust) {
    const auto from = open_copy(file);
    if (!from) {
        return {};  // nothing can be read of it
    }
    for (const std::int64_t id : study_ids(*from)) {
        ++seen_;
        if (auto taken = take_study(*from, id, trust); !taken) {
            return taken;
        }
    }
    return {};
}

Result<void> Rescuer::take_study(const Database& from, std::int64_t id, Trust trust) {
    auto marks = read_marks(from, id);
    if (!marks) {
        if (trust == Trust::Rest) {
            missing_.push_back({.title = "study " + std::to_string(id)});
        }
        return {};
    }
    const auto there = is_there(marks->uuid);
    if (!there) {
        return there.error();
    }
    if (*there) {
        return {};
    }
    std::vector<std::string> losses;
    auto study = read_study(from, id);
    if (trust == Trust::Checked) {
        const auto problems = check_study(from, id);
        const auto row = read_study_row(from, id);
        const bool whole = study && problems && problems->empty() && row &&
                           row->run_count == static_cast<std::int64_t>(study->runs.size());
        if (!whole) {
            return {};
        }
    } else if (study) {
        losses.emplace_back(to_say("possibly some of its runs, samples or notes"));
    } else {
        study = read_study_figures(from, id, Figures::Recorded);
        losses.emplace_back(to_say("its samples and histograms"));
    }
    auto taken = study ? add(*std::move(study), *marks, std::move(losses)) : Result<bool>(false);
    if (!taken) {
        return taken.error();
    }
    const auto known = [&](const Missing& each) { return each.uuid == marks->uuid; };
    if (*taken) {
        for (const Missing& each : missing_) {
            if (known(each) && each.has_record) {
                bad_records_.push_back(each.uuid);
            }
        }
        std::erase_if(missing_, known);
    } else if (trust == Trust::Rest && std::none_of(missing_.begin(), missing_.end(), known)) {
        missing_.push_back({.uuid = marks->uuid, .title = marks->title});
    }
    return {};
}

Result<void> Rescuer::take_found_record(const std::string& path) {
    auto record = record::read_record(path);
    if (!record) {
        return {};  // no whole record: nothing to bring back
    }
    const std::string uuid = record->study.header.study;
    const auto is_it = [&](const auto& each) { return each.uuid == uuid; };
    const auto incomplete =
        std::find_if(report_.incomplete.begin(), report_.incomplete.end(), is_it);
    const auto missing = std::find_if(missing_.begin(), missing_.end(), is_it);
    const auto there = is_there(uuid);
    if (!there) {
        return there.error();
    }
    // One that nobody knows may have been removed for good: unless others are missing as well.
    const bool wanted = *there ? incomplete != report_.incomplete.end()
                               : missing != missing_.end() || report_.unreadable ||
                                     (!knows_all_ && !missing_.empty());
    if (!wanted) {
        return {};
    }
    std::string title = *there ? incomplete->title : record->study.header.title;
    const auto added = merge_study(into_, record->study, path);
    if (!added) {
        return added.error();
    }
    if (added->lines_new > 0) {
        if (missing != missing_.end() && missing->marks) {
            static_cast<void>(apply_marks(into_, added->study_id, *missing->marks));
        }
        report_.from_records.push_back(std::move(title));
        std::erase_if(report_.incomplete, is_it);
        std::erase_if(missing_, is_it);
    }
    return {};
}

Result<void> Rescuer::finish() {
    for (const Missing& each : missing_) {
        const auto taken = take_record(each, true);
        if (!taken) {
            return taken.error();
        }
        if (!*taken) {
            report_.lost.push_back(each.title);
        }
    }
    for (const std::string& uuid : published_) {
        const auto there = is_there(uuid);
        if (!there) {
            return there.error();
        }
        report_.published_incomplete += *there ? 0 : 1;
    }
    if (report_.lost.empty() && report_.incomplete.empty() && !report_.unreadable) {
        report_.advice.clear();
    }
    return {};
}

Result<bool> Rescuer::is_there(const std::string& uuid) const {
    return into_.prepare("SELECT 1 FROM study WHERE uuid = ?1").bind(uuid).step();
}

Result<bool> Rescuer::add(record::Study study,
                          const StudyMarks& marks,
                          std::vector<std::string> losses) {
    if (auto begun = into_.execute("SAVEPOINT study"); !begun) {
        return std::move(begun).error();
    }
    const bool whole = losses.empty();
    if (!whole) {
        study.notes.push_back(
            {.code = kRescuedCode,
             .level = record::Level::Warning,
             .text =
                 say_english("The library was damaged. This study lost: %1. Import its file again "
                             "to bring that back.",
                             joined(losses))});
    }
    const auto added = merge_study(into_, study, marks.source_path, marks.number);
    const bool taken = added && added->added;
    if (taken) {
        // Marks are worth having, but no reason to give a study up.
        static_cast<void>(apply_marks(into_, added->study_id, marks));
    } else if (auto undone = into_.execute("ROLLBACK TO study"); !undone) {
        return std::move(undone).error();
    }
    if (auto released = into_.execute("RELEASE study"); !released) {
        return std::move(released).error();
    }
    if (taken && study.header.origin == record::Origin::Published) {
        ++(whole ? report_.published : report_.published_incomplete);
    } else if (taken && whole) {
        ++report_.whole;
    } else if (taken) {
        report_.incomplete.push_back(
            {.title = marks.title, .losses = std::move(losses), .uuid = marks.uuid});
    }
    return taken;
}

}  // namespace throughline::store
