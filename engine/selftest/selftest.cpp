// SPDX-License-Identifier: Apache-2.0
#include "engine/selftest/selftest.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>

#include "engine/analysis/observed.h"
#include "engine/base/pause.h"
#include "engine/base/random.h"
#include "engine/base/say.h"
#include "engine/metrics/registry.h"
#include "engine/observe/observe_job.h"
#include "engine/selftest/bench.h"
#include "engine/selftest/cases.h"
#include "engine/selftest/throttle_group.h"

namespace throughline::selftest {
namespace {

unsigned processors_here() {
    return static_cast<unsigned>(std::max(::sysconf(_SC_NPROCESSORS_ONLN), 1L));
}

std::optional<double> figure(const record::RunData& run, const std::string& key) {
    const auto found = run.metrics.find(key);
    return found == run.metrics.end() ? std::nullopt : std::optional(found->second.value);
}

/// Others left less than half a processor of those that the job did not use.
bool was_crowded(const record::RunData& run) {
    const auto machine = figure(run, "cpu_utilisation");
    double job = 0.0;
    for (const char* const role : {"main", "workers", "others"}) {
        job += figure(run, metrics::labelled("job_cpu_cores", "role", role)).value_or(0.0);
    }
    const double processors = processors_here();
    constexpr double kLeft = 0.5;
    return !machine || processors * (1.0 - *machine / 100.0) < kLeft;
}

/// One case on the bench: what holds the job back lives as long as this.
struct Setup {
    std::unique_ptr<ThrottleGroup> group{};
    std::optional<RunningJob> beside{};
    std::optional<RunningJob> job{};
};

/// What the case needs. Errors: where this machine does not have it.
Result<Setup> set_up(const Case& one, const SelftestOptions& options, Bench& bench) {
    constexpr double kLonger_s = 40.0;  // than it is observed: until it is ended
    Setup setup;
    StandIn job = one.job;
    job.seconds = options.seconds + kLonger_s;
    if (one.file_bytes > 0) {
        auto images = bench.images(one.file_bytes);
        if (!images) {
            return std::move(images).error();
        }
        job.folder = *std::move(images);
    }
    if (one.read_limit_bytes_per_second > 0 || one.processors > 0.0) {
        auto group = one.processors > 0.0 ? ThrottleGroup::open_cpu(one.processors)
                                          : ThrottleGroup::open_reads(
                                                bench.device(), one.read_limit_bytes_per_second);
        if (!group) {
            return std::move(group).error();
        }
        setup.group = *std::move(group);
        job.group = setup.group->folder();
    }
    if (one.beside) {
        StandIn beside = *one.beside;
        beside.seconds = job.seconds;
        auto other = RunningJob::start(options.program, beside, bench.file("beside.log"));
        if (!other) {
            return std::move(other).error();
        }
        setup.beside.emplace(*std::move(other));
    }
    auto started = RunningJob::start(options.program, job, bench.file("job.log"));
    if (!started) {
        return std::move(started).error();
    }
    setup.job.emplace(*std::move(started));
    return setup;
}

/// Observes the job without its log, which tells what the estimate of its rate is worth.
Result<void> observe_case(const SelftestOptions& options,
                          const RunningJob& job,
                          const std::stop_token& stop,
                          const Case& one,
                          CaseResult& result) {
    auto writer =
        record::RecordWriter::open({.path = result.record, .overwrite = true, .events_fd = -1});
    auto file = observe::LogFile::open(job.log());
    if (!writer || !file) {
        return writer ? std::move(file).error() : std::move(writer).error();
    }
    observe::JobLog log(job.log(), {});
    log.take(file->read_more());
    log.begin();
    const auto study =
        observe::observe_job({.pid = job.pid(),
                              .seconds = options.seconds,
                              .title = say_english("Selftest: %1", say_english(one.says))},
                             stop,
                             **writer);
    log.take(file->read_more());
    const auto closed = (*writer)->close(study ? 1 : 0);
    if (!study || !closed) {
        return study ? closed.error() : study.error();
    }
    const record::RunData& run = study->runs.front();
    const auto* const rule = analysis::rule_for(analysis::observed_job_of(run));
    result.said = rule == nullptr ? analysis::Limit::Unsure : rule->limit;
    result.rule = rule == nullptr ? "" : rule->id;
    result.images_per_second = log.rate().images_per_second;
    result.estimated_images_per_second = figure(run, "estimated_images_per_second");
    if (one.needs_idle && was_crowded(run)) {
        result.left_out = say("other programs took the processors that it needs idle");
    }
    return {};
}

/// Errors: those that end the whole selftest.
Result<CaseResult> make_case(const Case& one,
                             unsigned round,
                             const SelftestOptions& options,
                             Bench& bench,
                             const std::stop_token& stop) {
    constexpr std::chrono::milliseconds kSettle{500};
    CaseResult result{.id = one.id, .says = say(one.says), .round = round, .truth = one.truth};
    auto setup = set_up(one, options, bench);
    if (!setup) {
        result.left_out = describe(setup.error());
        return result;
    }
    if (auto began = setup->job->await_first_batch(stop); !began) {
        result.left_out = describe(began.error());
        return result;
    }
    static_cast<void>(pause_for(kSettle, stop));
    if (!options.records.empty()) {
        result.record = options.records + "/" + result.id + "-" + std::to_string(round) + ".tlrun";
    }
    if (auto seen = observe_case(options, *setup->job, stop, one, result); !seen) {
        return std::move(seen).error();
    }
    return result;
}

Result<void> check_ids(const SelftestOptions& options) {
    const std::vector<std::string> known = case_ids();
    for (const std::string& id : options.cases) {
        if (std::ranges::find(known, id) == known.end()) {
            return usage_error(say("there is no case '%1'", id));
        }
    }
    return {};
}

}  // namespace

std::size_t SelftestResult::count() const {
    return static_cast<std::size_t>(std::ranges::count_if(cases, &CaseResult::counts));
}

std::size_t SelftestResult::right() const {
    return static_cast<std::size_t>(std::ranges::count_if(
        cases, [](const CaseResult& one) { return one.counts() && one.is_right(); }));
}

std::size_t SelftestResult::wrong() const {
    return static_cast<std::size_t>(std::ranges::count_if(
        cases, [](const CaseResult& one) { return one.counts() && one.is_wrong(); }));
}

bool SelftestResult::passes() const {
    const auto all = static_cast<double>(count());
    return !stopped && all > 0.0 && static_cast<double>(right()) >= kRightLeast * all &&
           static_cast<double>(wrong()) <= kWrongMost * all;
}

std::map<analysis::Limit, std::map<analysis::Limit, std::size_t>> SelftestResult::matrix() const {
    std::map<analysis::Limit, std::map<analysis::Limit, std::size_t>> table;
    for (const CaseResult& one : cases) {
        if (one.counts()) {
            ++table[one.truth][one.said];
        }
    }
    return table;
}

std::vector<std::string> case_ids() {
    Random random(1);
    std::vector<std::string> ids;
    for (const Case& one : cases(random, 2)) {
        ids.emplace_back(one.id);
    }
    return ids;
}

Result<SelftestResult> run_selftest(const SelftestOptions& options, const std::stop_token& stop) {
    if (auto known = check_ids(options); !known) {
        return std::move(known).error();
    }
    auto bench = Bench::make(options.folder);
    if (!bench) {
        return std::move(bench).error();
    }
    Random random(options.seed);
    std::vector<std::pair<unsigned, Case>> all;
    for (unsigned round = 1; round <= options.rounds; ++round) {
        for (Case& one : cases(random, processors_here())) {
            if (options.cases.empty() ||
                std::ranges::find(options.cases, one.id) != options.cases.end()) {
                all.emplace_back(round, std::move(one));
            }
        }
    }
    SelftestResult result;
    for (std::size_t i = 0; i < all.size() && !stop.stop_requested(); ++i) {
        if (options.on_case) {
            options.on_case(i, all.size(), say(all[i].second.says));
        }
        auto made = make_case(all[i].second, all[i].first, options, *bench, stop);
        if (stop.stop_requested()) {
            break;
        }
        if (!made) {
            return std::move(made).error();
        }
        result.cases.push_back(*std::move(made));
    }
    result.stopped = stop.stop_requested();
    return result;
}

}  // namespace throughline::selftest
