// SPDX-License-Identifier: Apache-2.0
// A damaged library is set aside, and a new one made from the records beside it.
#include "engine/store/rescue.h"

#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "engine/base/say.h"
#include "engine/store/found_records.h"
#include "engine/store/library.h"
#include "engine/store/record_folder.h"
#include "engine/store/replace_library.h"
#include "engine/store/rescuer.h"
#include "engine/store/schema.h"
#include "engine/store/staging_folder.h"

namespace throughline::store {
namespace {

/// Whether the file looks like a library of ours, damaged as it may be: by its mark, or by the
/// records beside it.
bool looks_like_library(const std::string& path) {
    std::string head(100, '\0');
    std::ifstream file(path, std::ios::binary);
    file.read(head.data(), static_cast<std::streamsize>(head.size()));
    // sqlite.org/fileformat2.html: the application id
    return head.substr(68, 4) == "thrl" || !RecordFolder(path).entries().empty();
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
                     .what = say("'%1' is intact: there is nothing to rescue", file)};
    }
    return {};
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
                 .what = say("'%1' does not look like a library, so it was left alone "
                             "('library rescue --force' accepts it as one)",
                             file)};
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

struct Files {
    const std::string& file;   ///< the damaged library
    const std::string& named;  ///< as the user calls it
    std::string fresh;         ///< the new one
};

/// Everything that can be had of a damaged library, for the file of a new one. Returns the studies
/// whose records are to be made anew.
Result<std::vector<std::string>> fill(const Files& files,
                                      const RecordFolder& folder,
                                      const StagingFolder& staging,
                                      const Rescuer::Progress& progress,
                                      RescueReport& report) {
    const auto into = new_library(files.fresh);
    if (!into) {
        return into.error();
    }
    auto transaction = Transaction::begin_write(*into);
    if (!transaction) {
        return std::move(transaction).error();
    }
    Rescuer rescuer(*into, folder, staging, report);
    auto taken = rescuer.take_records(progress);
    if (taken && rescuer.may_lack_studies()) {
        taken = rescuer.take_from_library(files.file);
        for (const std::string& record : found_records(files.named)) {
            if (taken) {
                taken = rescuer.take_found_record(record);
            }
        }
    }
    if (taken) {
        taken = rescuer.finish();
    }
    if (taken) {
        taken = transaction->commit();
    }
    if (taken) {
        taken = into->execute("PRAGMA wal_checkpoint(TRUNCATE)");
    }
    return taken ? Result<std::vector<std::string>>(rescuer.with_bad_record())
                 : std::move(taken).error();
}

}  // namespace

Result<RescueReport> rescue(const std::string& path, const RescueOptions& options) {
    const std::string named = path.empty() ? Library::default_path() : path;
    std::error_code failed;
    // A log lies beside the file itself, wherever a link to it lies.
    const std::string file = std::filesystem::canonical(named, failed).string();
    if (failed) {
        return errno_error(say("no library '%1'", named), failed.value());
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
    const RecordFolder folder(file);
    const auto bad_records = fill({.file = file, .named = named, .fresh = staging->file(kName)},
                                  folder,
                                  *staging,
                                  tell,
                                  report);
    if (!bad_records) {
        return bad_records.error();
    }
    if (auto replaced = replace_library(*staging, kName, file, report.aside); !replaced) {
        return std::move(replaced).error();
    }
    for (const std::string& uuid : *bad_records) {
        static_cast<void>(folder.remove(uuid));  // made again from the new library
    }
    return report;
}

}  // namespace throughline::store
