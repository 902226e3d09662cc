// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "engine/counters/fuse_daemons.h"

namespace throughline::counters {

/// Where /proc and /sys are; tests bring their own.
struct Roots {
    std::string proc = "/proc";
    std::string sys = "/sys";
};
/// What a counter is looked for with.
struct Surroundings {
    Roots roots;
    Daemons daemons{};  ///< of a file system that a program runs
};
/// The files to read a counter from, which hold different bytes and are added up.
struct FoundFiles {
    std::vector<std::string> paths;
    std::string missing;  ///< why there are none; "" otherwise
};

}  // namespace throughline::counters
