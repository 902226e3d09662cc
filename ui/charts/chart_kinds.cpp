// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chart_kinds.h"

#include <QCoreApplication>
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>

#include "engine/metrics/latency_percentiles.h"
#include "engine/metrics/registry.h"
#include "ui/charts/members.h"
#include "ui/charts/pinned_notes.h"
#include "ui/charts/provenance.h"
#include "ui/charts/stage_parts.h"

namespace throughline::ui {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("Explore", text);
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
    std::stable_sort(subjects.begin(), subjects.end(), [](const Field& a, const Field& b) {
        return a.runs > b.runs;
    });
    return subjects;
}

/// The first of what there is, where `chosen` is not among it.
void complete(std::string& chosen, const std::vector<std::string>& there) {
    if (std::find(there.begin(), there.end(), chosen) == there.end() && !there.empty()) {
        chosen = there.front();
    }
}

}  // namespace

bool hasSubject(PointsOf points) noexcept {
    return points == PointsOf::Percentiles || points == PointsOf::Histogram ||
           points == PointsOf::Stacks;
}

bool isRunByRun(PointsOf points) noexcept {
    return points == PointsOf::Samples || points == PointsOf::Percentiles ||
           points == PointsOf::Histogram;
}

std::vector<Field> subjectsOf(PointsOf points, const std::vector<StudyForPlot>& studies) {
    if (points == PointsOf::Stacks) {
        return stageSubjects(studies);
    }
    return hasSubject(points) ? spreadSubjects(points, studies) : std::vector<Field>();
}

PlotChoice ofKind(PlotChoice choice, PointsOf points) {
    const bool was = choice.points == PointsOf::Percentiles;
    const bool is = points == PointsOf::Percentiles;
    if (was != is) {
        choice.logY = is;
    }
    choice.points = points;
    return choice;
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
    if (choice.points == PointsOf::Map) {
        choice.y = firstMember(choice.y, studies);  // a cell has one colour
        complete(choice.rows, mapRows(studies, choice));
    }
    if (hasSubject(choice.points)) {
        std::vector<std::string> keys;
        for (const Field& subject : subjectsOf(choice.points, studies)) {
            keys.push_back(subject.key);
        }
        complete(choice.subject, keys);
    }
    return choice;
}

bool hasCurve(const RunForPlot& run, const PlotChoice& choice) {
    if (choice.points == PointsOf::Samples) {
        return !sampleKeysOf(run, choice).empty();
    }
    return !hasSubject(choice.points) || choice.points == PointsOf::Stacks ||
           spreadKeys(run, choice.points).count(choice.subject) > 0;
}

static BuiltPlot plotOfKind(const std::vector<StudyForPlot>& studies,
                            const PlotChoice& choice,
                            const SampleCache& samples,
                            const std::set<std::int64_t>& shown) {
    switch (choice.points) {
        case PointsOf::Runs: {
            BuiltPlot built = plotOfRuns(studies, choice);
            pinNotes(built.model, studies, choice);
            return built;
        }
        case PointsOf::Samples:
            return plotOfSamples(studies, choice, samples, shown);
        case PointsOf::Map:
            return mapOfRuns(studies, choice);
        case PointsOf::Percentiles:
            return plotOfPercentiles(studies, choice, shown);
        case PointsOf::Histogram:
            return plotOfHistograms(studies, choice, shown);
        case PointsOf::Stacks:
            return plotOfStacks(studies, choice);
    }
    return {};
}

BuiltPlot buildPlot(const std::vector<StudyForPlot>& studies,
                    const PlotChoice& choice,
                    const SampleCache& samples,
                    const std::set<std::int64_t>& shown) {
    if (hasSubject(choice.points) && choice.subject.empty()) {
        return {};  // of nothing; what the kind needs is said in its place
    }
    BuiltPlot built = plotOfKind(studies, choice, samples, shown);
    built.missing += caveatsOf(studies, built.model);
    return built;
}

bool haveSameAxes(const PlotChoice& a, const PlotChoice& b) {
    const auto axes = [](const PlotChoice& of) {
        return std::tie(of.points,
                        of.x,
                        of.y,
                        of.y2,
                        of.rows,
                        of.subject,
                        of.logX,
                        of.logY,
                        of.xAsNames,
                        of.yAs);
    };
    return axes(a) == axes(b);
}

static QString withoutSamples(const PlotChoice& choice, const PlotModel& model) {
    const QString title = withinSentence(axisOf(choice.y).title);
    const bool ticked = std::any_of(
        model.series.begin(), model.series.end(), [](const auto& one) { return one.visible; });
    return model.series.empty() ? tr("No run has samples of %1.").arg(title)
           : ticked ? tr("None of the runs that are shown has samples of %1.").arg(title)
                    : tr("No samples to show. Tick runs in the list beside.");
}

QString emptyTextOf(const PlotChoice& choice, const PlotModel& model) {
    switch (choice.points) {
        case PointsOf::Runs:
            return tr("No run of the ticked studies has both quantities. Choose others above.");
        case PointsOf::Samples:
            return withoutSamples(choice, model);
        case PointsOf::Map:
            return tr("A heat map needs runs in which two settings were varied.");
        case PointsOf::Percentiles:
            return tr("No run of the ticked studies has percentiles of a latency.");
        case PointsOf::Histogram:
            return tr("No run of the ticked studies holds a histogram of latencies or file sizes.");
        case PointsOf::Stacks:
            return tr("No run of the ticked studies tells how its stages spent their time.");
    }
    return {};
}

}  // namespace throughline::ui
