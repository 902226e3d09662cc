// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "engine/dataset/byte_output.h"
#include "engine/dataset/byte_source.h"
#include "engine/dataset/shard_index.h"

// What the tests of the shard formats share.
namespace throughline::dataset {

inline std::vector<std::byte> bytes_of(std::string_view text) {
    std::vector<std::byte> bytes;
    append(bytes, text);
    return bytes;
}

/// Begins and ends as a JPEG does, with `length` bytes of `fill` as its scan.
inline std::vector<std::byte> fake_jpeg(std::size_t length, char fill = 'x') {
    std::vector<std::byte> bytes = bytes_of(std::string_view("\xFF\xD8\xFF\xDA\x00\x02", 6));
    append(bytes, std::string(length, fill));
    append(bytes, std::string_view("\xFF\xD9"));
    return bytes;
}

/// The bytes of image `number` of an index.
inline std::vector<std::byte> image_bytes(const std::vector<std::byte>& shard,
                                          const ShardIndex& index,
                                          std::size_t number) {
    const auto& image = index.images.at(number);
    const auto begin = shard.begin() + static_cast<std::ptrdiff_t>(image.offset_bytes);
    return {begin, begin + image.bytes};
}

}  // namespace throughline::dataset
