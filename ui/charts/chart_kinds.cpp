// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chart_kinds.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>

#include "engine/metrics/latency_percentiles.h"
#include "engine/metrics/registry.h"
#include "ui/charts/log_by_data.h"
#include "ui/charts/members.h"
#include "ui/charts/pinned_notes.h"
#include "ui/charts/provenance.h"
#include "ui/charts/stage_parts.h"
#include "ui/charts/words.h"

namespace throughline::ui {

namespace {

/// What differs between kinds of charts.
struct Kind {
    PointsOf points;
    const char* word;
    const char* name;   ///< within a sentence
    const char* empty;  ///< what a chart without a point says; null: what withoutSamples() says
    bool hasSubject;
    bool isRunByRun;
    BuiltPlot (*build)(const std::vector<StudyForPlot>& studies,
                       const PlotChoice& choice,
                       const SampleCache& samples,
                       const std::set<std::int64_t>& shown);
};

using Studies = std::vector<StudyForPlot>;
using Shown = std::set<std::int64_t>;

constexpr std::array kKinds{
    Kind{.points = PointsOf::Runs,
         .word = "runs",
         .name = QT_TRANSLATE_NOOP("Explore", "a chart of whole runs"),
         .empty = QT_TRANSLATE_NOOP(
             "Explore", "No run of the plotted studies has both quantities. Choose others above."),
         .hasSubject = false,
         .isRunByRun = false,
         .build =
             [](const Studies& studies, const PlotChoice& choice, auto&, auto&) {
                 BuiltPlot built = plotOfRuns(studies, choice);
                 pinNotes(built.model, studies, choice);
                 return built;
             }},
    Kind{.points = PointsOf::Samples,
         .word = "samples",
         .name = QT_TRANSLATE_NOOP("Explore", "samples over time"),
         .empty = nullptr,
         .hasSubject = false,
         .isRunByRun = true,
         .build = plotOfSamples},
    Kind{.points = PointsOf::Map,
         .word = "map",
         .name = QT_TRANSLATE_NOOP("Explore", "a heat map"),
         .empty = QT_TRANSLATE_NOOP("Explore", "A heat map needs runs that vary two settings."),
         .hasSubject = false,
         .isRunByRun = false,
         .build =
             [](const Studies& studies, const PlotChoice& choice, auto&, auto&) {
                 return mapOfRuns(studies, choice);
             }},
    Kind{.points = PointsOf::Percentiles,
         .word = "percentiles",
         .name = QT_TRANSLATE_NOOP("Explore", "latency percentiles"),
         .empty =
             QT_TRANSLATE_NOOP("Explore", "No run of the plotted studies has latency percentiles."),
         .hasSubject = true,
         .isRunByRun = true,
         .build =
             [](const Studies& studies, const PlotChoice& choice, auto&, const Shown& shown) {
                 return plotOfPercentiles(studies, choice, shown);
             }},
    Kind{
        .points = PointsOf::Histogram,
        .word = "histogram",
        .name = QT_TRANSLATE_NOOP("Explore", "a histogram"),
        .empty = QT_TRANSLATE_NOOP(
            "Explore", "No run of the plotted studies has a histogram of latencies or file sizes."),
        .hasSubject = true,
        .isRunByRun = true,
        .build =
            [](const Studies& studies, const PlotChoice& choice, auto&, const Shown& shown) {
                return plotOfHistograms(studies, choice, shown);
            }},
    Kind{.points = PointsOf::Stacks,
         .word = "stacks",
         .name = QT_TRANSLATE_NOOP("Explore", "stacked bars of stages"),
         .empty = QT_TRANSLATE_NOOP(
             "Explore", "No run of the plotted studies recorded how its stages spent their time."),
         .hasSubject = true,
         .isRunByRun = false,
         .build = [](const Studies& studies, const PlotChoice& choice, auto&, auto&) {
             return plotOfStacks(studies, choice);
         }}};

const Kind& kindOf(PointsOf points) noexcept {
    const auto* found =
        std::ranges::find_if(kKinds, [&](const Kind& kind) { return kind.points == points; });
    return found == kKinds.end() ? kKinds.front() : *found;
}

/// "read_latency{job=a}" of "read_latency_p99{job=a}"; "" for what is no percentile.
std::string spreadKeyOf(std::string_view figure) {
    metrics::MetricKey key = metrics::parse_metric_key(figure);
    for (const metrics::LatencyPercentile& known : metrics::kLatencyPercentiles) {
        const std::string ending = std::string("_") + known.suffix;
        if (key.id.ends_with(ending)) {
            key.id.resize(key.id.size() - ending.size());
            return key.text();
        }
    }
    return {};
}

/// What a run holds percentiles or, for histograms, bins of.
std::set<std::string> spreadKeys(const RunForPlot& run, PointsOf points) {
    std::set<std::string> keys;
    for (const auto& [key, spread] : run.spreads) {
        if (points == PointsOf::Histogram || !spread.percentiles.empty()) {
            keys.insert(key);
        }
    }
    if (points == PointsOf::Histogram) {
        if (measuredOf(run, "file_share")) {
            keys.insert("file_size");
        }
        return keys;
    }
    for (const auto& [key, summary] : run.metrics) {
        if (std::string spread = spreadKeyOf(key); !spread.empty()) {
            keys.insert(std::move(spread));
        }
    }
    return keys;
}

std::vector<Field> spreadSubjects(PointsOf points, const std::vector<StudyForPlot>& studies) {
    std::map<std::string, int> runs;
    for (const StudyForPlot& study : studies) {
        for (const RunForPlot& run : study.runs) {
            for (const std::string& key : spreadKeys(run, points)) {
                ++runs[key];
            }
        }
    }
    std::vector<Field> subjects;
    subjects.reserve(runs.size());
    for (const auto& [key, count] : runs) {
        subjects.push_back({.key = key, .title = axisOf(key).title, .runs = count});
    }
    std::ranges::stable_sort(subjects,
                             [](const Field& a, const Field& b) { return a.runs > b.runs; });
    return subjects;
}

/// The first of what there is, where `chosen` is not among it.
void complete(std::string& chosen, const std::vector<std::string>& there) {
    if (std::ranges::find(there, chosen) == there.end() && !there.empty()) {
        chosen = there.front();
    }
}

}  // namespace

QString nameOfKind(PointsOf points) {
    return tr(kindOf(points).name);
}

QString wordOf(PointsOf points) {
    return QLatin1String(kindOf(points).word);
}

std::optional<PointsOf> pointsOfWord(const QString& word) {
    for (const Kind& kind : kKinds) {
        if (word == QLatin1String(kind.word)) {
            return kind.points;
        }
    }
    return std::nullopt;
}

bool hasSubject(PointsOf points) noexcept {
    return kindOf(points).hasSubject;
}

bool isRunByRun(PointsOf points) noexcept {
    return kindOf(points).isRunByRun;
}

std::vector<Field> subjectsOf(PointsOf points, const std::vector<StudyForPlot>& studies) {
    if (points == PointsOf::Stacks) {
        return stageSubjects(studies);
    }
    return hasSubject(points) ? spreadSubjects(points, studies) : std::vector<Field>();
}

/// The key of the first device of the first run that has several; else `key` itself.
static std::string firstMember(const std::string& key, const std::vector<StudyForPlot>& studies) {
    for (const StudyForPlot& study : studies) {
        for (const RunForPlot& run : study.runs) {
            if (auto keys = memberKeys(run, key); keys.size() > 1) {
                return std::move(keys.front());
            }
        }
    }
    return key;
}

PlotChoice completed(PlotChoice choice, const std::vector<StudyForPlot>& studies) {
    if (auto* map = choice.part<MapChart>()) {
        choice.y = firstMember(choice.y, studies);  // a cell has one colour
        complete(map->rows, mapRows(studies, choice));
    }
    if (auto* of = choice.part<Subject>()) {
        std::vector<std::string> keys;
        for (const Field& subject : subjectsOf(choice.points(), studies)) {
            keys.push_back(subject.key);
        }
        complete(of->subject, keys);
    }
    return choice;
}

bool hasCurve(const RunForPlot& run, const PlotChoice& choice) {
    if (choice.has<SamplesChart>()) {
        return !sampleKeysOf(run, choice).empty();
    }
    return !isRunByRun(choice.points()) ||
           spreadKeys(run, choice.points()).count(choice.partOrNone<Subject>().subject) > 0;
}

BuiltPlot buildPlot(const std::vector<StudyForPlot>& studies,
                    const PlotChoice& choice,
                    const SampleCache& samples,
                    const std::set<std::int64_t>& shown) {
    if (const auto* of = choice.part<Subject>(); of != nullptr && of->subject.empty()) {
        return {};  // of nothing; what the kind needs is said in its place
    }
    BuiltPlot built = kindOf(choice.points()).build(studies, choice, samples, shown);
    scaleByData(built.model, choice);
    built.caveats = caveatsOf(studies, {&built.model});
    return built;
}

static QString withoutSamples(const PlotChoice& choice, const PlotModel& model) {
    const QString title = withinSentence(axisOf(choice.y).title);
    const bool drawn =
        std::ranges::any_of(model.series, [](const auto& one) { return one.visible; });
    return model.series.empty() ? tr("No run has samples of %1.").arg(title)
           : drawn              ? tr("None of the runs shown has samples of %1.").arg(title)
                                : tr("No samples to show. Ctrl+click runs in the legend.");
}

QString emptyTextOf(const PlotChoice& choice, const PlotModel& model) {
    const char* text = kindOf(choice.points()).empty;
    return text == nullptr ? withoutSamples(choice, model) : tr(text);
}

}  // namespace throughline::ui
