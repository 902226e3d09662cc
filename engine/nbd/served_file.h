// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/base/file_descriptor.h"
#include "engine/base/result.h"

namespace throughline::nbd {

/// A regular file that is served. It is locked (flock) as long as it is open: for oneself where it
/// is written to, else with others that read it.
struct ServedFile {
    UniqueFd fd{};
    std::uint64_t bytes = 0;
    bool writable = false;
};

/// How a file is to be opened. Nothing that is there is ever written to unless `writable` is said.
struct Opening {
    bool writable = false;
    std::optional<std::uint64_t> create_bytes{};  ///< make the file, which must not be there yet
};

/// Opens or makes it. Errors: NotFound, Permission, Limit, Io; Usage for what is no regular file (a
/// device is never served), is empty, or is there although it was to be made; Busy when another
/// server has it.
Result<ServedFile> open_served_file(const std::string& path, const Opening& opening);

}  // namespace throughline::nbd
