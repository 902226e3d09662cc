// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

#include "engine/observe/observation.h"

namespace throughline::observe {

/// Mean size of the images that a job reads.
struct ImageSize {
    std::optional<double> bytes{};
    std::string missing{};  ///< why there is none
};

/// Of a sample of the images in the folders whose images the job was seen reading or had open;
/// where there are none, in the one folder of images that its command line names. Not of the files
/// that were seen: how often one is seen goes with how long it takes to read, which need not go
/// with its size. `pid` is the job's first process, through whose root folder a container's paths
/// are reached. Blocks: for about a second, or as long as the file system stands; on at most 1,024
/// sizes. No byte of a file is read.
ImageSize image_size_of(const Observation& seen, pid_t pid);

/// Paths that a command line may name, as words or behind "=", from the working folder `from`.
std::vector<std::string> folders_named(const std::vector<std::string>& command,
                                       const std::string& from);

}  // namespace throughline::observe
