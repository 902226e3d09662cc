// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/dataset/far_files.h"
#include "engine/dataset/image_set.h"
#include "engine/dataset/open_options.h"
#include "engine/dataset/shard_set.h"

// The parts of open_image_set() for files that lie far away.
namespace throughline::dataset {

/// What the first bytes of files show, several asked for at once, in their order. With `most`, of
/// the first so many. Errors: Stopped; the store's own where it answered nothing, many times.
Result<std::vector<FoundFile>> look_at_far(const FarFiles& far,
                                           const std::vector<FarFiles::File>& files,
                                           const OpenOptions& options,
                                           std::size_t most = SIZE_MAX);

/// The files that are images by scan_folder()'s rules; what is none is counted in `builder`.
/// Errors: those of look_at_far().
Result<std::vector<FoundFile>> far_images(ImageSetBuilder& builder, const OpenOptions& options);

}  // namespace throughline::dataset
