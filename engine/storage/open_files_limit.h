// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace throughline::storage {

/// Raises this process's soft limit on open files to the hard one and returns what it then is.
std::uint64_t raise_open_files_limit() noexcept;

}  // namespace throughline::storage
