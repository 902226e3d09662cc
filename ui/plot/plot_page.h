// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QSize>
#include <QString>
#include <QStringList>
#include <cstddef>
#include <vector>

#include "ui/plot/page_legend.h"
#include "ui/plot/plot_model.h"
#include "ui/plot/plot_paint.h"
#include "ui/plot/plot_scene.h"

namespace throughline::ui {

/// Charts for a slide or a page: title, charts, legend, and where the numbers come from.
struct PlotPage {
    QString title{};
    double titleScale = 1.35;  ///< of its font, over that of the look
    QString subtitle{};        ///< below the title
    QString caution{};         ///< below that: why to doubt it
    bool namesAtEnds = false;  ///< curves are named where they end, if canNameEnds(); no legend
    QStringList footer{};      ///< provenance and remarks, a paragraph each
    QSize size{1280, 720};     ///< in 1/96 inch, as the look's font is measured
    double scale = 2.0;        ///< pixels per 1/96 inch; of pictures made of pixels only
    /// It becomes as high as its texts need and the charts with them, and `size` is the least: a
    /// picture in a column of text.
    bool grows = false;
    /// More than 0: each curve stands in the legend, and the page becomes higher where that leaves
    /// a chart less than this.
    double chartMin = 0.0;
    int across = 1;  ///< charts in a row; in a single column their plot areas are in line
};

/// One chart of a page. Borrowed.
struct PagePlot {
    const PlotModel* model = nullptr;
    const PlotRange* range = nullptr;  ///< what was in view, or null for everything
    QString title{};                   ///< above it, where there are several
};

/// Charts that go out of the program.
struct ChartExport {
    std::vector<PagePlot> plots;
    PlotPage page{};
};

/// Draws a page at (0, 0), anew with `look` (exports take printTheme()), never copied from the
/// screen. Charts whose curves look the same wherever they are share one legend.
/// Thread: GUI.
class PagePainter {
public:
    PagePainter(const std::vector<PagePlot>& plots, const PlotPage& page, const PlotLook& look);

    void paint(QPainter& painter) const;

    /// Of the page, which may have grown.
    const QSize& size() const noexcept { return page_.size; }
    std::size_t count() const noexcept { return cells_.size(); }
    const QRectF& area(std::size_t plot) const { return cells_[plot].area; }

private:
    struct Cell {
        PagePlot plot;
        std::vector<PlacedSeries> placed;
        PlotRange range;
        QRectF box;    ///< of the title
        QRectF chart;  ///< of the plot with its axes
        QRectF area;   ///< of the data
        PlotAlignment alignment;
        PageLegend legend;
    };

    /// A line above the charts.
    struct Words {
        QString text;
        QFont font;
        QColor ink;
        QRectF box;
    };

    /// What a row of charts needs besides the plot areas.
    struct Row {
        double above = 0.0;  ///< titles and legends
        double below = 0.0;  ///< what names x
    };

    void placeWords();
    void addWords(const QString& text, const QFont& font, const QColor& ink);
    bool namesEnds(const PlotModel& model) const;
    void shareX();
    double placeCells(const QRectF& room);
    double heightWanted() const;
    LegendRoom legendRoom(std::size_t rows) const;
    void align(std::size_t across, double height);
    Row placeRow(std::size_t row, std::size_t across, const QRectF& room);
    void paintWords(QPainter& painter) const;
    void paintEmpty(QPainter& painter, const Cell& cell) const;
    void paintCell(QPainter& painter, const Cell& cell) const;

    PlotPage page_;
    PlotLook look_;
    std::vector<Words> words_;
    double words_height_ = 0.0;
    QStringList footer_;  ///< lines
    std::vector<Cell> cells_;
    std::vector<LegendOf> own_legends_;  ///< of each chart; none: one is common to all
};

/// What a page has to be like so that nothing of it grows any more: `page.size`, or as much higher
/// as PlotPage::chartMin asks for.
QSize roomySize(const std::vector<PagePlot>& plots, const PlotPage& page, const PlotLook& look);

QImage plotImage(const std::vector<PagePlot>& plots, const PlotPage& page, const PlotLook& look);

}  // namespace throughline::ui
