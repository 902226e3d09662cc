// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/chart_grid.h"

#include <QGridLayout>
#include <algorithm>

#include "engine/base/check.h"

namespace throughline::ui {

namespace {

constexpr int kPaneGapPx = 6;
constexpr int kAreaLinesMin = 8;  ///< of text, in the height of a chart; smaller ones are scrolled

}  // namespace

ChartGrid::ChartGrid(QWidget* parent) : QScrollArea(parent), links_(new AxisLinks(this)) {
    auto* area = new QWidget;
    layout_ = new QGridLayout(area);
    layout_->setContentsMargins(0, 0, 0, 0);
    layout_->setSpacing(kPaneGapPx);
    setWidget(area);
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus);
    setCount(1);
}

void ChartGrid::setCount(std::size_t count) {
    THROUGHLINE_CHECK(count >= 1 && count <= kChartsMax);
    if (count == panes_.size()) {
        return;
    }
    while (panes_.size() < count) {
        addPane();
    }
    while (panes_.size() > count) {
        ChartPane* gone = panes_.back();
        panes_.pop_back();
        // Hidden with the focus it would hand it to a neighbour, which would become current.
        if (QWidget* focus = gone->focusWidget()) {
            focus->clearFocus();
        }
        gone->hide();
        gone->deleteLater();  // it may be the one whose button was pressed
    }
    current_ = std::min(current_, panes_.size() - 1);
    arrange();
}

void ChartGrid::addPane() {
    auto* pane = new ChartPane(widget());
    connect(pane, &ChartPane::chosen, this, [this, pane] {
        Q_EMIT paneChosen(static_cast<int>(indexOf(pane)));
    });
    connect(pane, &ChartPane::removeAsked, this, [this, pane] {
        Q_EMIT removeAsked(static_cast<int>(indexOf(pane)));
    });
    panes_.push_back(pane);
    Q_EMIT paneMade(pane);
}

void ChartGrid::remove(std::size_t index) {
    THROUGHLINE_CHECK(index < panes_.size() && panes_.size() > 1);
    std::rotate(panes_.begin() + static_cast<std::ptrdiff_t>(index),
                panes_.begin() + static_cast<std::ptrdiff_t>(index) + 1,
                panes_.end());
    if (current_ > index) {
        --current_;
    }
    setCount(panes_.size() - 1);
}

void ChartGrid::setCurrent(std::size_t index) {
    current_ = index;
    for (std::size_t i = 0; i < panes_.size(); ++i) {
        panes_[i]->setPlace(panes_.size() == 1, i == current_);
    }
}

void ChartGrid::setArrangement(ChartsIn arrangement) {
    arrangement_ = arrangement;
    arrange();
}

void ChartGrid::arrange() {
    const bool column = arrangement_ == ChartsIn::Column;
    const int across = chartsAcross(panes_.size(), arrangement_);
    std::vector<PlotView*> plots;
    for (ChartPane* pane : panes_) {
        layout_->removeWidget(pane);
    }
    for (std::size_t i = 0; i < panes_.size(); ++i) {
        const int at = static_cast<int>(i);
        // The last of three has the second row to itself.
        const bool last = i + 1 == panes_.size();
        const int wide = last ? across - at % across : 1;
        layout_->addWidget(panes_[i], at / across, at % across, 1, wide);
        plots.push_back(panes_[i]->plot());
    }
    for (int i = 0; i < kChartsAcross; ++i) {
        layout_->setColumnStretch(i, i < across ? 1 : 0);
    }
    setCurrent(current_);
    links_->setPlots(std::move(plots), column && panes_.size() > 1);
    shareHeight();
}

void ChartGrid::join() {
    links_->join();
    shareHeight();
}

void ChartGrid::shareHeight() {
    const auto across = static_cast<std::size_t>(chartsAcross(panes_.size(), arrangement_));
    const int x_texts = static_cast<int>(xTextsHeight(font()));
    int rows = 0;
    int naming = 0;
    for (std::size_t first = 0; first < panes_.size(); first += across) {
        ++rows;
        naming += panes_[first]->plot()->namesX() ? 1 : 0;
    }
    const int each = (height() - naming * x_texts) / std::max(rows, 1);
    // Rows keep their stretch when they are empty: those in use share the room alone.
    for (int row = 0; row < static_cast<int>(kChartsMax); ++row) {
        layout_->setRowStretch(row, 0);
    }
    for (std::size_t i = 0; i < panes_.size(); ++i) {
        PlotView* plot = panes_[i]->plot();
        const int more = plot->namesX() ? x_texts : 0;
        const bool alone = panes_.size() == 1;
        plot->setMinimumHeight(alone ? 0 : fontMetrics().height() * kAreaLinesMin + more);
        layout_->setRowStretch(static_cast<int>(i / across), std::max(1, each + more));
    }
}

QSize ChartGrid::minimumSizeHint() const {
    return panes_.front()->plot()->minimumSizeHint();
}

void ChartGrid::resizeEvent(QResizeEvent* event) {
    shareHeight();
    QScrollArea::resizeEvent(event);
}

std::size_t ChartGrid::indexOf(const ChartPane* pane) const {
    return static_cast<std::size_t>(std::ranges::find(panes_, pane) - panes_.begin());
}

}  // namespace throughline::ui
