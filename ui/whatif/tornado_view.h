// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

#include "engine/model/grade.h"
#include "engine/model/search.h"

namespace throughline::ui {

/// What would help most: for each input a bar from the rate with half of it to the rate with twice
/// of it, the most helpful on top.
/// Thread: GUI.
class TornadoView : public QWidget {
    Q_OBJECT
public:
    explicit TornadoView(QWidget* parent = nullptr);

    /// `now`: images/s of the scenario, predicted with that grade.
    void setLevers(const QString& scenario,
                   double now,
                   model::Grade grade,
                   std::vector<model::Leverage> levers);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    int rowHeight() const;
    QString textOf(const model::Leverage& lever) const;
    void paintRow(QPainter& painter, const QRectF& row, const model::Leverage& lever) const;

    QString scenario_;
    double now_ = 0.0;
    model::Grade grade_ = model::Grade::A;
    std::vector<model::Leverage> levers_;
};

}  // namespace throughline::ui
