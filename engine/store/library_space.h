// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace throughline::store {

/// What a library takes of the disk.
struct LibrarySpace {
    std::string path{};  ///< of the library file
    std::uint64_t index_bytes = 0;
    std::string record_folder{};
    std::uint64_t record_bytes = 0;
    std::int64_t studies = 0;
    std::int64_t records = 0;
    std::int64_t dropped = 0;    ///< studies whose record was dropped
    std::int64_t not_kept = 0;   ///< studies whose record is still to be made
    std::int64_t published = 0;  ///< need no record: made from the catalogue
};
/// What Library::drop_records() removed.
struct DroppedRecords {
    std::int64_t records = 0;
    std::uint64_t bytes = 0;
};
}  // namespace throughline::store
