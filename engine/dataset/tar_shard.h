// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/dataset/byte_source.h"
#include "engine/dataset/shard_index.h"

// Tar shards as WebDataset uses them: files whose names differ after their first dot only belong to
// one sample ("a/0001.jpg", "a/0001.cls"). Read: ustar, GNU long names and sizes, pax path and
// size. Source: POSIX.1-2017 pax, "ustar Interchange Format"; GNU tar manual, "Basic Tar Format";
// webdataset/tariterators.py.
namespace throughline::dataset {

inline constexpr std::size_t kTarBlockBytes = 512;

/// Whether the block is a header, by its checksum.
bool starts_like_tar(std::span<const std::byte> block) noexcept;

/// Where the JPEG members lie, by their names. Members that are no JPEG are counted; hidden ones
/// and folders are not.
ShardIndex index_tar(ByteSource& source, const IndexOptions& options);

/// Of a member from its first header to its padding: what is wrong with it, or null.
const char* tar_fault(std::span<const std::byte> record) noexcept;

/// "a/0001" of "a/0001.seg.jpg".
std::string_view sample_key(std::string_view name) noexcept;

/// Appends one member. Errors: Limit when the name is above 100 bytes or the data above 8 GiB.
Result<void> append_tar_member(std::string_view name,
                               std::span<const std::byte> data,
                               std::vector<std::byte>& out);
/// What ends an archive: zeros, two blocks at least, up to a multiple of 10 KiB.
std::size_t tar_end_bytes(std::uint64_t archive_bytes) noexcept;

}  // namespace throughline::dataset
