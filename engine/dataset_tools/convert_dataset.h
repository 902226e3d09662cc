// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>

#include "engine/base/result.h"
#include "engine/dataset_tools/convert_options.h"

namespace throughline::dataset_tools {

/// Writes a data set of any format as one of another: "shard-00017-of-01024.tfrecord", .rec with
/// its .idx, .tar, .npy, or a folder with a sub-folder a class. Labels come from the class folders
/// (counted from 0 in the order of their names) or from the records. Each file gets its final name
/// when it is whole and synced, and "throughline-conversion.json" says what is being made, so that
/// the same call after a kill goes on: files under a final name are kept, others begun anew. The
/// same options give the same bytes whatever the number of threads.
/// Blocks: until done; `on_progress` (may be empty) is called from this thread, ten times a second,
///         with on_plan once before.
/// Stop:   between two images; whole files are kept.
/// Errors: those of open_image_set(); Usage for a destination with something else in it; Limit when
///         the space does not suffice (with both figures) or the disk is full; Io; Busy; Stopped.
Result<ConvertReport> convert_dataset(
    const ConvertOptions& options,
    const std::function<void(const ConvertPlan&)>& on_plan,
    const std::function<void(const ConvertProgress&)>& on_progress,
    std::stop_token stop);

}  // namespace throughline::dataset_tools
