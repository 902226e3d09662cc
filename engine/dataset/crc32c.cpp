// SPDX-License-Identifier: Apache-2.0
#include "engine/dataset/crc32c.h"

#include <isa-l/crc.h>

#include <algorithm>

namespace throughline::dataset {

std::uint32_t crc32c(std::span<const std::byte> bytes, std::uint32_t crc) noexcept {
    constexpr std::size_t kPieceMax = 1U << 30U;  // the library's length is an int
    crc = ~crc;                                   // and it leaves both inversions to the caller
    while (!bytes.empty()) {
        const auto piece = bytes.first(std::min(bytes.size(), kPieceMax));
        // It only reads, whatever its signature says.
        auto* const data = reinterpret_cast<unsigned char*>(const_cast<std::byte*>(piece.data()));
        crc = crc32_iscsi(data, static_cast<int>(piece.size()), crc);
        bytes = bytes.subspan(piece.size());
    }
    return ~crc;
}

}  // namespace throughline::dataset
