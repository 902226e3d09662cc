// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/study_chart.h"

#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/analysis/compare.h"
#include "ui/charts/default_choice.h"
#include "ui/charts/fields.h"
#include "ui/charts/label_words.h"
#include "ui/charts/node_plots.h"
#include "ui/charts/plot_builder.h"
#include "ui/charts/run_filter.h"
#include "ui/charts/run_flaws.h"
#include "ui/charts/study_views.h"
#include "ui/style/number_text.h"

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

/// Whether such a chart says something on the page of the study.
bool isDrawn(const PlotChoice& choice) {
    return choice.has<MapChart>() || (choice.has<RunsChart>() && choice.x != "stages");
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
    : QWidget(parent),
      shown_(new QComboBox(this)),
      plot_(new PlotView(this)),
      legend_(new PlotLegend(this)),
      multiples_(new NodeMultiples(this)) {
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(plot_, 1);
    layout->addWidget(multiples_, 1);
    auto* beside = new QVBoxLayout;
    beside->addWidget(shown_, 0, Qt::AlignTop);  // where it is, with the legend or without
    beside->addWidget(legend_, 1);
    layout->addLayout(beside);
    shown_->setAccessibleName(tr("What the chart shows"));
    shown_->setToolTip(tr("Show the rate of all nodes, how efficient they are, or each node"));
    connect(shown_, &QComboBox::currentIndexChanged, this, &StudyChart::draw);
    plot_->setWheelNeedsFocus(true);
    connectLegend(legend_, plot_);
    clear();
}

void StudyChart::setStudy(const StudyForPlot& study) {
    if (study.uuid != study_.uuid) {
        nodes_.clear();
    }
    study_ = study;
    offerChoices();
    draw();
}

void StudyChart::setNodes(std::vector<NodeCourse> nodes) {
    nodes_ = std::move(nodes);
    offerChoices();
    draw();
}

void StudyChart::offer(Of of, const QString& name, const PlotChoice& choice) {
    offers_.push_back({of, choice});
    shown_->addItem(name);
}

void StudyChart::offerChoices() {
    const QString before = shown_->currentText();
    const QSignalBlocker quiet(shown_);
    shown_->clear();
    offers_.clear();
    const std::vector<StudyForPlot> studies{study_};
    std::vector<PlotChoice> choices{defaultChoice(studies)};
    const bool by_nodes = choices.front().x == "node_count";
    if (by_nodes || hasSeveralNodes(study_)) {
        std::vector<PlotChoice> of_nodes =
            studyViewNamed(QStringLiteral("nodes")).value().choicesWith(studies);
        std::erase_if(of_nodes, [&](const PlotChoice& one) {
            const bool of_each = !labelOfEach(one.y).empty();
            return !one.has<RunsChart>() || (of_each && nodes_.size() > kSmallChartsMax) ||
                   (!of_each && !by_nodes);
        });
        if (by_nodes && !of_nodes.empty()) {
            choices.clear();
        }
        choices.insert(choices.end(), of_nodes.begin(), of_nodes.end());
        if (!nodes_.empty() || std::ranges::any_of(choices, isDrawn)) {
            std::erase_if(choices, [](const PlotChoice& one) { return !isDrawn(one); });
        }
    }
    for (const PlotChoice& one : choices) {
        offer(Of::Runs, axisOf(one.y).title, one);
    }
    const QString count = countText(static_cast<double>(nodes_.size()));
    if (nodes_.size() > kSmallChartsMax) {
        offer(Of::Bars, tr("Each of %1 nodes, the slowest first").arg(count));
    }
    if (!nodes_.empty()) {
        offer(nodes_.size() > kSmallChartsMax ? Of::Strips : Of::SmallCharts,
              tr("Each of %1 nodes over time").arg(count));
    }
    shown_->setCurrentIndex(std::max(shown_->findText(before), 0));
    shown_->setVisible(offers_.size() > 1);
}

void StudyChart::draw() {
    const auto at = static_cast<std::size_t>(std::max(shown_->currentIndex(), 0));
    const Offer& offered = offers_[std::min(at, offers_.size() - 1)];
    const bool small = offered.of == Of::SmallCharts;
    multiples_->setCourses(small ? nodes_ : std::vector<NodeCourse>(), study_.colourSlot);
    multiples_->setVisible(small);
    plot_->setVisible(!small);
    switch (offered.of) {
        case Of::Runs:
            drawRuns(offered.choice);
            break;
        case Of::Bars:
            put(barsOfNodes(nodes_, study_.colourSlot), true);
            break;
        case Of::Strips:
            put(stripsOfNodes(nodes_), true);
            break;
        case Of::SmallCharts:
            legend_->hide();
            setVisible(true);
            break;
    }
}

void StudyChart::put(PlotModel model, bool with_legend) {
    setVisible(true);
    legend_->setModelSeries(model);
    legend_->setVisible(with_legend);
    plot_->setModel(std::move(model));
}

void StudyChart::drawRuns(const PlotChoice& choice) {
    const StudyForPlot& study = study_;
    std::vector<StudyForPlot> studies{study};
    if (choice.y == "scaling_efficiency") {  // which compares whatever the rates are
        studies = withPublished(std::move(studies),
                                studyViewNamed(QStringLiteral("nodes")).value().sources);
    }
    const bool map = choice.has<MapChart>();
    if (!isDrawn(choice)) {
        setVisible(false);
        plot_->setModel({});  // nobody who asks for it gets the chart of the study before
        return;
    }
    BuiltPlot built = map ? mapOfRuns(studies, choice) : plotOfRuns(studies, choice);
    const std::size_t all = countPoints(built.model);
    const bool crowded =
        choice.x != "node_count" && !map && !built.model.x.categories.isEmpty() && all > kBarsMax;
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
    const bool with_legend =
        map || built.model.series.size() > 1 || !built.model.legendNote.isEmpty();
    put(std::move(built.model), with_legend);
}

void StudyChart::clear() {
    setStudy({});
}

}  // namespace throughline::ui
