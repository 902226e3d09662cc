// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "engine/dataset/byte_source.h"
#include "engine/dataset/shard_index.h"

// MXNet RecordIO: magic (4 bytes, little-endian), a word with the part's kind (3 bits) and length
// (29 bits), data, zeros up to a multiple of 4. Where the data hold the magic at a multiple of 4,
// the writer leaves it out and goes on with a new part. An image record's data begin with an
// IRHeader: flag, label (float), id, id2 (24 bytes), and `flag` more labels when flag > 0.
// Source: dmlc-core include/dmlc/recordio.h and src/recordio.cc; MXNet python/mxnet/recordio.py.
namespace throughline::dataset {

inline constexpr std::uint32_t kRecordIoMagic = 0xCED7230AU;
inline constexpr std::size_t kRecordIoHeadBytes = 8;

bool starts_like_recordio(std::span<const std::byte> head) noexcept;

/// Where the images of a .rec file lie, from its start to `end` (0 = the end of the file), a place
/// where a record begins. An image in parts is taken as it lies there, from its first part to its
/// last, and marked: join_parts() puts it together.
ShardIndex index_recordio(ByteSource& source,
                          const IndexOptions& options,
                          std::uint64_t begin = 0,
                          std::uint64_t end = 0);

/// Of an image in parts, as read: puts the image together in place and returns its length.
/// `bytes` begin at a multiple of 4 of their record, as every image does.
std::size_t join_parts(std::span<std::byte> bytes) noexcept;

/// Of a whole record: what is wrong with it, or null. RecordIO has no checksums.
const char* recordio_fault(std::span<const std::byte> record) noexcept;

/// Record starts out of a .idx file ("key\toffset" a line), ascending; empty when it is none.
std::vector<std::uint64_t> parse_recordio_index(std::string_view text);

/// Appends one image record with flag 0; in parts where the image holds the magic.
void append_recordio(std::span<const std::byte> image,
                     float label,
                     std::uint64_t id,
                     std::vector<std::byte>& out);

}  // namespace throughline::dataset
