// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "engine/dataset/image_set.h"

namespace throughline::dataset_tools {

struct ConvertOptions {
    std::string source{};
    std::shared_ptr<const dataset::FarFiles>
        far{};  ///< the source's files, where they lie far away
    std::string
        destination{};  ///< made when absent; must be empty or this conversion, begun before
    dataset::Format format = dataset::Format::TfRecord;  ///< any but Blocks
    std::optional<dataset::Format> source_format{};      ///< unset: by content
    std::string feature{};                               ///< TFRecord source: of the image
    std::uint32_t shards = 0;         ///< 0 = of about 128 MB each; a folder has none
    std::uint32_t replicate = 1;      ///< write each image so many times
    std::uint32_t short_side_px = 0;  ///< shrink and encode again; 0 = the bytes as they are
    int quality = 90;                 ///< of images encoded again
    std::uint32_t width_px = 224;     ///< RawTensor
    std::uint32_t height_px = 224;    ///< RawTensor
    bool shuffle = true;              ///< spread the images over the shards, as training wants them
    std::uint64_t seed = 1;           ///< of that order
    std::uint32_t threads = 0;        ///< 0 = all cores
};

struct ConvertPlan {
    dataset::Format source_format = dataset::Format::Folder;
    std::uint64_t images = 0;  ///< to be written, copies counted
    std::uint32_t shards = 0;  ///< 0 for a folder
    std::uint32_t shards_there = 0;
    double bytes_expected = 0.0;
    bool bytes_estimated = false;  ///< from images encoded again as a sample
    std::uint64_t bytes_free = 0;
};

struct ConvertProgress {
    std::uint64_t images_done = 0;
    std::uint64_t images = 0;
    std::uint64_t bytes_written = 0;
    double seconds = 0.0;
};

struct ConvertReport {
    std::uint64_t images = 0;
    std::uint64_t bytes = 0;     ///< of the files
    std::uint32_t files = 0;     ///< shards; 0 for a folder
    std::uint64_t left_out = 0;  ///< images that could not be read or decoded
    std::string first_left_out;
    double seconds = 0.0;
};

}  // namespace throughline::dataset_tools
