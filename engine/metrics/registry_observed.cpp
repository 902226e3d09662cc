// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "engine/base/say.h"
#include "engine/metrics/registry_tables.h"

namespace throughline::metrics::tables {
namespace {

constexpr auto kObserved = std::to_array<MetricInfo>({
    {.id = "observed_main",
     .unit = "%",
     .title = to_say("Time of the job's main thread"),
     .meaning = to_say("Share of the time in which the main thread of an observed job was seen "
                       "doing this; of several processes that train, their mean."),
     .formula = to_say("100 * time seen so / time watched"),
     .source = to_say("state, call and wait channel in /proc/PID/task"),
     .dimension = "doing"},
    {.id = "observed_workers",
     .unit = "%",
     .title = to_say("Time of the job's loader workers"),
     .meaning = to_say("Share of the time in which the workers that load an observed job's data "
                       "were seen doing this; mean over the workers."),
     .formula = to_say("100 * time seen so / time watched"),
     .source = to_say("state, call and wait channel in /proc/PID/task"),
     .dimension = "doing"},
    {.id = "observed_worker_count",
     .unit = "1",
     .shown_unit = "workers",
     .title = to_say("Loader workers seen"),
     .meaning = to_say("Processes or threads that load an observed job's data."),
     .source = to_say("the job's processes in /proc")},
    {.id = "job_cpu_cores",
     .unit = "cores",
     .title = to_say("CPU cores used by the job"),
     .meaning = to_say("CPU time per second of an observed job, by role."),
     .formula = to_say("thread CPU seconds / elapsed"),
     .source = "/proc/PID/task/TID/stat",
     .dimension = "role"},
    {.id = "job_available_cores",
     .unit = "cores",
     .title = to_say("CPU cores open to the job"),
     .meaning = to_say("Processors that an observed job may use, by its affinity and its quota."),
     .source = "/proc/PID/status, cpu.max"},
    {.id = "job_read_bytes_per_second",
     .unit = "bytes/s",
     .title = to_say("Read rate of the job"),
     .meaning = to_say("Bytes per second that an observed job had read from storage; what the page "
                       "cache held is not counted."),
     .source = "/proc/PID/io"},
    {.id = "job_requested_bytes_per_second",
     .unit = "bytes/s",
     .title = to_say("Bytes that the workers asked for"),
     .meaning = to_say("Bytes per second that an observed job's workers got from read(2), from the "
                       "page cache and through pipes as well."),
     .source = "/proc/PID/io"},
    {.id = "job_resident_memory",
     .unit = "bytes",
     .title = to_say("Memory of the job"),
     .meaning = to_say("Resident memory of an observed job, added up over its processes; what they "
                       "share counts several times."),
     .source = "/proc/PID/status"},
    {.id = "job_major_faults_per_second",
     .unit = "1/s",
     .title = to_say("Page faults of the job"),
     .meaning = to_say("Page faults per second of an observed job that had to wait for storage."),
     .source = "/proc/PID/stat"},
    {.id = "job_limit_share",
     .unit = "%",
     .title = to_say("Share of the job's limit"),
     .meaning = to_say("What an observed job reads, as a share of the limit that its control group "
                       "sets."),
     .source = "blkio.throttle.*, io.max",
     .dimension = "limit"},
    {.id = "gpu_link_share",
     .unit = "%",
     .title = to_say("Load of the GPU's link"),
     .meaning =
         to_say("What a GPU receives over PCI Express, as a share of what its lanes carry at "
                "their present rate."),
     .formula = to_say("100 * bytes received per second / (lanes * bytes per second of a lane)"),
     .source = "NVML",
     .dimension = "gpu"},
    {.id = "estimated_images_per_second",
     .unit = "1/s",
     .shown_unit = "images/s",
     .title = to_say("Images per second, estimated"),
     .meaning = to_say("Rate of an observed job that follows from what its workers read and the "
                       "size of the images in the folders that they read from, or else in the one "
                       "that its command line names; no log told it."),
     .formula = to_say("bytes asked for per second / mean size of an image"),
     .source = "/proc/PID/io",
     .better = Better::Higher},
    {.id = "nudge_leverage",
     .unit = "1",
     .title = to_say("Leverage on the job"),
     .meaning = to_say("How much of a resource's loss becomes a loss of an observed job's rate: 0, "
                       "it does not matter; 1, the job goes as fast as it. Measured by taking some "
                       "of the resource away in short pulses."),
     .formula = to_say("slope of ln(rate left alone / rate in the pulse) over ln(speed of the "
                       "resource left alone / in the pulse), through the origin"),
     .source = to_say("pairs of stretches with and without a pulse"),
     .dimension = "resource"},
    {.id = "nudge_slower",
     .unit = "%",
     .title = to_say("Resource slower by"),
     .meaning = to_say("How much slower a resource was to an observed job while some of it was "
                       "taken away."),
     .formula = to_say("cpu: running / (running + waiting for a core); disk: bytes read / time "
                       "waiting for reads"),
     .source = to_say("waits of the threads and bytes read, in /proc/PID"),
     .dimension = "resource"},
    {.id = "nudge_loss",
     .unit = "%",
     .title = to_say("Job slower by"),
     .meaning = to_say("How much slower an observed job was while some of a resource was taken "
                       "away, by the bytes that its workers asked for."),
     .source = "/proc/PID/io",
     .dimension = "resource"},
    {.id = "observer_cpu",
     .unit = "%",
     .title = to_say("CPU of observing"),
     .meaning = to_say("CPU time that observing the job took, in per cent of one processor."),
     .source = "getrusage(2)",
     .better = Better::Lower},
});

}  // namespace

std::span<const MetricInfo> observed_metrics() noexcept {
    return kObserved;
}

}  // namespace throughline::metrics::tables
