// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/study_chart.h"

#include <QHBoxLayout>
#include <algorithm>
#include <cmath>

#include "engine/analysis/compare.h"
#include "ui/charts/default_choice.h"
#include "ui/charts/fields.h"
#include "ui/charts/plot_builder.h"
#include "ui/charts/run_filter.h"

namespace throughline::ui {

namespace {

constexpr std::size_t kBarsMax = 16;  ///< more have no room to be read
constexpr std::size_t kBestShown = 8;

std::size_t countPoints(const PlotModel& model) {
    std::size_t count = 0;
    for (const PlotSeries& series : model.series) {
        count += static_cast<std::size_t>(std::ranges::count_if(
            series.points, [](const PlotPoint& point) { return std::isfinite(point.y); }));
    }
    return count;
}

/// Whether a line does not go on from one of its points to the next.
bool hasGap(const PlotModel& model) {
    return std::ranges::any_of(model.series, [](const PlotSeries& series) {
        return series.isLine() && std::ranges::any_of(series.points, [](const PlotPoint& point) {
                   return !std::isfinite(point.y);
               });
    });
}

/// The fastest runs, in their order.
StudyForPlot bestOf(const StudyForPlot& study, std::size_t count) {
    std::vector<const RunForPlot*> runs;
    for (const RunForPlot& run : study.runs) {
        if (run.metrics.contains("images_per_second") && whyNoResult(run).isEmpty()) {
            runs.push_back(&run);
        }
    }
    std::ranges::stable_sort(runs, [](const RunForPlot* a, const RunForPlot* b) {
        return analysis::is_slower({b->settings, b->metrics}, {a->settings, a->metrics});
    });
    runs.resize(std::min(runs.size(), count));
    RunFilter filter;
    for (const RunForPlot* run : runs) {
        filter[study.uuid].insert(run->number);
    }
    auto some = filtered({study}, filter);
    return some.empty() ? study : std::move(some.front());
}

}  // namespace

StudyChart::StudyChart(QWidget* parent)
    : QWidget(parent), plot_(new PlotView(this)), legend_(new PlotLegend(this)) {
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(plot_, 1);
    layout->addWidget(legend_);
    plot_->setWheelNeedsFocus(true);
    connectLegend(legend_, plot_);
    clear();
}

void StudyChart::setStudy(const StudyForPlot& study) {
    const std::vector<StudyForPlot> studies{study};
    const PlotChoice choice = defaultChoice(studies);
    const bool map = choice.has<MapChart>();
    const bool drawn = map || (choice.has<RunsChart>() && choice.x != "stages");
    setVisible(drawn);
    if (!drawn) {
        plot_->setModel({});  // nobody who asks for it gets the chart of the study before
        return;
    }
    BuiltPlot built = map ? mapOfRuns(studies, choice) : plotOfRuns(studies, choice);
    const std::size_t all = countPoints(built.model);
    const bool crowded = !map && !built.model.x.categories.isEmpty() && all > kBarsMax;
    if (crowded && choice.y == "images_per_second") {
        const std::vector<StudyForPlot> best{bestOf(study, kBestShown)};
        built = plotOfRuns(best, defaultChoice(best));
        const QString best_of = hasGap(built.model)
                                    ? tr("The best %1 of %2 runs, not joined where others lie "
                                         "between; Explore has all.")
                                    : tr("The best %1 of %2 runs; Explore has all.");
        const QString note = best_of.arg(countPoints(built.model)).arg(all);
        built.model.legendNote =
            built.model.legendNote.isEmpty() ? note : note + u' ' + built.model.legendNote;
    }
    built.model.emptyText = study.runs.empty()
                                ? tr("The first point appears when the first run ends.")
                                : tr("No run of the whole pipeline has ended.");
    legend_->setModelSeries(built.model);
    legend_->setVisible(map || built.model.series.size() > 1 || !built.model.legendNote.isEmpty());
    plot_->setModel(std::move(built.model));
}

void StudyChart::clear() {
    setStudy({});
}

}  // namespace throughline::ui
