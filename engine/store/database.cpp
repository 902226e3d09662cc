// SPDX-License-Identifier: Apache-2.0
#include "engine/store/database.h"

#include <sqlite3.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>

#include "engine/base/say.h"

namespace throughline::store {
namespace {

constexpr const char* kDamageAdvice = to_say(
    "'throughline-engine library rescue' sets it aside and makes a new one from its records");

ErrorCode code_of(int sqlite_code) {
    switch (sqlite_code & 0xFF) {
        case SQLITE_BUSY:
        case SQLITE_LOCKED:
            return ErrorCode::Busy;
        case SQLITE_CORRUPT:
        case SQLITE_NOTADB:
            return ErrorCode::Format;
        case SQLITE_FULL:
        case SQLITE_NOMEM:
        case SQLITE_TOOBIG:
            return ErrorCode::Limit;
        case SQLITE_PERM:
        case SQLITE_READONLY:
        case SQLITE_AUTH:
            return ErrorCode::Permission;
        case SQLITE_IOERR:
        case SQLITE_CANTOPEN:
        case SQLITE_PROTOCOL:
            return ErrorCode::Io;
        default:
            return ErrorCode::Internal;
    }
}

Error error_of(sqlite3* connection, int sqlite_code, std::string path) {
    const char* name = sqlite3_db_filename(connection, "main");
    if (path.empty() && name != nullptr) {
        path = name;
    }
    std::string what = say("library '%1': %2", path, sqlite3_errmsg(connection));
    const ErrorCode code = code_of(sqlite_code);
    if (code == ErrorCode::Format) {
        return Error{.code = code, .what = what + ". " + say(kDamageAdvice)};
    }
    if ((sqlite_code & 0xFF) == SQLITE_READONLY && sqlite_code != SQLITE_READONLY_DBMOVED) {
        return write_protection_error(path);
    }
    if (code == ErrorCode::Busy) {
        return Error{.code = code, .what = say("%1 (another process is writing to it)", what)};
    }
    const int cause = sqlite3_system_errno(connection);
    if (code == ErrorCode::Io && cause != 0) {
        return errno_error(std::move(what), cause);
    }
    return Error{.code = code, .what = std::move(what)};
}

void configure(sqlite3* raw) {
    sqlite3_extended_result_codes(raw, 1);
    sqlite3_busy_timeout(raw, static_cast<int>(kBusyTimeout.count()));
    sqlite3_db_config(raw, SQLITE_DBCONFIG_ENABLE_FKEY, 1, nullptr);
    // A library may come from a colleague: its schema is not trusted to call functions.
    sqlite3_db_config(raw, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    sqlite3_db_config(raw, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    // The program has none; foreign_in_schema() refuses the views of others.
    sqlite3_db_config(raw, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
}

/// A path as the path of a URI, whose marks it may hold. Source: sqlite.org/uri.html, section 3.1.
std::string uri_path(const std::string& path) {
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    std::string uri;
    for (const char byte : path) {
        if (byte == '%' || byte == '?' || byte == '#') {
            const auto code = static_cast<unsigned char>(byte);
            uri += {'%', kDigits[code >> 4U], kDigits[code & 0x0FU]};
        } else {
            uri += byte;
        }
    }
    return uri;
}

}  // namespace

std::string folder_of(const std::string& path) {
    const std::string folder = std::filesystem::path(path).parent_path().string();
    return folder.empty() ? "." : folder;
}

Error write_protection_error(const std::string& path) {
    return Error{.code = ErrorCode::Permission,
                 .what = say("library '%1' is read-only: its file or folder is "
                             "write-protected. A backup of it can be changed",
                             path)};
}

void ConnectionTraits::release(Raw raw) noexcept {
    // The _v2 form also copes with statements that were not released yet.
    sqlite3_close_v2(raw);
}

void StatementTraits::release(Raw raw) noexcept {
    sqlite3_finalize(raw);
}

void Statement::check(int code) {
    if (code != SQLITE_OK && !error_) {
        error_ = error_of(sqlite3_db_handle(handle_.get()), code, "");
    }
}

void Statement::reset() noexcept {
    // Its result repeats the error of the last step, which was reported then.
    sqlite3_reset(handle_.get());
}

Result<bool> Statement::step() {
    if (error_) {
        return *error_;
    }
    const int code = sqlite3_step(handle_.get());
    if (code == SQLITE_ROW) {
        return true;
    }
    if (code == SQLITE_DONE) {
        return false;
    }
    Error error = error_of(sqlite3_db_handle(handle_.get()), code, "");
    reset();
    return error;
}

Result<void> Statement::run() {
    for (;;) {
        const auto row = step();
        if (!row) {
            return row.error();
        }
        if (!*row) {
            reset();
            return {};
        }
    }
}

void Statement::bind_integer(int index, std::int64_t value) {
    if (!error_) {
        check(sqlite3_bind_int64(handle_.get(), index, value));
    }
}

void Statement::bind_one(int index, double value) {
    if (!error_) {
        check(sqlite3_bind_double(handle_.get(), index, value));
    }
}

void Statement::bind_text(int index, std::string_view text, Bytes bytes) {
    if (!error_) {
        const char* data = text.data() == nullptr ? "" : text.data();
        auto* const kept = bytes == Bytes::Copied ? SQLITE_TRANSIENT : SQLITE_STATIC;
        check(sqlite3_bind_text64(handle_.get(), index, data, text.size(), kept, SQLITE_UTF8));
    }
}

void Statement::bind_blob(int index, BlobView blob, Bytes bytes) {
    if (!error_) {
        const char* data = blob.bytes.data() == nullptr ? "" : blob.bytes.data();
        auto* const kept = bytes == Bytes::Copied ? SQLITE_TRANSIENT : SQLITE_STATIC;
        check(sqlite3_bind_blob64(handle_.get(), index, data, blob.bytes.size(), kept));
    }
}

void Statement::bind_one(int index, std::nullptr_t) {
    if (!error_) {
        check(sqlite3_bind_null(handle_.get(), index));
    }
}

bool Statement::is_null(int column) const noexcept {
    return sqlite3_column_type(handle_.get(), column) == SQLITE_NULL;
}

std::int64_t Statement::integer(int column) const noexcept {
    return sqlite3_column_int64(handle_.get(), column);
}

double Statement::real(int column) const noexcept {
    return sqlite3_column_double(handle_.get(), column);
}

std::string Statement::text(int column) const {
    const auto* data = sqlite3_column_text(handle_.get(), column);
    const auto bytes = static_cast<std::size_t>(sqlite3_column_bytes(handle_.get(), column));
    return data == nullptr ? std::string()
                           : std::string(reinterpret_cast<const char*>(data), bytes);
}

std::string_view Statement::bytes(int column) const noexcept {
    const void* data = sqlite3_column_blob(handle_.get(), column);
    const auto bytes = static_cast<std::size_t>(sqlite3_column_bytes(handle_.get(), column));
    return data == nullptr ? std::string_view()
                           : std::string_view(static_cast<const char*>(data), bytes);
}

std::optional<double> Statement::real_or_null(int column) const noexcept {
    return is_null(column) ? std::nullopt : std::optional(real(column));
}

Result<Database> Database::open(const std::string& path) {
    sqlite3* raw = nullptr;
    // One owner thread per connection, so SQLite's own mutexes are not needed.
    const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    const int code = sqlite3_open_v2(path.c_str(), &raw, flags, nullptr);
    ConnectionHandle connection(raw);
    if (code != SQLITE_OK) {
        // SQLite then looks for a file that it could read, and tells that there is none.
        const bool no_room = ::access(path.c_str(), F_OK) != 0 && errno == ENOENT &&
                             ::access(folder_of(path).c_str(), W_OK) != 0 && errno != ENOENT;
        return no_room ? errno_error(say("make library '%1'", path), errno)
                       : error_of(raw, code, path);
    }
    configure(raw);
    return Database(std::move(connection));
}

Result<Database> Database::open_for_reading(const std::string& path, Reading reading) {
    const std::string whole = std::filesystem::absolute(path).string();
    const std::string uri = "file://" + uri_path(whole) +
                            (reading == Reading::Shared ? "?mode=ro" : "?mode=ro&immutable=1");
    sqlite3* raw = nullptr;
    const int flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX;
    const int code = sqlite3_open_v2(uri.c_str(), &raw, flags, nullptr);
    ConnectionHandle connection(raw);
    if (code != SQLITE_OK) {
        return error_of(raw, code, path);
    }
    configure(raw);
    return Database(std::move(connection));
}

Statement Database::prepare(std::string_view sql) const {
    sqlite3_stmt* raw = nullptr;
    const int code = sqlite3_prepare_v2(
        connection_.get(), sql.data(), static_cast<int>(sql.size()), &raw, nullptr);
    StatementHandle handle(raw);
    if (code != SQLITE_OK) {
        return Statement(error_of(connection_.get(), code, ""));
    }
    return Statement(std::move(handle));
}

Result<void> Database::execute(const std::string& sql) const {
    const int code = sqlite3_exec(connection_.get(), sql.c_str(), nullptr, nullptr, nullptr);
    if (code != SQLITE_OK) {
        return error_of(connection_.get(), code, "");
    }
    return {};
}

Result<std::int64_t> Database::number(std::string_view sql) const {
    Statement statement = prepare(sql);
    const auto row = statement.step();
    if (!row) {
        return row.error();
    }
    return *row ? statement.integer(0) : 0;
}

Result<void> Database::take_content_of(const Database& other) {
    sqlite3_backup* const copy =
        sqlite3_backup_init(connection_.get(), "main", other.connection_.get(), "main");
    if (copy == nullptr) {
        return error_of(connection_.get(), sqlite3_errcode(connection_.get()), "");
    }
    const int code = sqlite3_backup_step(copy, -1);
    sqlite3_backup_finish(copy);
    if (code != SQLITE_DONE) {
        return error_of(connection_.get(), code, "");
    }
    return {};
}

std::int64_t Database::last_insert_id() const noexcept {
    return sqlite3_last_insert_rowid(connection_.get());
}

std::int64_t Database::changed_rows() const noexcept {
    return sqlite3_changes64(connection_.get());
}

Error damaged_library(const std::string& path, const std::string& cause) {
    return Error{
        .code = ErrorCode::Format,
        .what = say("library '%1' is damaged: %2", path, cause) + ". " + say(kDamageAdvice)};
}

Result<Transaction> Transaction::begin_write(const Database& database) {
    if (auto begun = database.execute("BEGIN IMMEDIATE"); !begun) {
        return std::move(begun).error();
    }
    return Transaction(database);
}

Result<Transaction> Transaction::begin_read(const Database& database) {
    if (auto begun = database.execute("BEGIN"); !begun) {
        return std::move(begun).error();
    }
    return Transaction(database);
}

Result<void> Transaction::commit() {
    if (auto committed = database_.get()->execute("COMMIT"); !committed) {
        return committed;  // the destructor undoes it
    }
    database_.release();
    return {};
}

void Transaction::RollbackTraits::release(Raw raw) noexcept {
    // Fails only where SQLite has already rolled back by itself (disk full, I/O error).
    static_cast<void>(raw->execute("ROLLBACK"));
}

}  // namespace throughline::store
