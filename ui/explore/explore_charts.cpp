// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/explore_charts.h"

#include "ui/charts/chart_kinds.h"
#include "ui/charts/members.h"

namespace throughline::ui {

ExploreCharts::ExploreCharts(ExploreDocument* document, ChartGrid* grid, QObject* parent)
    : QObject(parent), document_(document), grid_(grid), samples_(new SampleStore(this)) {
    connect(samples_, &SampleStore::arrived, this, &ExploreCharts::show);
    connect(document_, &ExploreDocument::changed, this, &ExploreCharts::show);
    connect(document_, &ExploreDocument::selectionChanged, this, &ExploreCharts::showSelection);
    connect(grid_, &ChartGrid::paneMade, this, &ExploreCharts::connectPane);
    connect(grid_, &ChartGrid::paneChosen, document_, [this](int index) {
        document_->setCurrentChart(static_cast<std::size_t>(index));
    });
    connect(grid_, &ChartGrid::removeAsked, document_, [this](int index) {
        document_->removeChart(static_cast<std::size_t>(index));
        focus();
    });
    connectPane(grid_->current());
    show();
}

void ExploreCharts::connectPane(ChartPane* pane) {
    PlotView* plot = pane->plot();
    connect(plot, &PlotView::statusTextChanged, this, &ExploreCharts::statusTextChanged);
    connect(plot, &PlotView::scalesChanged, this, [this, pane](bool x, bool y) {
        keepScales(pane, x, y);
    });
    for (const auto& changed : {&PlotView::zoomChanged, &PlotView::resized}) {
        connect(plot, changed, this, [this, pane] { refineSamples(pane); });
    }
    connect(plot, &PlotView::zoomChanged, this, [this, pane] { keepZoom(pane); });
    plot->setCrosshairShown(crosshair_);
    connect(plot, &PlotView::crosshairToggled, this, &ExploreCharts::setCrosshairShown);
    plot->setBrushing(brushing_);
    connect(plot, &PlotView::brushingToggled, this, &ExploreCharts::setBrushing);
    connect(plot, &PlotView::picked, document_, &ExploreDocument::select);
    connect(plot, &PlotView::draggedOut, this, &ExploreCharts::draggedOut);
    Q_EMIT paneMade(pane);
}

void ExploreCharts::setCrosshairShown(bool shown) {
    crosshair_ = shown;
    for (const ChartPane* pane : grid_->panes()) {
        pane->plot()->setCrosshairShown(shown);
    }
    Q_EMIT crosshairToggled(shown);
}

void ExploreCharts::setBrushing(bool on) {
    brushing_ = on;
    for (const ChartPane* pane : grid_->panes()) {
        pane->plot()->setBrushing(on);
    }
    Q_EMIT brushingToggled(on);
}

void ExploreCharts::focus() const {
    plot()->setFocus(Qt::OtherFocusReason);
}

void ExploreCharts::show() {
    // A copy: what the charts bring into view on the way there is not what the user wants to see.
    const ExploreState state = document_->state();
    matchPanes();
    for (std::size_t i = 0; i < state.charts.size(); ++i) {
        ChartPane* pane = grid_->panes()[i];
        const PlotChoice& choice = state.charts[i].choice;
        if (ChartRecipe recipe = recipeOf(choice); !pane->isOf(recipe)) {
            pane->setPlot(builtPlot(choice), std::move(recipe));
        }
        hideSeries(pane);
        pane->plot()->setSelected(document_->selected());
        refineSamples(pane);
    }
    restoreZooms(state);
    Q_EMIT refreshed();
}

/// As many panes as charts. The others stay as they are when one goes.
void ExploreCharts::matchPanes() {
    const ExploreState& state = document_->state();
    const auto& panes = grid_->panes();
    while (panes.size() > state.charts.size()) {
        std::size_t gone = 0;
        while (gone < state.charts.size() &&
               panes[gone]->isOf(recipeOf(state.charts[gone].choice))) {
            ++gone;
        }
        grid_->remove(gone);
    }
    grid_->setCount(state.charts.size());
    if (grid_->arrangement() != state.arrangement) {
        grid_->setArrangement(state.arrangement);
    }
    if (grid_->currentIndex() != state.current) {
        grid_->setCurrent(state.current);
    }
}

ChartRecipe ExploreCharts::recipeOf(const PlotChoice& choice) const {
    const bool samples = choice.has<SamplesChart>();
    return {.choice = choice,
            .studies = document_->generation(),
            .runs = isRunByRun(choice.points()) ? document_->drawnRuns() : PointIds(),
            .samples = samples ? samples_->arrivals() : 0};
}

BuiltPlot ExploreCharts::builtPlot(const PlotChoice& choice) {
    BuiltPlot built;
    if (document_->studies().empty()) {
        built.model.x = axisOf("decode.threads");
        built.model.y = axisOf("images_per_second");
        built.model.emptyText =
            tr("Click the dot before a study in the list on the left to see it here.\nNone yet? "
               "Measure this "
               "computer, or import the results of other tools.");
        return built;
    }
    if (choice.has<SamplesChart>()) {
        requestSamples(choice);
    }
    built = buildPlot(document_->studies(), choice, samples_->cache(), document_->drawnRuns());
    const bool waiting = choice.has<SamplesChart>() && samples_->isWaiting();
    built.model.emptyText =
        waiting ? tr("Reading the samples\u2026") : emptyTextOf(choice, built.model);
    return built;
}

void ExploreCharts::requestSamples(const PlotChoice& choice) {
    for (const std::int64_t id : document_->drawnRuns()) {
        const auto [study, run] = findRun(document_->studies(), id);
        if (run == nullptr) {
            continue;
        }
        for (const std::string& key : sampleKeysOf(*run, choice)) {
            samples_->request(study->uuid, id, key);
        }
    }
}

void ExploreCharts::refineSamples(const ChartPane* pane) {
    const PlotChoice& choice = pane->choice();
    if (!choice.has<SamplesChart>()) {
        return;
    }
    const Span& x = pane->plot()->zoom().current().x;
    for (const std::int64_t id : document_->drawnRuns()) {
        const RunForPlot* run = findRun(document_->studies(), id).run;
        const auto keys = run == nullptr ? std::set<std::string>() : sampleKeysOf(*run, choice);
        for (const std::string& key : keys) {
            samples_->refine(id, key, x, pane->plot()->width());
        }
    }
}

void ExploreCharts::hideSeries(ChartPane* pane) const {
    const PlotModel& model = pane->plot()->model();
    const HiddenCurves& hidden = document_->state().hidden;
    for (std::size_t i = 0; i < model.series.size(); ++i) {
        const PlotSeries& series = model.series[i];
        if (isDrawnByItself(series)) {
            const bool hides =
                !hidden.empty() && hidden.count(curveIdOf(model, series, document_->studies())) > 0;
            pane->plot()->setSeriesVisible(i, !hides);
        }
    }
}

void ExploreCharts::restoreZooms(const ExploreState& state) {
    const auto& panes = grid_->panes();
    for (std::size_t i = 0; i < panes.size(); ++i) {
        if (!state.charts[i].zoom) {
            panes[i]->plot()->fit();
        }
    }
    grid_->join();
    for (std::size_t i = 0; i < panes.size(); ++i) {
        if (state.charts[i].zoom) {
            panes[i]->showZoom(*state.charts[i].zoom);
        }
    }
    for (std::size_t i = 0; i < panes.size(); ++i) {
        document_->setZoom(i, state.charts[i].zoom);
        // One that was looked at as a whole may have followed others with the same x axis.
        if (!state.charts[i].zoom) {
            keepZoom(panes[i]);
        }
    }
}

void ExploreCharts::keepZoom(const ChartPane* pane) {
    if (pane->hasZoom()) {
        document_->setZoom(grid_->indexOf(pane), pane->zoom());
    }
}

void ExploreCharts::keepScales(ChartPane* pane, bool logarithmic_x, bool logarithmic_y) {
    Q_EMIT pane->chosen();
    pane->takeScales(logarithmic_x, logarithmic_y);
    document_->setScales(logarithmic_x, logarithmic_y);
}

void ExploreCharts::showSelection() {
    for (const ChartPane* pane : grid_->panes()) {
        pane->plot()->setSelected(document_->selected());
    }
}

}  // namespace throughline::ui
