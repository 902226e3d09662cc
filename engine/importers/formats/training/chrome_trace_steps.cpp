// SPDX-License-Identifier: Apache-2.0
#include "engine/importers/formats/training/chrome_trace_steps.h"

#include <algorithm>
#include <limits>

#include "engine/base/say.h"
#include "engine/importers/draft/step_rows.h"
#include "engine/importers/read/units.h"

namespace throughline::importers {
namespace {

/// The same spans are drawn a second time on the GPU's tracks ("gpu_user_annotation").
bool is_on_the_cpu(std::string_view category) {
    return category.empty() || category == "user_annotation" || category == "cpu_op" ||
           category == "Operator";
}

}  // namespace

void TraceSteps::take(std::string_view name,
                      std::string_view category,
                      const std::string& process,
                      double begin_us,
                      double duration_us) {
    if (duration_us <= 0.0 || !is_on_the_cpu(category)) {
        return;
    }
    if (name.starts_with("ProfilerStep#")) {
        steps_.push_back({begin_us, begin_us + duration_us, process});
    } else if (name.starts_with("enumerate(DataLoader)#")) {
        double& end = waits_[process][begin_us];
        end = std::max(end, begin_us + duration_us);
        ++wait_count_;
    }
}

double TraceSteps::waited_us(const Span& step) const {
    const auto of_process = waits_.find(step.process);
    if (of_process == waits_.end()) {
        return 0.0;
    }
    const auto& waits = of_process->second;
    auto at = waits.upper_bound(step.begin_us);
    at = at == waits.begin() ? at : std::prev(at);
    double waited = 0.0;
    double until = step.begin_us;  // loaders inside loaders count once
    for (; at != waits.end() && at->first < step.end_us; ++at) {
        const double begin = std::max(at->first, until);
        const double end = std::min(at->second, step.end_us);
        waited += std::max(0.0, end - begin);
        until = std::max(until, end);
    }
    return waited;
}

void TraceSteps::put(RunDraft& run) const {
    std::vector<Span> steps = steps_;
    std::sort(steps.begin(), steps.end(), [](const Span& a, const Span& b) {
        return a.begin_us < b.begin_us;
    });
    const double origin = steps.empty() ? 0.0 : steps.front().begin_us;
    RunningMean time;
    RunningMean wait;
    for (const Span& step : steps) {
        const double seconds = (step.end_us - step.begin_us) * kMicro;
        metrics::MetricValues values{{"step_time", seconds}};
        time.add(seconds);
        if (wait_count_ > 0) {
            const double waited = waited_us(step) * kMicro;
            values.emplace("data_wait_time", waited);
            wait.add(waited);
        }
        run.sample((step.end_us - origin) * kMicro, seconds, std::move(values));
    }
    // A mean over steps, not over time, in which long steps would count more.
    run.figure("step_time", time.mean());
    run.figure("data_wait_time", wait.mean());
    if (!steps.empty() && wait_count_ == 0) {
        run.absent(
            "data_wait_time",
            to_say("the trace has no span of a DataLoader: none was used in the profiled process, "
                   "or its calls were not recorded"));
    }
    run.note("trace.profiled",
             record::Level::Info,
             say_english(
                 "%1 steps were recorded by the profiler of PyTorch, which slows them down; the "
                 "wait for data is the time inside a step in which the loop asked the DataLoader.",
                 std::to_string(steps.size())));
}

}  // namespace throughline::importers
