// SPDX-License-Identifier: Apache-2.0
// A damaged library is set aside, and what can be read of it put into a new one.
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <fstream>
#include <set>
#include <utility>

#include "engine/base/file_descriptor.h"
#include "engine/store/backup.h"
#include "engine/store/library.h"
#include "engine/store/organise.h"
#include "engine/store/schema.h"
#include "engine/store/study_reader.h"

namespace throughline::store {
namespace {

/// The studies that are named anywhere: the table's own rows first, then what refers to them, since
/// either may be damaged. Reading stops where damage begins and goes on with the next query.
std::set<std::int64_t> study_ids(const Database& database, bool& readable) {
    std::set<std::int64_t> ids;
    readable = false;
    for (const char* const sql : {"SELECT id FROM study NOT INDEXED",
                                  "SELECT id FROM study NOT INDEXED ORDER BY id DESC",
                                  "SELECT id FROM study INDEXED BY study_by_time WHERE in_bin = 0",
                                  "SELECT study_id FROM study_record NOT INDEXED",
                                  "SELECT study_id FROM run NOT INDEXED"}) {
        Statement rows = database.prepare(sql);
        auto row = rows.step();
        readable = readable || row.has_value();
        for (; row && *row; row = rows.step()) {
            ids.insert(rows.integer(0));
        }
    }
    return ids;
}

/// The study without its samples: header, figures and settings lie in other pages.
Result<run::Study> study_without_samples(const Database& database, std::int64_t id) {
    auto lines = read_record_lines(database, id);
    if (!lines) {
        return std::move(lines).error();
    }
    auto runs = read_run_rows(database, id, Figures::Recorded);
    if (!runs) {
        return std::move(runs).error();
    }
    run::Study study;
    study.header = std::move(lines->header);
    study.verdict = std::move(lines->verdict);
    study.footer = std::move(lines->footer);
    for (RunRow& row : *runs) {
        run::RunData& run = study.runs.emplace_back();
        run.started.run = row.number;
        run.started.at = std::move(row.started_at);
        run.started.settings = std::move(row.settings);
        run.status = row.status;
        run.metrics = std::move(row.metrics);
        run.absent = std::move(row.absent);
    }
    study.notes.push_back({.code = "library.rescued",
                           .level = run::Level::Warning,
                           .text = "The library was damaged; samples of this study were lost."});
    return study;
}

/// What the user had said of a study, as far as it can be read.
StudyChange marks_of(const StudyRow& row) {
    StudyChange change;
    if (!row.title.empty()) {
        change.title = row.title;
    }
    change.note = row.note;
    change.tags = row.tags;
    change.target = row.target;
    change.price_per_hour = row.price_per_hour;
    if (row.baseline) {
        change.baseline = true;
    }
    return change;
}

void rescue_study(const Database& from, Library& into, std::int64_t id, RescueReport& report) {
    const auto row = read_study_row(from, id);
    auto study = read_study(from, id);
    const bool whole = study.has_value();
    if (!study) {
        study = study_without_samples(from, id);
    }
    if (!study) {
        report.lost.push_back(row ? row->title : "study " + std::to_string(id));
        return;
    }
    const auto added = into.add(*std::move(study), row ? row->source_path : std::string());
    if (!added) {
        report.lost.push_back(row ? row->title : "study " + std::to_string(id));
        return;
    }
    ++(whole ? report.rescued : report.without_samples);
    if (row) {
        // Marks are worth having, but no reason to give a study up.
        static_cast<void>(into.change(added->study_id, marks_of(*row)));
        Statement bin = from.prepare("SELECT in_bin FROM study WHERE id = ?1");
        const auto found = bin.bind(id).step();
        if (found && *found && bin.integer(0) != 0) {
            static_cast<void>(into.set_in_bin(added->study_id, true));
        }
    }
}

/// Whether the file looks like a library of ours, damaged as it may be.
bool looks_like_library(const std::string& path) {
    std::string head(100, '\0');
    std::ifstream file(path, std::ios::binary);
    file.read(head.data(), static_cast<std::streamsize>(head.size()));
    return head.substr(68, 4) == "thrl";  // sqlite.org/fileformat2.html: the application id
}

Result<void> move_aside(const std::string& path, const std::string& aside) {
    if (::rename(path.c_str(), aside.c_str()) != 0) {
        return errno_error("rename '" + path + "'", errno);
    }
    // The log belongs to the file; its index is made anew.
    ::rename((path + "-wal").c_str(), (aside + "-wal").c_str());
    ::unlink((path + "-shm").c_str());
    return {};
}

/// Errors: Usage for a sound library, whose studies would only get other numbers; Version for one
/// of a newer program, of which this one would lose what it does not know.
Result<void> check_rescue_is_needed(const std::string& file) {
    const auto library = Library::open(file);
    if (!library) {
        const Error& error = library.error();
        return error.code == ErrorCode::Version ? Result<void>(error) : Result<void>();
    }
    const auto problems = (*library)->check();
    if (problems && problems->empty()) {
        return Error{.code = ErrorCode::Usage,
                     .what = "'" + file + "' is sound: there is nothing to rescue"};
    }
    return {};
}

}  // namespace

Result<RescueReport> Library::rescue(const std::string& path, bool whatever_it_is) {
    const std::string file = path.empty() ? default_path() : path;
    if (struct stat status{}; ::stat(file.c_str(), &status) != 0) {
        return errno_error("no library '" + file + "'", errno);
    }
    if (!whatever_it_is && !looks_like_library(file)) {
        return Error{.code = ErrorCode::Format,
                     .what = "'" + file + "' does not look like a library; left alone"};
    }
    if (!whatever_it_is) {
        if (auto needed = check_rescue_is_needed(file); !needed) {
            return std::move(needed).error();
        }
    }
    RescueReport report{.aside = stamped_path(file, "damaged")};
    if (auto moved = move_aside(file, report.aside); !moved) {
        return std::move(moved).error();
    }
    auto into = Library::open(file);
    if (!into) {
        return std::move(into).error();
    }
    auto from = Database::open(report.aside);
    if (!from) {
        report.unreadable = true;
        return report;
    }
    // An older schema is brought up as far as the damage lets it; reading says the rest.
    static_cast<void>(prepare_schema(*from, report.aside, migration_steps()));
    bool readable = false;
    for (const std::int64_t id : study_ids(*from, readable)) {
        rescue_study(*from, **into, id, report);
    }
    report.unreadable = !readable;
    return report;
}

}  // namespace throughline::store
