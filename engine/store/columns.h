// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "engine/base/result.h"

// How numbers are packed into the BLOBs of the library.
namespace throughline::store {

static_assert(std::endian::native == std::endian::little, "columns are packed little-endian");

inline constexpr std::size_t kChunkValuesMax = 4096;
/// No column holds more (a histogram line of 64 MiB has fewer buckets): bounds what a damaged count
/// can make a reader allocate.
inline constexpr std::int64_t kColumnValuesMax = std::int64_t{1} << 24;

/// The values behind each other; one value alone when all are the same bits.
template <class T>
std::string pack_column(std::span<const T> values) {
    static_assert(std::is_trivially_copyable_v<T>);
    const bool constant =
        values.size() > 1 && std::all_of(values.begin(), values.end(), [&](const T& value) {
            // Bits are meant, not values: -0.0 is not 0.0 here, and a NaN equals itself.
            // NOLINTNEXTLINE(bugprone-suspicious-memory-comparison)
            return std::memcmp(&value, values.data(), sizeof(T)) == 0;
        });
    const std::size_t kept = constant ? 1 : values.size();
    return kept == 0 ? std::string()
                     : std::string(reinterpret_cast<const char*>(values.data()), kept * sizeof(T));
}

Error damaged_column(std::size_t bytes, std::int64_t count);

/// The `count` values of a column again. Errors: Format when the bytes do not fit that count.
template <class T>
Result<std::vector<T>> unpack_column(std::string_view bytes, std::int64_t count) {
    static_assert(std::is_trivially_copyable_v<T>);
    const std::size_t held = bytes.size() / sizeof(T);
    const bool constant = held == 1 && count > 1;
    const bool whole = bytes.size() % sizeof(T) == 0 && count >= 0 &&
                       (constant || held == static_cast<std::size_t>(count));
    if (!whole || count > kColumnValuesMax) {
        return damaged_column(bytes.size(), count);
    }
    std::vector<T> values(held);
    if (held > 0) {
        std::memcpy(values.data(), bytes.data(), bytes.size());
    }
    if (constant) {
        const T value = values.front();
        values.assign(static_cast<std::size_t>(count), value);
    }
    return values;
}

/// One bit per row of a chunk, set for the rows in `positions` (ascending); nothing when that is
/// every row.
std::optional<std::string> pack_presence(std::span<const std::uint16_t> positions,
                                         std::size_t rows);

/// The positions again; all `rows` for `bits` = nothing. Errors: Format.
Result<std::vector<std::uint16_t>> unpack_presence(std::optional<std::string_view> bits,
                                                   std::size_t rows);

}  // namespace throughline::store
