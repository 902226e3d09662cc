// SPDX-License-Identifier: Apache-2.0
// The parsers of /proc take any text: another kernel's files must not bring a measurement down.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "engine/metrics/proc_samplers.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t bytes) {
    namespace metrics = throughline::metrics;
    const std::string_view text(reinterpret_cast<const char*>(data), bytes);
    metrics::parse_diskstats(text);
    metrics::parse_proc_stat(text);
    metrics::parse_net_dev(text);
    metrics::parse_self_status(text);
    return 0;
}
