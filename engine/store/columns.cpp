// SPDX-License-Identifier: Apache-2.0
#include "engine/store/columns.h"

#include <numeric>

#include "engine/base/say.h"

namespace throughline::store {

Error damaged_column(std::size_t bytes, std::int64_t count) {
    return Error{.code = ErrorCode::Format,
                 .what = say("the library is damaged: a column of %1 bytes cannot hold "
                             "%2 values",
                             std::to_string(bytes),
                             std::to_string(count))};
}

std::optional<std::string> pack_presence(std::span<const std::uint16_t> positions,
                                         std::size_t rows) {
    if (positions.size() == rows) {
        return std::nullopt;
    }
    std::string bits((rows + 7) / 8, '\0');
    for (const std::uint16_t position : positions) {
        char& byte = bits[position / 8U];
        byte = static_cast<char>(static_cast<unsigned char>(byte) | (1U << (position % 8U)));
    }
    return bits;
}

Result<std::vector<std::uint16_t>> unpack_presence(std::optional<std::string_view> bits,
                                                   std::size_t rows) {
    if (rows > kChunkValuesMax || (bits && bits->size() != (rows + 7) / 8)) {
        return damaged_column(bits ? bits->size() : 0, static_cast<std::int64_t>(rows));
    }
    std::vector<std::uint16_t> positions;
    if (!bits) {
        positions.resize(rows);
        std::iota(positions.begin(), positions.end(), std::uint16_t{0});
        return positions;
    }
    for (std::size_t row = 0; row < rows; ++row) {
        const auto byte = static_cast<unsigned char>((*bits)[row / 8]);
        if (((byte >> (row % 8U)) & 1U) != 0) {
            positions.push_back(static_cast<std::uint16_t>(row));
        }
    }
    return positions;
}

}  // namespace throughline::store
