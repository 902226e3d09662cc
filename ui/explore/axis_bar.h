// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "ui/explore/explore_document.h"
#include "ui/explore/field_picker.h"
#include "ui/explore/kind_button.h"

class QCheckBox;
class QHBoxLayout;
class QLabel;

namespace throughline::ui {

/// The quantities on the axes of the current chart, and what its points are.
/// Thread: GUI.
class AxisBar : public QWidget {
    Q_OBJECT
public:
    explicit AxisBar(ExploreDocument* document, QWidget* parent = nullptr);

    /// The kinds of charts, for menus.
    QList<QAction*> kindActions() const { return kind_->kinds(); }
    bool offers(const QString& key, PlotSide side) const;
    /// As if chosen in its picker; nothing where that does not offer it.
    void putOnAxis(const QString& key, PlotSide side);
    /// Where the chart itself says what x is.
    void setTitleOfX(const QString& title);
    /// The y axis of the chart, which may be so by its data.
    void setShownLogY(bool logarithmic);

    /// Opens the list to choose from.
    void browse(PlotSide side);
    bool canBrowse(PlotSide side) const { return pickerOf(side)->isEnabled(); }

Q_SIGNALS:
    /// A menu about the axis, at a place of the screen.
    void menuAsked(throughline::ui::PlotSide side, const QPoint& at);

private:
    FieldPicker* addPicker(const QString& name, QLabel* label, PlotSide side);
    QCheckBox* addLog(const QString& name);
    FieldPicker* pickerOf(PlotSide side) const;
    void show();
    void shareRoom();
    void showFields();
    void showWhatFits();

    ExploreDocument* document_;  // borrowed
    QHBoxLayout* row_;
    QLabel* y_label_;
    QLabel* y2_label_;
    FieldPicker* x_;
    FieldPicker* y_;
    FieldPicker* y2_;
    QCheckBox* x_log_;
    QCheckBox* y_log_;
    KindButton* kind_;
};

}  // namespace throughline::ui
