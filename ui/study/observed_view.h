// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "engine/metrics/registry.h"
#include "ui/study/observed_parts.h"

namespace throughline::ui {

/// A job that is not ours, as a picture: where the time of its loader workers and of its main
/// thread goes, each as a bar of what they were seen doing.
class ObservedView : public QWidget {
    Q_OBJECT
public:
    explicit ObservedView(QWidget* parent = nullptr);

    /// From a sample or a summary; a role without figures is drawn empty.
    /// `whole`: nothing comes any more.
    void setMetrics(const metrics::MetricValues& values, bool whole = false);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void paintRole(QPainter& painter, const QRectF& box, const ObservedRole& role) const;
    void paintLegend(QPainter& painter, const QRectF& area) const;
    bool isSeen(std::size_t doing) const;
    void describe();

    ObservedRoles roles_;
    QString unseen_;  ///< of a role without figures
};

}  // namespace throughline::ui
