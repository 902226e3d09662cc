// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

namespace throughline::ui {

/// One large live figure with its small time chart.
class FigureTile : public QWidget {
    Q_OBJECT
public:
    /// `metric`: the id in the registry; it gives title, unit and format.
    FigureTile(const char* metric, int colourSlot, QWidget* parent = nullptr);

    /// NaN: no value. History: oldest first, NaN = a gap; `fixedMaximum` 0 = from the data.
    void setValue(double value, const std::vector<double>& history);
    void setFixedMaximum(double maximum) { fixed_maximum_ = maximum; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString textOf(double value) const;
    /// The scale of the time chart in words: it has no axis.
    void paintHighest(QPainter& painter, const QRect& area) const;
    void paintHistory(QPainter& painter, const QRectF& area) const;

    const char* metric_;
    QString shown_unit_;  ///< "images/s": the end of most formatted values
    int colour_slot_;
    QString title_;
    QString number_;
    std::vector<double> history_;
    double fixed_maximum_ = 0;
};

}  // namespace throughline::ui
