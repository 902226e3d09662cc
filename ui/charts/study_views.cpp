// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/study_views.h"

#include <algorithm>
#include <string>
#include <utility>

#include "engine/catalog/catalog.h"
#include "engine/importers/published/published.h"
#include "ui/charts/chart_kinds.h"
#include "ui/charts/explore_state.h"
#include "ui/charts/fields.h"
#include "ui/charts/meant_runs.h"
#include "ui/style/said.h"

namespace throughline::ui {

namespace {

PlotChoice choiceOf(const panels::View& view) {
    PlotChoice choice;
    choice.x = view.x;
    choice.y = view.y;
    choice.published = view.published;
    switch (view.points) {
        case panels::Points::Runs: {
            RunsChart chart;
            chart.ceilings = false;
            chart.fullOnly = view.full_only;
            chart.xAsNames = view.names;
            chart.ideal = view.ideal;
            chart.logX = view.log_x;
            choice.chart = chart;
            break;
        }
        case panels::Points::Samples:
            choice.x = kTimeKey;
            choice.chart = SamplesChart{};
            break;
        case panels::Points::Map:
            choice.chart = MapChart{};
            choice.part<MapRows>()->rows = view.rows;
            break;
        case panels::Points::Histogram: {
            HistogramChart sizes;
            sizes.subject = view.x;
            choice.chart = sizes;
            break;
        }
    }
    return choice;
}

StudyView viewOf(const panels::Panel& panel) {
    StudyView view{.name = QString::fromLatin1(panel.id),
                   .title = said(panel.title),
                   .what = said(panel.what),
                   .unpublished = said(panel.unpublished),
                   .sources = {},
                   .choice = choiceOf(panel.views.front()),
                   .besideIsOwn = panel.beside_is_own,
                   .seconds = panel.seconds,
                   .panel = &panel};
    for (const char* const source : panel.sources) {
        view.sources << QString::fromLatin1(source);
    }
    for (std::size_t i = 1; i < panel.views.size(); ++i) {
        view.beside.push_back(choiceOf(panel.views[i]));
    }
    return view;
}

}  // namespace

std::vector<PlotChoice> StudyView::choices() const {
    std::vector<PlotChoice> all{choice};
    all.insert(all.end(), beside.begin(), beside.end());
    return all;
}

std::vector<PlotChoice> StudyView::choicesWith(const std::vector<StudyForPlot>& studies) const {
    std::vector<PlotChoice> all = choices();
    const auto isEmpty = [&](const PlotChoice& one) {
        return std::ranges::none_of(studies, [&](const StudyForPlot& study) {
            return std::ranges::any_of(study.runs,
                                       [&](const RunForPlot& run) { return hasCurve(run, one); });
        });
    };
    if (besideIsOwn) {
        all.erase(std::remove_if(all.begin() + 1, all.end(), isEmpty), all.end());
    }
    while (all.size() > kChartsMax) {
        const auto last = std::find_if(all.rbegin(), all.rend() - 1, isEmpty);
        all.erase(last == all.rend() - 1 ? all.end() - 1 : std::prev(last.base()));
    }
    return all;
}

bool concernsPublished(const std::vector<StudyForPlot>& studies, const PlotChoice& choice) {
    return std::ranges::any_of(studies, [&](const StudyForPlot& study) {
        return study.origin == record::Origin::Published && !meantRuns(study, choice).empty();
    });
}

QStringList publishedUuids(const QStringList& sources) {
    std::vector<std::string> ids;
    for (const QString& source : sources) {
        ids.push_back(source.toStdString());
    }
    QStringList uuids;
    for (const std::string& uuid : importers::published_uuids(catalog::Catalog::built_in(), ids)) {
        uuids << QString::fromStdString(uuid);
    }
    return uuids;
}

std::vector<StudyView> studyViews() {
    std::vector<StudyView> views;
    for (const panels::Panel& panel : panels::all_panels()) {
        if (!panel.views.empty()) {
            views.push_back(viewOf(panel));
        }
    }
    return views;
}

std::optional<StudyView> studyViewNamed(const QString& name) {
    const panels::Panel* const panel = panels::find_panel(name.toStdString());
    return panel == nullptr || panel->views.empty() ? std::nullopt : std::optional(viewOf(*panel));
}

}  // namespace throughline::ui
