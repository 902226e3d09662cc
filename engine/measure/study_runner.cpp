// SPDX-License-Identifier: Apache-2.0
#include "engine/measure/study_runner.h"

#include <map>
#include <memory>
#include <numeric>
#include <ranges>
#include <set>
#include <utility>
#include <vector>

#include "engine/analysis/derive.h"
#include "engine/analysis/disturbance.h"
#include "engine/analysis/verdict.h"
#include "engine/base/clock.h"
#include "engine/base/format.h"
#include "engine/base/say.h"
#include "engine/base/uuid.h"
#include "engine/measure/carry_out.h"
#include "engine/measure/environment.h"
#include "engine/measure/epoch_figures.h"
#include "engine/measure/estimate.h"
#include "engine/measure/point_options.h"
#include "engine/measure/point_runner.h"
#include "engine/measure/run_sink.h"
#include "engine/measure/silence.h"
#include "engine/metrics/registry.h"
#include "engine/record/touched.h"

namespace throughline::measure {
namespace {

/// Makes and removes the caches of all points once, so that a study is refused before it begins.
/// Errors: those of make_tier().
Result<void> check_tiers(const std::vector<spec::Settings>& points, const StudySources& sources) {
    for (const spec::Settings& settings : points) {
        auto made = make_tier(point_options(settings, sources.of(settings)).tier);
        if (!made) {
            return std::move(made).error();
        }
    }
    return {};
}

record::Header header_of(const PreparedStudy& prepared, bool disturbed) {
    record::Header header;
    header.study = make_uuid();
    header.title = prepared.spec.title.empty() ? title_of(prepared.spec, prepared.presets)
                                               : prepared.spec.title;
    header.origin = record::Origin::Measured;
    header.started_at = utc_now_iso8601();
    header.spec_json = spec::spec_to_json(prepared.spec);
    header.environment = environment(prepared.sources);
    if (disturbed) {
        header.environment["disturbed"] = true;
    }
    for (const auto& metric : metrics::all_metrics()) {
        if (metric.kind == metrics::Kind::Measured) {
            header.metrics.push_back({metric.id, metric.unit, metric.title});
        }
    }
    header.plan = prepared.plan;
    return header;
}

bool in_rounds(const PreparedStudy& prepared) {
    return spec::text_of(prepared.spec.base, "repeat_order") == "rounds";
}

/// What is measured, in order: each point with all its repeats, or all points in turn.
std::vector<Turn> turns_of(const PreparedStudy& prepared) {
    std::vector<Turn> turns;
    for (const std::size_t point : prepared.todo) {
        const auto repeats = spec::integer_of(prepared.points[point], "repeats");
        for (int repeat = 1; repeat <= repeats; ++repeat) {
            turns.push_back({.point = point, .repeat = repeat});
        }
    }
    if (in_rounds(prepared)) {
        std::ranges::stable_sort(turns, {}, &Turn::repeat);
    }
    double after = 0.0;
    for (Turn& turn : std::views::reverse(turns)) {
        turn.seconds_after = after;
        after += prepared.repeat_seconds[turn.point];
    }
    return turns;
}

/// `next` is what waits.
void pause_if_asked(const PreparedStudy& prepared,
                    RunControl& control,
                    const StudyOptions& options,
                    const Turn& next) {
    if (!control.paused()) {
        return;
    }
    if (options.on_progress) {
        options.on_progress(
            {.phase = "paused",
             .run = static_cast<int>(next.point) + 1,
             .runs = static_cast<int>(prepared.points.size()),
             .repeat = next.repeat,
             .seconds_left = prepared.repeat_seconds[next.point] + next.seconds_after});
    }
    control.wait_while_paused();
}

void begin_record(const PreparedStudy& prepared, bool disturbed, RunSink& sink) {
    sink.write(header_of(prepared, disturbed));
    for (const auto& [path, source] : prepared.sources.all()) {
        for (const auto& warning : source.target.warnings) {
            sink.note({}, "dataset.target", record::Level::Warning, warning, path);
        }
        for (const auto& [reason, left_out] : source.images->left_out()) {
            sink.write(record::Note{
                .code = "dataset.left_out",
                .level = record::Level::Warning,
                .text = say_english(left_out.count == 1
                                        ? to_say("%1 entry is left out of the data set (%2)")
                                        : to_say("%1 entries are left out of the data set (%2)"),
                                    format_count(left_out.count),
                                    reason),
                .item = left_out.first,
                .count = left_out.count});
        }
        for (const auto& unreadable : source.images->unreadable()) {
            sink.note({}, "dataset.unreadable", record::Level::Warning, describe(unreadable), path);
        }
    }
}

/// Who reads the events is shown what stands in the record already, without its samples.
void take_up_record(const PreparedStudy& prepared, RunSink& sink, record::RecordWriter& writer) {
    const record::Study& begun = *prepared.begun;
    writer.show(begun.header);
    for (const record::RunData& run : begun.runs) {
        if (record::is_result(run)) {
            writer.show(run.started);
            writer.show(record::RunEnded{.run = run.started.run,
                                         .status = run.status,
                                         .metrics = run.metrics,
                                         .absent = run.absent});
        }
    }
    const std::string& changed = prepared.since_begun;
    sink.note(
        {},
        record::kTakenUpCode,
        changed.empty() ? record::Level::Info : record::Level::Warning,
        say_english(changed.empty() ? to_say("the study was resumed at %1 for %2")
                                    : to_say("the study was resumed at %1 for %2; since it "
                                             "began, %3"),
                    utc_now_iso8601(),
                    say_english(prepared.todo.size() == 1 ? to_say("%1 run that was missing")
                                                          : to_say("%1 runs that were missing"),
                                format_count(prepared.todo.size())),
                    changed));
}

/// What must hold between a point's settings and what its data set turned out to be.
Result<void> check_sources(const std::vector<spec::Settings>& points, const StudySources& sources) {
    for (const auto& settings : points) {
        const Source& source = sources.of(settings);
        const auto options = point_options(settings, source).pipeline;
        if (auto fits = pipeline::check_options(options); !fits) {
            return fits;
        }
    }
    return {};
}

/// Begins the record, or goes on with the one that is taken up, and says what would disturb.
void note_surroundings(const PreparedStudy& prepared,
                       const StudyOptions& options,
                       RunSink& sink,
                       record::RecordWriter& writer) {
    const bool disturbed = options.disturbed && options.disturbed();
    if (prepared.begun) {
        take_up_record(prepared, sink, writer);
    } else {
        begin_record(prepared, disturbed, sink);
    }
    if (disturbed) {
        sink.note({}, analysis::kBesideCode, record::Level::Warning, kBesideText);
    }
    if (!options.unlocked.empty()) {
        sink.note({},
                  "study.unlocked",
                  record::Level::Warning,
                  say_english("measured without a lock; another measurement at the same time would "
                              "not have been noticed: %1",
                              options.unlocked));
    }
}

Result<void> measure_points(const PreparedStudy& prepared,
                            const StudyOptions& options,
                            RunControl& control,
                            record::RecordWriter& writer,
                            RunSink& sink) {
    std::map<std::size_t, PointRunner> under_way;
    std::set<std::size_t> over;
    for (const Turn& turn : turns_of(prepared)) {
        if (over.contains(turn.point)) {
            continue;  // a repeat before this one failed
        }
        if (turn.repeat == 1 || in_rounds(prepared)) {
            pause_if_asked(prepared, control, options, turn);
        }
        if (control.stop_requested()) {
            break;
        }
        auto& runner =
            under_way.try_emplace(turn.point, prepared, options, control, sink, turn.point)
                .first->second;
        if (!runner.measure(turn)) {
            under_way.erase(turn.point);
            over.insert(turn.point);
        }
        writer.flush();
        if (auto failure = writer.failure(); !failure) {
            return failure;
        }
    }
    for (auto& [point, runner] : under_way) {
        runner.stop();
    }
    return {};
}

}  // namespace

Result<PreparedStudy> prepare_study(const spec::StudySpec& spec,
                                    std::stop_token stop,
                                    const CatalogSource& catalog,
                                    const GpuSource& gpus,
                                    const ScanProgress& on_scan) {
    if (auto valid = spec::validate(spec); !valid) {
        return std::move(valid).error();
    }
    PreparedStudy prepared;
    prepared.spec = spec;
    prepared.points = spec::expand(spec);
    auto presets = apply_presets(prepared.points, catalog);
    if (!presets) {
        return std::move(presets).error();
    }
    prepared.presets = *std::move(presets);
    auto volumes = choose_volumes(prepared.points, catalog);
    if (!volumes) {
        return std::move(volumes).error();
    }
    prepared.volumes = *std::move(volumes);
    auto stores = choose_stores(prepared.points, catalog);
    if (!stores) {
        return std::move(stores).error();
    }
    prepared.stores = *std::move(stores);
    if (auto kept = check_cache_budgets(prepared.points); !kept) {
        return std::move(kept).error();
    }
    auto gpu = find_gpu(prepared.points, gpus);
    if (!gpu) {
        return std::move(gpu).error();
    }
    prepared.gpu = *std::move(gpu);
    if (prepared.gpu) {
        auto batches = choose_batches(prepared.points, *prepared.gpu, stop);
        if (!batches) {
            return std::move(batches).error();
        }
        prepared.batches = *std::move(batches);
    }
    auto sources = StudySources::load(prepared.points, stop, on_scan);
    if (!sources) {
        return std::move(sources).error();
    }
    prepared.sources = *std::move(sources);
    if (auto fits = check_sources(prepared.points, prepared.sources); !fits) {
        return std::move(fits).error();
    }
    if (auto usable = check_readers(prepared.points, prepared.sources); !usable) {
        return std::move(usable).error();
    }
    if (auto fits = check_memory(prepared.points, prepared.sources); !fits) {
        return std::move(fits).error();
    }
    if (auto made = check_tiers(prepared.points, prepared.sources); !made) {
        return std::move(made).error();
    }
    prepared.todo.resize(prepared.points.size());
    std::iota(prepared.todo.begin(), prepared.todo.end(), 0);
    Estimate expected = estimate(prepared.points, prepared.sources, std::move(stop));
    prepared.plan = expected.plan;
    prepared.repeat_seconds = std::move(expected.repeat_seconds);
    return prepared;
}

Result<record::Study> run_study(const PreparedStudy& prepared,
                                const StudyOptions& options,
                                RunControl& control,
                                record::RecordWriter& writer) {
    // Shared, as a thread that is left behind still has them.
    const auto sink = std::make_shared<RunSink>(writer, options.on_sample, prepared.begun);
    const auto measured = std::make_shared<Result<void>>();
    note_surroundings(prepared, options, *sink, writer);
    const auto measure = [&prepared, &options, &control, &writer, sink, measured] {
        *measured = measure_points(prepared, options, control, writer, *sink);
    };
    if (!carry_out(measure, control, silence_told_to(*sink, options.on_notice))) {
        leave_behind(*sink, options.on_notice, control);
    } else if (!*measured) {
        return measured->error();
    }
    record::Study study = sink->study();
    analysis::derive(study);
    const record::Verdict verdict = analysis::judge(study);
    sink->write(verdict);
    study.verdict = verdict;
    return study;
}

}  // namespace throughline::measure
