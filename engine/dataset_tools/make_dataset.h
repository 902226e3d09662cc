// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>

#include "engine/base/result.h"
#include "engine/dataset_tools/make_options.h"

namespace throughline::dataset_tools {

/// What make_dataset() will write. Errors: Usage, Permission, Limit when the space does not
/// suffice (with both figures).
Result<MakePlan> plan_dataset(const MakeOptions& options);

/// Writes photo-like JPEGs below `directory` as "class_0007/img_0000123.jpg" and a
/// "throughline-dataset.json" with the recipe. Each file is written under a temporary name, synced
/// and renamed, so a kill leaves no half-written file; making the same set again goes on where it
/// stopped. The same options give the same bytes whatever the number of threads. Copies of a
/// picture are written in full, never as clones that would share blocks on the disk.
/// Blocks: until done; `on_progress` (may be empty) is called from this thread, ten times a second.
/// Stop:   between two images; what is written is kept.
/// Errors: as plan_dataset(); Io, Limit (disk full) with the file; Stopped.
Result<MakeReport> make_dataset(const MakeOptions& options,
                                const std::function<void(const MakeProgress&)>& on_progress,
                                std::stop_token stop);

/// Deletes a data set that make_dataset() made, and nothing else: only the files it names, then
/// the folders that are empty after that. Links are not followed.
/// Errors: Usage when the folder has no throughline-dataset.json; Permission, Io.
Result<void> delete_dataset(const std::string& directory);

}  // namespace throughline::dataset_tools
