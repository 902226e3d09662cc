// SPDX-License-Identifier: Apache-2.0
#include "engine/observe/observe_job.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <optional>
#include <thread>
#include <utility>

#include "engine/analysis/observed.h"
#include "engine/analysis/verdict.h"
#include "engine/base/clock.h"
#include "engine/base/format.h"
#include "engine/base/say.h"
#include "engine/base/uuid.h"
#include "engine/measure/environment.h"
#include "engine/measure/other_cpu.h"
#include "engine/measure/run_sink.h"
#include "engine/metrics/registry.h"
#include "engine/observe/cpu_quota.h"
#include "engine/observe/job_path.h"
#include "engine/observe/job_sampler.h"
#include "engine/observe/observed_figures.h"
#include "engine/record/this_machine.h"
#include "engine/storage/path_target.h"

namespace throughline::observe {
namespace {

/// The file that was seen most often.
std::string busiest_file(const Observation& seen) {
    const auto found = std::ranges::max_element(
        seen.files, {}, [](const auto& entry) { return entry.second.looks; });
    return found == seen.files.end() ? std::string() : found->first;
}

/// The folder that all files were in that were seen.
std::string common_folder(const Observation& seen) {
    std::optional<std::string> common;
    for (const auto& [path, file] : seen.files) {
        const std::string folder = path.substr(0, path.rfind('/'));
        if (!common) {
            common = folder;
        }
        while (!common->empty() && folder != *common && !folder.starts_with(*common + "/")) {
            common->resize(common->rfind('/'));
        }
    }
    return common.value_or("");
}

std::string storage_text(const storage::PathTarget& target) {
    std::string disks;
    for (const auto& device : target.devices) {
        disks += (disks.empty() ? "" : ", ") + device.name;
    }
    return target.file_system + (disks.empty() ? " of " + target.source : " on " + disks) +
           ", mounted at " + target.mount_point;
}

struct Found {
    Surroundings around{};
    std::string allowed{};          ///< processors of its affinity, as the kernel lists them: "0-3"
    std::optional<double> quota{};  ///< processors of its control group's quota
    std::optional<storage::PathTarget> target{};
};

/// What the job reads from. A container's paths are reached through its own root folder.
Found look_around(const ObserveOptions& options, const Observation& seen) {
    Found found;
    const std::string process = "/proc/" + std::to_string(options.pid);
    const std::string status = read_small(process + "/status").value_or("");
    found.around.cores =
        static_cast<double>(parse_cpu_count(line_value(status, "Cpus_allowed_list")));
    found.allowed = line_value(status, "Cpus_allowed_list");
    found.quota = cpu_quota_of(options.pid);
    if (found.quota && found.around.cores > 0.0) {
        found.around.cores = std::min(found.around.cores, *found.quota);
    }
    const std::string file = busiest_file(seen);
    if (file.empty()) {
        return found;
    }
    const std::string place = place_of(options.pid, file, seen.files.at(file));
    auto target = storage::inspect_path(place.empty() ? file : place);
    if (!target) {
        return found;
    }
    found.around.folder = common_folder(seen);
    found.around.storage = storage_text(*target);
    for (const auto& device : target->devices) {
        found.around.disks.push_back(device.name);
        const std::string number =
            read_small("/sys/class/block/" + device.name + "/dev").value_or("");
        const ReadLimits limits = read_limits_of(options.pid, number.substr(0, number.find('\n')));
        found.around.limits.bytes = limits.bytes ? limits.bytes : found.around.limits.bytes;
        found.around.limits.requests =
            limits.requests ? limits.requests : found.around.limits.requests;
    }
    found.target = *std::move(target);
    return found;
}

std::string study_title(const std::string& title, const std::string& job) {
    constexpr std::string_view kJob = "%1";
    const std::size_t at = title.find(kJob);
    return title.empty()      ? say_english("Observed: %1", job)
           : at == title.npos ? title
                              : std::string(title).replace(at, kJob.size(), job);
}

record::Header header_of(const ObserveOptions& options,
                         const Roles& roles,
                         const Found& found,
                         const std::string& started_at,
                         double seconds) {
    record::Header header;
    header.study = make_uuid();
    header.title = study_title(options.title, roles.name);
    header.origin = record::Origin::Observed;
    header.started_at = started_at;
    header.spec_json = "{}";
    header.environment =
        found.target ? measure::environment(*found.target) : record::this_machine_facts();
    for (const auto& metric : metrics::all_metrics()) {
        if (metric.kind == metrics::Kind::Measured) {
            header.metrics.push_back({metric.id, metric.unit, metric.title});
        }
    }
    header.plan = {.runs = 1, .seconds = seconds};
    return header;
}

/// A job begins with loading its program.
Result<void> await_workers(const ObserveOptions& options, const std::stop_token& stop) {
    constexpr int kPatience = 15;
    for (int second = 0; second < kPatience && !stop.stop_requested(); ++second) {
        auto sampler = JobSampler::open(options.pid);
        if (!sampler) {
            return std::move(sampler).error();
        }
        sampler->run(steady_now() + std::chrono::seconds(1), stop, {});
        const Observation seen = sampler->finish();
        if (seen.ended || roles_of(seen).loaders == Loaders::Processes) {
            break;
        }
    }
    return {};
}

/// What could not be seen, and why.
void note_sight(const Observation& seen, double asked_s, measure::RunSink& sink) {
    const auto note = [&](const char* what, const std::string& why) {
        if (!why.empty()) {
            sink.note(1, "observe.unseen", record::Level::Info, say_english(what, why));
        }
    };
    note(to_say("The calls that the job's threads wait in may not be read: %1."), seen.sight.calls);
    note(to_say("Where in the kernel the job's threads wait may not be read: %1."),
         seen.sight.channels);
    note(to_say("The job's open files may not be read: %1."), seen.sight.descriptors);
    note(to_say("The job's I/O counters may not be read: %1."), seen.sight.io);
    if (seen.unwatched > 0) {
        sink.note(1,
                  "observe.unwatched",
                  record::Level::Warning,
                  say_english("%1 threads were not watched: this program may not open more files.",
                              std::to_string(seen.unwatched)));
    }
    if (seen.ended) {
        const std::string watched = format_duration(seen.seconds);
        const std::string asked = format_duration(asked_s);
        sink.note(1,
                  analysis::kEndedCode,
                  record::Level::Info,
                  watched == asked
                      ? say_english("The job ended while it was observed.")
                      : say_english("The job ended after %1 of the %2 asked for; the figures are "
                                    "of that time.",
                                    watched,
                                    asked));
    }
}

/// What other programs had of the processors, and by name where the job waited for one.
void put_others(const Observation& seen, measure::RunSink& sink, ObservedFigures& figures) {
    record::RunData run;
    run.metrics = figures.metrics;
    const analysis::ObservedJob job = analysis::observed_job_of(run);
    if (!job.cpu_utilisation || !job.job_cores || seen.seconds <= 0.0) {
        return;
    }
    const double busy = *job.cpu_utilisation / 100.0 * std::thread::hardware_concurrency();
    const double others = std::max(0.0, busy - *job.job_cores - seen.own_cpu_s / seen.seconds);
    figures.metrics["other_cpu_cores"] = {.value = others};
    if (analysis::lacks_processors(job)) {
        const metrics::MetricValues values{{"other_cpu_cores", others}};
        measure::note_other_cpu(
            {.run = 1, .values = values, .busiest = seen.others, .seconds = seen.seconds}, sink);
    }
}

/// Its own limit, where it waited for processors and has fewer than there are.
void note_few_processors(const Found& found,
                         const std::optional<CpuThrottling>& before,
                         const std::optional<CpuThrottling>& after,
                         const ObservedFigures& figures,
                         measure::RunSink& sink) {
    record::RunData run;
    run.metrics = figures.metrics;
    const auto all = static_cast<double>(::sysconf(_SC_NPROCESSORS_ONLN));
    const double cores = found.around.cores;
    if (cores <= 0.0 || cores >= all ||
        !analysis::lacks_processors(analysis::observed_job_of(run))) {
        return;
    }
    std::string text;
    if (!found.quota || cores < *found.quota) {
        text = say_english(
            "Its affinity lets the job run on %1 of the machine's %2 processors "
            "alone: %3.",
            format_count(static_cast<std::uint64_t>(cores)),
            format_count(static_cast<std::uint64_t>(all)),
            found.allowed);
    } else if (before && after && after->periods > before->periods) {
        text = say_english(
            "The quota of its control group gives the job the time of %1 of the "
            "machine's %2 processors; it was used up in %3 % of the periods.",
            format_significant(cores, 3),
            format_significant(all, 3),
            format_significant(100.0 * static_cast<double>(after->held_back - before->held_back) /
                                   static_cast<double>(after->periods - before->periods),
                               2));
    } else {
        text = say_english(
            "The quota of its control group gives the job the time of %1 of the "
            "machine's %2 processors.",
            format_significant(cores, 3),
            format_significant(all, 3));
    }
    sink.note(1, analysis::kFewProcessorsCode, record::Level::Info, text);
}

/// What was taken from the job, and what it did to it.
void put_nudged(const Nudged& nudged,
                const NudgeOptions& options,
                measure::RunSink& sink,
                ObservedFigures& figures) {
    for (const auto& [resource, leverage] :
         {std::pair(Resource::Cpu, nudged.cpu), std::pair(Resource::Disk, nudged.disk)}) {
        const auto key = [&](const char* id) {
            return metrics::labelled(id, "resource", name_of(resource));
        };
        if (!leverage.missing.empty()) {
            figures.absent[key("nudge_leverage")] = leverage.missing;
            continue;
        }
        figures.metrics[key("nudge_leverage")] = {.value = leverage.value,
                                                  .low = leverage.low,
                                                  .high = leverage.high,
                                                  .n = leverage.pairs};
        figures.metrics[key("nudge_slower")] = {.value = leverage.slower, .n = leverage.pairs};
        figures.metrics[key("nudge_loss")] = {.value = leverage.loss, .n = leverage.pairs};
    }
    if (nudged.pulses == 0) {
        return;
    }
    sink.note(1,
              "observe.nudged",
              record::Level::Info,
              say_english("The job was nudged: %1 pulses, of which %2 were ended at %3 of its rate "
                          "and are not compared. That cost it about %4. Their order is that of "
                          "seed %5.",
                          std::to_string(nudged.pulses),
                          std::to_string(nudged.ended_early),
                          format_significant(100.0 * options.floor, 2) + " %",
                          format_significant(nudged.slowed_s, 2) + " s",
                          std::to_string(options.seed)));
}

}  // namespace

Result<record::Study> observe_job(const ObserveOptions& options,
                                  const std::stop_token& stop,
                                  record::RecordWriter& writer) {
    if (options.just_started) {
        if (auto there = await_workers(options, stop); !there) {
            return std::move(there).error();
        }
    }
    auto sampler = JobSampler::open(options.pid);
    if (!sampler) {
        return std::move(sampler).error();
    }
    const std::string started_at = utc_now_iso8601();
    const auto throttled_before = cpu_throttling_of(options.pid);
    if (options.log != nullptr) {
        options.log->begin();
    }
    sampler->run(steady_now() + from_seconds(options.seconds), stop, [&](double seconds) {
        if (options.on_second) {
            options.on_second(seconds);
        }
        if (options.on_shares) {
            const Observation last = sampler->last_moment();
            for (const record::Sample& sample : observed_samples(last, roles_of(last), {})) {
                options.on_shares(sample.metrics);
            }
        }
    });
    const Observation seen = sampler->finish();
    const auto throttled_after = cpu_throttling_of(options.pid);
    if (seen.moments.empty()) {
        return Error{.code = ErrorCode::NotFound,
                     .what = say("observe process %1: it ended before anything was seen",
                                 std::to_string(options.pid))};
    }
    const Roles roles = roles_of(seen);
    Found found = look_around(options, seen);
    found.around.log = options.log != nullptr ? options.log->rate()
                                              : LogRate{.missing = say_english("no log was given")};
    found.around.image = image_size_of(seen, options.pid);
    measure::RunSink sink(writer, {});
    sink.write(header_of(options, roles, found, started_at, options.seconds));
    sink.write(record::RunStarted{
        .run = 1, .settings = observed_conditions(seen, roles, found.around), .at = started_at});
    for (const record::Sample& sample : observed_samples(seen, roles, found.around)) {
        sink.write(sample);
    }
    note_sight(seen, options.seconds, sink);
    ObservedFigures figures = observed_figures(seen, roles, found.around);
    put_others(seen, sink, figures);
    note_few_processors(found, throttled_before, throttled_after, figures, sink);
    if (options.nudge) {
        const Nudged nudged =
            seen.ended ? missing_all(say_english("the job ended before it was nudged"))
            : stop.stop_requested()
                ? missing_all(say_english("observing was stopped before the job was nudged"))
                : nudge_job(options.pid, seen, *options.nudge, stop);
        put_nudged(nudged, *options.nudge, sink, figures);
    }
    sink.write(record::RunEnded{.run = 1,
                                .status = record::RunStatus::Done,
                                .metrics = std::move(figures.metrics),
                                .absent = std::move(figures.absent)});
    record::Study study = sink.study();
    const record::Verdict verdict = analysis::judge(study);
    sink.write(verdict);
    study.verdict = verdict;
    return study;
}

}  // namespace throughline::observe
