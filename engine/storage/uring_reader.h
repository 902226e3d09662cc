// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "engine/base/result.h"
#include "engine/storage/reader.h"

namespace throughline::storage {

/// Reads files through one io_uring. A file of its own is a chain of linked requests: open into a
/// direct descriptor, read into a registered buffer; the kernel carries it out without coming back
/// to us in between, and closes the file when the next one is opened in its place. A file that
/// stays open is opened once into the same table of direct descriptors and then costs one request a
/// read. Where direct descriptors are missing, open and read are two steps and close is a system
/// call; where the buffers cannot be registered, they are pinned at each read. Expects options that
/// make_reader() has checked. Errors: as open_ring(); Limit.
Result<std::unique_ptr<Reader>> make_uring_reader(const ReaderOptions& options,
                                                  const BufferPool& pool);

/// Whether such a reader can be made here, without one. Errors: as make_uring_reader().
Result<void> try_uring(std::uint32_t queue_depth);

}  // namespace throughline::storage
