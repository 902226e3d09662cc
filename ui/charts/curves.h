// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <functional>
#include <string>
#include <vector>

#include "ui/charts/study_for_plot.h"
#include "ui/plot/plot_model.h"

namespace throughline::ui {

/// Runs of a study that belong to one curve.
struct Curve {
    QString name;  ///< what sets it apart in its study: "QD 32"; "" for the only one
    std::vector<const RunForPlot*> runs;
    int place = 0;  ///< among its study's curves, or of a single run among its study's runs
};

/// Whether each of its runs measured a single stage.
bool isStageAlone(const Curve& curve);
/// Whether each of its runs measured the full pipeline, whoever measured it.
bool isOfFullPipeline(const Curve& curve);

/// The varied keys that make curves of their own: all but x, numbers in proportion to x, such as
/// the requests in flight of more and more workers, and volumes that x names. Where x is measured,
/// the key with the most values (the first) runs along the curve instead.
std::vector<std::string> splittingKeys(const std::vector<const RunForPlot*>& runs,
                                       const std::vector<std::string>& varied,
                                       const std::string& x,
                                       bool xIsSetting);

/// The keys without those that only repeat what others say, as the pace of accelerators does that
/// was set with their number. `countNames`: how many different names there are by these keys.
std::vector<std::string> withoutRepeats(
    std::vector<std::string> keys,
    const std::function<std::size_t(const std::vector<std::string>&)>& countNames);

/// A curve for each combination of values of `keys`, in the order of the runs, but stages alone
/// behind the whole pipeline. A key that has no
/// bearing on the stages of a run does not name it.
std::vector<Curve> curvesOf(const std::vector<const RunForPlot*>& runs,
                            const std::vector<std::string>& keys);

/// The value of a setting as the name of a run has it.
struct NamePart {
    std::string key;
    QString text;
    bool operator==(const NamePart&) const = default;
};
/// Of those keys that have a bearing on the run's stages.
std::vector<NamePart> namePartsOf(const RunForPlot& run, const std::vector<std::string>& keys);
/// "QD 32, 4 threads": these parts.
QString nameOfRun(const RunForPlot& run, const std::vector<std::string>& keys);

/// Names of curves, and shorter ones for a legend.
struct ShortNames {
    QStringList labels;  ///< in the order of the curves; as different as their names
    QString note;        ///< what most of them leave out: "Unless said otherwise: resnet50_v1"
};
/// Leaves out what nearly all of many names begin the value of a setting with, where all others say
/// another value of that setting. No labels where nothing is gained.
ShortNames shortNamesOf(const std::vector<std::vector<NamePart>>& names);

/// Each run a curve, named by what was varied between them.
std::vector<Curve> curvesOfSingleRuns(const std::vector<const RunForPlot*>& runs);

/// "QD 32"; with the study's title in front where several studies are in the chart.
QString curveName(const StudyForPlot& study, const Curve& curve, bool severalStudies);

/// Samples as points. Where more than three intervals are missing, and between repeats, the line
/// breaks.
std::vector<PlotPoint> pointsOfSamples(const SampleSeries& samples, std::int64_t run);

/// The curve as a series without points: its name, whose it is and what it looks like.
PlotSeries seriesOfCurve(const StudyForPlot& study, const Curve& curve, bool severalStudies);

}  // namespace throughline::ui
