// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/dataset/far_files.h"
#include "engine/remote/location.h"
#include "engine/remote/store_xml.h"

namespace throughline::remote {

/// A listing that was kept in a file, to be used again instead of asking the store: four lines that
/// begin with '#' say of what it is, how many objects it names and how many were left out as
/// their keys are no paths; each further line is a size in bytes, a tab and a whole key, whose
/// bytes are escaped with %XX as in addresses. No endpoint, key or time is in it.
struct KeptListing {
    std::vector<Object> objects;
    std::uint64_t left_out = 0;
};

/// Writes what was listed at `location`, each key `key_prefix` and a path, so that a crash leaves
/// the old file or the new one. Errors: those of write_file_atomically(); Usage where `path` is a
/// file of another kind, which stays.
Result<void> write_listing(const Location& location,
                           const std::string& key_prefix,
                           const std::vector<dataset::FarFiles::File>& files,
                           std::uint64_t left_out,
                           const std::string& path);

/// What such a file has at or below `location`.
/// Blocks: to read it, of up to 4 GiB. Errors: NotFound, Permission, Io, Limit; Usage where it is a
/// listing of another place; Format with line and reason for what is none, is cut off or was
/// spoiled.
Result<KeptListing> read_listing(const std::string& path, const Location& location);

}  // namespace throughline::remote
