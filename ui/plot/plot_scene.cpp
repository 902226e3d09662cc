// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_scene.h"

#include <QChart>
#include <QGraphicsLayout>
#include <QGraphicsScene>
#include <QLegend>
#include <QLineSeries>
#include <QList>
#include <QValueAxis>
#include <vector>

#include "ui/plot/plot_bands.h"
#include "ui/plot/plot_beyond.h"
#include "ui/plot/plot_labels.h"
#include "ui/plot/plot_levels.h"
#include "ui/plot/plot_notes.h"
#include "ui/plot/series_look.h"
#include "ui/plot/thinning.h"

namespace throughline::ui {

struct PlotScene::Charts {
    QGraphicsScene scene;
    QChart* chart = nullptr;  // owned by scene
    QValueAxis* x = nullptr;  // owned by chart, as the series are
    QValueAxis* y = nullptr;
    std::vector<QLineSeries*> lines;  // a pool: lines in use first
    struct Dense {
        std::size_t series;
        QPolygonF pixels;
        QPen pen;
    };
    std::vector<Dense> dense;  // drawn without Qt Charts, which takes four times as long
    QRectF area;

    Charts() {
        chart = new QChart;
        chart->legend()->hide();
        chart->setBackgroundVisible(false);
        chart->setAnimationOptions(QChart::NoAnimation);
        chart->setMargins(QMargins());
        chart->layout()->setContentsMargins(0, 0, 0, 0);
        x = new QValueAxis;
        y = new QValueAxis;
        x->setRange(0.0, 1.0);
        y->setRange(0.0, 1.0);
        x->setVisible(false);
        y->setVisible(false);
        chart->addAxis(x, Qt::AlignBottom);
        chart->addAxis(y, Qt::AlignLeft);
        scene.addItem(chart);
        scene.setItemIndexMethod(QGraphicsScene::NoIndex);
    }

    void setArea(const QSizeF& size, const QRectF& plot_area) {
        if (chart->size() == size && plot_area == area) {
            return;
        }
        area = plot_area;
        scene.setSceneRect(QRectF(QPointF(), size));
        chart->resize(size);
        chart->setPlotArea(plot_area);
        chart->layout()->activate();
    }

    void setLine(std::size_t index, const QList<QPointF>& points, const QPen& pen) {
        if (index == lines.size()) {
            auto* line = new QLineSeries;
            chart->addSeries(line);
            line->attachAxis(x);
            line->attachAxis(y);
            lines.push_back(line);
        }
        QLineSeries* line = lines[index];
        if (line->pen() != pen) {
            line->setPen(pen);
        }
        line->replace(points);
        line->setVisible(true);
    }

    void hideFrom(std::size_t first) {
        for (std::size_t i = first; i < lines.size(); ++i) {
            if (lines[i]->isVisible()) {
                lines[i]->replace(QList<QPointF>());
                lines[i]->setVisible(false);
            }
        }
    }
};

PlotScene::PlotScene() : charts_(std::make_unique<Charts>()) {}
PlotScene::~PlotScene() = default;

void PlotScene::paint(QPainter& painter, const PlotFrame& frame, const PlotLayout& layout) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    paintAxes(painter, frame, layout);
    updateLines(frame, layout);
    const QRectF whole(QPointF(), frame.size);
    paintBeyond(painter, frame, layout);
    paintBands(painter, frame, layout);
    paintLevelLines(painter, frame, layout);
    charts_->scene.render(&painter, whole, whole);
    paintDense(painter, frame, layout);
    paintPoints(painter, frame, layout);
    paintLabels(painter, frame, layout);
    paintLevelTexts(painter, frame, layout);
    paintBeyondText(painter, frame, layout);
    paintNotes(painter, frame, layout);
    painter.restore();
}

void PlotScene::updateLines(const PlotFrame& frame, const PlotLayout& layout) {
    charts_->setArea(frame.size, layout.area);
    charts_->dense.clear();
    const int columns = std::max(1, static_cast<int>(layout.area.width()));
    std::size_t used = 0;
    for (std::size_t s = 0; s < frame.model.series.size(); ++s) {
        const PlotSeries& series = frame.model.series[s];
        const PlacedSeries& placed = frame.placed[s];
        if (!placed.visible || !series.isLine() || !placed.ascending) {
            continue;
        }
        const Span& y = placed.onSecondAxis ? frame.range.y2 : frame.range.y;
        for (const bool pale : {true, false}) {
            for (const auto& line : visibleLine(pale ? placed.paleLine : placed.line(),
                                                frame.range.x,
                                                y,
                                                columns,
                                                columnShows(placed))) {
                const QList<QPointF> points(line.begin(), line.end());
                QPen pen = linePen(series, frame.look.theme, points.size());
                pen = pale ? palePen(pen, frame.look.theme) : pen;
                if (isDenseLine(points.size())) {
                    charts_->dense.push_back({s, inPixels(line, layout.area), pen});
                } else {
                    charts_->setLine(used, points, pen);
                    ++used;
                }
            }
        }
    }
    charts_->hideFrom(used);
}

void PlotScene::paintDense(QPainter& painter,
                           const PlotFrame& frame,
                           const PlotLayout& layout) const {
    painter.save();
    painter.setClipRect(layout.area.adjusted(-0.5, -0.5, 0.5, 0.5));
    for (const Charts::Dense& line : charts_->dense) {
        painter.setPen(line.pen);
        paintDenseLine(painter, frame.model.series[line.series], line.pixels);
    }
    painter.restore();
}

}  // namespace throughline::ui
