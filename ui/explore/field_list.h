// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

#include "ui/charts/fields.h"
#include "ui/explore/plot_side.h"

class QLineEdit;
class QListWidget;

namespace throughline::ui {

/// The quantities that there are, to be dragged onto an axis; or put there by key: X, Y, 2.
/// Thread: GUI.
class FieldList : public QWidget {
    Q_OBJECT
public:
    explicit FieldList(QWidget* parent = nullptr);

    void setFields(const std::vector<Field>& fields);
    QListWidget* list() const noexcept { return list_; }

Q_SIGNALS:
    void wanted(const QString& key, PlotSide side);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showMatching();
    void showMenu(const QPoint& at);
    void put(PlotSide side);

    QLineEdit* search_;
    QListWidget* list_;
    std::vector<Field> fields_;
};

}  // namespace throughline::ui
