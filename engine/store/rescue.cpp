// SPDX-License-Identifier: Apache-2.0
// A damaged library is set aside, and what can be read of it put into a new one.
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/file_descriptor.h"
#include "engine/run/machine.h"
#include "engine/store/backup.h"
#include "engine/store/library.h"
#include "engine/store/losses.h"
#include "engine/store/organise.h"
#include "engine/store/salvage.h"
#include "engine/store/schema.h"
#include "engine/store/study_reader.h"

namespace throughline::store {
namespace {

/// The studies that are named anywhere.
Result<std::vector<std::int64_t>> study_ids(const Database& salvaged) {
    Statement rows = salvaged.prepare(
        "SELECT id FROM study UNION SELECT study_id FROM study_record "
        "UNION SELECT id FROM known_study UNION SELECT study_id FROM run");
    std::vector<std::int64_t> ids;
    for (;;) {
        const auto row = rows.step();
        if (!row) {
            return row.error();
        }
        if (!*row) {
            return ids;
        }
        ids.push_back(rows.integer(0));
    }
}

/// A study whose own row is gone gets one from its header; one of which no more than its uuid is
/// left gets that. Errors: NotFound when not even that is left.
Result<void> add_row(const Database& salvaged, std::int64_t id) {
    run::Header header;
    if (auto lines = read_record_lines(salvaged, id)) {
        header = std::move(lines->header);
    } else {
        Statement known = salvaged.prepare("SELECT uuid FROM known_study WHERE id = ?1");
        const auto found = known.bind(id).step();
        if (!found || !*found) {
            return std::move(lines).error();
        }
        header.study = known.text(0);
        header.title = "study " + std::to_string(id) + " of the damaged library";
        header.origin = run::Origin::Imported;  // the one that claims least
    }
    const run::Machine machine = run::machine_of(header);
    return salvaged
        .prepare(
            "INSERT INTO study(id, uuid, title, origin, started_at, host, demo, machine, "
            "source_path) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, '')")
        .bind(id,
              header.study,
              header.title,
              run::name_of(header.origin),
              header.started_at,
              machine.host,
              std::int64_t{machine.demo},
              run::machine_text(machine))
        .run();
}

/// A study whose header is gone gets one from its row.
Result<void> add_header(const Database& salvaged, const StudyRow& row) {
    run::Header header;
    header.study = row.uuid;
    header.title = row.title;
    header.origin = row.origin;
    header.started_at = row.started_at;
    header.spec_json = "{}";
    for (auto& [key, fact] : run::environment_of(row.machine)) {
        header.environment.emplace(key, fact);
    }
    return salvaged.prepare("INSERT OR REPLACE INTO study_record(study_id, header) VALUES(?1, ?2)")
        .bind(row.id, run::line_to_json(header, 1))
        .run();
}

/// What is kept packed, where it does not unpack.
Result<void> drop_samples(const Database& salvaged, std::int64_t id) {
    for (const char* const table : {"time_chunk", "value_chunk", "histogram"}) {
        auto dropped = salvaged
                           .prepare("DELETE FROM " + std::string(table) +
                                    " WHERE run_id IN (SELECT id FROM run WHERE study_id = ?1)")
                           .bind(id)
                           .run();
        if (!dropped) {
            return dropped;
        }
    }
    return {};
}

struct Salvaged {
    run::Study study;
    StudyRow row;
    std::vector<std::string> losses;
};

/// A study with what is left of it, and what is not.
Result<Salvaged> read_salvaged(const Database& salvaged, std::int64_t id) {
    Salvaged found;
    auto row = read_study_row(salvaged, id);
    if (!row) {
        if (auto added = add_row(salvaged, id); !added) {
            return std::move(added).error();
        }
        found.losses.emplace_back("its name if it had been renamed, its note, price and target");
        row = read_study_row(salvaged, id);
    }
    if (!row) {
        return std::move(row).error();
    }
    found.row = *std::move(row);
    const bool record_lost = !read_record_lines(salvaged, id);
    if (record_lost) {
        if (auto added = add_header(salvaged, found.row); !added) {
            return std::move(added).error();
        }
        found.losses.emplace_back("its header: the spec and the machine");
        found.losses.emplace_back("its verdict and how it ended");
    }
    auto study = read_study(salvaged, id);
    if (!study) {
        if (auto dropped = drop_samples(salvaged, id); !dropped) {
            return std::move(dropped).error();
        }
        study = read_study(salvaged, id);
    }
    if (!study) {
        return std::move(study).error();
    }
    const auto losses = losses_of(salvaged, id);
    if (!losses) {
        return losses.error();
    }
    found.study = *std::move(study);
    if (record_lost && !found.row.interrupted) {
        // Its row still says that it came to its end, and in how many lines.
        const auto lines =
            salvaged.number("SELECT max(1, lines) FROM study WHERE id = " + std::to_string(id));
        found.study.footer =
            run::Footer{.runs_done = found.row.runs_done, .lines = lines ? *lines - 1 : 0};
    }
    found.losses.insert(found.losses.end(), losses->begin(), losses->end());
    return found;
}

std::string joined(const std::vector<std::string>& parts) {
    std::string text;
    for (const std::string& part : parts) {
        text += (text.empty() ? "" : "; ") + part;
    }
    return text;
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
    auto found = read_salvaged(from, id);
    if (!found) {
        report.lost.push_back("study " + std::to_string(id));
        return;
    }
    const StudyRow& row = found->row;
    if (!found->losses.empty()) {
        found->study.notes.push_back(
            {.code = kRescuedCode,
             .level = run::Level::Warning,
             .text = "The library was damaged. Lost of this study: " + joined(found->losses) +
                     ". Importing its file again brings that back."});
    }
    const auto added = into.add(std::move(found->study), row.source_path);
    if (!added) {
        report.lost.push_back(row.title);
        return;
    }
    if (found->losses.empty()) {
        ++report.whole;
    } else {
        report.incomplete.push_back({.title = row.title, .losses = std::move(found->losses)});
    }
    // Marks are worth having, but no reason to give a study up.
    static_cast<void>(into.change(added->study_id, marks_of(row)));
    Statement bin = from.prepare("SELECT in_bin FROM study WHERE id = ?1");
    const auto asked = bin.bind(id).step();
    if (asked && *asked && bin.integer(0) != 0) {
        static_cast<void>(into.set_in_bin(added->study_id, true));
    }
}

/// Whether the file looks like a library of ours, damaged as it may be.
bool looks_like_library(const std::string& path) {
    std::string head(100, '\0');
    std::ifstream file(path, std::ios::binary);
    file.read(head.data(), static_cast<std::streamsize>(head.size()));
    // sqlite.org/fileformat2.html: the application id
    return head.substr(68, 4) == "thrl" || holds_library_pages(path);
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

/// The last changes may still lie in the log beside the file, which is read page by page.
void put_log_into_file(const std::string& path) {
    if (const auto database = Database::open(path)) {
        // Of a file that SQLite refuses the log cannot be used either.
        static_cast<void>(database->execute("PRAGMA wal_checkpoint(TRUNCATE)"));
    }
}

/// A library that SQLite keeps in a temporary file, and in which rows may refer to lost ones.
Result<Database> empty_salvage() {
    auto database = Database::open("");
    if (!database) {
        return database;
    }
    auto prepared = prepare_schema(*database, "salvaged", migration_steps());
    if (prepared) {
        prepared = database->execute("PRAGMA foreign_keys = OFF");
    }
    return prepared ? std::move(database) : std::move(prepared).error();
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
    put_log_into_file(report.aside);
    auto from = empty_salvage();
    if (!from) {
        return std::move(from).error();
    }
    if (auto read = salvage(report.aside, *from); !read) {
        return std::move(read).error();
    }
    const auto ids = study_ids(*from);
    if (!ids) {
        return ids.error();
    }
    report.unreadable = ids->empty();
    for (const std::int64_t id : *ids) {
        rescue_study(*from, **into, id, report);
    }
    return report;
}

}  // namespace throughline::store
