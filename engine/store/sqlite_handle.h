// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/unique_handle.h"

// SQLite's own types, declared and not included, so that sqlite3.h stays in database.cpp.
struct sqlite3;
struct sqlite3_stmt;

namespace throughline::store {

struct ConnectionTraits {
    using Raw = sqlite3*;
    static constexpr Raw null() noexcept { return nullptr; }
    static void release(Raw raw) noexcept;
};
/// Owns a connection to a database file.
using ConnectionHandle = UniqueHandle<ConnectionTraits>;

struct StatementTraits {
    using Raw = sqlite3_stmt*;
    static constexpr Raw null() noexcept { return nullptr; }
    static void release(Raw raw) noexcept;
};
/// Owns a compiled statement; must go before its connection.
using StatementHandle = UniqueHandle<StatementTraits>;

}  // namespace throughline::store
