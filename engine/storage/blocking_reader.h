// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "engine/storage/reader.h"

namespace throughline::storage {

/// open(2), pread(2), close(2), one file after another, inside wait(): what a thread of an ordinary
/// data loader does. wait() reads `count_min` files, at least one when any is queued; the timeout
/// is looked at between files, since a read under way cannot be called back. Expects options that
/// make_reader() has checked.
/// ReaderKind::Mapped copies out of an mmap of the file instead of calling pread(2): the thread
/// runs into a page fault for what is not mapped yet, and the kernel reads around it. A file of its
/// own is mapped and unmapped for its read, a file that stays open is mapped once.
std::unique_ptr<Reader> make_blocking_reader(const ReaderOptions& options, const BufferPool& pool);

}  // namespace throughline::storage
