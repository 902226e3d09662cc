// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/kind_button.h"

#include <QMenu>

#include "ui/style/icons.h"
#include "ui/style/key_action.h"

namespace throughline::ui {

KindButton::KindButton(QWidget* parent) : QToolButton(parent) {
    setPopupMode(QToolButton::InstantPopup);
    setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    setFocusPolicy(Qt::TabFocus);
    setShortcut(QKeySequence(Qt::ALT | Qt::Key_K));
    setToolTip(tr("Choose the kind of chart (Alt+K)"));
    struct Kind {
        PointsOf points;
        Qt::Key key;
        const char* icon;
        QString name;  ///< what the button says then
        QString text;
        QString tip;
    };
    const Kind all[] = {
        {PointsOf::Runs,
         Qt::Key_R,
         "explore",
         tr("Runs"),
         tr("&Runs"),
         tr("Show each run as one point")},
        {PointsOf::Samples,
         Qt::Key_E,
         "chart-samples",
         tr("Samples"),
         tr("Sampl&es over time"),
         tr("Show each second of a run as one point")},
        {PointsOf::Map,
         Qt::Key_M,
         "chart-map",
         tr("Map"),
         tr("Heat &map"),
         tr("Show a heat map of two settings, with a cell for each run")},
        {PointsOf::Percentiles,
         Qt::Key_P,
         "chart-percentiles",
         tr("Percentiles"),
         tr("Latency &percentiles"),
         tr("Show how slow the slowest reads are: p50 to p99.99, one curve per run")},
        {PointsOf::Histogram,
         Qt::Key_H,
         "chart-histogram",
         tr("Histogram"),
         tr("&Histogram"),
         tr("Show latencies of runs and file sizes of data sets in power-of-two bins")},
        {PointsOf::Stacks,
         Qt::Key_G,
         "chart-stages",
         tr("Stages"),
         tr("Stacked bars of sta&ges"),
         tr("Show how the workers of each stage spent their time, and the CPU time per image")}};
    auto* menu = new QMenu(this);
    menu->setToolTipsVisible(true);
    for (const Kind& kind : all) {
        QAction* action = keyAction(kind.icon,
                                    kind.text,
                                    {QKeySequence(QKeyCombination(Qt::CTRL | Qt::ALT, kind.key))},
                                    kind.tip,
                                    this);
        action->setIconText(kind.name);
        action->setCheckable(true);
        action->setData(static_cast<int>(kind.points));
        connect(action, &QAction::triggered, this, [this, points = kind.points] {
            Q_EMIT chosen(points);
        });
        kinds_ << action;
    }
    menu->addActions(kinds_);
    setMenu(menu);
}

void KindButton::setKind(PointsOf points) {
    for (QAction* action : kinds_) {
        const bool shown = action->data().toInt() == static_cast<int>(points);
        action->setChecked(shown);
        if (shown) {
            setText(action->iconText());
            setIcon(action->icon());
            setAccessibleName(tr("Kind of chart: %1").arg(action->iconText()));
        }
    }
}

}  // namespace throughline::ui
