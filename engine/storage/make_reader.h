// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "engine/base/result.h"
#include "engine/storage/buffer_pool.h"
#include "engine/storage/reader.h"

namespace throughline::storage {

/// Makes a reader over `pool`, which must outlive it. Raises the process's soft limit on open files
/// to the hard one, for the files that stay open.
/// Errors: Unsupported when io_uring is switched off (says which switch: sysctl
/// kernel.io_uring_disabled, seccomp, …); Usage for options out of range; Limit.
Result<std::unique_ptr<Reader>> make_reader(const ReaderOptions& options, const BufferPool& pool);

}  // namespace throughline::storage
