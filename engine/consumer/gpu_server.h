// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace throughline::consumer {

/// What the process of a GPU plug-in does: loads it and carries out what comes on kGpuSocketFd,
/// with batches in the memory of kGpuArenaFd, until the other end hangs up. The plug-in may crash
/// or hang it. Returns: the exit code.
int serve_gpu(const std::string& plugin_path);

}  // namespace throughline::consumer
