// SPDX-License-Identifier: GPL-3.0-or-later
// The list of quantities of ExploreWidget, and what is dragged from it onto an axis.
#include <QAction>
#include <QListWidget>

#include "ui/explore/axis_drop.h"
#include "ui/explore/explore_widget.h"
#include "ui/style/icons.h"

namespace throughline::ui {

void ExploreWidget::makeFieldList() {
    field_list_ = new FieldList(this);
    field_list_->hide();
    connect(field_list_, &FieldList::wanted, this, &ExploreWidget::putOnAxis);
    fields_shown_ = chartAction(tr("&Quantities to drag"),
                                Qt::CTRL | Qt::SHIFT | Qt::Key_M,
                                tr("A list of all quantities: drag one onto an axis of a chart"));
    fields_shown_->setIcon(icon(QStringLiteral("field-list")));
    fields_shown_->setCheckable(true);
    connect(fields_shown_, &QAction::triggered, this, [this](bool on) {
        field_list_->setVisible(on);
        if (on) {
            field_list_->setFocus(Qt::OtherFocusReason);
        }
    });
}

FieldPicker* ExploreWidget::pickerOf(PlotSide side) const {
    return side == PlotSide::X ? x_picker_ : side == PlotSide::Y ? y_picker_ : y2_picker_;
}

bool ExploreWidget::offersOnAxis(const QString& key, PlotSide side) const {
    const FieldPicker* picker = pickerOf(side);
    return picker->isEnabled() && picker->findData(key) >= 0;
}

void ExploreWidget::putOnAxis(const QString& key, PlotSide side) {
    if (offersOnAxis(key, side)) {
        pickerOf(side)->setCurrentKey(key.toStdString());
        readChoice();
    }
}

/// What dropping a quantity there does, as the pickers of such a chart call it.
static QString wordsOfSide(PlotSide side, PointsOf points) {
    const bool map = points == PointsOf::Map;
    switch (side) {
        case PlotSide::X:
            return ExploreWidget::tr("Put on x");
        case PlotSide::Y:
            return map                  ? ExploreWidget::tr("Show as colour")
                   : hasSubject(points) ? ExploreWidget::tr("Show this")
                                        : ExploreWidget::tr("Put on y");
        case PlotSide::SecondY:
            break;
    }
    return map ? ExploreWidget::tr("Put on the rows") : ExploreWidget::tr("Put on the second y");
}

void ExploreWidget::takeDrops(ChartPane* pane) {
    auto* drop = new AxisDrop(
        pane->plot(),
        [this](const QString& key, PlotSide side) { return offersOnAxis(key, side); },
        [this](PlotSide side) { return wordsOfSide(side, choice_.points()); });
    // The pickers, which say what may be put where, then speak of this chart.
    connect(drop, &AxisDrop::entered, pane, &ChartPane::chosen);
    connect(drop, &AxisDrop::dropped, this, &ExploreWidget::putOnAxis);
}

}  // namespace throughline::ui
