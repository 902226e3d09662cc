// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "engine/dataset/byte_source.h"
#include "engine/dataset/shard_index.h"

// TFRecord: length (8 bytes, little-endian), masked CRC-32C of it (4), data, masked CRC-32C of the
// data (4). Source: tensorflow/core/lib/io/record_writer.h.
namespace throughline::dataset {

inline constexpr std::size_t kTfRecordHeadBytes = 12;
inline constexpr std::size_t kTfRecordTailBytes = 4;

/// Whether the first 12 bytes are a record's, by their checksum.
bool starts_like_tfrecord(std::span<const std::byte> head) noexcept;

/// Where the images of a shard lie. A record is an image when it is a tf.train.Example with one, or
/// a JPEG itself. The checksum of every length is verified, that of the data is not: it would cost
/// reading everything (see verify_record()).
ShardIndex index_tfrecord(ByteSource& source, const IndexOptions& options);

/// Of a whole record: what is wrong with it, or null.
const char* tfrecord_fault(std::span<const std::byte> record) noexcept;

/// What a writer says of an image, by the feature names of TensorFlow's ImageNet scripts.
struct ExampleImage {
    std::span<const std::byte> encoded;
    std::int64_t label = 0;
    std::string_view class_name{};  ///< "image/class/synset"; left out when empty
    std::string_view file_name{};
    std::uint32_t width_px = 0;
    std::uint32_t height_px = 0;
};
/// Appends one record with a tf.train.Example. The image stands last, so that everything else can
/// be read with the record's head.
void append_tfrecord(const ExampleImage& image, std::vector<std::byte>& out);

}  // namespace throughline::dataset
