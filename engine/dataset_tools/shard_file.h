// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/file_descriptor.h"
#include "engine/base/result.h"
#include "engine/dataset/image_set.h"

namespace throughline::dataset_tools {

/// "shard-00017-of-01024.tfrecord"
std::string shard_name(dataset::Format format, std::uint32_t shard, std::uint32_t shards);

/// One image as it goes into a shard.
struct ShardImage {
    std::span<const std::byte> bytes;  ///< JPEG; RawTensor: pixels
    std::int32_t label = -1;
    std::string_view class_name{};
    std::uint64_t number = 0;  ///< in the data set: its key
    std::uint32_t width_px = 0;
    std::uint32_t height_px = 0;
};

/// Appends the image's record, or records: a tar sample has its class beside it.
/// Errors: Limit for an image that the format cannot hold.
Result<void> append_record(dataset::Format format,
                           const ShardImage& image,
                           std::vector<std::byte>& out);

/// A shard while it is written, under a hidden temporary name. Destroyed before finish(), it goes.
/// Thread: one owner at a time.
class ShardFile {
public:
    struct Options {
        int directory_fd = -1;  ///< borrowed
        dataset::Format format = dataset::Format::TfRecord;
        std::string name;
        std::uint32_t width_px = 0;   ///< RawTensor
        std::uint32_t height_px = 0;  ///< RawTensor
    };
    /// Errors: Permission, Limit, Io.
    static Result<ShardFile> begin(Options options);
    ShardFile(const ShardFile&) = delete;
    ShardFile& operator=(const ShardFile&) = delete;
    ShardFile(ShardFile&&) = default;
    ShardFile& operator=(ShardFile&&) = delete;
    ~ShardFile();

    /// What append_record() made of image `number`. Errors: Limit (disk full), Io.
    Result<void> append(std::span<const std::byte> record, std::uint64_t number);
    /// Ends the format, syncs and gives the final name: a RecordIO index first, so that a .rec has
    /// one. Returns the bytes. Errors: Limit, Io.
    Result<std::uint64_t> finish();

private:
    explicit ShardFile(Options options) : options_(std::move(options)) {}
    Result<void> write(std::span<const std::byte> bytes);
    Result<void> end_format();
    Result<void> publish_index();
    std::string temporary() const { return "." + options_.name + ".part"; }

    Options options_;
    UniqueFd file_;
    std::uint64_t bytes_ = 0;
    std::uint64_t images_ = 0;
    std::string index_;  ///< RecordIO
};

}  // namespace throughline::dataset_tools
