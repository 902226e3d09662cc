// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "engine/counters/counter_texts.h"

// Used in this folder only.
namespace throughline::counters {

/// A program behind a FUSE mount.
struct Daemon {
    pid_t pid = 0;
    std::string name;  ///< as the kernel keeps it: "rclone"
    std::string command_line;
};
struct Daemons {
    std::vector<Daemon> processes{};
    std::string missing{};  ///< why there are none; "" otherwise
};

/// The processes that hold the connection of a FUSE mount: by the number of the connection where
/// the kernel tells it (Linux 6.17), else by the mount point in the command line of a program that
/// has /dev/fuse open, or whose open files may not be seen and that the file system is named after.
/// Blocks:  looks through all of /proc: about a millisecond for 100 processes.
Daemons fuse_daemons(const Mount& mount, const std::string& proc);

}  // namespace throughline::counters
