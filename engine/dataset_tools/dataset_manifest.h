// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "engine/base/file_descriptor.h"
#include "engine/base/result.h"
#include "engine/dataset_tools/make_options.h"

namespace throughline::dataset_tools {

/// Name of the file that marks a folder as a data set of ours.
inline constexpr const char* kManifestName = "throughline-dataset.json";

/// No manifest of a data set, made or converted, is longer.
inline constexpr std::size_t kManifestBytesMax = 1U << 20U;

/// The recipe of a made data set and how far it got. With the recipe every file's name and bytes
/// are known, which is what going on and deleting rely on.
struct DatasetManifest {
    MakeOptions options;  ///< no zeros that stand for a default, but `directory` and `threads`
    bool directory_made = false;  ///< the folder was not there before
    bool complete = false;
    std::uint64_t bytes = 0;  ///< of all images, when complete
};

/// Whether the two ask for the same files.
bool same_recipe(const MakeOptions& a, const MakeOptions& b);

/// Errors: NotFound, Permission, Io; Format when it is none of ours; Version when it was made by
/// another version of the recipe, whose files would differ.
Result<DatasetManifest> read_manifest(const std::string& directory);
/// Atomic. Errors: Permission, Limit, Io.
Result<void> write_manifest(const std::string& directory, const DatasetManifest& manifest);

/// Opens the folder and holds it against other makers and deleters until the descriptor is closed.
/// Errors: Busy, NotFound, Permission, Io.
Result<UniqueFd> lock_dataset(const std::string& directory);

}  // namespace throughline::dataset_tools
