// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "engine/storage/reader.h"

namespace throughline::storage {

/// open(2), pread(2), close(2), one file after another, inside wait(): what a thread of an ordinary
/// data loader does. wait() reads `count_min` files, at least one when any is queued; the timeout
/// is looked at between files, since a read under way cannot be called back. Expects options that
/// make_reader() has checked.
std::unique_ptr<Reader> make_blocking_reader(const ReaderOptions& options, const BufferPool& pool);

}  // namespace throughline::storage
