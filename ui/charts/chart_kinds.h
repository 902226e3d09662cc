// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "ui/charts/fields.h"
#include "ui/charts/plot_builder.h"

namespace throughline::ui {

/// "samples over time", "a heat map": within a sentence.
QString nameOfKind(PointsOf points);
/// "samples", "map": in files, and the options of the command line.
QString wordOf(PointsOf points);
std::optional<PointsOf> pointsOfWord(const QString& word);

/// Whether such a chart shows a subject instead of y over x.
bool hasSubject(PointsOf points) noexcept;
/// Whether each curve is one run, so that it is ticked run by run which are shown.
bool isRunByRun(PointsOf points) noexcept;

/// What charts of this kind can be of, most runs first; empty for kinds without a subject.
std::vector<Field> subjectsOf(PointsOf points, const std::vector<StudyForPlot>& studies);

/// `choice` with what its kind needs and it does not say, or says of what is not there: the rows of
/// a heat map and, of several devices, one; the subject.
PlotChoice completed(PlotChoice choice, const std::vector<StudyForPlot>& studies);

/// Whether a run has something to show in such a chart.
bool hasCurve(const RunForPlot& run, const PlotChoice& choice);

/// The chart of any kind. `samples` and `shown` as plotOfSamples() takes them.
BuiltPlot buildPlot(const std::vector<StudyForPlot>& studies,
                    const PlotChoice& choice,
                    const SampleCache& samples,
                    const std::set<std::int64_t>& shown);

/// What a chart of `choice` without a point says in its place. `model` is that chart.
QString emptyTextOf(const PlotChoice& choice, const PlotModel& model);

}  // namespace throughline::ui
