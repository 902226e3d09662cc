// SPDX-License-Identifier: Apache-2.0
#include "engine/store/backup.h"

#include <sys/stat.h>

#include <algorithm>

#include "engine/base/clock.h"
#include "engine/base/say.h"
#include "engine/base/uuid.h"
#include "engine/base/written_path.h"
#include "engine/store/check_library.h"
#include "engine/store/record_folder.h"
#include "engine/store/schema.h"
#include "engine/store/schema_check.h"
#include "engine/store/staging_folder.h"

namespace throughline::store {
namespace {

bool exists(const std::string& path) {
    struct stat status{};
    return ::stat(path.c_str(), &status) == 0;
}

Error damaged(const std::string& path, const std::string& cause) {
    return Error{.code = ErrorCode::Format, .what = say("backup '%1' is damaged: %2", path, cause)};
}

/// Errors: Format, Version when it is not a sound library that this program knows.
Result<void> check_backup(const Database& backup, const std::string& path) {
    const auto application = backup.number("PRAGMA application_id");
    if (!application) {
        return application.error();
    }
    if (*application != kApplicationId) {
        return Error{.code = ErrorCode::Format,
                     .what = say("'%1' is not the backup of a library", path)};
    }
    const auto version = backup.number("PRAGMA user_version");
    if (!version) {
        return version.error();
    }
    if (*version > schema_version()) {
        return Error{.code = ErrorCode::Version,
                     .what = say("backup '%1' has schema version %2; this program knows "
                                 "versions up to %3",
                                 path,
                                 std::to_string(*version),
                                 std::to_string(schema_version()))};
    }
    if (*version < 1) {
        return damaged(path, say("its schema version is %1", std::to_string(*version)));
    }
    const auto steps = migration_steps().first(static_cast<std::size_t>(*version));
    auto problems = foreign_in_schema(backup, steps);
    if (problems && problems->empty()) {
        problems = check_library(backup);
    }
    if (!problems) {
        return problems.error();
    }
    if (!problems->empty()) {
        return damaged(path, *problems);
    }
    return {};
}

/// As processes take turns.
Result<void> clear_records(const Database& database, const RecordFolder& folder) {
    auto transaction = Transaction::begin_write(database);
    if (!transaction) {
        return std::move(transaction).error();
    }
    auto cleared = folder.clear();
    return cleared ? transaction->commit() : cleared;
}

}  // namespace

std::string stamped_path(const std::string& path, const std::string& word) {
    std::string stamp = utc_now_iso8601().substr(0, 19);
    stamp.erase(
        std::remove_if(
            stamp.begin(), stamp.end(), [](char byte) { return byte == '-' || byte == ':'; }),
        stamp.end());
    const std::size_t dot = path.rfind('.');
    const std::size_t slash = path.rfind('/');
    const bool has_suffix =
        dot != std::string::npos && (slash == std::string::npos || dot > slash + 1);
    const std::size_t end = has_suffix ? dot : path.size();
    std::string stamped = path.substr(0, end) + "-" + word + "-" + stamp + path.substr(end);
    // Twice within a second.
    return exists(stamped) ? path.substr(0, end) + "-" + word + "-" + stamp + "-" +
                                 make_uuid().substr(0, 8) + path.substr(end)
                           : stamped;
}

Result<void> backup_to(const Database& database, const std::string& path, bool replace) {
    if (!replace && exists(path)) {
        return Error{.code = ErrorCode::Usage, .what = say("'%1' already exists", path)};
    }
    const std::string target = written_path(path);
    const auto staging = StagingFolder::beside(target);
    if (!staging) {
        return staging.error();
    }
    const std::string part = staging->file("backup");
    auto copied = database.prepare("VACUUM INTO ?1").bind(part).run();
    if (copied) {
        return staging->put_in_place("backup", target);
    }
    Error error = std::move(copied).error();
    if (const std::size_t at = error.what.find(part); at != std::string::npos) {
        error.what.replace(at, part.size(), path);  // nobody knows the temporary one
    }
    return error;
}

Result<void> back_up_older(const Database& database,
                           const std::string& path,
                           std::int64_t version) {
    auto saved = backup_to(database, stamped_path(path, "schema-" + std::to_string(version)));
    if (saved) {
        return saved;
    }
    Error error = std::move(saved).error();
    error.what =
        say("library '%1' has to be brought up to schema version %2 and "
            "cannot be saved first: %3",
            path,
            std::to_string(schema_version()),
            error.what);
    return error;
}

Result<std::string> restore_from(Database& database,
                                 const RecordFolder& folder,
                                 const std::string& library_path,
                                 const std::string& backup_path) {
    if (!exists(backup_path)) {
        return Error{.code = ErrorCode::NotFound, .what = say("no file '%1'", backup_path)};
    }
    auto backup = Database::open(backup_path);
    if (!backup) {
        return std::move(backup).error();
    }
    if (auto checked = check_backup(*backup, backup_path); !checked) {
        return std::move(checked).error();
    }
    std::string kept = stamped_path(library_path, "before-restore");
    if (auto saved = backup_to(database, kept); !saved) {
        return std::move(saved).error();
    }
    if (auto cleared = clear_records(database, folder); !cleared) {
        return std::move(cleared).error();
    }
    if (auto copied = database.take_content_of(*backup); !copied) {
        return std::move(copied).error();
    }
    if (auto prepared = prepare_schema(database, library_path, migration_steps()); !prepared) {
        return std::move(prepared).error();
    }
    return kept;
}

}  // namespace throughline::store
