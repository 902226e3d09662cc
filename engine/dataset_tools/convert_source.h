// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/dataset/image_set.h"

namespace throughline::dataset_tools {

/// What class an image is of.
struct ImageClass {
    std::int32_t label = -1;  ///< -1: not known
    std::string name{};       ///< of the class folder; empty when not known
};

/// The classes of a data set: its class folders, or the labels of its records.
/// Thread: immutable once made.
class Classes {
public:
    explicit Classes(const dataset::ImageSet& images);
    ImageClass of(std::size_t image) const;

private:
    std::string_view folder_of(std::size_t image) const;

    const dataset::ImageSet& images_;
    std::map<std::string, std::int32_t, std::less<>> labels_;  ///< by folder name
};

/// Reads one image after another. Thread: one owner.
class ImageFetcher {
public:
    explicit ImageFetcher(const dataset::ImageSet& images) : images_(images) {}
    /// The encoded image, parts joined. Valid until the next call. Errors: Io, NotFound, …; Format
    /// when the file has become shorter. With `bytes_max` only the start, parts not joined.
    Result<std::span<const std::byte>> fetch(std::size_t image,
                                             std::uint64_t bytes_max = UINT64_MAX);
    /// The whole record around it, as it lies there.
    Result<std::span<const std::byte>> fetch_record(std::size_t image);

private:
    Result<std::span<std::byte>> read(std::size_t image, std::uint64_t offset, std::uint64_t bytes);

    const dataset::ImageSet& images_;
    std::unique_ptr<dataset::ByteSource> file_;
    std::uint32_t file_number_ = UINT32_MAX;
    std::vector<std::byte> buffer_;
};

}  // namespace throughline::dataset_tools
