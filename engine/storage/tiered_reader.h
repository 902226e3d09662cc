// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "engine/base/result.h"
#include "engine/storage/buffer_pool.h"
#include "engine/storage/read_tier.h"
#include "engine/storage/reader.h"

namespace throughline::storage {

/// A reader with a tier in front: what the tier has is read from it, anything else by `behind`,
/// whose reads then fill the tier. What the tier cannot bring is read from behind it, so that no
/// read fails for its sake. The tier is read past the page cache where its file system can, by
/// io_uring or as `options` say, each of its reads as one request.
/// `options` and `pool` are those that `behind` was made with. Errors: those of make_reader().
Result<std::unique_ptr<Reader>> make_tiered_reader(const ReaderOptions& options,
                                                   const BufferPool& pool,
                                                   std::unique_ptr<Reader> behind,
                                                   std::shared_ptr<ReadTier> tier);

}  // namespace throughline::storage
