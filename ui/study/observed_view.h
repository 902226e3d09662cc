// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <array>
#include <vector>

#include "engine/metrics/registry.h"

namespace throughline::ui {

/// A job that is not ours, as a picture: where the time of its loader workers and of its main
/// thread goes, each as a bar of what they were seen doing.
class ObservedView : public QWidget {
    Q_OBJECT
public:
    explicit ObservedView(QWidget* parent = nullptr);

    /// From a sample or a summary; a role without figures is drawn empty.
    void setMetrics(const metrics::MetricValues& values);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    struct Part {
        std::size_t doing = 0;  ///< place in the table of what threads do
        double percent = 0.0;
    };
    struct Role {
        QString title;
        std::vector<Part> parts{};
    };
    static constexpr std::size_t kRoles = 2;

    void paintRole(QPainter& painter, const QRectF& box, const Role& role) const;
    void paintLegend(QPainter& painter, const QRectF& area) const;
    bool isSeen(std::size_t doing) const;
    void describe();

    std::array<Role, kRoles> roles_{};
};

}  // namespace throughline::ui
