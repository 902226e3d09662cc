// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>

#include "engine/base/result.h"
#include "engine/dataset/image_set.h"

namespace throughline::dataset {

struct ScanOptions {
    std::stop_token stop{};
    /// Called now and then, from the calling thread, with the files seen so far; may be empty.
    std::function<void(std::uint64_t files_seen)> on_progress{};
    /// Larger files are left out: nobody could read them at once.
    std::uint64_t image_bytes_max = UINT64_MAX;
};

/// The JPEG files below a folder, sorted by path.
/// A file is taken when its name ends in .jpg, .jpeg, .jpe or .jfif (any case) or has no ending and
/// starts with the JPEG magic bytes; whether the content is sound shows when it is decoded.
/// Symbolic links are followed, to folders as well; hidden entries are left out. What would have
/// been an image and cannot be taken is named in ImageSet::left_out(). Errors: NotFound,
/// Permission, Io; Stopped; Format when no image is found, with what is there instead ("0 of 812
/// files are JPEG; 812 PNG"); Limit above 2^32 - 1 images.
Result<ImageSet> scan_folder(const std::string& root, const ScanOptions& options = {});

}  // namespace throughline::dataset
