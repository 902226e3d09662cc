// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QStringList>
#include <cstdint>
#include <optional>
#include <set>
#include <utility>

#include "ui/charts/built_plot.h"
#include "ui/charts/explore_state.h"
#include "ui/plot/plot_view.h"

class QLabel;

namespace throughline::ui {

/// What a chart is built from. Equal recipes give equal charts.
struct ChartRecipe {
    PlotChoice choice;
    int studies = -1;               ///< which studies are plotted: a number for each time
    std::set<std::int64_t> runs{};  ///< that are shown, where each curve is a run
    int samples = 0;                ///< how many answers had come; of samples only
    bool operator==(const ChartRecipe&) const = default;
};

/// One of the explorer's charts: the plot and, beside others, a title with a button that removes
/// it.
/// Thread: GUI.
class ChartPane : public QFrame {
    Q_OBJECT
public:
    explicit ChartPane(QWidget* parent = nullptr);

    PlotView* plot() const noexcept { return plot_; }
    const QStringList& missing() const noexcept { return missing_; }
    const QStringList& notes() const noexcept { return notes_; }

    const PlotChoice& choice() const noexcept { return recipe_.choice; }
    /// False while there are no data, and where the plot has other scales than it was built with:
    /// what is in view then means nothing.
    bool hasZoom() const { return plot_->model().hasPoints() && scales_ == scalesOfPlot(); }
    /// What is in view; nothing where that is everything.
    std::optional<ChartZoom> zoom() const;
    /// Brings it into view, as far as there are data; they may come later.
    void showZoom(const ChartZoom& zoom);
    /// True where the plot is this very chart already.
    bool isOf(const ChartRecipe& recipe) const { return recipe_ == recipe; }
    void setPlot(BuiltPlot built, ChartRecipe recipe);
    /// The plot changed its scales by itself, which another recipe would have given, too.
    void takeScales(bool logarithmic_x, bool logarithmic_y);

    /// `alone`: no title and no frame. `current`: the one that the controls speak of.
    void setPlace(bool alone, bool current);

Q_SIGNALS:
    void chosen();  ///< clicked or reached by key
    void removeAsked();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    void showTitle();
    std::pair<AxisScale, AxisScale> scalesOfPlot() const;

    PlotView* plot_;
    QWidget* head_;
    QLabel* title_;
    QStringList missing_;
    QStringList notes_;
    ChartRecipe recipe_;  ///< of the plot
    /// Of x and y, as they were built or taken.
    std::pair<AxisScale, AxisScale> scales_{AxisScale::Linear, AxisScale::Linear};
};

}  // namespace throughline::ui
