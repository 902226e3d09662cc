// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "engine/base/result.h"

namespace throughline::dataset_tools {

/// What lies in a folder that has no manifest.
struct FolderContent {
    bool foreign = false;            ///< something that is not ours
    std::vector<std::string> begun;  ///< names of manifests that were cut off while being written
    bool directory_made = false;     ///< one of them says that the folder was made for the data set
};
/// Looks for what write_file_atomically() leaves when the process dies within it. `lost+found` of a
/// freshly made file system counts as nothing. Errors: Permission, Io.
Result<FolderContent> look_into(const std::string& directory, const std::string& manifest_name);

/// Deletes the manifests that were cut off. Call it with the folder locked: one that is being
/// written looks the same. Errors: Permission, Io.
Result<void> delete_begun(const std::string& directory, const std::string& manifest_name);

}  // namespace throughline::dataset_tools
