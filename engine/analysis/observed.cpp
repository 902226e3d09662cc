// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/observed.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string_view>
#include <utility>

#include "engine/analysis/nudged.h"
#include "engine/analysis/run_lookup.h"
#include "engine/analysis/verdict_words.h"
#include "engine/base/format.h"
#include "engine/base/say.h"
#include "engine/metrics/registry.h"

namespace throughline::analysis {
namespace {

std::optional<ObservedShares> shares_of(const record::RunData& run, const char* id) {
    ObservedShares shares;
    bool any = false;
    const auto take = [&](const char* doing, double& share) {
        const auto value = metric_of(run, metrics::labelled(id, "doing", doing));
        any = any || value;
        share = value.value_or(0.0);
    };
    take("running", shares.running);
    take("core", shares.core);
    take("storage", shares.storage);
    take("network", shares.network);
    take("no_work", shares.no_work);
    take("no_room", shares.no_room);
    take("lock", shares.lock);
    take("sleep", shares.sleep);
    take("gpu", shares.gpu);
    take("other", shares.other);
    return any ? std::optional(shares) : std::nullopt;
}

std::string count_of_workers(const ObservedJob& job) {
    return count_text(std::max(1.0, job.worker_count));
}

/// What the loaders do most, as the class has it. %1: the share, %2: how many workers.
std::string loaders_text(const ObservedJob& job, const char* workers, const char* main, double of) {
    return say(job.workers ? workers : main, percent_text(of), count_of_workers(job));
}

std::string reads_text(const ObservedJob& job, const ObservedShares& loader) {
    return loaders_text(job,
                        to_say("The workers (%2) wait for reads %1 of the time."),
                        to_say("The main thread waits for reads %1 of the time."),
                        loader.storage);
}

std::string network_text(const ObservedJob& job, const ObservedShares& loader) {
    return loaders_text(job,
                        to_say("The workers (%2) wait for a server %1 of the time."),
                        to_say("The main thread waits for a server %1 of the time."),
                        loader.network);
}

constexpr double kCrowded = 15.0;  ///< a wait for processors that is told of, % of the time

/// Others have those that it may use and does not get; not so where its own threads share one.
bool gets_few_processors(const ObservedJob& job) {
    constexpr double kMuchLess = 0.7;
    constexpr double kWorthTelling = 0.15;
    return job.cores && job.job_cores && *job.job_cores < kMuchLess * *job.cores &&
           job.other_cores.value_or(*job.cores) >= kWorthTelling * *job.cores;
}

/// Nearly all of what its affinity and quota allow.
bool uses_all_it_may(const ObservedJob& job) {
    constexpr double kNearlyAll = 0.85;
    return job.cores && job.job_cores && *job.job_cores >= kNearlyAll * *job.cores;
}

const record::Note* note_of_code(const record::RunData& run, std::string_view code) {
    const auto note = std::ranges::find(run.notes, code, &record::Note::code);
    return note == run.notes.end() ? nullptr : &*note;
}

/// Whoever waits for a processor is as busy to the rules as whoever has one.
std::string computing_text(const ObservedJob& job, const ObservedShares& loader) {
    if (loader.core >= kCrowded) {
        return loaders_text(
            job,
            to_say("The workers (%2) compute or wait for a processor %1 of the time."),
            to_say("The main thread computes or waits for a processor %1 of the time."),
            loader.running + loader.core);
    }
    return loaders_text(job,
                        to_say("The workers (%2) compute %1 of the time."),
                        to_say("The main thread computes %1 of the time."),
                        loader.running + loader.core);
}

/// How much of that is waiting, and for whom.
std::string crowded_text(const ObservedJob& job, const ObservedShares& loader) {
    if (loader.core < kCrowded) {
        return {};
    }
    std::string text =
        say("The wait for a processor alone is %1 of the time.", percent_text(loader.core));
    if (gets_few_processors(job)) {
        text +=
            " " + say("The job gets only %1 of the %2 processors that it may use: other programs "
                      "have the rest, and without them it would be faster.",
                      format_significant(*job.job_cores, 2),
                      format_significant(*job.cores, 2));
    }
    return text;
}

/// The main thread's own lack of a processor, which is no work of its own.
std::string main_crowded_text(const ObservedJob& job) {
    return job.workers && job.main && job.main->core >= kCrowded
               ? say("The main thread waits %1 of the time for a processor, which other threads or "
                     "programs have.",
                     percent_text(job.main->core))
               : std::string();
}

/// What keeps a throttled job back.
std::string held_text(const ObservedJob& job, const ObservedShares& loader) {
    if (job.limit_share) {
        return say("It reads at %1 of the limit of its control group.",
                   percent_text(*job.limit_share));
    }
    if (loader.sleep > loader.storage) {
        return say("They sleep %1 of the time between requests to a server.",
                   percent_text(loader.sleep));
    }
    return job.disk_utilisation ? say("The disk is busy only %1 of the time meanwhile.",
                                      percent_text(*job.disk_utilisation))
                                : std::string();
}

/// Those of the job, where it uses nearly all that it may: an affinity or a quota.
std::string processors_text(const ObservedJob& job) {
    if (uses_all_it_may(job)) {
        return say("The job uses %1 of the %2 processors that it may use.",
                   format_significant(*job.job_cores, 2),
                   format_significant(*job.cores, 2));
    }
    return job.cpu_utilisation ? say("The processors of the machine are busy %1 of the time.",
                                     percent_text(*job.cpu_utilisation))
                               : std::string();
}

/// What the shares are of, where workers are idle that do not make enough.
std::string in_order_text(const ObservedJob& job) {
    return workers_wait_for_each_other(job)
               ? say("These are shares of the time in which the workers have work. The other %1 of "
                     "the time they wait for each other, as where batches are taken in order.",
                     percent_text(job.workers->no_work))
               : std::string();
}

std::string idle_text(const ObservedJob& job) {
    return job.workers ? say("The workers (%2) wait for work %1 of the time.",
                             percent_text(job.workers->no_work),
                             count_of_workers(job))
                       : std::string();
}

using Texts = std::vector<std::string>;

/// Of the class.
Texts reasons(const ObservedJob& job, Limit limit) {
    const ObservedShares loader = limit != Limit::Unsure ? loader_shares(job)
                                  : job.workers          ? *job.workers
                                                         : *job.main;
    switch (limit) {
        case Limit::Storage:
            return {reads_text(job, loader)};
        case Limit::Network:
            return {network_text(job, loader)};
        case Limit::Throttled:
            return {loader.network > loader.storage ? network_text(job, loader)
                                                    : reads_text(job, loader),
                    held_text(job, loader)};
        case Limit::Decode:
            return {computing_text(job, loader), crowded_text(job, loader), processors_text(job)};
        case Limit::Workers:
            return job.workers ? Texts{computing_text(job, loader), processors_text(job)}
                               : Texts{say("There are no workers."), reads_text(job, loader)};
        case Limit::Queue:
            return {say("The workers (%2) wait %1 of the time to hand over what they made.",
                        percent_text(loader.no_room + loader.lock),
                        count_of_workers(job)),
                    say("The main thread computes %1 of the time.",
                        percent_text(job.main->running + job.main->core))};
        case Limit::Copy:
            return {
                say("The GPU computes %1 of the time, and the link to it carries %2 of what it "
                    "can.",
                    percent_text(job.gpu_utilisation.value_or(0.0)),
                    percent_text(job.copied_share.value_or(0.0)))};
        case Limit::Consumer:
            return {idle_text(job), main_crowded_text(job)};
        case Limit::Cpu:
            return job.workers ? Texts{main_crowded_text(job), idle_text(job)}
                               : Texts{computing_text(job, loader),
                                       crowded_text(job, loader),
                                       loader.storage >= kCrowded ? reads_text(job, loader) : ""};
        case Limit::GpuDecode:  // these two are told by our own consumer alone
        case Limit::Exchange:
        case Limit::Loader:  // of our own harness
        case Limit::None:
        case Limit::Unsure:
            break;
    }
    return {computing_text(job, loader),
            reads_text(job, loader),
            idle_text(job),
            main_crowded_text(job)};
}

std::string lead_of(Limit limit) {
    switch (limit) {
        case Limit::Storage:
            return say("What was seen suggests that storage is the bottleneck.");
        case Limit::Network:
            return say("What was seen suggests that the network is the bottleneck.");
        case Limit::Throttled:
            return say("What was seen suggests that a limit of the storage is the bottleneck.");
        case Limit::Decode:
            return say("What was seen suggests that decoding is the bottleneck.");
        case Limit::Workers:
            return say("What was seen suggests that too few workers load the data.");
        case Limit::Queue:
            return say("What was seen suggests that handing over the batches is the bottleneck.");
        case Limit::Copy:
            return say("What was seen suggests that the copy to the GPU is the bottleneck.");
        case Limit::Consumer:
            return say(
                "What was seen suggests that the data come fast enough, and that what takes "
                "the batches is the bottleneck.");
        case Limit::Cpu:
            return say("What was seen suggests that the job does not get the processors it needs.");
        case Limit::GpuDecode:  // these two are told by our own consumer alone
        case Limit::Exchange:
        case Limit::Loader:  // of our own harness
        case Limit::None:
        case Limit::Unsure:
            break;
    }
    return say("What was seen suggests no single bottleneck.");
}

/// Of a class that nudging confirmed.
std::string proved_lead(Limit limit) {
    switch (limit) {
        case Limit::Storage:
            return say("Storage is the bottleneck: the job slowed down as its reads did.");
        case Limit::Workers:
            return say("Too few workers load the data: the job slowed down as they did.");
        default:
            return say("Decoding is the bottleneck: the job slowed down as its processors did.");
    }
}

/// Of a job that waits for processors.
std::string crowded_lead(const record::RunData& run) {
    if (others_have_processors(run)) {
        const record::Note* const told = note_of_code(run, record::kDisturbedCode);
        return told == nullptr || told->item.empty()
                   ? say("What was seen suggests that other programs hold the processors that the "
                         "job waits for.")
                   : say("What was seen suggests that other programs hold the processors that the "
                         "job waits for (the busiest: %1).",
                         told->item);
    }
    return has_too_few_processors(run)
               ? say("What was seen suggests that the job may use too few processors.")
               : lead_of(Limit::Cpu);
}

std::string lead_of(const record::RunData& run, Limit limit, Proof proof) {
    return proof == Proof::Confirmed      ? proved_lead(limit)
           : proof == Proof::Contradicted ? say("Watching the job and nudging it say different "
                                                "things: no bottleneck is named.")
           : limit == Limit::Cpu          ? crowded_lead(run)
                                          : lead_of(limit);
}

std::vector<std::string> rate_sentences(const record::RunData& run) {
    if (const auto rate = metric_of(run, "images_per_second")) {
        return {say("The job's log tells %1.", rate_text(*rate))};
    }
    std::vector<std::string> all;
    if (const auto estimated = metric_of(run, "estimated_images_per_second")) {
        all.push_back(say("The job takes about %1, estimated from the bytes that it read.",
                          rate_text(*estimated)));
    }
    const auto missing = run.absent.find("images_per_second");
    if (missing != run.absent.end() && !missing->second.empty()) {
        all.push_back(say("No log tells images per second: %1.", say_recorded(missing->second)));
    }
    return all;
}

std::string main_sentence(const ObservedJob& job, Limit limit) {
    constexpr double kUnseen = 50.0;
    if (!job.main || !job.workers || !job.worker_processes || job.main->other >= kUnseen) {
        return {};
    }
    return limit == Limit::Queue ? std::string()
                                 : say("The main thread waits for data %1 of the time.",
                                       percent_text(job.main->no_work + job.main->lock));
}

/// That the job ended, and when; "": it did not.
std::string ended_sentence(const record::RunData& run) {
    const record::Note* const note = note_of_code(run, kEndedCode);
    return note == nullptr ? std::string() : say_recorded(note->text);
}

std::string sight_sentence(const record::RunData& run) {
    const std::string by = setting_or_empty(run, "seen_by");
    return by == "wait channels"
               ? say("The calls that the threads wait in could not be seen, only where in the "
                     "kernel they wait.")
           : by == "states alone"
               ? say("Only the states of the threads could be seen, not what they wait for.")
               : std::string();
}

}  // namespace

bool is_observed(const record::Study& study) {
    return study.header.origin == record::Origin::Observed;
}

ObservedJob observed_job_of(const record::RunData& run) {
    ObservedJob job{.main = shares_of(run, "observed_main"),
                    .workers = shares_of(run, "observed_workers"),
                    .worker_processes = setting_or_empty(run, "loaders") == "processes",
                    .worker_count = metric_of(run, "observed_worker_count").value_or(0.0),
                    .cores = metric_of(run, "job_available_cores"),
                    .other_cores = metric_of(run, "other_cpu_cores"),
                    .cpu_utilisation = metric_of(run, "cpu_utilisation"),
                    .disk_utilisation = metric_max(run, "disk_utilisation"),
                    .limit_share = metric_max(run, "job_limit_share"),
                    .gpu_utilisation = metric_max(run, "gpu_utilisation"),
                    .copied_share = metric_max(run, "gpu_link_share")};
    for (const char* const role : {"main", "workers", "others"}) {
        if (const auto used = metric_of(run, metrics::labelled("job_cpu_cores", "role", role))) {
            job.job_cores = job.job_cores.value_or(0.0) + *used;
        }
    }
    return job;
}

bool lacks_processors(const ObservedJob& job) noexcept {
    return (job.main && job.main->core >= kCrowded) ||
           (job.workers && job.workers->core >= kCrowded);
}

bool others_have_processors(const record::RunData& run) {
    const ObservedJob job = observed_job_of(run);
    const bool told = note_of_code(run, record::kDisturbedCode) != nullptr;
    return lacks_processors(job) && (told || gets_few_processors(job)) &&
           !has_too_few_processors(run);
}

bool has_too_few_processors(const record::RunData& run) {
    const ObservedJob job = observed_job_of(run);
    return lacks_processors(job) && uses_all_it_may(job) &&
           note_of_code(run, kFewProcessorsCode) != nullptr;
}

std::string processors_headline(const record::RunData& run) {
    return others_have_processors(run)
               ? say("Other programs hold the processors that the job waits for.")
           : has_too_few_processors(run)
               ? say("The job may use too few processors.")
               : say("The job does not get the processors that it waits for.");
}

std::vector<std::string> observed_evidence(const record::RunData& run) {
    const ObservedJob job = observed_job_of(run);
    const ObservedRule* const rule = rule_for(job);
    if (rule == nullptr) {
        return {};
    }
    Texts all = reasons(job, rule->limit);
    all.insert(all.begin(), ended_sentence(run));
    const record::Note* const few = note_of_code(run, kFewProcessorsCode);
    all.push_back(few == nullptr ? std::string() : say_recorded(few->text));
    all.push_back(rule->limit == Limit::Unsure ? std::string() : in_order_text(job));
    all.push_back(main_sentence(job, rule->limit));
    const std::string storage = setting_or_empty(run, "storage_target");
    const bool reads = rule->limit == Limit::Storage || rule->limit == Limit::Throttled;
    all.push_back(reads && !storage.empty() ? say("The files lie on %1.", storage) : std::string());
    std::vector<std::string> nudged = nudge_evidence(run);
    std::ranges::move(nudged, std::back_inserter(all));
    std::vector<std::string> rates = rate_sentences(run);
    std::ranges::move(rates, std::back_inserter(all));
    all.push_back(sight_sentence(run));
    std::erase(all, "");
    return all;
}

Judgement observed_judgement(const record::Study& study) {
    if (study.runs.empty()) {
        return {.sentence = say("No verdict: %1.", say("nothing was seen")),
                .objection = say("nothing was seen")};
    }
    const record::RunData& run = study.runs.front();
    const ObservedRule* const rule = rule_for(observed_job_of(run));
    if (rule == nullptr) {
        return {.sentence = say("No verdict: %1.", say("nothing was seen of the job's threads")),
                .objection = say("nothing was seen of the job's threads")};
    }
    const Proof proof = proof_of(run, rule->limit);
    Judgement judgement{
        .run = &run,
        .limit = proof == Proof::Contradicted ? Limit::Unsure : rule->limit,
        .grade = proof == Proof::Confirmed ? record::Grade::Measured : record::Grade::Suggested,
        .sentence = lead_of(run, rule->limit, proof)};
    for (const std::string& text : observed_evidence(run)) {
        judgement.sentence += " " + text;
    }
    for (const auto& [key, summary] : run.metrics) {
        if (key.starts_with("observed_") || key.starts_with("job_") || key.starts_with("nudge_") ||
            key == "images_per_second" || key == "estimated_images_per_second" ||
            key.starts_with("disk_utilisation") || key == "cpu_utilisation") {
            judgement.evidence[key] = summary.value;
        }
    }
    return judgement;
}

}  // namespace throughline::analysis
