// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>

#include "engine/base/result.h"
#include "engine/dataset/image_set.h"
#include "engine/dataset/open_options.h"

namespace throughline::dataset {

/// The images below a folder or in one file. Shards are indexed by several threads, reading only
/// the records' heads. A damaged shard gives the images before the damage and is named in
/// unreadable(); files that are not shards are counted in other_files().
/// Limits: RawTensor takes .npy files of one shape. GZIP- or ZLIB-compressed TFRecords and
///         compressed tars are not read: nothing in them can be reached without unpacking the rest.
/// Blocks: until done or stopped.
/// Errors: NotFound, Permission, Io; Stopped; Usage for a node without a share; Format when no
///         image is found, with what is there instead; Limit above 2^32 - 1 images.
Result<ImageSet> open_image_set(const std::string& path, const OpenOptions& options = {});

/// By the first files in the order of their paths. Folder when nothing else fits.
/// Errors: NotFound, Permission, Io; Stopped; Format when two formats lie side by side.
Result<Format> detect_format(const std::string& path, const std::stop_token& stop = {});

}  // namespace throughline::dataset
