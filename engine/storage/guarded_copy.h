// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace throughline::storage {

/// memcpy out of a mapped file. False when the kernel answered a touch with SIGBUS; what is in `to`
/// is then undefined. The first call installs a handler for SIGBUS, for the whole process, which
/// passes on every signal that is not of such a copy. Thread: any, at the same time.
bool copy_guarded(std::byte* to, const std::byte* from, std::size_t bytes) noexcept;

}  // namespace throughline::storage
