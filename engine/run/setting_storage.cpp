// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <utility>

#include "engine/run/setting_parts.h"

namespace throughline::run {
namespace {

constexpr std::array<const char*, 3> kReaders{"io_uring", "pread", "mmap"};
constexpr std::array<const char*, 4> kAdvices{"normal", "sequential", "random", "willneed"};

}  // namespace

std::vector<SettingInfo> storage_settings() {
    SettingInfo block =
        integer_setting("storage.block_bytes",
                        "bytes",
                        0,
                        0.0,
                        64.0 * 1024 * 1024,
                        "Size of one read request; an image that is longer is read in several, one "
                        "after another. 0 reads each image in one request.");
    block.step = 4096;
    return {
        choice_setting("storage.reader",
                       kReaders,
                       "How bytes are read: io_uring, blocking pread, or copied out of an mmap."),
        boolean_setting(
            "storage.direct", true, "Read with O_DIRECT, past the page cache. mmap cannot."),
        integer_setting("storage.queue_depth",
                        "",
                        32,
                        1.0,
                        4096.0,
                        "Reads that io_uring keeps in flight, per reader thread."),
        std::move(block),
        integer_setting("storage.threads", "", 1, 1.0, 256.0, "Reader threads."),
        choice_setting(
            "storage.fadvise",
            kAdvices,
            "What the kernel is told about buffered reads (posix_fadvise, with mmap "
            "madvise): sequential doubles its read-ahead and random switches it off, for "
            "each file; willneed asks for the bytes of each read at once, just before."),
        integer_setting("storage.read_ahead",
                        "",
                        0,
                        0.0,
                        4095.0,
                        "Buffered pread and mmap: so many of the next reads are opened and asked "
                        "for in advance (readahead)."),
        boolean_setting("storage.register_buffers",
                        true,
                        "io_uring: pin the read buffers once for the run instead of at each read."),
    };
}

}  // namespace throughline::run
