// SPDX-License-Identifier: Apache-2.0
#include "engine/importers/formats/storage/diskspd_result.h"

#include <array>
#include <string_view>

#include "engine/base/say.h"
#include "engine/importers/read/timestamp.h"
#include "engine/importers/read/units.h"

namespace throughline::importers {
namespace {

struct DiskspdPercentile {
    double percent;
    std::string_view suffix;
};
constexpr std::array kDiskspdPercentiles{DiskspdPercentile{0.0, "_min"},
                                         DiskspdPercentile{50.0, "_p50"},
                                         DiskspdPercentile{90.0, "_p90"},
                                         DiskspdPercentile{95.0, "_p95"},
                                         DiskspdPercentile{99.0, "_p99"},
                                         DiskspdPercentile{99.9, "_p999"},
                                         DiskspdPercentile{99.99, "_p9999"},
                                         DiskspdPercentile{100.0, "_max"}};

bool has_requests(const DiskspdDirection& direction) {
    return direction.requests.value_or(0.0) > 0.0 || direction.bytes.value_or(0.0) > 0.0;
}

void put_direction(const std::string& name,
                   const DiskspdDirection& direction,
                   std::optional<double> seconds,
                   RunDraft& run) {
    if (!has_requests(direction)) {
        return;
    }
    run.figure(name + "_bytes", direction.bytes);
    run.figure(name + "_requests", direction.requests);
    run.figure(name + "_bytes_per_second", ratio(direction.bytes, seconds));
    run.figure(name + "_iops", ratio(direction.requests, seconds));
    run.figure(name + "_latency_mean", seconds_of_ms(direction.latency_mean_ms));
    for (const auto& [percent, suffix] : kDiskspdPercentiles) {
        const auto found = direction.percentiles_ms.find(percent);
        if (found != direction.percentiles_ms.end()) {
            run.figure(name + "_latency" + std::string(suffix), seconds_of_ms(found->second));
        }
    }
}

}  // namespace

bool put_diskspd(const DiskspdSpan& span, Draft& draft) {
    if (!has_requests(span.read) && !has_requests(span.write)) {
        return false;
    }
    RunDraft& run = draft.add_run();
    run.set("command", span.command);
    run.set("host", span.host);
    run.set("storage_target", span.target);
    run.set("pattern", span.pattern);
    run.set("block_size", span.block_bytes);
    run.set("storage.block_bytes", span.block_bytes);
    run.set("file_size", span.file_bytes);
    run.set("io_depth", span.depth);
    run.set("storage.queue_depth", span.depth);
    run.set("workers", span.threads);
    run.set("storage.threads", span.threads);
    run.set("read_share", span.read_share);
    run.set("direct_io", span.direct);
    run.set("duration", span.seconds);
    run.set("cpu_count", span.processors);
    if (span.depth && span.threads && span.targets == 1) {
        run.set("io_outstanding", *span.depth * *span.threads);
    }
    if (const auto moment = parse_moment(span.start)) {
        run.started_at(draft.utc_of(*moment));
    }
    run.figure("cpu_utilisation", span.cpu);
    run.figure("cpu_user", span.cpu_user);
    run.figure("cpu_system", span.cpu_system);
    put_direction("read", span.read, span.seconds, run);
    put_direction("write", span.write, span.seconds, run);
    if (!span.seconds) {
        run.note(
            "diskspd.no_time",
            record::Level::Warning,
            to_say("The measured time is missing, so there are bytes and requests but no rate."));
    }
    return true;
}

}  // namespace throughline::importers
