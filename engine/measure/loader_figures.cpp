// SPDX-License-Identifier: Apache-2.0
#include "engine/measure/loader_figures.h"

#include <algorithm>
#include <utility>

#include "engine/base/format.h"
#include "engine/base/say.h"
#include "engine/metrics/process_tree.h"

namespace throughline::measure {

ProcessSnapshot with_loader(ProcessSnapshot snapshot, const pipeline::Pipeline* pipeline) {
    const loader::LoaderProcess* const loader = pipeline == nullptr ? nullptr : pipeline->loader();
    if (loader != nullptr) {
        snapshot.loader = metrics::tree_use(loader->root());
    }
    return snapshot;
}

void add_loader(const ProcessSnapshot& from,
                const ProcessSnapshot& to,
                PipelineInterval& interval) {
    if (!from.loader && !to.loader) {
        return;
    }
    interval.storage_bytes.reset();
    if (!from.loader || !to.loader) {
        return;
    }
    // What ends between two reads of /proc can be missing in one look.
    const Nanoseconds cpu = std::max(Nanoseconds::zero(), to.loader->cpu - from.loader->cpu);
    interval.loader = LoaderInterval{.cpu = cpu, .resident_bytes = to.loader->resident_bytes};
    interval.process_cpu += cpu;
    const auto& before = from.loader->fetched_bytes;
    const auto& after = to.loader->fetched_bytes;
    if (before && after) {
        interval.storage_bytes = *after - std::min(*before, *after);
    }
}

pipeline::WorkTimes loader_times(const PipelineInterval& interval) {
    pipeline::WorkTimes times = interval.read;
    times.cpu.reset();
    if (interval.loader) {
        times.cpu = interval.loader->cpu;
    }
    return times;
}

void explain_loader(const PipelineInterval& measured, RepeatOutcome& outcome) {
    constexpr const char* kNoAccounts =
        to_say("the data loader is another program, which does not tell what its stages do");
    constexpr const char* kNoBytes = to_say(
        "the data loader is another program, which does not tell how many bytes it asks for");
    for (const char* stage : {"storage", "decode"}) {
        outcome.absent[metrics::labelled("stage_busy", "stage", stage)] = kNoAccounts;
    }
    outcome.absent["read_latency_mean"] = kNoAccounts;
    outcome.absent["failed_images"] =
        to_say("the data loader is another program, which does not tell of images that failed");
    if (measured.bytes_requested == 0) {
        outcome.absent["requested_read_bytes_per_second"] = kNoBytes;
        outcome.absent["cache_served_share"] = kNoBytes;
    }
    if (!measured.loader) {
        outcome.absent["process_cpu_cores"] =
            to_say("the kernel does not tell which processes the data loader has");
    }
}

std::string loader_text(const pipeline::Pipeline& pipeline) {
    const loader::LoaderProcess* const loader = pipeline.loader();
    if (loader == nullptr) {
        return {};
    }
    const auto& about = loader->about();
    return say_english("%1, ready after %2",
                       about.version.empty() ? about.name : about.name + " " + about.version,
                       format_duration(loader->ready_seconds()));
}

}  // namespace throughline::measure
