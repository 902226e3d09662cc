// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace throughline::store {

/// Records of measurements that have ended in the folders where this program keeps them beside a
/// library: spool/done (the window, after the library took them in), spool (before) and records
/// (installers/start.sh). Sorted by folder and name. Blocks: on the disk.
std::vector<std::string> found_records(const std::string& library_path);

}  // namespace throughline::store
