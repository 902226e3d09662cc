// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <vector>

#include "engine/base/result.h"
#include "engine/dataset/folder_scan.h"
#include "engine/pipeline/encoded_source.h"
#include "engine/pipeline/item_log.h"

namespace throughline::pipeline {

struct Preloaded {
    std::vector<std::byte> bytes;
    std::vector<EncodedImage> images;  ///< point into `bytes`, which must not be resized
};

/// Reads a uniformly random sample of the images (all of it where it fits) into memory, for
/// measuring decode alone. Always the same sample for a data set, so that runs compare.
/// Blocks: on the disk. Errors: Stopped; Io when not one image could be read; Limit.
Result<Preloaded> preload_sample(const dataset::ImageSet& images,
                                 std::uint64_t bytes_max,
                                 ItemLog& log,
                                 std::stop_token stop);

}  // namespace throughline::pipeline
