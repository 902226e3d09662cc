// SPDX-License-Identifier: GPL-3.0-or-later
// Samples of runs over time: see plot_builder.h.

#include <map>
#include <utility>

#include "ui/charts/curve_looks.h"
#include "ui/charts/curves.h"
#include "ui/charts/fields.h"
#include "ui/charts/level_lines.h"
#include "ui/charts/looks.h"
#include "ui/charts/meant_runs.h"
#include "ui/charts/members.h"
#include "ui/charts/missing_count.h"
#include "ui/charts/plot_builder.h"
#include "ui/charts/words.h"
#include "ui/charts/x_axis.h"

namespace throughline::ui {

namespace {

struct SampleLine {
    const RunForPlot& run;
    const std::string& key;
    bool second;                                        ///< on the second y axis
    const std::map<std::string, SampleSeries>& folded;  ///< of many, by member
};

/// Null: they are not there yet.
const SampleSeries* samplesOf(const SampleLine& line, const SampleCache& samples) {
    if (const auto folded = line.folded.find(line.key); folded != line.folded.end()) {
        return &folded->second;
    }
    const auto at = samples.find({line.run.id, sampleKeyOf(line.run, line.key)});
    return at == samples.end() ? nullptr : &at->second;
}

/// One curve of samples; without points while they are not in the cache.
void addSampleSeries(PlotModel& model,
                     PlotSeries series,
                     const SampleLine& line,
                     const SampleCache& samples,
                     MissingCount& missing) {
    if (line.second) {
        series.onSecondAxis = true;
        appendToName(series, QStringLiteral(", ") + model.y2->title);
    }
    if (const SampleSeries* const at = samplesOf(line, samples)) {
        series.points = pointsOfSamples(*at, line.run.id);
        series.kind = at->isRaw() ? SeriesKind::Line : SeriesKind::Band;
        const QString& why = at->error;
        if (series.visible && at->leftOut > 0) {
            missing.add(tr("the first row is an average since boot or a partial interval, not a "
                           "sample, and is left out"),
                        line.run.id);
        }
        if (series.visible && series.points.empty()) {
            const QString title = withinSentence(axisOf(line.key).title);
            missing.add(why.isEmpty() ? tr("no samples of %1").arg(title)
                                      : tr("no samples of %1 (%2)").arg(title, why),
                        line.run.id);
        } else if (series.visible && !why.isEmpty()) {
            missing.add(
                tr("no finer detail of %1 (%2)").arg(withinSentence(axisOf(line.key).title), why),
                line.run.id);
        }
    }
    model.series.push_back(std::move(series));
}

/// Counts the quantities that a run has no samples of. True: it has some of any.
bool hasAnySamples(const RunForPlot& run, const PlotChoice& choice, MissingCount& without) {
    bool any = false;
    for (const std::string& key : {choice.y, std::get<SamplesChart>(choice.chart).y2}) {
        PlotChoice one = choice;
        one.y = key;
        std::get<SamplesChart>(one.chart).y2.clear();
        const bool has = !sampleKeysOf(run, one).empty();
        any = any || has;
        if (!key.empty() && !has) {
            const QString title = withinSentence(axisOf(key).title);
            without.add(tr("no samples of %1").arg(title), run.id);
        }
    }
    return any;
}

/// The curves of a run that is shown: where one has several devices, of each. Others are only in
/// the legend, once.
void addMembers(PlotModel& model,
                const PlotSeries& series,
                const RunForPlot& run,
                const SampleCache& samples,
                MissingCount& missing,
                const std::pair<const Members&, const Members&>& members) {
    const auto& [first, second] = members;
    auto pairs = memberPairs({&run}, first, model.y2 ? &second : nullptr);
    for (MemberPair& pair : pairs) {
        for (const auto& [key, of] : {std::pair(&pair.y, &first), std::pair(&pair.y2, &second)}) {
            if (!key->empty() && !of->maySample(run, *key)) {
                key->clear();
            }
        }
    }
    std::erase_if(pairs, [](const auto& pair) { return pair.y.empty() && pair.y2.empty(); });
    std::map<std::string, SampleSeries> folded;
    if (series.visible) {
        folded = first.foldedSamples(run, samples);
        folded.merge(second.foldedSamples(run, samples));
    } else {
        pairs.resize(1);
        pairs.front().name.clear();
    }
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        const MemberPair& pair = pairs[i];
        PlotSeries one = series;
        one.member = pair.name;
        if (!pair.name.isEmpty()) {
            appendToName(one, QStringLiteral(", ") + pair.name);
        }
        if (isOfStraggler(run, pair.y) || isOfStraggler(run, pair.y2)) {
            appendToName(one, stragglerMark());
        }
        one.curve = nameWithMember(series.curve, pair.name);
        if (i > 0) {
            one.tint = series.tint + static_cast<int>(i);
            one.marker = runMarker(static_cast<int>(series.marker) + static_cast<int>(i));
        }
        if (!pair.y.empty()) {
            addSampleSeries(model, one, {run, pair.y, false, folded}, samples, missing);
        }
        if (!pair.y2.empty()) {
            addSampleSeries(model, one, {run, pair.y2, true, folded}, samples, missing);
        }
    }
}

/// What the samples of a run are numbered by where its file has no times ("rows of the log").
QString stepsOf(const RunForPlot& run) {
    return settingText(run, kStepAxisKey);
}

/// Seconds, as soon as one of the runs that are shown has them: rows have no place among them.
bool isOverTime(const std::vector<StudyForPlot>& studies, const std::set<std::int64_t>& shown) {
    for (const StudyForPlot& study : studies) {
        for (const RunForPlot& run : study.runs) {
            if (shown.count(run.id) > 0 && stepsOf(run).isEmpty()) {
                return true;
            }
        }
    }
    return false;
}

/// Those of the runs that are shown that are printed in part only, with a time of their own.
std::vector<std::int64_t> excerptsIn(const std::vector<StudyForPlot>& studies,
                                     const PlotChoice& choice,
                                     const std::set<std::int64_t>& shown) {
    std::vector<std::int64_t> runs;
    for (const StudyForPlot& study : studies) {
        for (const RunForPlot* run : meantRuns(study, choice)) {
            if (shown.count(run->id) > 0 && isSetting(*run, "excerpt") &&
                !sampleKeysOf(*run, choice).empty()) {
                runs.push_back(run->id);
            }
        }
    }
    return runs;
}

/// The axis of rows: by what they are called, where all runs call them so.
PlotAxis stepAxis(const std::vector<StudyForPlot>& studies, const std::set<std::int64_t>& shown) {
    QStringList names;
    for (const StudyForPlot& study : studies) {
        for (const RunForPlot& run : study.runs) {
            if (shown.count(run.id) > 0 && !names.contains(stepsOf(run))) {
                names << stepsOf(run);
            }
        }
    }
    QString name = names.size() == 1 ? names.front() : tr("rows of the files");
    name[0] = name[0].toUpper();
    return {.key = kStepAxisKey, .title = name, .integral = true, .alwaysLinear = true};
}

}  // namespace

BuiltPlot plotOfSamples(const std::vector<StudyForPlot>& studies,
                        const PlotChoice& choice,
                        const SampleCache& samples,
                        const std::set<std::int64_t>& shown) {
    const auto& chart = std::get<SamplesChart>(choice.chart);
    BuiltPlot built;
    const bool over_time = shown.empty() || isOverTime(studies, shown);
    built.model.x = over_time ? axisOf(kTimeKey) : stepAxis(studies, shown);
    built.model.y = yAxis(choice.y, chart.logY);
    if (!chart.y2.empty()) {
        built.model.y2 = yAxis(chart.y2, false);
    }
    MissingCount missing;  // of the runs that are shown
    MissingCount without;  // of all
    const LooksByCondition looks(studies, choice);
    std::size_t meant = 0;
    std::size_t all = 0;
    const Members members(studies, choice, choice.y);
    const Members second_members(studies, choice, chart.y2);
    for (const StudyForPlot& study : studies) {
        for (const Curve& curve : curvesOfSingleRuns(meantRuns(study, choice))) {
            const RunForPlot& run = *curve.runs.front();
            ++all;
            if (!hasAnySamples(run, choice, without)) {
                continue;  // neither a place in the legend nor a colour of its own
            }
            PlotSeries series = seriesOfCurve(study, curve, studies.size() > 1);
            series.run = run.id;
            looks.apply(series, run);
            series.visible = shown.count(run.id) > 0;
            meant += series.visible ? 1 : 0;
            if (series.visible && over_time && !stepsOf(run).isEmpty()) {
                const QString steps = stepsOf(run);
                missing.add(
                    tr("no times, only %1, which cannot share an axis with seconds").arg(steps),
                    run.id);
                built.model.series.push_back(std::move(series));
                continue;
            }
            addMembers(built.model, series, run, samples, missing, {members, second_members});
        }
    }
    if (!looks.sayByMarker()) {
        tellApart(built.model.series);
    }
    const std::vector<std::int64_t> excerpts = excerptsIn(studies, choice, shown);
    if (over_time && !excerpts.empty() && excerpts.size() == meant) {
        built.model.x.title = tr("Time since the first row shown by the source");
    } else if (over_time) {
        for (const std::int64_t run : excerpts) {
            missing.add(tr("excerpt; time is counted from its first row"), run);
        }
    }
    built.model.levels = limitLines(studies, choice);
    built.missing = without.sentences(all, studies) + missing.sentences(meant, studies) +
                    looks.remarks() + members.remarks() + second_members.remarks();
    if (members.areNamed() || second_members.areNamed()) {
        keepAllowedMembers(built);
        labelByMember(built.model);
    }
    return built;
}

}  // namespace throughline::ui
