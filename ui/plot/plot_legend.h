// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QListWidget>
#include <QString>

#include "ui/plot/plot_model.h"

class QKeyEvent;
class QMouseEvent;

namespace throughline::ui {

class PlotCanvas;

/// The series of a chart as a list, with the line and marker each is drawn with. What all or the
/// neighbours have in common is said once above them; a name has two lines at most and its whole
/// in the tooltip. Works by keyboard and scrolls; it is not part of the chart.
///
/// A click or Enter shows this curve alone, and once more all of them; Ctrl and a click, or Space,
/// adds it or takes it away. What is said above several stands for all of these. What the mouse or
/// a key goes to is lifted. The list itself changes nothing: it shows what it is told next.
/// Thread: GUI.
class PlotLegend : public QListWidget {
    Q_OBJECT
public:
    explicit PlotLegend(QWidget* parent = nullptr);

    void setModelSeries(const PlotModel& model);
    /// The entry of a series; null: there is none.
    QListWidgetItem* entry(int series) const;
    /// Of an entry, or of all that it is said of; empty for other rows.
    SeriesSet seriesOf(const QListWidgetItem* item) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    /// These and no others are to be drawn.
    void drawnWanted(const throughline::ui::SeriesSet& series);
    void allWanted();
    /// To stand out from the others; empty: none does.
    void lifted(const throughline::ui::SeriesSet& series);
    /// A menu about these curves, at a place of the screen.
    void menuAsked(const throughline::ui::SeriesSet& series, const QPoint& at);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    bool isOf(const PlotModel& model) const;  ///< whether it has the same entries
    void addHead(const QString& text, bool ofSeries);
    void showDrawn();  ///< which of the entries are
    void refreshIcons();
    void fitTexts();  ///< to the room that there is: more lines where all of them are seen
    QStringList linesOf(const QListWidgetItem* item, int shared, int most) const;
    int textWidth(bool entry) const;
    SeriesSet drawn() const;
    void showOnly(const SeriesSet& series);  ///< or all, where these are alone
    void toggle(const SeriesSet& series);

    PlotModel model_;  ///< without points, but those of cells
    QListWidgetItem* pressed_ = nullptr;
};

/// For a plot that itself keeps which of its curves are drawn.
void connectLegend(PlotLegend* legend, PlotCanvas* plot);

}  // namespace throughline::ui
