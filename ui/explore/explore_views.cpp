// SPDX-License-Identifier: GPL-3.0-or-later
// Views of the explorer's document: studies' charts that are shown, and what is kept under a title.
#include <algorithm>
#include <utility>

#include "ui/explore/explore_document.h"

namespace throughline::ui {

namespace {

/// What is plotted with the published studies of these sources in place of other ones.
QStringList studiesWith(const QStringList& sources,
                        QStringList studies,
                        const ExploreState& state,
                        const std::vector<StudyForPlot>& ticked) {
    if (sources.isEmpty()) {
        return studies;
    }
    QStringList shown;  // also where its studies are still to come
    for (const ChartState& chart : state.charts) {
        shown += chart.sources;
    }
    QStringList others = shown.isEmpty() ? shown : publishedUuids(shown);
    for (const StudyForPlot& study : ticked) {
        if (study.origin == record::Origin::Published) {
            others << study.uuid;
        }
    }
    const QStringList wanted = publishedUuids(sources);
    studies.removeIf(
        [&](const QString& uuid) { return others.contains(uuid) && !wanted.contains(uuid); });
    studies += wanted;
    studies.removeDuplicates();
    return studies;
}

/// In a column charts share their axis.
ChartsIn arrangementOf(const std::vector<ChartState>& charts) {
    const bool shared = std::ranges::all_of(
        charts, [&](const ChartState& one) { return one.choice.x == charts.front().choice.x; });
    return charts.size() > 1 && shared ? ChartsIn::Column : ChartsIn::Grid;
}

}  // namespace

void ExploreDocument::showView(const StudyView& view) {
    std::vector<ChartState> charts;
    const std::vector<StudyForPlot> both = withPublished(studies_, view.sources);
    for (const PlotChoice& choice : view.choicesWith(both)) {
        charts.push_back({.choice = choice,
                          .view = view.title,
                          .unpublished = view.unpublished,
                          .sources = view.sources});
        charts.back().zoom = view.zoomWith(both, choice);
    }
    ExploreState next = state_;
    next.hidden.clear();
    next.runs.reset();
    // What another view put beside it goes with that; charts of one's own stay.
    const bool is_of_a_view = std::ranges::all_of(state_.charts, [&](const ChartState& one) {
        return !one.view.isEmpty() && one.view == state_.charts.front().view;
    });
    if (charts.size() > 1 || is_of_a_view) {
        next.arrangement = arrangementOf(charts);
        next.charts = std::move(charts);
        next.current = 0;
    } else {
        next.chart() = std::move(charts.front());
    }
    showTitled(view.title, std::move(next), studiesWith(view.sources, plotted(), state_, ticked_));
}

SavedView ExploreDocument::savedView(const QString& title) const {
    SavedView view{.title = title,
                   .choice = state_.charts.front().choice,
                   .studies = {},
                   .beside = {},
                   .arrangement = state_.arrangement,
                   .only = state_.filter,
                   .runs = state_.runs,
                   .hidden = state_.hidden};
    for (std::size_t i = 0; i < state_.charts.size(); ++i) {
        view.setZoom(i, state_.charts[i].zoom);
        if (i > 0) {
            view.beside.push_back(state_.charts[i].choice);
        }
    }
    for (const StudyForPlot& study : ticked_) {
        view.studies << study.uuid;
    }
    return view;
}

}  // namespace throughline::ui
