// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace throughline::observe {

/// A process that may be a training.
struct Candidate {
    pid_t pid = 0;
    std::string name{};
    std::vector<std::string> command{};
    std::uint32_t user = 0;              ///< effective user id
    std::vector<std::string> reasons{};  ///< why it is listed: phrases in the spoken language
    double score = 0.0;                  ///< the larger, the likelier
    double cpu_cores = 0.0;              ///< since it began, with its workers
};

/// Processes of this machine that have a GPU or image files open, load with workers as Python's
/// DataLoaders do, or have a framework loaded, and the stand-ins of `selftest job`; the likeliest
/// first. Workers are not listed, who
/// started them is. Of other users' processes only the workers can be seen.
/// Blocks: on small files of /proc, 0.1 to 0.5 ms a process.
std::vector<Candidate> find_candidates();

}  // namespace throughline::observe
