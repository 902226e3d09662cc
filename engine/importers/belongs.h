// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace throughline::importers {

/// A file that was imported by itself.
struct TakenFile {
    std::string path{};
    std::string format{};
    std::size_t runs = 0;
};

/// Files that seem to be of one run, and could be imported as one (merge.h).
struct Belonging {
    std::string what{};  ///< "logs of one run of fio"
    std::vector<std::string> paths{};
};

/// By folder and name: the bw and iops logs of fio's processes with the JSON of their run, and the
/// files that DLIO leaves of a run. Only files of one run each.
std::vector<Belonging> files_that_belong(const std::vector<TakenFile>& files);

}  // namespace throughline::importers
