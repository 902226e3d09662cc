// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <array>
#include <string>

#include "engine/observe/observation.h"

namespace throughline::observe {

/// Where this program may find a path of a job, the likelier one first: through the job's own root
/// folder, which a container has, and as it is, where that folder may not be entered.
std::array<std::string, 2> places_of(pid_t pid, const std::string& path);

/// Where this program finds a file that a job was seen reading: what is there is on the same device
/// and of the same size. "" where it is not to be found. Blocks: on the file system of the path.
std::string place_of(pid_t pid, const std::string& path, const SeenFile& seen);

}  // namespace throughline::observe
