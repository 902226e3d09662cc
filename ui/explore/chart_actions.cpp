// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/chart_actions.h"

#include "ui/style/key_action.h"

namespace throughline::ui {

ChartActions::ChartActions(ExploreDocument* document, QObject* parent)
    : QObject(parent),
      document_(document),
      back_(keyAction("",
                      tr("Chart &back"),
                      {Qt::ALT | Qt::Key_Left},
                      tr("Show the previous state of the charts"),
                      this)),
      forward_(keyAction("",
                         tr("Chart &forward"),
                         {Qt::ALT | Qt::Key_Right},
                         tr("Show the state from which you went back"),
                         this)),
      add_(keyAction("chart-add",
                     tr("A&dd chart"),
                     {Qt::CTRL | Qt::SHIFT | Qt::Key_A},
                     tr("Add another chart of the same studies"),
                     this)),
      remove_(keyAction("",
                        tr("Remo&ve chart"),
                        {Qt::CTRL | Qt::SHIFT | Qt::Key_W},
                        tr("Remove the current chart; Chart back restores it"),
                        this)),
      next_(keyAction("", tr("&Next chart"), {Qt::Key_F6}, tr("Go to the next chart"), this)),
      column_(keyAction("chart-column",
                        tr("Charts in a co&lumn"),
                        {Qt::CTRL | Qt::SHIFT | Qt::Key_L},
                        tr("Stack charts above a shared x axis, or place two in a row"),
                        this)) {
    column_->setCheckable(true);
    connect(back_, &QAction::triggered, document_, [this] { document_->go(-1); });
    connect(forward_, &QAction::triggered, document_, [this] { document_->go(1); });
    connect(add_, &QAction::triggered, document_, [this] {
        document_->addChart();
        Q_EMIT focusWanted();
    });
    connect(remove_, &QAction::triggered, document_, [this] {
        document_->removeChart(document_->state().current);
        Q_EMIT focusWanted();
    });
    connect(next_, &QAction::triggered, document_, [this] {
        const ExploreState& state = document_->state();
        document_->setCurrentChart((state.current + 1) % state.charts.size());
        Q_EMIT focusWanted();
    });
    connect(column_, &QAction::triggered, document_, [this](bool on) {
        document_->setArrangement(on ? ChartsIn::Column : ChartsIn::Grid);
    });
    connect(document_, &ExploreDocument::changed, this, &ChartActions::update);
    connect(document_->undoStack(), &QUndoStack::indexChanged, this, &ChartActions::update);
    update();
}

void ChartActions::update() {
    const std::size_t count = document_->state().charts.size();
    back_->setEnabled(document_->canGo(-1));
    forward_->setEnabled(document_->canGo(1));
    add_->setEnabled(count < kChartsMax);
    for (QAction* action : {remove_, next_, column_}) {
        action->setEnabled(count > 1);
    }
    column_->setChecked(document_->state().arrangement == ChartsIn::Column);
}

}  // namespace throughline::ui
