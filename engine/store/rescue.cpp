// SPDX-License-Identifier: Apache-2.0
// A damaged library is set aside, and what can be read of it put into a new one.
#include "engine/store/rescue.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "engine/record/machine.h"
#include "engine/record/read_record.h"
#include "engine/record/record_json.h"
#include "engine/record/study.h"
#include "engine/store/found_records.h"
#include "engine/store/library.h"
#include "engine/store/losses.h"
#include "engine/store/organise.h"
#include "engine/store/replace_library.h"
#include "engine/store/salvage.h"
#include "engine/store/schema.h"
#include "engine/store/staging_folder.h"
#include "engine/store/study_reader.h"
#include "engine/store/study_writer.h"

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
    record::Header header;
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
        header.origin = record::Origin::Imported;  // the one that claims least
    }
    const record::Machine machine = record::machine_of(header);
    return salvaged
        .prepare(
            "INSERT INTO study(id, uuid, title, origin, started_at, host, demo, machine, "
            "source_path) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, '')")
        .bind(id,
              header.study,
              header.title,
              record::name_of(header.origin),
              header.started_at,
              machine.host,
              std::int64_t{machine.demo},
              record::machine_text(machine))
        .run();
}

/// A study whose header is gone gets one from its row.
Result<void> add_header(const Database& salvaged, const StudyRow& row) {
    record::Header header;
    header.study = row.uuid;
    header.title = row.title;
    header.origin = row.origin;
    header.started_at = row.started_at;
    header.spec_json = "{}";
    for (auto& [key, fact] : record::environment_of(row.machine)) {
        header.environment.emplace(key, fact);
    }
    return salvaged.prepare("INSERT OR REPLACE INTO study_record(study_id, header) VALUES(?1, ?2)")
        .bind(row.id, record::line_to_json(header, 1))
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
    record::Study study;
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
            record::Footer{.runs_done = found.row.runs_done, .lines = lines ? *lines - 1 : 0};
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

/// Fills a new library with the studies of a damaged one.
class Rescuer {
public:
    Rescuer(const Database& from, const Database& into, RescueReport& report)
        : from_(from), into_(into), report_(report) {}

    /// A study that cannot be taken over costs itself alone.
    Result<void> rescue(std::int64_t id) {
        if (auto begun = into_.execute("SAVEPOINT study"); !begun) {
            return begun;
        }
        auto found = read_salvaged(from_, id);
        const std::string name = found ? found->row.title : "study " + std::to_string(id);
        auto taken = found ? take(*std::move(found)) : Result<void>(std::move(found).error());
        if (!taken) {
            report_.lost.push_back(name);
            if (auto undone = into_.execute("ROLLBACK TO study"); !undone) {
                return undone;
            }
        }
        return into_.execute("RELEASE study");
    }

    /// A record that says more than the damaged library did. `any_missing`: also one of which
    /// nothing is left there.
    Result<void> add_record(const std::string& path, bool any_missing) {
        auto record = record::read_record(path);
        if (!record) {
            return {};  // no whole record: nothing to bring back
        }
        const std::string uuid = record->study.header.study;
        const auto incomplete = std::find_if(
            report_.incomplete.begin(), report_.incomplete.end(), [&](const IncompleteStudy& each) {
                return each.uuid == uuid;
            });
        Statement known = into_.prepare("SELECT 1 FROM study WHERE uuid = ?1");
        const auto there = known.bind(uuid).step();
        if (!there) {
            return there.error();
        }
        if (*there ? incomplete == report_.incomplete.end() : !any_missing) {
            return {};
        }
        std::string title = *there ? incomplete->title : record->study.header.title;
        const auto added = merge_study(into_, record->study, path);
        if (!added) {
            return added.error();
        }
        if (added->lines_new > 0) {
            report_.from_records.push_back(std::move(title));
            if (*there) {
                report_.incomplete.erase(incomplete);
            }
        }
        return {};
    }

private:
    Result<void> take(Salvaged found) {
        const StudyRow& row = found.row;
        const bool whole = found.losses.empty();
        if (!whole) {
            found.study.notes.push_back(
                {.code = kRescuedCode,
                 .level = record::Level::Warning,
                 .text = "The library was damaged. Lost of this study: " + joined(found.losses) +
                         ". Importing its file again brings that back."});
        }
        const auto added = merge_study(into_, found.study, row.source_path);
        if (!added) {
            return added.error();
        }
        if (row.origin == record::Origin::Published) {
            ++(whole ? report_.published : report_.published_incomplete);
        } else if (whole) {
            ++report_.whole;
        } else {
            report_.incomplete.push_back(
                {.title = row.title, .losses = std::move(found.losses), .uuid = row.uuid});
        }
        // Marks are worth having, but no reason to give a study up.
        static_cast<void>(change_study(into_, added->study_id, marks_of(row)));
        Statement bin = from_.prepare("SELECT in_bin FROM study WHERE id = ?1");
        const auto asked = bin.bind(row.id).step();
        if (asked && *asked && bin.integer(0) != 0) {
            static_cast<void>(into_.prepare("UPDATE study SET in_bin = 1 WHERE id = ?1")
                                  .bind(added->study_id)
                                  .run());
        }
        return {};
    }

    const Database& from_;
    const Database& into_;
    RescueReport& report_;
};

/// Whether the file looks like a library of ours, damaged as it may be.
bool looks_like_library(const std::string& path) {
    std::string head(100, '\0');
    std::ifstream file(path, std::ios::binary);
    file.read(head.data(), static_cast<std::streamsize>(head.size()));
    // sqlite.org/fileformat2.html: the application id
    return head.substr(68, 4) == "thrl" || holds_library_pages(path);
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

/// Whether studies may have been there of which neither a row nor their uuid is left.
Result<bool> may_lack_studies(const Database& salvaged, const RescueReport& report) {
    if (report.unreadable || !report.lost.empty()) {
        return true;
    }
    const auto gaps = salvaged.number(
        "SELECT count(DISTINCT what) FROM gap "
        "WHERE what IN ('study', 'sqlite_autoindex_study_1')");
    return gaps ? Result<bool>(*gaps == 2) : Result<bool>(gaps.error());
}

/// The user's own library lies in a place of ours, where only another program's database is not
/// taken for one, however damaged it is.
Result<void> check_rescue_is_possible(const std::string& file, bool own_place) {
    std::string head(15, '\0');
    std::ifstream(file, std::ios::binary).read(head.data(), 15);
    if (looks_like_library(file) || (own_place && head != "SQLite format 3")) {
        return check_rescue_is_needed(file);
    }
    return Error{.code = ErrorCode::Format,
                 .what = "'" + file +
                         "' does not look like a library; left alone ('library rescue --force' "
                         "takes it for one all the same)"};
}

/// All in one transaction and never synced: what is cut off is thrown away.
Result<Database> new_library(const std::string& path) {
    auto database = Database::open(path);
    if (!database) {
        return database;
    }
    auto prepared = prepare_schema(*database, path, migration_steps());
    if (prepared) {
        prepared = database->execute("PRAGMA synchronous = OFF");
    }
    return prepared ? std::move(database) : std::move(prepared).error();
}

/// Everything that can be had of a damaged library, for the file of a new one.
Result<void> fill(const std::string& file,
                  const std::string& fresh,
                  const std::vector<std::string>& records,
                  const std::function<void(std::size_t done, std::size_t studies)>& progress,
                  RescueReport& report) {
    const auto from = empty_salvage();
    if (!from) {
        return from.error();
    }
    if (auto read = salvage(file, *from); !read) {
        return read;
    }
    const auto ids = study_ids(*from);
    if (!ids) {
        return ids.error();
    }
    report.unreadable = ids->empty();
    const auto into = new_library(fresh);
    if (!into) {
        return into.error();
    }
    auto transaction = Transaction::begin_write(*into);
    if (!transaction) {
        return std::move(transaction).error();
    }
    Rescuer rescuer(*from, *into, report);
    std::size_t done = 0;
    for (const std::int64_t id : *ids) {
        if (auto rescued = rescuer.rescue(id); !rescued) {
            return rescued;
        }
        progress(++done, ids->size());
    }
    const auto any_missing = may_lack_studies(*from, report);
    if (!any_missing) {
        return any_missing.error();
    }
    for (const std::string& record : records) {
        if (auto added = rescuer.add_record(record, *any_missing); !added) {
            return added;
        }
    }
    auto committed = transaction->commit();
    return committed ? into->execute("PRAGMA wal_checkpoint(TRUNCATE)") : committed;
}

}  // namespace

Result<RescueReport> rescue(const std::string& path, const RescueOptions& options) {
    const std::string named = path.empty() ? Library::default_path() : path;
    std::error_code failed;
    // A log lies beside the file itself, wherever a link to it lies.
    const std::string file = std::filesystem::canonical(named, failed).string();
    if (failed) {
        return errno_error("no library '" + named + "'", failed.value());
    }
    if (!options.whatever_it_is) {
        auto possible = check_rescue_is_possible(file, named == Library::default_path());
        if (!possible) {
            return std::move(possible).error();
        }
    }
    RescueReport report{.aside = aside_path(file)};
    const auto tell = [&](std::size_t done, std::size_t studies) {
        if (options.progress) {
            options.progress({.aside = report.aside, .done = done, .studies = studies});
        }
    };
    tell(0, 0);
    const auto staging = StagingFolder::beside(file);
    if (!staging) {
        return staging.error();
    }
    constexpr const char* kName = "library.sqlite";
    put_log_into_file(file);
    if (auto filled = fill(file, staging->file(kName), found_records(named), tell, report);
        !filled) {
        return std::move(filled).error();
    }
    if (auto replaced = replace_library(*staging, kName, file, report.aside); !replaced) {
        return std::move(replaced).error();
    }
    return report;
}

}  // namespace throughline::store
