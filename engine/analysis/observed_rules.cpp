// SPDX-License-Identifier: Apache-2.0
// The published rules for jobs that are not ours. engine/observe/README.md lists them.
#include <algorithm>
#include <array>

#include "engine/analysis/observed.h"
#include "engine/base/say.h"

namespace throughline::analysis {
namespace {

/// Shares of the time, in %.
constexpr double kMost = 50.0;  ///< one cause has more than half of it
constexpr double kNearlyAll = 60.0;
constexpr double kWaitsForData = 35.0;  ///< so much of the main thread's: the loader limits
constexpr double kDoesNotWait = 20.0;   ///< less: it does not
constexpr double kHardlyAny = 15.0;
constexpr double kAtLimit = 85.0;
constexpr double kIdleDisk = 30.0;
constexpr double kFullMachine = 85.0;

/// Of the main thread, for what workers make.
double data_wait(const ObservedJob& job) {
    return job.main->no_work + job.main->lock;
}

bool main_is_seen(const ObservedJob& job) {
    return job.main && job.main->other < kMost;
}

/// Threads of the same process are waited for with the locks that everything is waited for with.
bool tells_of_waiting(const ObservedJob& job) {
    return main_is_seen(job) && job.workers && job.worker_processes;
}

/// Shares of the time in which workers that wait for each other have work.
ObservedShares at_work(const ObservedShares& workers) {
    const double scale = 100.0 / (100.0 - workers.no_work);
    ObservedShares busy = workers;
    busy.no_work = 0.0;
    for (double* const share : {&busy.running,
                                &busy.core,
                                &busy.storage,
                                &busy.network,
                                &busy.no_room,
                                &busy.lock,
                                &busy.sleep,
                                &busy.gpu,
                                &busy.other}) {
        *share *= scale;
    }
    return busy;
}

/// The main thread waits for data, as far as can be seen.
bool waits_for_data(const ObservedJob& job) {
    return !tells_of_waiting(job) || data_wait(job) >= kWaitsForData;
}

bool reads(const ObservedJob& job) {
    return loader_shares(job).storage >= kMost && waits_for_data(job);
}

bool is_at_limit(const ObservedJob& job) {
    return reads(job) && job.limit_share.value_or(0.0) >= kAtLimit;
}

/// The wait is above the disk, which has nothing to do meanwhile.
bool is_held_back(const ObservedJob& job) {
    return reads(job) && job.disk_utilisation && *job.disk_utilisation < kIdleDisk;
}

/// A client that is told to come back later sleeps between its requests.
bool backs_off(const ObservedJob& job) {
    const ObservedShares loader = loader_shares(job);
    return loader.sleep >= kWaitsForData && loader.network >= 5.0 &&
           loader.sleep + loader.network >= kNearlyAll && waits_for_data(job);
}

bool receives(const ObservedJob& job) {
    return loader_shares(job).network >= kMost && waits_for_data(job);
}

bool fetches(const ObservedJob& job) {
    const ObservedShares loader = loader_shares(job);
    return loader.storage + loader.network >= kNearlyAll && loader.storage < kMost &&
           loader.network < kMost && loader.network > loader.storage && waits_for_data(job);
}

/// What the workers made is not taken, while the main thread works at taking it.
bool is_backed_up(const ObservedJob& job) {
    return job.workers && job.worker_processes &&
           job.workers->no_room + job.workers->lock >= kMost && main_is_seen(job) &&
           job.main->running + job.main->core + job.main->no_work >= kMost &&
           job.main->sleep < kHardlyAny && job.main->gpu < kHardlyAny &&
           job.gpu_utilisation.value_or(0.0) < kMost;
}

/// The loader is not waited for.
bool loader_keeps_up(const ObservedJob& job) {
    if (!job.workers || !main_is_seen(job)) {
        return false;
    }
    const ObservedShares& workers = *job.workers;
    const bool idle = workers.no_work + workers.no_room >= kNearlyAll;
    return job.worker_processes
               ? data_wait(job) < kDoesNotWait || (idle && data_wait(job) < kWaitsForData)
               : idle;
}

bool copies(const ObservedJob& job) {
    return loader_keeps_up(job) && job.gpu_utilisation && *job.gpu_utilisation < kMost &&
           job.copied_share.value_or(0.0) >= kMost;
}

/// One that waits for a processor most of the time is slow because of others, not of its work.
bool consumes(const ObservedJob& job) {
    return loader_keeps_up(job) && (!job.main || job.main->core < kMost);
}

/// Workers that always have work, and do not wait for data themselves.
bool works(const ObservedJob& job) {
    return job.workers && loader_shares(job).running + loader_shares(job).core >= kNearlyAll &&
           waits_for_data(job);
}

bool processors_are_full(const ObservedJob& job) {
    return loader_shares(job).core >= kHardlyAny ||
           job.cpu_utilisation.value_or(0.0) >= kFullMachine ||
           (job.cores && job.job_cores && *job.cores > 0.0 &&
            100.0 * *job.job_cores / *job.cores >= kFullMachine);
}

bool decodes(const ObservedJob& job) {
    return works(job) && processors_are_full(job);
}

/// Whatever they do, there is more of it to do, and room to do it.
bool are_too_few(const ObservedJob& job) {
    if (!job.workers) {
        return false;
    }
    const bool always_at_it = job.workers->no_work < kHardlyAny &&
                              job.workers->no_room < kHardlyAny && job.workers->lock < kHardlyAny &&
                              job.workers->other < kHardlyAny && job.workers->sleep < kHardlyAny;
    return always_at_it && tells_of_waiting(job) && waits_for_data(job) &&
           !processors_are_full(job) && job.cpu_utilisation.has_value();
}

/// The main thread loads between its steps.
bool loads_itself(const ObservedJob& job) {
    return !job.workers && main_is_seen(job) &&
           job.main->storage + job.main->network >= kHardlyAny &&
           job.main->storage + job.main->network < kMost && !processors_are_full(job);
}

/// What it would do with a processor was not seen: it loads and computes in turns, or takes what
/// workers made.
bool is_kept_from_processors(const ObservedJob& job) {
    return main_is_seen(job) && job.main->core >= kMost;
}

bool nothing_stands_out(const ObservedJob& /*job*/) {
    return true;
}

constexpr auto kObservedRules = std::to_array<ObservedRule>({
    {"throttled.limit",
     Limit::Throttled,
     to_say("The loaders wait for reads at least 50 % of the time, at 85 % or more of the limit of "
            "their control group."),
     &is_at_limit},
    {"throttled.idle_disk",
     Limit::Throttled,
     to_say("The loaders wait for reads at least 50 % of the time, and the disk is busy less than "
            "30 %."),
     &is_held_back},
    {"throttled.backs_off",
     Limit::Throttled,
     to_say("The loaders sleep at least 35 % of the time between requests to a server, and both "
            "together make up 60 %."),
     &backs_off},
    {"storage.waits",
     Limit::Storage,
     to_say("The loaders wait for reads at least 50 % of the time."),
     &reads},
    {"network.waits",
     Limit::Network,
     to_say("The loaders wait for a server at least 50 % of the time."),
     &receives},
    {"network.mostly",
     Limit::Network,
     to_say("The loaders wait for a server or for reads at least 60 % of the time, more of it for "
            "the server."),
     &fetches},
    {"queue.full",
     Limit::Queue,
     to_say("The workers wait at least 50 % of the time to hand over what they made, and the main "
            "thread works at taking it."),
     &is_backed_up},
    {"copy.link",
     Limit::Copy,
     to_say("The loaders keep up, the GPU computes less than 50 % of the time, and its link "
            "carries at least 50 % of what it can."),
     &copies},
    {"consumer.idle_workers",
     Limit::Consumer,
     to_say("The main thread waits for data less than 20 % of the time, or the workers wait for "
            "work at least 60 %; for a processor it waits less than 50 %."),
     &consumes},
    {"decode.busy",
     Limit::Decode,
     to_say("The workers compute at least 60 % of the time, and no processor is left for more of "
            "them."),
     &decodes},
    {"workers.busy",
     Limit::Workers,
     to_say("The workers compute at least 60 % of the time, and processors are idle."),
     &works},
    {"workers.always_busy",
     Limit::Workers,
     to_say("The workers always have work, no single thing holds them up, and processors are "
            "idle."),
     &are_too_few},
    {"workers.none",
     Limit::Workers,
     to_say("There are no workers, the main thread waits 15 to 50 % of the time for reads, and "
            "processors are idle."),
     &loads_itself},
    {"cpu.crowded",
     Limit::Cpu,
     to_say("The main thread waits for a processor at least 50 % of the time."),
     &is_kept_from_processors},
    {"unsure", Limit::Unsure, to_say("Nothing stands out."), &nothing_stands_out},
});

constexpr Remedy kProcessorsRemedy{
    to_say("Stop the other programs, or give the job more of the processors: it waits for one."),
    "renice -n 19 -p OTHER_PID"};

constexpr auto kStorageRemedies = std::to_array<Remedy>({
    {to_say("Read fewer and larger files: pack the images into records of 100 MB and more."),
     "throughline-engine dataset convert FOLDER RECORDS --format tfrecord"},
    {to_say("Store the images in the size that the training uses."),
     "throughline-engine dataset convert FOLDER SMALLER --short-side 256"},
    {to_say("Keep more reads in flight."), "DataLoader(..., num_workers=16, prefetch_factor=4)"},
    {to_say("Ask what a faster volume would bring."), "throughline-engine whatif"},
});
constexpr auto kNetworkRemedies = std::to_array<Remedy>({
    {to_say("Fetch more at the same time."), "DataLoader(..., num_workers=16, prefetch_factor=4)"},
    {to_say("Fetch larger objects: pack the images into shards of 100 MB and more."),
     "throughline-engine dataset convert FOLDER SHARDS --format tar"},
    {to_say("Keep what was fetched on a local disk from the second epoch on."),
     "dataset = dataset.cache('/local/nvme/cache')"},
});
constexpr auto kThrottledRemedies = std::to_array<Remedy>({
    {to_say("Raise the limit that the control group, the volume or the server sets."), ""},
    {to_say("Read fewer and larger files, where requests are what is limited."),
     "throughline-engine dataset convert FOLDER RECORDS --format tfrecord"},
});
constexpr auto kDecodeRemedies = std::to_array<Remedy>({
    {to_say("Store the images in the size that the training uses."),
     "throughline-engine dataset convert FOLDER SMALLER --short-side 256"},
    {to_say("Decode only as large as needed."),
     "image.draft('RGB', (256, 256))  # Pillow, before image.load()"},
    {to_say("Decode on the GPU."), "fn.decoders.image(jpegs, device='mixed')  # DALI"},
    {to_say("Take a machine with more processors for each GPU."), ""},
});
constexpr auto kProcessorRemedies = std::to_array<Remedy>({
    {to_say("Let the job run on more processors: widen its affinity."), "taskset -a -c -p 0-7 PID"},
    {to_say("Raise the quota of processor time of its control group."),
     "systemctl set-property UNIT CPUQuota=800%"},
});
constexpr auto kWorkerRemedies = std::to_array<Remedy>({
    {to_say("Start more workers; processors are idle."),
     "DataLoader(..., num_workers=8, persistent_workers=True)"},
    {to_say("Let tf.data choose how many calls run at once."),
     "dataset.map(decode, num_parallel_calls=tf.data.AUTOTUNE).prefetch(tf.data.AUTOTUNE)"},
});
constexpr auto kQueueRemedies = std::to_array<Remedy>({
    {to_say("Hand over whole batches in shared memory, not object by object."),
     "DataLoader(..., batch_size=256, pin_memory=True)"},
    {to_say("Make the batch in the workers, and as little as possible in the main thread."),
     "DataLoader(..., collate_fn=torch.utils.data.default_collate)"},
    {to_say("Let more batches wait."), "DataLoader(..., prefetch_factor=8)"},
});
constexpr auto kCopyRemedies = std::to_array<Remedy>({
    {to_say("Copy from pinned memory, and while the GPU computes."),
     "DataLoader(..., pin_memory=True); images.to(device, non_blocking=True)"},
    {to_say("Copy bytes and make them floating-point numbers on the GPU."),
     "images.to(device, non_blocking=True).float().div_(255)"},
});
constexpr auto kConsumerRemedies = std::to_array<Remedy>({
    {to_say("The data come fast enough: compute in a smaller number format."),
     "with torch.autocast('cuda', dtype=torch.bfloat16): ..."},
    {to_say("Let the compiler join the kernels."), "model = torch.compile(model)"},
});

}  // namespace

std::span<const ObservedRule> observed_rules() noexcept {
    return kObservedRules;
}

bool workers_wait_for_each_other(const ObservedJob& job) {
    constexpr double kAlways = 90.0;
    constexpr double kSlack = 5.0;  // of looks 20 times a second
    return tells_of_waiting(job) && job.worker_count >= 2.0 && job.main->no_work >= kAlways &&
           job.workers->no_work >= kHardlyAny &&
           job.workers->no_work <= 100.0 * (1.0 - 1.0 / job.worker_count) + kSlack;
}

ObservedShares loader_shares(const ObservedJob& job) {
    return !job.workers                       ? *job.main
           : workers_wait_for_each_other(job) ? at_work(*job.workers)
                                              : *job.workers;
}

const ObservedRule* rule_for(const ObservedJob& job) {
    if (!job.main && !job.workers) {
        return nullptr;
    }
    return std::ranges::find_if(kObservedRules,
                                [&](const ObservedRule& rule) { return rule.holds(job); });
}

Remedy processors_remedy() noexcept {
    return kProcessorsRemedy;
}

std::span<const Remedy> remedies_for(Limit limit) noexcept {
    switch (limit) {
        case Limit::Storage:
            return kStorageRemedies;
        case Limit::Network:
            return kNetworkRemedies;
        case Limit::Throttled:
            return kThrottledRemedies;
        case Limit::Decode:
            return kDecodeRemedies;
        case Limit::Cpu:
            return kProcessorRemedies;
        case Limit::Workers:
            return kWorkerRemedies;
        case Limit::Queue:
            return kQueueRemedies;
        case Limit::Copy:
            return kCopyRemedies;
        case Limit::Consumer:
            return kConsumerRemedies;
        case Limit::GpuDecode:
        case Limit::Exchange:
        case Limit::Loader:  // of our own harness
        case Limit::None:
        case Limit::Unsure:
            break;
    }
    return {};
}

}  // namespace throughline::analysis
