// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "engine/base/result.h"
#include "engine/store/database.h"

namespace throughline::store {

/// The small numbers that stand for metric and setting keys.
/// Thread: that of its Database. Must not outlive the transaction it writes in: keys that were
/// added are gone after a rollback.
class KeyTable {
public:
    explicit KeyTable(const Database& database);

    /// The key's number; a new key gets one.
    Result<std::int64_t> id_of(std::string_view key);

private:
    const Database& database_;
    Statement find_;
    Statement add_;
    struct Hash {
        // NOLINTNEXTLINE(readability-identifier-naming): the standard library asks for this name
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const noexcept {
            return std::hash<std::string_view>()(text);
        }
    };
    std::unordered_map<std::string, std::int64_t, Hash, std::equal_to<>> known_;
};

}  // namespace throughline::store
