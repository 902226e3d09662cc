// SPDX-License-Identifier: Apache-2.0
#include "engine/store/schema.h"

#include <chrono>

#include "engine/base/say.h"
#include "engine/store/schema_check.h"

namespace throughline::store {
namespace {

/// The version of our library; 0 for an empty file.
Result<std::int64_t> version_of(const Database& database,
                                const std::string& path,
                                std::int64_t newest) {
    const auto application = database.number("PRAGMA application_id");
    if (!application) {
        return application.error();
    }
    auto version = database.number("PRAGMA user_version");
    if (!version) {
        return version.error();
    }
    const auto tables = database.number("SELECT count(*) FROM sqlite_schema");
    if (!tables) {
        return tables.error();
    }
    const bool empty = *application == 0 && *version == 0 && *tables == 0;
    if (*application != kApplicationId && !empty) {
        return Error{.code = ErrorCode::Format,
                     .what = say("'%1' is the database of another program, not a library", path)};
    }
    if (*version > newest) {
        return Error{.code = ErrorCode::Version,
                     .what = say("library '%1' has schema version %2, made by a newer "
                                 "program; this one knows versions up to %3",
                                 path,
                                 std::to_string(*version),
                                 std::to_string(newest))};
    }
    if (!empty && *version < 1) {
        return damaged_library(path, say("its schema version is %1", std::to_string(*version)));
    }
    return version;
}

/// Before anything in the library is used: what somebody else put into its schema would be run.
Result<std::int64_t> checked_version(const Database& database,
                                     const std::string& path,
                                     std::span<const MigrationStep> steps) {
    auto version = version_of(database, path, static_cast<std::int64_t>(steps.size()));
    if (!version) {
        return version;
    }
    const auto foreign =
        *version == 0
            ? Result<std::string>(std::string())
            : foreign_in_schema(database, steps.first(static_cast<std::size_t>(*version)));
    if (!foreign) {
        return foreign.error();
    }
    return foreign->empty() ? std::move(version)
                            : Result<std::int64_t>(damaged_library(path, *foreign));
}

/// The same as of one moment: another process may be making the library just now, and a version of
/// before with the tables of after would look like a database of another program.
Result<std::int64_t> version_now(const Database& database,
                                 const std::string& path,
                                 std::span<const MigrationStep> steps) {
    const auto reading = Transaction::begin_read(database);
    return reading ? checked_version(database, path, steps) : reading.error();
}

/// Write-ahead logging is what lets several processes work at once. Another process that makes the
/// same new library may hold its lock; SQLite then answers Busy without waiting, so the wait is
/// made by taking the write lock, which honours the busy timeout.
Result<void> switch_to_wal(const Database& database) {
    const auto give_up = std::chrono::steady_clock::now() + kBusyTimeout;
    for (;;) {
        auto switched = database.execute("PRAGMA journal_mode = WAL");
        const bool again = !switched && switched.error().code == ErrorCode::Busy &&
                           std::chrono::steady_clock::now() < give_up;
        if (!again) {
            return switched;
        }
        if (auto waited = Transaction::begin_write(database); !waited) {
            return std::move(waited).error();
        }
    }
}

Result<void> migrate(const Database& database,
                     const std::string& path,
                     std::span<const MigrationStep> steps) {
    auto transaction = Transaction::begin_write(database);
    if (!transaction) {
        return std::move(transaction).error();
    }
    // Asked again under the lock: another process may have done it meanwhile.
    const auto newest = static_cast<std::int64_t>(steps.size());
    const auto version = checked_version(database, path, steps);
    if (!version) {
        return version.error();
    }
    for (const auto& step : steps.subspan(static_cast<std::size_t>(*version))) {
        if (auto made = database.execute(step.sql); !made) {
            return made;
        }
    }
    const std::string marks = "PRAGMA application_id = " + std::to_string(kApplicationId) +
                              "; PRAGMA user_version = " + std::to_string(newest);
    if (auto marked = database.execute(marks); !marked) {
        return marked;
    }
    return transaction->commit();
}

}  // namespace

std::int64_t schema_version() noexcept {
    return static_cast<std::int64_t>(migration_steps().size());
}

Result<void> prepare_schema(const Database& database,
                            const std::string& path,
                            std::span<const MigrationStep> steps,
                            const BeforeMigration& before) {
    const auto newest = static_cast<std::int64_t>(steps.size());
    const auto version = version_now(database, path, steps);
    if (!version) {
        return version.error();
    }
    if (before && *version > 0 && *version < newest) {
        if (auto ready = before(*version); !ready) {
            return ready;
        }
    }
    if (*version == 0) {
        // Takes effect only before the first table: lets purge_bin() give space back.
        if (auto set = database.execute("PRAGMA auto_vacuum = INCREMENTAL"); !set) {
            return set;
        }
    }
    if (auto switched = switch_to_wal(database); !switched) {
        return switched;
    }
    // FULL: what was ingested is on the disk when ingest() returns, so that a spooled record may be
    // removed then. It costs one fsync per file.
    if (auto set = database.execute("PRAGMA synchronous = FULL"); !set) {
        return set;
    }
    return *version < newest ? migrate(database, path, steps) : Result<void>();
}

Result<void> check_schema(const Database& database, const std::string& path) {
    const auto reading = Transaction::begin_read(database);
    const auto version = reading ? version_of(database, path, schema_version())
                                 : Result<std::int64_t>(reading.error());
    if (!version) {
        return version.error();
    }
    if (*version < schema_version()) {
        return Error{.code = ErrorCode::Permission,
                     .what = say("library '%1' has schema version %2 and would have to be "
                                 "brought up to %3, but it is read-only here: copy it to a "
                                 "folder of your own",
                                 path,
                                 std::to_string(*version),
                                 std::to_string(schema_version()))};
    }
    const auto checked = checked_version(database, path, migration_steps());
    return checked ? Result<void>() : Result<void>(checked.error());
}

}  // namespace throughline::store
