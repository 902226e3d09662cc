// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>

#include "engine/base/result.h"
#include "engine/baseline/own_folder.h"

namespace throughline::baseline {

/// Writes the new file "data" of random bytes, past the page cache where that is possible, and has
/// the device keep them. `progress` hears the share that is written.
/// Errors: Stopped; Limit when the disk is full; those of open(2) and write(2).
Result<void> write_data_file(const OwnFolder& folder,
                             std::uint64_t bytes,
                             const std::stop_token& stop,
                             const std::function<void(double)>& progress);

/// What can be said of a file before it is read.
struct FileFacts {
    std::string path{};  ///< absolute, links resolved
    std::uint64_t bytes = 0;
    /// Bytes that lie in holes or were reserved and never written: they are answered with zeros
    /// that no device reads.
    std::uint64_t hole_bytes = 0;
    bool direct_works = false;  ///< one read past the page cache did what was asked
};
/// Errors: those of open(2); Usage for what is no regular file: a device, a FIFO, a folder.
Result<FileFacts> look_at_file(const std::string& path);

/// Whether reads of the file at `path` go past the page cache.
bool direct_reads_work(const std::string& path);

}  // namespace throughline::baseline
