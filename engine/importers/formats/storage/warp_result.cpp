// SPDX-License-Identifier: Apache-2.0
#include "engine/importers/formats/storage/warp_result.h"

#include <algorithm>
#include <array>

#include "engine/base/say.h"
#include "engine/base/text.h"
#include "engine/importers/read/scan.h"

namespace throughline::importers {

std::optional<std::string_view> warp_direction(std::string_view operation) {
    static constexpr std::array<std::string_view, 6> kWrites{
        "PUT", "PUTPART", "APPEND", "POST", "MULTIPART", "SNOWBALL"};
    if (operation == "GET") {
        return "read";
    }
    const bool writes = std::find(kWrites.begin(), kWrites.end(), operation) != kWrites.end();
    return writes ? std::optional<std::string_view>("write") : std::nullopt;
}

void put_warp_figures(const WarpOperation& operation, RunDraft& run) {
    run.set("phase", lower(operation.name));
    run.set("workers", operation.concurrency);
    run.set("duration", operation.seconds);
    run.set("block_size", operation.object_bytes);
    if (operation.errors.value_or(0.0) > 0.0) {
        run.figure("failed_requests", operation.errors);
        run.note("warp.errors",
                 record::Level::Warning,
                 say_english("%1 operations failed.", shortest_text(*operation.errors)));
    }
    run.figure("first_byte_latency", operation.first_byte_mean_s);
    const auto direction = warp_direction(operation.name);
    if (!direction) {
        run.figure("entries_per_second", operation.operations_per_second);
        run.figure("request_latency", operation.latency_mean_s);
        return;
    }
    const std::string name(*direction);
    run.figure(name + "_bytes_per_second", operation.bytes_per_second);
    run.figure(name + "_iops", operation.operations_per_second);
    run.figure(name + "_latency_mean", operation.latency_mean_s);
    run.figure(name + "_latency_p50", operation.latency_p50_s);
    run.figure(name + "_latency_p90", operation.latency_p90_s);
    run.figure(name + "_latency_p99", operation.latency_p99_s);
    run.figure(name + "_latency_min", operation.latency_min_s);
    run.figure(name + "_latency_max", operation.latency_max_s);
}

bool put_warp(const WarpOperation& operation, Draft& draft) {
    if (!operation.bytes_per_second && !operation.operations_per_second) {
        return false;
    }
    put_warp_figures(operation, draft.add_run());
    return true;
}

}  // namespace throughline::importers
