// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/point_actions.h"

#include <QInputDialog>
#include <utility>

#include "ui/charts/pinned_notes.h"

namespace throughline::ui {

PointActions::PointActions(ExploreDocument* document, ExploreCharts* charts, QWidget* window)
    : QObject(window), document_(document), charts_(charts), window_(window) {
    connect(charts_, &ExploreCharts::paneMade, this, &PointActions::connectPane);
    connectPane(charts_->grid()->current());
    connect(document_, &ExploreDocument::changed, this, &PointActions::takeBack);
}

void PointActions::takeBack() {
    if (!of_samples_.isEmpty() && !document_->choice().has<SamplesChart>()) {
        Q_EMIT outdated(std::exchange(of_samples_, {}));
    }
}

void PointActions::connectPane(ChartPane* pane) {
    PlotView* plot = pane->plot();
    // The keys of a chart may come while another is current: it becomes so first.
    for (const auto& asked : {&PlotView::pointActivated, &PlotView::noteAsked}) {
        connect(plot, asked, pane, &ChartPane::chosen);
    }
    // Queued: the answer changes the chart that is still handling the click.
    connect(plot, &PlotView::pointActivated, this, &PointActions::openRun, Qt::QueuedConnection);
    connect(plot, &PlotView::noteAsked, this, &PointActions::askNote, Qt::QueuedConnection);
}

RunOfStudy PointActions::runAt(int series, int point) const {
    const auto& all = charts_->plot()->model().series;
    const auto at = static_cast<std::size_t>(series);
    if (at >= all.size() || static_cast<std::size_t>(point) >= all[at].points.size()) {
        return {};  // a signal was queued: the chart shows something else by now
    }
    return findRun(document_->studies(), all[at].points[static_cast<std::size_t>(point)].id);
}

void PointActions::openRun(int series, int point) {
    const RunOfStudy run = runAt(series, point);
    if (run.run == nullptr) {
        return;
    }
    Q_EMIT runActivated(run.study->uuid, run.run->id);
    if (!document_->choice().has<SamplesChart>()) {
        document_->showSamples(run);
        of_samples_ = tr("These are the samples of run %1 of %2. Alt+Left goes back to the chart.")
                          .arg(run.run->number)
                          .arg(titleOf(*run.study));
        Q_EMIT said(of_samples_);
    }
}

void PointActions::askNote(int series, int point) {
    const auto [study, run] = runAt(series, point);
    if (run == nullptr || !document_->choice().has<RunsChart>()) {
        return;
    }
    // While it is asked the studies may be replaced: what is said of them is kept here.
    const QString uuid = study->uuid;
    const int number = run->number;
    const std::size_t chart = document_->state().current;
    bool given = false;
    const QString text =
        QInputDialog::getText(window_,
                              tr("Note on run %1 of %2").arg(number).arg(study->title),
                              tr("The note is shown beside the point, kept with the view and "
                                 "exported with the chart. Leave it empty for none."),
                              QLineEdit::Normal,
                              noteAt(document_->choice(), uuid, number),
                              &given);
    if (given && chart == document_->state().current && document_->choice().has<RunsChart>()) {
        document_->setNote(uuid, number, text.trimmed());
    }
}

}  // namespace throughline::ui
