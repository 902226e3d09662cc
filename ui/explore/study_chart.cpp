// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/study_chart.h"

#include <QHBoxLayout>

#include "ui/charts/default_choice.h"
#include "ui/charts/plot_builder.h"

namespace throughline::ui {

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
    built.model.emptyText = study.runs.empty()
                                ? tr("The first point appears when the first run ends.")
                                : tr("No run of the whole pipeline has ended.");
    legend_->setModelSeries(built.model);
    legend_->setVisible(map || built.model.series.size() > 1);
    plot_->setModel(std::move(built.model));
}

void StudyChart::clear() {
    setStudy({});
}

}  // namespace throughline::ui
