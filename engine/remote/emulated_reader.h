// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "engine/base/result.h"
#include "engine/remote/emulated_store.h"
#include "engine/storage/buffer_pool.h"
#include "engine/storage/reader.h"

namespace throughline::remote {

/// Reads files of this machine by the contract of Reader as if they were objects of `store`: each
/// read is one request, or one after another of `block_bytes`, `queue_depth` of them are in flight
/// whatever reads the files, and what the store refuses is sent again as of a real one. Data are
/// those of the files, read meanwhile by the reader that the options ask for; what that takes
/// longer comes as late as it does. A read that was refused for good fails with a reason.
/// Counts: in the store's traffic, as of a real one. `store` is shared by all readers of a run.
/// Errors: Usage for mmap and for a volume that is emulated as well; those of make_reader().
Result<std::unique_ptr<storage::Reader>> make_emulated_reader(const storage::ReaderOptions& options,
                                                              const storage::BufferPool& pool,
                                                              std::shared_ptr<EmulatedStore> store);

}  // namespace throughline::remote
