// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>
#include <vector>

#include "ui/charts/explore_state.h"
#include "ui/explore/axis_links.h"
#include "ui/explore/chart_pane.h"

class QGridLayout;

namespace throughline::ui {

/// One to four charts, in a grid or a column, of which one is current.
/// Thread: GUI.
class ChartGrid : public QScrollArea {
    Q_OBJECT
public:
    explicit ChartGrid(QWidget* parent = nullptr);

    const std::vector<ChartPane*>& panes() const noexcept { return panes_; }
    ChartPane* current() const { return panes_[current_]; }
    std::size_t currentIndex() const noexcept { return current_; }
    std::size_t indexOf(const ChartPane* pane) const;  ///< the number of panes for none of them
    ChartsIn arrangement() const noexcept { return arrangement_; }

    /// Adds charts at the end or takes them from there. Limits: 1 to kChartsMax.
    void setCount(std::size_t count);
    /// The others stay as they are. The last one stays.
    void remove(std::size_t index);
    void setCurrent(std::size_t index);
    void setArrangement(ChartsIn arrangement);
    /// After charts were built again: puts those with the same x axis in step.
    void join();

    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void paneMade(ChartPane* pane);
    void paneChosen(int index);
    void removeAsked(int index);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void addPane();
    void arrange();
    /// Plot areas as high as each other: a row that names its x axis gets that much more.
    void shareHeight();
    QGridLayout* layout_ = nullptr;
    AxisLinks* links_;
    std::vector<ChartPane*> panes_;  // owned by the area's widget
    std::size_t current_ = 0;
    ChartsIn arrangement_ = ChartsIn::Grid;
};

}  // namespace throughline::ui
