// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/remote/store_xml.h"

namespace throughline::remote {

/// One entry of a folder.
struct HdfsEntry {
    enum class Kind : std::uint8_t { File, Folder, Other };
    std::string name{};  ///< "" where a file itself was asked for
    Kind kind = Kind::File;
    std::uint64_t bytes = 0;
    std::uint64_t block_bytes = 0;  ///< of a file; 0: not said
};

/// An answer of LISTSTATUS or LISTSTATUS_BATCH.
struct HdfsListing {
    std::vector<HdfsEntry> entries{};
    std::uint64_t remaining = 0;  ///< entries that are still to be asked for
};

/// Where a block lies.
struct BlockPlace {
    std::uint64_t offset = 0;
    std::uint64_t bytes = 0;
    std::vector<std::string> hosts{};  ///< of its copies, the nearest first
};

// Source of all: Hadoop, "WebHDFS REST API", JSON Schemas.

/// Errors: Format for what is no listing, an entry without a name, a kind or a length, a name that
/// leads elsewhere.
Result<HdfsListing> parse_hdfs_listing(std::string_view json);
/// Of GETFILEBLOCKLOCATIONS or of GET_BLOCK_LOCATIONS. Errors: Format.
Result<std::vector<BlockPlace>> parse_block_places(std::string_view json);
/// The body of a refusal: the exception's name as the code. All "" where it is none.
StoreError parse_remote_exception(std::string_view json);

}  // namespace throughline::remote
