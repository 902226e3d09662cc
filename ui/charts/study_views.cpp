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
#include "ui/charts/library_chart.h"
#include "ui/charts/meant_runs.h"
#include "ui/charts/plot_builder.h"
#include "ui/style/number_text.h"
#include "ui/style/said.h"

namespace throughline::ui {

namespace {

PlotChoice choiceOf(const panels::View& view) {
    PlotChoice choice;
    choice.x = view.x;
    choice.y = view.y;
    choice.published = view.published;
    choice.own = view.own;
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
    if (LogY* const scale = choice.part<LogY>()) {
        scale->logByData = true;  // a study of one's own may be far from what is published
    }
    return choice;
}

StudyView viewOf(const panels::Panel& panel) {
    StudyView view{.name = QString::fromLatin1(panel.id),
                   .title = said(panel.title),
                   .what = withOneMark(said(panel.what)),
                   .unpublished = said(panel.unpublished),
                   .sources = {},
                   .choice = choiceOf(panel.views.front()),
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

/// Whether a chart of these would show a point or a line.
static bool hasAnything(const std::vector<StudyForPlot>& studies, const PlotChoice& choice) {
    if (choice.has<SamplesChart>()) {  // which are read for those that are drawn alone
        return std::ranges::any_of(studies, [&](const StudyForPlot& study) {
            return std::ranges::any_of(meantRuns(study, choice), [&](const RunForPlot* run) {
                return hasCurve(*run, choice);
            });
        });
    }
    return buildPlot(studies, choice, {}, allRunsOf(studies)).model.hasPoints();
}

std::vector<PlotChoice> StudyView::choices() const {
    std::vector<PlotChoice> all{choice};
    all.insert(all.end(), beside.begin(), beside.end());
    return all;
}

std::vector<PlotChoice> StudyView::choicesWith(const std::vector<StudyForPlot>& studies) const {
    std::vector<PlotChoice> all = choices();
    std::erase_if(all, [&](const PlotChoice& one) { return !hasAnything(studies, one); });
    if (all.empty()) {
        return {choice};
    }
    all.resize(std::min(all.size(), kChartsMax));
    return all;
}

std::optional<ChartZoom> StudyView::zoomWith(const std::vector<StudyForPlot>& studies,
                                             const PlotChoice& chart) const {
    if (!chart.has<SamplesChart>()) {
        return std::nullopt;
    }
    std::optional<double> shown = seconds;
    for (const StudyForPlot& study : studies) {
        for (const RunForPlot& run : study.runs) {
            const bool by_turns = settingText(run, "repeat_order") == QLatin1String("rounds") &&
                                  numberOf(run, "repeats").value_or(1.0) > 1.0;
            const double turn = numberOf(run, "warmup_seconds").value_or(0.0) +
                                numberOf(run, "duration_seconds").value_or(0.0);
            if (by_turns && turn > shown.value_or(0.0)) {
                shown = turn;
            }
        }
    }
    return shown ? std::optional(ChartZoom{.x = Span{0.0, *shown}}) : std::nullopt;
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

/// All published studies as the library hands them over, by their source.
static const std::vector<std::pair<QString, StudyForPlot>>& publishedForPlot() {
    static const auto kAll = [] {
        std::vector<std::pair<QString, StudyForPlot>> all;
        for (const record::Study& study :
             importers::published_studies(catalog::Catalog::built_in())) {
            StudyForPlot plot = studyForPlot(study, 0);
            for (std::size_t i = 0; i < study.runs.size(); ++i) {
                auto& sampled = plot.runs[i].sampled.emplace();
                for (const record::Sample& sample : study.runs[i].samples) {
                    for (const auto& [metric, value] : sample.metrics) {
                        sampled.insert(metric);
                    }
                }
            }
            const auto source = spec::setting_text(study.header.environment.at("source.id"));
            all.emplace_back(QString::fromStdString(source), std::move(plot));
        }
        return all;
    }();
    return kAll;
}

std::vector<StudyForPlot> withPublished(std::vector<StudyForPlot> studies,
                                        const QStringList& sources) {
    for (const auto& [source, study] : publishedForPlot()) {
        const bool here = std::ranges::any_of(
            studies, [&](const StudyForPlot& one) { return one.uuid == study.uuid; });
        if (!here && sources.contains(source)) {
            studies.push_back(study);
        }
    }
    return studies;
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
