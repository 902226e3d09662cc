// SPDX-License-Identifier: Apache-2.0
// warp's analysis as JSON: a list of operations up to 0.7, "by_op_type" since 1.0, both made of the
// same blocks. Rates are bytes and objects over the time that was measured, in ms.
#include <optional>
#include <string>

#include "engine/base/say.h"
#include "engine/importers/formats/formats.h"
#include "engine/importers/formats/json_document.h"
#include "engine/importers/formats/storage/warp_result.h"
#include "engine/importers/read/timestamp.h"
#include "engine/importers/read/units.h"

namespace throughline::importers {
namespace warp_json {
namespace {

int claim(const Head& head) {
    const bool now = head.json.has("by_op_type") && head.json.has("total.throughput");
    const bool before =
        head.json.has("operations.[].throughput") && head.json.has("operations.[].concurrency");
    return now || before || (head.json.has("total.throughput") && head.json.has("final")) ? kCertain
                                                                                          : 0;
}

/// Latencies of all requests of one size; nothing where they were skipped.
void take_requests(JsonValue single, WarpOperation& operation) {
    operation.object_bytes = single["obj_size"].number();
    const auto ms = [&](const char* name) { return seconds_of_ms(single[name].number()); };
    operation.latency_mean_s = ms("dur_avg_millis");
    operation.latency_p50_s = ms("dur_median_millis");
    operation.latency_p90_s = ms("dur_90_millis");
    operation.latency_p99_s = ms("dur_99_millis");
    operation.latency_min_s = ms("fastest_millis");
    operation.latency_max_s = ms("slowest_millis");
    operation.first_byte_mean_s = seconds_of_ms(single["first_byte"]["average_millis"].number());
}

bool was_measured(JsonValue single) {
    return single && single["requests"].number().value_or(0.0) > 0.0;
}

void take_operation(std::string_view name, JsonValue from, Draft& draft) {
    WarpOperation operation{.name = std::string(name)};
    const JsonValue throughput = from["throughput"];
    const auto measured = seconds_of_ms(throughput["measure_duration_millis"].number());
    operation.seconds = measured;
    const auto bytes = throughput["bytes"].number();
    operation.bytes_per_second = bytes.value_or(0.0) > 0.0 ? ratio(bytes, measured) : std::nullopt;
    const auto objects = throughput["objects"].number();
    operation.operations_per_second =
        ratio(objects.value_or(0.0) > 0.0 ? objects : throughput["ops"].number(), measured);
    if (!bytes && !objects) {  // the first versions say the rates themselves
        operation.bytes_per_second = throughput["average_bps"].number();
        operation.operations_per_second = throughput["average_ops"].number();
    }
    operation.concurrency = from["concurrency"].number();
    operation.errors = throughput["errors"].number();
    operation.errors = operation.errors ? operation.errors : from["total_errors"].number();
    std::size_t parts = 0;
    JsonValue only;
    if (was_measured(from["single_sized_requests"])) {
        only = from["single_sized_requests"];
        parts = 1;
    }
    for (const JsonValue client : from["requests_by_client"]) {
        for (const JsonValue segment : client) {
            if (was_measured(segment["single_sized_requests"])) {
                only = segment["single_sized_requests"];
                ++parts;
            }
        }
    }
    if (parts == 1) {
        take_requests(only, operation);
    }
    if (!put_warp(operation, draft)) {
        return;
    }
    draft.take_rows();
    if (parts > 1) {
        draft.info_once("warp.parts",
                        say("Latencies are given for %1 separate stretches of the run; their "
                            "percentiles cannot be joined, so none are imported.",
                            std::to_string(parts)));
    }
}

Result<void> read(Input& input, Draft& draft) {
    const auto tree = read_json_document(input, draft);
    if (!tree) {
        return tree.error();
    }
    const JsonValue root = tree->root();
    draft.tool("warp", root["warp_version"].words());
    draft.environment("command", root["commandline"].words());
    for (const JsonValue operation : root["by_op_type"]) {
        take_operation(operation.key(), operation, draft);
    }
    for (const JsonValue operation : root["operations"]) {
        take_operation(operation["type"].words(), operation, draft);
    }
    return {};
}

}  // namespace
}  // namespace warp_json

const Format kWarpJson{
    .id = "warp-json", .title = "warp JSON", .claim = &warp_json::claim, .read = &warp_json::read};

}  // namespace throughline::importers
