// SPDX-License-Identifier: Apache-2.0
// What clients of file systems write of themselves is other people's text: whatever stands there
// must not bring a measurement down.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "engine/counters/counter_table.h"
#include "engine/counters/ebs_log.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t bytes) {
    namespace counters = throughline::counters;
    const std::string_view text(reinterpret_cast<const char*>(data), bytes);
    const counters::Mount mount{.file_system = "nfs4", .mount_point = "/mnt/nfs", .source = {}};
    for (const counters::FileSystemKind& kind : counters::file_system_kinds()) {
        for (const counters::CounterKind* const counter : kind.counters) {
            static_cast<void>(counter->parse(text, mount));
        }
    }
    static_cast<void>(counters::parse_ebs_log(text));
    static_cast<void>(counters::parse_fuse_connection(text));
    return 0;
}
