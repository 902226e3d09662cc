// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "engine/base/say.h"
#include "engine/metrics/registry_tables.h"

namespace throughline::metrics::tables {
namespace {

constexpr auto kCompute = std::to_array<MetricInfo>({
    {.id = "cpu_utilisation",
     .unit = "%",
     .title = to_say("CPU utilisation"),
     .meaning =
         to_say("Share of the host's CPU time that was not idle; waiting for I/O counts as idle "
                "and is kept apart."),
     .formula = to_say("100 * busy / (busy + idle + iowait)"),
     .source = "/proc/stat"},
    {.id = "cpu_iowait",
     .unit = "%",
     .title = to_say("CPU I/O wait"),
     .meaning =
         to_say("Share of the host's CPU time that was idle while I/O was outstanding; the kernel "
                "calls it unreliable."),
     .formula = to_say("100 * iowait / (busy + idle + iowait)"),
     .source = "/proc/stat"},
    {.id = "process_cpu_cores",
     .unit = "cores",
     .title = to_say("CPU cores used"),
     .meaning =
         to_say("CPU time per second of this process, by stage; the stage that reads holds that of "
                "the program behind a FUSE mount too. Another data loader's processes count as "
                "this one."),
     .formula = to_say("thread CPU seconds / elapsed"),
     .source = to_say("the threads' CPU clocks"),
     .dimension = "stage"},
    {.id = "other_cpu_cores",
     .unit = "cores",
     .title = to_say("CPU cores used by others"),
     .meaning =
         to_say("CPU time per second of everything but this process and the program behind a FUSE "
                "mount that it reads: other processes, and the kernel's own threads."),
     .formula =
         to_say("cpu_utilisation / 100 * processors - process_cpu_cores - mount_daemon_cpu_cores"),
     .source = to_say("/proc/stat and the threads' CPU clocks"),
     .better = Better::Lower},
    {.id = "cpu_seconds_per_image",
     .unit = "s",
     .title = to_say("CPU time per image"),
     .meaning =
         to_say("CPU time spent on one image, by stage; reading holds that of the program behind a "
                "FUSE mount too."),
     .formula = to_say("thread CPU seconds / images"),
     .source = to_say("the threads' CPU clocks"),
     .better = Better::Lower,
     .dimension = "stage"},
    {.id = "augment_seconds_per_image",
     .unit = "s",
     .title = to_say("Augmentation time per image"),
     .meaning =
         to_say("Time per image for colour conversion, a part of decoding; every 64th image is "
                "timed by also writing its rows without it."),
     .formula = to_say("time of rows with - time of rows without, per timed image"),
     .source = to_say("every 64th image, written twice"),
     .better = Better::Lower},
    {.id = "context_switches_per_image",
     .unit = "1",
     .title = to_say("Context switches per image"),
     .meaning = to_say("How often threads were switched for one image."),
     .source = to_say("getrusage of the process"),
     .better = Better::Lower},
    {.id = "resident_memory",
     .unit = "bytes",
     .title = to_say("Resident memory"),
     .meaning = to_say("Memory of the process that is in RAM."),
     .formula = "VmRSS",
     .source = "/proc/self/status"},
    {.id = "loader_memory",
     .unit = "bytes",
     .title = to_say("Memory of the loader"),
     .meaning = to_say("Memory of another data loader's processes that is in RAM; pages that they "
                       "share are counted in each."),
     .formula = to_say("sum of rss over the processes"),
     .source = "/proc/PID/stat"},
    {.id = "stage_busy",
     .unit = "%",
     .title = to_say("Stage busy"),
     .meaning =
         to_say("Share of the stage's workers' time spent working; a reader with a read in flight "
                "is busy."),
     .formula = to_say("100 * busy / (busy + starved + blocked)"),
     .source = to_say("the workers' clocks"),
     .dimension = "stage"},
    {.id = "stage_starved",
     .unit = "%",
     .title = to_say("Stage starved"),
     .meaning = to_say("Share of the stage's workers' time with nothing to take."),
     .formula = to_say("100 * starved / (busy + starved + blocked)"),
     .source = to_say("the workers' clocks"),
     .dimension = "stage"},
    {.id = "stage_blocked",
     .unit = "%",
     .title = to_say("Stage blocked"),
     .meaning = to_say("Share of the stage's workers' time spent waiting to hand over a result."),
     .formula = to_say("100 * blocked / (busy + starved + blocked)"),
     .source = to_say("the workers' clocks"),
     .dimension = "stage"},
    {.id = "queue_fill",
     .unit = "%",
     .title = to_say("Queue fill"),
     .meaning = to_say("Mean fill of a queue between two stages."),
     .formula = to_say("100 * mean length / capacity"),
     .source = to_say("the queue, its length weighted by time"),
     .dimension = "queue"},
    {.id = "gpu_utilisation",
     .unit = "%",
     .title = to_say("GPU utilisation"),
     .meaning =
         to_say("Share of the time with any kernel running; it does not say how much of the GPU "
                "that kernel used."),
     .formula = "NVML utilization.gpu",
     .source = "NVML",
     .dimension = "gpu"},
    {.id = "gpu_busy",
     .unit = "%",
     .title = to_say("GPU busy"),
     .meaning = to_say("Share of the time in which the GPU worked on a batch, timed with events."),
     .source = to_say("CUDA events"),
     .better = Better::Higher,
     .dimension = "gpu"},
    {.id = "gpu_starved",
     .unit = "%",
     .title = to_say("GPU starved"),
     .meaning = to_say("Share of the time in which the GPU had no batch, timed with events."),
     .source = to_say("CUDA events"),
     .better = Better::Lower,
     .dimension = "gpu"},
    {.id = "gpu_copying",
     .unit = "%",
     .title = to_say("GPU copying"),
     .meaning =
         to_say("Share of the time in which batches were copied to the GPU, timed with events; it "
                "may overlap with its work."),
     .formula = to_say("100 * copy time / elapsed"),
     .source = to_say("CUDA events"),
     .dimension = "gpu"},
    {.id = "gpu_all_reduce",
     .unit = "%",
     .title = to_say("GPU exchanging gradients"),
     .meaning =
         to_say("Share of the time in which GPUs that train together averaged their gradients, or "
                "waited for each other to do so, timed with events; it is part of the GPU's work."),
     .formula = to_say("100 * exchange time / elapsed"),
     .source = to_say("CUDA events"),
     .better = Better::Lower,
     .dimension = "gpu"},
    {.id = "gpu_ceiling_before",
     .unit = "1/s",
     .title = to_say("GPU ceiling before the run"),
     .meaning =
         to_say("Images per second of a GPU whose batches already lie in its memory, measured "
                "before the first batch."),
     .source = to_say("CUDA events"),
     .better = Better::Higher,
     .dimension = "gpu"},
    {.id = "gpu_ceiling_after",
     .unit = "1/s",
     .title = to_say("GPU ceiling after the run"),
     .meaning =
         to_say("The same when the run has ended: a warm GPU may be slower. The ceiling that a run "
                "is compared with is the mean of both."),
     .source = to_say("CUDA events"),
     .better = Better::Higher,
     .dimension = "gpu"},
    {.id = "gpu_clock_before",
     .unit = "Hz",
     .title = to_say("GPU clock, ceiling before the run"),
     .meaning =
         to_say("Clock of the GPU's multiprocessors amid its ceiling before the first batch."),
     .source = "NVML",
     .dimension = "gpu"},
    {.id = "gpu_clock_after",
     .unit = "Hz",
     .title = to_say("GPU clock, ceiling after the run"),
     .meaning =
         to_say("Clock of the GPU's multiprocessors amid its ceiling when the run has ended."),
     .source = "NVML",
     .dimension = "gpu"},
    {.id = "gpu_decoding",
     .unit = "%",
     .title = to_say("GPU decoding"),
     .meaning =
         to_say("Share of the time in which the GPU decoded images, which includes copying them to "
                "it, timed with events; it may overlap with its work."),
     .formula = to_say("100 * decode time / elapsed"),
     .source = to_say("CUDA events"),
     .dimension = "gpu"},
    {.id = "gpu_step_gap",
     .unit = "s",
     .title = to_say("GPU gap between steps"),
     .meaning =
         to_say("Mean time that the GPU's compute stream was idle between one batch's step and the "
                "next, timed with events. A gap that began before the measurement counts in full."),
     .formula = to_say("idle time / steps"),
     .source = to_say("CUDA events"),
     .better = Better::Lower,
     .dimension = "gpu"},
    {.id = "gpu_fed_share",
     .unit = "%",
     .title = to_say("Fed / GPU ceiling"),
     .meaning =
         to_say("Rate of the full pipeline as a share of the GPU's rate with batches already in "
                "its memory."),
     .formula = "100 * images_per_second / ceiling_images_per_second{stage=consumer}",
     .source = to_say("the full run and the ceilings of its study"),
     .better = Better::Higher},
    {.id = "gpu_memory",
     .unit = "bytes",
     .title = to_say("GPU memory"),
     .meaning = to_say("Memory of the GPU in use."),
     .source = "NVML",
     .dimension = "gpu"},
    {.id = "gpu_power",
     .unit = "W",
     .title = to_say("GPU power"),
     .meaning = to_say("Electrical power drawn by the GPU."),
     .source = "NVML",
     .dimension = "gpu"},
    {.id = "gpu_clock",
     .unit = "Hz",
     .title = to_say("GPU clock"),
     .meaning = to_say("Clock of the GPU's multiprocessors."),
     .source = "NVML",
     .dimension = "gpu"},
    {.id = "gpu_temperature",
     .unit = "°C",
     .title = to_say("GPU temperature"),
     .meaning = to_say("Temperature of the GPU."),
     .source = "NVML",
     .dimension = "gpu"},
    {.id = "host_to_device_bytes_per_second",
     .unit = "bytes/s",
     .title = to_say("Host-to-device rate"),
     .meaning = to_say("Bytes per second copied from host memory to the GPU."),
     .source = to_say("CUDA events"),
     .better = Better::Higher,
     .dimension = "gpu"},
});

}  // namespace

std::span<const MetricInfo> compute_metrics() noexcept {
    return kCompute;
}

}  // namespace throughline::metrics::tables
