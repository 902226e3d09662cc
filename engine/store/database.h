// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "engine/base/result.h"
#include "engine/base/unique_handle.h"
#include "engine/store/sqlite_handle.h"

namespace throughline::store {

/// How long a statement waits for another process before it fails with Busy.
inline constexpr std::chrono::milliseconds kBusyTimeout{5000};

/// Marks bytes that are bound as a BLOB; a plain string_view is bound as TEXT.
struct BlobView {
    std::string_view bytes;
};

/// A compiled statement. The first thing that goes wrong, compiling included, is kept and comes
/// out of step() or run(), so that a chain of binds needs no branch each.
/// Thread: that of its Database, which must outlive it.
class Statement {
public:
    explicit Statement(StatementHandle handle) : handle_(std::move(handle)) {}
    explicit Statement(Error error) : error_(std::move(error)) {}

    /// Starts over with these parameters, the first one for ?1.
    template <class... Values>
    Statement& bind(const Values&... values) {
        reset();
        int index = 0;
        (bind_one(++index, values), ...);
        return *this;
    }

    /// The same for as many values as there happen to be. Texts and blobs are not copied: they
    /// must stay as they are until run(), or until other values are bound.
    template <class... Types>
    Statement& bind_all(std::span<const std::variant<Types...>> values) {
        reset();
        int index = 0;
        for (const auto& value : values) {
            ++index;
            std::visit([&](const auto& plain) { bind_borrowed(index, plain); }, value);
        }
        return *this;
    }

    /// True: a row is there to read. False: done.
    Result<bool> step();
    /// Runs to the end, rows are dropped, and resets, so that no lock is kept.
    Result<void> run();
    /// Ends reading; the parameters stay.
    void reset() noexcept;

    /// Columns of the current row, from 0. What is read stays valid as the caller's own copy,
    /// except for a view, which is valid until the next step.
    bool is_null(int column) const noexcept;
    std::int64_t integer(int column) const noexcept;
    double real(int column) const noexcept;
    std::string text(int column) const;
    std::string_view bytes(int column) const noexcept;
    std::optional<double> real_or_null(int column) const noexcept;

private:
    template <std::integral Integer>
    void bind_one(int index, Integer value) {
        bind_integer(index, static_cast<std::int64_t>(value));
    }
    void bind_one(int index, double value);
    void bind_one(int index, std::string_view text) { bind_text(index, text, Bytes::Copied); }
    void bind_one(int index, BlobView blob) { bind_blob(index, blob, Bytes::Copied); }
    void bind_one(int index, std::nullptr_t null);
    template <class Value>
    void bind_one(int index, const std::optional<Value>& value) {
        if (value) {
            bind_one(index, *value);
        } else {
            bind_one(index, nullptr);
        }
    }
    template <class Value>
    void bind_borrowed(int index, const Value& value) {
        bind_one(index, value);
    }
    void bind_borrowed(int index, const std::string& text) {
        bind_borrowed(index, std::string_view(text));
    }
    void bind_borrowed(int index, std::string_view text) {
        bind_text(index, text, Bytes::Borrowed);
    }
    void bind_borrowed(int index, BlobView blob) { bind_blob(index, blob, Bytes::Borrowed); }
    enum class Bytes : std::uint8_t { Copied, Borrowed };
    void bind_text(int index, std::string_view text, Bytes bytes);
    void bind_blob(int index, BlobView blob, Bytes bytes);
    void bind_integer(int index, std::int64_t value);
    void check(int code);

    StatementHandle handle_;
    std::optional<Error> error_;
};

/// The folder that a file lies in; "." where its path names none.
std::string folder_of(const std::string& path);

/// What a change of a library that may not be written to is answered with.
Error write_protection_error(const std::string& path);

/// A connection to an SQLite file.
/// Thread:  one owner.
/// Errors:  Busy after kBusyTimeout, Format (no database, or damaged; with advice), Limit (disk or
///          memory full), Permission, NotFound, Io.
class Database {
public:
    /// Opens or creates the file; sets nothing but the busy timeout and foreign keys.
    static Result<Database> open(const std::string& path);

    enum class Reading : std::uint8_t {
        Shared,     ///< beside processes that write, whose -wal and -shm files are read
        Unchanging  ///< nobody writes, and no -wal file holds anything: no lock is taken
    };
    /// Opens a file that is there for reading alone; what changes it is refused (Permission).
    static Result<Database> open_for_reading(const std::string& path, Reading reading);

    Statement prepare(std::string_view sql) const;
    /// Runs statements that return no rows, separated by semicolons.
    Result<void> execute(const std::string& sql) const;
    /// The single number that `sql` answers with; 0 when it answers with none.
    Result<std::int64_t> number(std::string_view sql) const;

    /// Puts the content of another database in place of this one's, in one transaction.
    Result<void> take_content_of(const Database& other);

    std::int64_t last_insert_id() const noexcept;
    /// Rows that the last statement inserted, changed or deleted.
    std::int64_t changed_rows() const noexcept;

private:
    explicit Database(ConnectionHandle connection) : connection_(std::move(connection)) {}

    ConnectionHandle connection_;
};

/// "library 'PATH' is damaged: CAUSE", with the advice that goes with damage.
Error damaged_library(const std::string& path, const std::string& cause);

/// A transaction that is undone unless it was committed. Must not outlive its Database.
class Transaction {
public:
    /// Takes the write lock at once, so that it cannot fail in the middle for another writer.
    static Result<Transaction> begin_write(const Database& database);
    /// Several reads see one state of the library.
    static Result<Transaction> begin_read(const Database& database);

    Result<void> commit();

private:
    struct RollbackTraits {
        using Raw = const Database*;
        static constexpr Raw null() noexcept { return nullptr; }
        static void release(Raw raw) noexcept;
    };
    explicit Transaction(const Database& database) : database_(&database) {}

    UniqueHandle<RollbackTraits> database_;
};

}  // namespace throughline::store
