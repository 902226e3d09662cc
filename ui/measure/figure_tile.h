// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <span>
#include <vector>

#include "engine/spec/choices.h"

namespace throughline::ui {

/// Some seconds of a measurement.
struct TracePoint {
    int run = 0;
    spec::Stages stages = spec::Stages::Full;
    double seconds = 0;
    double value = 0;  ///< NaN = none
};

/// One large live figure with the small chart of the whole measurement: run beside run, the run in
/// progress in full colour. Stages differ by factors, but one frame has one scale: that of the
/// stages that run now. What is higher is cut off, and says so.
class FigureTile : public QWidget {
    Q_OBJECT
public:
    /// `metric`: the id in the registry; it gives title, unit and format.
    FigureTile(const char* metric, int colourSlot, QWidget* parent = nullptr);

    void setMetric(const char* metric);
    /// NaN: no value. `fixedMaximum` 0 = from the data.
    void setValue(double value, std::vector<TracePoint> trace);
    void setFixedMaximum(double maximum) { fixed_maximum_ = maximum; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString textOf(double value) const;
    /// The scale of the time chart in words: it has no axis.
    void paintHighest(QPainter& painter, const QRect& area) const;
    void paintTrace(QPainter& painter, const QRectF& area) const;
    void paintRun(QPainter& painter,
                  const QRectF& area,
                  std::span<const TracePoint> run,
                  bool current) const;
    void paintCut(QPainter& painter, const QRectF& part, spec::Stages stages) const;
    double highestOf(spec::Stages stages) const;
    /// Of the stages that run now.
    double highestOfScale() const;

    const char* metric_;
    QString shown_unit_;  ///< "images/s": the end of most formatted values
    int colour_slot_;
    QString title_;
    QString number_;
    std::vector<TracePoint> trace_;
    double fixed_maximum_ = 0;
};

}  // namespace throughline::ui
