// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <optional>
#include <vector>

#include "engine/panels/panels.h"
#include "ui/charts/chart_zoom.h"
#include "ui/charts/plot_choice.h"
#include "ui/charts/study_for_plot.h"

namespace throughline::ui {

/// A panel of the studies (engine/panels) as charts to be opened: on their published figures and
/// one's own runs; or, without sources, on one's own runs alone.
struct StudyView {
    QString name;   ///< for command lines: "loader-threads"
    QString title;  ///< "Images/s by decode threads"
    QString what;   ///< what it answers
    /// What its source gives no values of or states otherwise, to be said below charts that
    /// concernPublished() studies; may be empty.
    QString unpublished;
    QStringList sources;  ///< ids of the catalogue's sources whose studies are to be ticked
    PlotChoice choice;
    std::vector<PlotChoice> beside{};      ///< of further charts, below the first
    std::optional<double> seconds{};       ///< how long the published samples are
    const panels::Panel* panel = nullptr;  ///< what else is known of it; one of all_panels()

    std::vector<PlotChoice> choices() const;  ///< of all its charts
    /// Those in which these studies have something, kChartsMax at most; the first where none has.
    std::vector<PlotChoice> choicesWith(const std::vector<StudyForPlot>& studies) const;
    /// What of a chart is shown at first: over time as long as the published samples are, and of
    /// own runs that were measured by turns the first repeat, behind which the others' turns would
    /// be gaps. Nothing: everything.
    std::optional<ChartZoom> zoomWith(const std::vector<StudyForPlot>& studies,
                                      const PlotChoice& chart) const;
};

/// All that can be drawn, in the order of the table.
std::vector<StudyView> studyViews();

/// The one of this name; nothing: there is none.
std::optional<StudyView> studyViewNamed(const QString& name);

/// Whether published runs are part of the chart, so that what is said of them belongs below it.
bool concernsPublished(const std::vector<StudyForPlot>& studies, const PlotChoice& choice);

/// The uuids of the published studies of these sources.
QStringList publishedUuids(const QStringList& sources);

/// With the published studies of these sources that are not among them, as they will be read from
/// the library.
std::vector<StudyForPlot> withPublished(std::vector<StudyForPlot> studies,
                                        const QStringList& sources);

}  // namespace throughline::ui
