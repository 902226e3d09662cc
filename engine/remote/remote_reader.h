// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "engine/base/result.h"
#include "engine/remote/remote_files.h"
#include "engine/storage/buffer_pool.h"
#include "engine/storage/reader.h"

namespace throughline::remote {

/// Reads objects of a store by the contract of Reader: `queue_depth` requests in flight over as
/// many connections, data straight into the buffer, `block_bytes` as ranges one after another.
/// FileRead::path is a path of `files`, directory_fd is not looked at. A read that failed for good
/// says why in ReadDone::reason. Of the options only queue_depth, block_bytes and watch count.
/// Errors: Usage for a depth out of range or storage that is emulated; Limit; Internal.
Result<std::unique_ptr<storage::Reader>> make_remote_reader(
    const storage::ReaderOptions& options,
    const storage::BufferPool& pool,
    std::shared_ptr<const RemoteFiles> files);

}  // namespace throughline::remote
