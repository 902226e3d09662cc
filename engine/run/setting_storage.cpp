// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <utility>

#include "engine/run/setting_parts.h"

namespace throughline::run {
namespace {

constexpr std::array<const char*, 2> kReaders{"io_uring", "pread"};

}  // namespace

std::vector<SettingInfo> storage_settings() {
    SettingInfo block =
        integer_setting("storage.block_bytes",
                        "bytes",
                        0,
                        0.0,
                        64.0 * 1024 * 1024,
                        "Size of one read request; 0 reads each file in one request.");
    block.step = 4096;
    return {
        choice_setting(
            "storage.reader", kReaders, "How bytes are read: io_uring or blocking pread."),
        boolean_setting("storage.direct", true, "Read with O_DIRECT, past the page cache."),
        integer_setting("storage.queue_depth",
                        "",
                        32,
                        1.0,
                        4096.0,
                        "Reads that io_uring keeps in flight, per reader thread."),
        std::move(block),
        integer_setting("storage.threads", "", 1, 1.0, 256.0, "Reader threads."),
    };
}

}  // namespace throughline::run
