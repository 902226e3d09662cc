// SPDX-License-Identifier: Apache-2.0
#include "engine/importers/formats/fio/fio_group.h"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/say.h"
#include "engine/base/text.h"
#include "engine/importers/formats/fio/fio_conditions.h"
#include "engine/importers/formats/fio/fio_status.h"
#include "engine/importers/read/scan.h"
#include "engine/importers/read/units.h"
#include "engine/metrics/latency_percentiles.h"
#include "engine/metrics/registry.h"

namespace throughline::importers {
namespace {

constexpr const char* kNotMeasured =
    to_say("fio did not measure it (gtod_reduce, disable_lat, disable_clat)");
constexpr const char* kOfCompletion = to_say(
    "fio's percentiles are of the completion latency (clat), which leaves the submission "
    "out; with lat_percentiles=1 they are of the whole latency");
constexpr const char* kFileEnds = to_say("the file is cut off before it");
constexpr const char* kJobsMissing =
    to_say("the file is cut off: this figure is of all jobs of the group, and some may be missing");

std::string with_job(std::string_view id, const std::string& job) {
    return job.empty() ? std::string(id) : metrics::labelled(id, "job", job);
}

void put_latencies(RunDraft& run,
                   FioDirection direction,
                   const FioFigures& figures,
                   const std::string& job) {
    if (direction == FioDirection::Mixed) {
        run.figure(with_job("mixed_latency_mean", job), figures.latency_mean);
        return;
    }
    const auto put = [&](const std::string& key, std::optional<double> value, const char* why) {
        run.figure(key, value);
        if (!value && job.empty()) {
            run.absent(key, figures.cut ? kFileEnds : why);
        }
    };
    const std::string name = name_of(direction);
    const std::string latency = name + "_latency_";
    const std::string completion = name + "_completion_latency_";
    put(with_job(latency + "mean", job), figures.latency_mean, kNotMeasured);
    run.figure(with_job(latency + "min", job), figures.latency_min);
    run.figure(with_job(latency + "max", job), figures.latency_max);
    put(with_job(completion + "mean", job), figures.completion_mean, kNotMeasured);
    const bool of_completion = figures.submits && !figures.percentiles_of_total;
    if (figures.submits) {
        run.figure(with_job(completion + "min", job), figures.completion_min);
        run.figure(with_job(completion + "max", job), figures.completion_max);
    }
    put(with_job(name + "_submission_latency_mean", job),
        figures.submission_mean,
        to_say("fio did not measure it: only asynchronous engines submit separately"));
    for (const metrics::LatencyPercentile& wanted : metrics::kLatencyPercentiles) {
        const auto given = figures.percentiles.find(wanted.percent);
        const std::string key =
            with_job((of_completion ? completion : latency) + wanted.suffix, job);
        if (given != figures.percentiles.end()) {
            run.figure(key, given->second);
        } else {
            run.figure(key, percentile_of(figures.bins, wanted.percent));
        }
        const bool is_told = run.has_figure(key);
        if (job.empty() && of_completion && (is_told || figures.cut)) {
            run.absent(latency + wanted.suffix, is_told ? kOfCompletion : kFileEnds);
        }
        if (job.empty() && figures.cut && !is_told) {
            run.absent(key, kFileEnds);
        }
    }
}

void put_rates(RunDraft& run, FioDirection direction, const FioFigures& figures) {
    const std::string name = name_of(direction);
    run.figure(name + "_bytes_per_second", figures.bytes_per_second);
    run.figure(name + "_iops", figures.iops);
    if (direction != FioDirection::Mixed) {
        run.figure(name + "_bytes", figures.bytes);
        run.figure(name + "_requests", figures.requests);
    }
}

void put_cpu(RunDraft& run, const FioJob& job) {
    run.figure("process_cpu_user", job.cpu_user);
    run.figure("process_cpu_system", job.cpu_system);
}

/// The jobs' names, with "#2" where several have one, behind "HOST:" where there is a host.
std::vector<std::string> labels_of(const std::vector<FioJob>& jobs) {
    std::map<std::string_view, std::size_t> named;
    for (const FioJob& job : jobs) {
        ++named[job.name];
    }
    std::map<std::string_view, std::size_t> seen;
    std::vector<std::string> labels;
    labels.reserve(jobs.size());
    for (const FioJob& job : jobs) {
        const std::size_t number = ++seen[job.name];
        const std::string label =
            named[job.name] > 1 ? job.name + "#" + std::to_string(number) : job.name;
        labels.push_back(job.host.empty() ? label : job.host + ":" + label);
    }
    return labels;
}

/// A run of one group: what ran together. Groups ran one after another and are never added up.
class GroupImport {
public:
    /// Of how the file ends among its jobs.
    struct End {
        bool cut = false;
        bool jobs_known = false;  ///< none of the jobs is missing for it
    };
    GroupImport(Draft& draft, std::vector<FioJob> jobs, std::optional<double> ended_at, End end)
        : draft_(draft),
          jobs_(std::move(jobs)),
          labels_(labels_of(jobs_)),
          ended_at_(ended_at),
          end_(end) {}

    RunDraft& make() {
        RunDraft& run = draft_.add_run();
        put_fio_conditions(run, jobs_);
        if (jobs_.size() == 1) {
            put_cpu(run, jobs_.front());
        } else {
            set_workers_of_all(run);
            set_hosts(run);
        }
        double longest = 0.0;
        for (const FioDirection direction : kFioDirections) {
            longest = std::max(longest, put_direction(run, direction));
        }
        if (longest > 0.0) {
            run.set("duration", longest);
            put_start(run, longest);
        }
        say_failures(run, longest > 0.0);
        return run;
    }

private:
    /// When the first job began, since fio 3.36; before, a group that was the only one ended with
    /// fio itself. Of several groups the earlier ones ended nobody knows when.
    void put_start(RunDraft& run, double longest) const {
        std::optional<double> first;
        for (const FioJob& job : jobs_) {
            const auto start = job.started_at;
            first = first && start ? std::min(*first, *start) : (first ? first : start);
        }
        if (first && *first > 0.0) {
            run.started_at(*first);
        } else if (ended_at_) {
            run.started_at(*ended_at_ - longest);
        }
    }

    /// Clients of a run on several hosts.
    void set_hosts(RunDraft& run) const {
        std::vector<std::string> hosts;
        for (const FioJob& job : jobs_) {
            if (!job.host.empty() &&
                std::find(hosts.begin(), hosts.end(), job.host) == hosts.end()) {
                hosts.push_back(job.host);
            }
        }
        if (hosts.size() < 2) {
            return;
        }
        std::string all;
        for (const std::string& host : hosts) {
            all += (all.empty() ? "" : ", ") + host;
        }
        run.set("host", std::string_view(all));
        run.set("node_count", static_cast<double>(hosts.size()));
    }

    void set_workers_of_all(RunDraft& run) const {
        double workers = 0.0;
        double outstanding = 0.0;
        for (const FioJob& job : jobs_) {
            const double jobs = parse_number(job.option("numjobs")).value_or(1.0);
            const double depth = fio_size(job.option("iodepth")).value_or(1.0);
            // Without group_reporting fio prints one row for each of the numjobs processes.
            const bool merged = job.options.count("group_reporting") > 0;
            workers += merged ? jobs : 1.0;
            outstanding +=
                (merged ? jobs : 1.0) * (is_synchronous_fio(job.option("ioengine")) ? 1.0 : depth);
        }
        run.set("workers", workers);
        run.set("storage.threads", workers);
        if (!jobs_.front().options.empty()) {
            run.set("io_outstanding", outstanding);
        }
    }

    /// Returns how long the direction ran.
    double put_direction(RunDraft& run, FioDirection direction) const {
        std::vector<const FioFigures*> parts;
        for (std::size_t i = 0; i < jobs_.size(); ++i) {
            const auto figures = jobs_[i].figures.find(direction);
            if (figures == jobs_[i].figures.end()) {
                continue;
            }
            parts.push_back(&figures->second);
            if (jobs_.size() > 1 || lacks_jobs()) {
                put_latencies(run, direction, figures->second, labels_[i]);
            }
        }
        if (parts.empty()) {
            return 0.0;
        }
        const FioFigures sum = sum_of(parts);
        if (lacks_jobs()) {
            // What the missing jobs did is not in it.
            return sum.runtime_s.value_or(0.0);
        }
        put_rates(run, direction, sum);
        put_latencies(run, direction, sum, "");
        if (parts.size() > 1) {
            put_rates_of_jobs(run, direction);
        }
        if (parts.size() > 1 && sum.bins.empty() && direction != FioDirection::Mixed) {
            for (const metrics::LatencyPercentile& wanted : metrics::kLatencyPercentiles) {
                run.absent(
                    std::string(name_of(direction)) + "_latency_" + wanted.suffix,
                    to_say("percentiles of several jobs cannot be combined without json+ bins"));
            }
        }
        if (sum.over_longest) {
            say_runtimes(run, direction, *sum.runtime_s, parts);
        }
        if (sum.percentiles_of_total) {
            run.note("fio.lat_percentiles",
                     record::Level::Info,
                     to_say("percentiles are of the total latency (lat_percentiles=1)"));
        }
        return sum.runtime_s.value_or(0.0);
    }

    /// Jobs may be of several disks, of which the group's rate tells nothing.
    void put_rates_of_jobs(RunDraft& run, FioDirection direction) const {
        const std::string name = name_of(direction);
        for (std::size_t i = 0; i < jobs_.size(); ++i) {
            const auto figures = jobs_[i].figures.find(direction);
            if (figures != jobs_[i].figures.end()) {
                run.figure(with_job(name + "_bytes_per_second", labels_[i]),
                           figures->second.bytes_per_second);
                run.figure(with_job(name + "_iops", labels_[i]), figures->second.iops);
            }
        }
    }

    /// fio's rule for its line of a group, and beside it what the jobs say of themselves.
    static void say_runtimes(RunDraft& run,
                             FioDirection direction,
                             double longest_s,
                             const std::vector<const FioFigures*>& jobs) {
        const std::string name = name_of(direction);
        double bytes_per_second = 0.0;
        double iops = 0.0;
        for (const FioFigures* const job : jobs) {
            bytes_per_second += job->bytes_per_second.value_or(0.0);
            iops += job->iops.value_or(0.0);
        }
        const Speaking english(Language::English);  // as a record is
        run.note("fio.runtimes",
                 record::Level::Info,
                 say_english("the jobs ran for different times (%1): the rates are all bytes and "
                             "requests over the longest, %2 s, as in fio's line of the group; the "
                             "jobs' own rates, each over its own time, add up to %3 and %4",
                             name,
                             number_to_show(longest_s),
                             metrics::format_metric(name + "_bytes_per_second", bytes_per_second),
                             metrics::format_metric(name + "_iops", iops)));
    }

    /// The file ends in or behind a job: others of the group may have followed, unless fio put them
    /// all into one row.
    bool lacks_jobs() const {
        const bool all_in_one = jobs_.front().options.count("group_reporting") > 0;
        return end_.cut && !end_.jobs_known && (jobs_.size() > 1 || !all_in_one);
    }

    /// fio writes reads, writes and processor times of a job in this order.
    void say_cut(RunDraft& run) const {
        const FioJob& last = jobs_.back();
        const auto lost = [&](std::string_view id, const char* why = kFileEnds) {
            if (!run.has_figure(id)) {
                run.absent(id, why);
            }
        };
        for (const FioDirection direction : {FioDirection::Read, FioDirection::Write}) {
            const std::string name = name_of(direction);
            if (lacks_jobs() || last.hidden.contains(direction)) {
                const char* const why = lacks_jobs() ? kJobsMissing : kFileEnds;
                lost(name + "_iops", why);
                lost(name + "_bytes_per_second", why);
            }
        }
        if (!last.cpu_user) {
            lost("process_cpu_user");
            lost("process_cpu_system");
        }
        run.status(record::RunStatus::Interrupted);
        run.note(
            "fio.cut",
            record::Level::Warning,
            say_english(
                !last.cut
                    ? to_say("the file is cut off after job '%1'; jobs after it may be missing")
                : end_.jobs_known
                    ? to_say("the file is cut off inside job '%1'; its later figures are missing")
                    : to_say("the file is cut off inside job '%1'; its later figures, and jobs "
                             "after it, are missing"),
                last.name));
    }

    bool only_trims() const {
        return std::any_of(jobs_.begin(), jobs_.end(), [](const FioJob& job) { return job.trims; });
    }

    void say_failures(RunDraft& run, bool measured) const {
        for (const FioJob& job : jobs_) {
            if (job.error != 0.0) {
                run.status(record::RunStatus::Failed);
                run.note("fio.error",
                         record::Level::Error,
                         say_english(job.error_text.empty()
                                         ? to_say("fio ended job '%1' with error %2")
                                         : to_say("fio ended job '%1' with error %2 (%3)"),
                                     job.name,
                                     shortest_text(job.error),
                                     job.error_text));
            }
        }
        if (end_.cut) {
            say_cut(run);
        } else if (!measured && only_trims()) {
            run.note(
                "fio.trims",
                record::Level::Warning,
                to_say("the job only trims, which is not imported: it has no reads or writes"));
        } else if (!measured) {
            run.status(record::RunStatus::Failed);
            run.note("fio.no_io",
                     record::Level::Error,
                     jobs_.front().never_ran ? to_say("the job never ran")
                                             : to_say("the job did no I/O that fio counted"));
        }
    }

    Draft& draft_;
    std::vector<FioJob> jobs_;
    std::vector<std::string> labels_;  ///< by job
    std::optional<double> ended_at_;
    End end_;
};

void put_disks(RunDraft& run, const FioOutput& output) {
    if (output.disks_cut) {
        run.absent("disk_utilisation", kFileEnds);
    }
    for (const FioDisk& disk : output.disks) {
        run.figure(metrics::labelled("disk_utilisation", "device", disk.name), disk.utilisation);
        run.figure(metrics::labelled("read_request_size", "device", disk.name),
                   disk.read_request_size);
    }
}

/// The runs of an output, by the number of their group.
using GroupRuns = std::map<int, RunDraft*>;

/// One whole output of fio: a run for each group of jobs.
GroupRuns add_output(const FioOutput& output, Draft& draft) {
    std::map<int, std::vector<FioJob>> groups;
    for (const FioJob& job : output.jobs) {
        groups[job.group].push_back(job);
    }
    draft.take_rows(output.jobs.size() + output.all_clients.size());
    const int last_group = output.jobs.empty() ? 0 : output.jobs.back().group;
    RunDraft* only = nullptr;
    GroupRuns runs;
    for (auto& [group, jobs] : groups) {
        const auto end_of_only = groups.size() == 1 ? output.ended_at : std::nullopt;
        const GroupImport::End end{.cut = group == last_group && output.jobs_cut,
                                   .jobs_known = output.jobs_known};
        only = &GroupImport(draft, std::move(jobs), end_of_only, end).make();
        runs.emplace(group, only);
    }
    if (!output.all_clients.empty() && groups.size() == 1) {
        // Their sum as fio made it; it may hold what the clients' rows do not.
        for (const auto& [direction, figures] : output.all_clients.front().figures) {
            put_rates(*only, direction, figures);
        }
    }
    if (only != nullptr && groups.size() == 1) {
        put_disks(*only, output);
    } else if (only != nullptr && !output.disks.empty()) {
        put_disks(*only, output);
        only->note(
            "fio.disk_util",
            record::Level::Info,
            to_say("the utilisation of the disks is over all groups, which ran one after another"));
    }
    return runs;
}

}  // namespace

void add_fio_outputs(std::span<const FioOutput> outputs, Draft& draft) {
    for (std::size_t from = 0; from < outputs.size();) {
        std::size_t last = from;
        while (last + 1 < outputs.size() && fio_goes_on(outputs[last], outputs[last + 1])) {
            ++last;
        }
        const FioOutput& result = outputs[last];
        const std::string_view version = result.version;
        draft.tool("fio", version.starts_with("fio-") ? version.substr(4) : version);
        for (const auto& [group, run] : add_output(result, draft)) {
            if (last > from) {
                add_status_series(outputs.subspan(from, last - from + 1), group, *run);
            }
        }
        from = last + 1;
    }
}

}  // namespace throughline::importers
