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
#include "ui/charts/plot_builder.h"
#include "ui/charts/run_filter.h"
#include "ui/charts/study_views.h"

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
    beside->addWidget(shown_);
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

void StudyChart::offerChoices() {
    const std::vector<StudyForPlot> studies{study_};
    choices_ = {defaultChoice(studies)};
    if (choices_.front().x == "node_count") {
        choices_ = studyViewNamed(QStringLiteral("nodes")).value().choicesWith(studies);
        std::erase_if(choices_, [](const PlotChoice& one) { return !one.has<RunsChart>(); });
    }
    const QString before = shown_->currentText();
    const QSignalBlocker quiet(shown_);
    shown_->clear();
    for (const PlotChoice& one : choices_) {
        shown_->addItem(axisOf(one.y).title);
    }
    if (choices_.size() > 1 && !nodes_.empty()) {
        shown_->addItem(tr("Each node over time"));
    }
    shown_->setCurrentIndex(std::max(shown_->findText(before), 0));
    shown_->setVisible(choices_.size() > 1);
}

void StudyChart::draw() {
    const StudyForPlot& study = study_;
    std::vector<StudyForPlot> studies{study};
    const auto at = static_cast<std::size_t>(std::max(shown_->currentIndex(), 0));
    const bool each = choices_.size() > 1 && at >= choices_.size();
    multiples_->setCourses(each ? nodes_ : std::vector<NodeCourse>(), study.colourSlot);
    multiples_->setVisible(each);
    plot_->setVisible(!each);
    if (each) {
        legend_->hide();
        setVisible(true);
        return;
    }
    const PlotChoice choice = at < choices_.size() ? choices_[at] : defaultChoice(studies);
    if (choice.y == "scaling_efficiency") {  // which compares whatever the rates are
        studies = withPublished(std::move(studies),
                                studyViewNamed(QStringLiteral("nodes")).value().sources);
    }
    const bool map = choice.has<MapChart>();
    const bool drawn = map || (choice.has<RunsChart>() && choice.x != "stages");
    setVisible(drawn);
    if (!drawn) {
        plot_->setModel({});  // nobody who asks for it gets the chart of the study before
        return;
    }
    BuiltPlot built = map ? mapOfRuns(studies, choice) : plotOfRuns(studies, choice);
    const std::size_t all = countPoints(built.model);
    const bool crowded =
        choices_.size() == 1 && !map && !built.model.x.categories.isEmpty() && all > kBarsMax;
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
