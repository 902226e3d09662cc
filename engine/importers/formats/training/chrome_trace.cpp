// SPDX-License-Identifier: Apache-2.0
// Chrome trace events, as the profilers of PyTorch and TensorFlow write them. A GPU is busy while
// at least one of its kernels runs: the union of their intervals over the span, never their sum.
#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/say.h"
#include "engine/base/text.h"
#include "engine/importers/formats/formats.h"
#include "engine/importers/formats/training/chrome_trace_steps.h"
#include "engine/importers/read/json_elements.h"
#include "engine/importers/read/json_tree.h"
#include "engine/importers/read/scan.h"
#include "engine/importers/read/units.h"
#include "engine/metrics/registry.h"

namespace throughline::importers {
namespace chrome_trace {
namespace {

int claim(const Head& head) {
    return head.json.has("traceEvents") || (head.json.has("[].ph") && head.json.has("[].ts"))
               ? kCertain - 10
               : 0;
}

struct Interval {
    double begin = 0.0;
    double end = 0.0;
};

/// Length of the union of intervals.
double union_of(std::vector<Interval>& intervals) {
    std::sort(intervals.begin(), intervals.end(), [](const auto& a, const auto& b) {
        return a.begin < b.begin;
    });
    double covered = 0.0;
    double until = -std::numeric_limits<double>::infinity();
    for (const Interval& interval : intervals) {
        covered += std::max(0.0, interval.end - std::max(until, interval.begin));
        until = std::max(until, interval.end);
    }
    return covered;
}

struct Trace {
    std::uint64_t events = 0;
    std::uint64_t complete = 0;
    double duration_us = 0.0;  ///< sum over complete events
    double first_us = std::numeric_limits<double>::infinity();
    double last_us = -std::numeric_limits<double>::infinity();
    std::map<std::string, std::vector<Interval>> kernels{};  ///< by device
    TraceSteps steps{};
};

/// A moment, or the profiler's own window ("Record Window End"): it opens before the work that it
/// recorded and closes long after, so that it says nothing of how long the work took.
bool is_mark(std::string_view phase, std::string_view category) {
    return phase == "i" || phase == "I" || phase == "R" || category == "Trace";
}

void take_event(JsonValue event, Trace& trace) {
    ++trace.events;
    const std::string phase = event["ph"].words();
    const auto begin = event["ts"].number();
    const double duration = event["dur"].number().value_or(0.0);
    if (phase == "M" || !begin) {
        return;  // names and the like carry no time
    }
    if (*begin > 0.0 && !is_mark(phase, event["cat"].text().value_or(""))) {
        trace.first_us = std::min(trace.first_us, *begin);
        trace.last_us = std::max(trace.last_us, *begin + duration);
    }
    if (phase != "X") {
        return;
    }
    ++trace.complete;
    trace.duration_us += duration;
    trace.steps.take(event["name"].text().value_or(""),
                     event["cat"].text().value_or(""),
                     event["pid"].words(),
                     *begin,
                     duration);
    if (event["cat"].words() == "kernel" || event["cat"].words() == "Kernel") {
        const std::string device = event["args"]["device"].words();
        trace.kernels[device.empty() ? event["pid"].words() : device].push_back(
            {*begin, *begin + duration});
    }
}

/// Traces have hundreds of megabytes: one event after another. Many lack the closing bracket, which
/// the format allows.
Result<Trace> read_events(Input& input, Draft& draft) {
    JsonElements events(input.text, "traceEvents");
    Trace trace;
    std::string mended;
    while (const auto text = events.next()) {
        const auto event = JsonTree::parse(*text);
        if (!event) {
            draft.drop_row(events.line(), "an event that is not JSON");
            continue;
        }
        mended = mended.empty() ? event->mended() : mended;
        take_event(event->root(), trace);
    }
    if (events.failure()) {
        return *events.failure();
    }
    if (events.cut()) {
        draft.warn("import.mended",
                   say("the file ends within its events: the %1 complete ones count",
                       std::to_string(trace.events)));
    } else if (!mended.empty()) {
        draft.warn("import.mended", say("the JSON is not valid: %1", mended));
    }
    return trace;
}

Result<void> read(Input& input, Draft& draft) {
    auto read = read_events(input, draft);
    if (!read) {
        return std::move(read).error();
    }
    Trace& trace = *read;
    draft.tool("Chrome trace");
    draft.take_rows(trace.events);
    draft.info("trace.events",
               say("%1 events, %2 complete ones of %3 us in all, from %4 to %5 us",
                   std::to_string(trace.events),
                   std::to_string(trace.complete),
                   shortest_text(trace.duration_us),
                   shortest_text(trace.first_us),
                   shortest_text(trace.last_us)));
    const double span = trace.last_us - trace.first_us;
    if (!trace.steps.empty()) {
        draft.tool("PyTorch profiler");
    }
    if ((trace.kernels.empty() && trace.steps.empty()) || span <= 0.0) {
        return {};
    }
    RunDraft& run = draft.add_run();
    run.set("duration", span * kMicro);
    if (!trace.kernels.empty()) {
        run.set("gpu_count", static_cast<double>(trace.kernels.size()));
    }
    if (!trace.steps.empty()) {
        trace.steps.put(run);
    }
    for (auto& [device, intervals] : trace.kernels) {
        run.figure(metrics::labelled("gpu_busy", "gpu", device),
                   100.0 * union_of(intervals) / span);
    }
    return {};
}

}  // namespace
}  // namespace chrome_trace

const Format kChromeTrace{.id = "chrome-trace",
                          .title = "Chrome trace",
                          .claim = &chrome_trace::claim,
                          .read = &chrome_trace::read};

}  // namespace throughline::importers
