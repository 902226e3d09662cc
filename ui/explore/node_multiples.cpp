// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/node_multiples.h"

#include <QLabel>

#include "ui/charts/node_plots.h"
#include "ui/plot/plot_view.h"
#include "ui/style/theme.h"
#include "ui/style/ui_style.h"
#include "ui/style/widgets.h"

namespace throughline::ui {

namespace {

/// Of a chart: less has no room for its axes, and what it likes to have pushes others out of sight.
constexpr int kChartWidthMin = 150;

}  // namespace

NodeMultiples::NodeMultiples(QWidget* parent)
    : QWidget(parent), grid_(bareLayout<QGridLayout>(this)) {}

void NodeMultiples::setCourses(const std::vector<NodeCourse>& courses, int colourSlot) {
    while (QLayoutItem* const item = grid_->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    std::vector<PlotModel> plots = plotsOfNodes(courses, colourSlot);
    QStringList words;
    for (std::size_t i = 0; i < courses.size(); ++i) {
        const NodeCourse& course = courses[i];
        words << tr("%1: %2").arg(course.node, figuresOfNode(course));
        auto* label = new QLabel(words.back());
        label->setFont(smallFont());
        label->setWordWrap(true);
        label->setTextFormat(Qt::PlainText);
        setInk(label, course.holdsBack ? &Theme::warning : &Theme::text);
        auto* plot = new PlotView;
        plot->setWheelNeedsFocus(true);
        plot->setMinimumWidth(kChartWidthMin);
        plot->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Expanding);
        plot->setAccessibleName(words.back());
        plot->setModel(std::move(plots[i]));
        const int column = static_cast<int>(i);
        grid_->addWidget(label, 0, column);
        grid_->addWidget(plot, 1, column);
        grid_->setRowStretch(1, 1);
        grid_->setColumnStretch(column, 1);
    }
    setAccessibleName(words.join(QStringLiteral("; ")));
}

}  // namespace throughline::ui
