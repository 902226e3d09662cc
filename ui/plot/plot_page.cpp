// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_page.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <algorithm>
#include <cmath>

#include "ui/plot/page_footer.h"
#include "ui/plot/plot_ends.h"
#include "ui/plot/plot_text.h"

namespace throughline::ui {

namespace {

constexpr double kSubtitleScale = 0.62;  ///< of the title, which is bold
constexpr double kChartHeightMin = 60.0;
constexpr double kFooterShareMax = 0.15;  ///< of the page's height
constexpr double kRemarksShareMax = 0.3;  ///< likewise, with remarks
constexpr int kFooterLinesMax = 60;       ///< of a page that grows
constexpr int kLegendLinesMax = 12;       ///< likewise
constexpr int kWholeLegendLines = 24;     ///< more curves than that nobody tells apart

QFont scaled(const QFont& font, double scale) {
    QFont result = font;
    result.setPointSizeF(font.pointSizeF() * scale);
    return result;
}

QFont bold(const QFont& font, double scale) {
    QFont result = scaled(font, scale);
    result.setBold(true);
    return result;
}

double titleHeight(const QFont& font) {
    return QFontMetricsF(font).height() * 1.3;
}

/// Footer and the gap above it.
double footerHeight(const QStringList& lines, const QFont& font) {
    const double line = QFontMetricsF(footerFont(font)).height();
    return lines.isEmpty() ? 0.0 : line * (static_cast<double>(lines.size()) + 0.3);
}

/// A title goes on in a second line, whose end is cut where that is not enough and the page does
/// not grow.
QStringList titleLines(const QString& title, const QFont& font, double width, bool grows) {
    QStringList lines = wrappedLines(title, font, width);
    if (lines.size() > 2 && !grows) {
        lines = {lines[0], title.mid(lines[0].size()).trimmed()};
    }
    return lines;
}

void paintLine(QPainter& painter, const QRectF& box, const QFont& font, const QString& text) {
    painter.setFont(font);
    painter.drawText(box,
                     Qt::AlignLeft | Qt::AlignVCenter,
                     QFontMetricsF(font).elidedText(text, Qt::ElideRight, box.width()));
}

}  // namespace

PagePainter::PagePainter(const std::vector<PagePlot>& plots,
                         const PlotPage& page,
                         const PlotLook& look)
    : page_(page), look_(look) {
    for (const PagePlot& plot : plots) {
        Cell cell;
        cell.plot = plot;
        cell.placed = placedSeries(*plot.model);
        cell.range = plot.range != nullptr ? *plot.range : homeRange(*plot.model, cell.placed);
        cells_.push_back(std::move(cell));
    }
    shareX();
    const QFontMetricsF metrics(look.font);
    const double edge = metrics.height();
    const double width = page.size.width() - 2 * edge;
    placeWords();
    const double top = edge + words_height_;
    const QFont small = footerFont(look.font);
    const auto linesIn = [&](double share) {
        return page.grows ? kFooterLinesMax
                          : std::max(1,
                                     static_cast<int>(page.size.height() * share /
                                                      QFontMetricsF(small).height()));
    };
    footer_ =
        footerLines(page.footer,
                    small,
                    width,
                    {.lines = linesIn(kFooterShareMax), .linesMost = linesIn(kRemarksShareMax)});
    const double below = edge * 0.5 + footerHeight(footer_, look.font);
    const double bottom = page.size.height() - below;
    const double used =
        placeCells({0.0, top, static_cast<double>(page.size.width()), std::max(0.0, bottom - top)});
    if (page.grows || page.chartMin > 0.0) {
        constexpr double kRounding = 0.01;
        page_.size.setHeight(std::max(page.size.height(),
                                      static_cast<int>(std::ceil(top + used + below - kRounding))));
    }
}

void PagePainter::placeWords() {
    const Theme& theme = look_.theme;
    const double below = std::max(1.0, page_.titleScale * kSubtitleScale);
    addWords(page_.title, bold(look_.font, page_.titleScale), theme.text);
    addWords(page_.subtitle, scaled(look_.font, below), theme.text);
    addWords(page_.caution, look_.font, theme.warning);
}

void PagePainter::addWords(const QString& text, const QFont& font, const QColor& ink) {
    const double edge = QFontMetricsF(look_.font).height();
    const double width = page_.size.width() - 2 * edge;
    const double line = QFontMetricsF(font).height();
    const QStringList lines = titleLines(text, font, width, page_.grows);
    for (const QString& part : lines) {
        words_.push_back({part, font, ink, {edge, edge + words_height_, width, line}});
        words_height_ += line;
    }
    words_height_ += lines.isEmpty() ? 0.0 : titleHeight(font) - line;
}

bool PagePainter::namesEnds(const PlotModel& model) const {
    return page_.namesAtEnds && canNameEnds(model);
}

/// What a chart should have besides the texts above and below it, where the page grows: enough to
/// read its curves, for the titles of its y axes and for names that are turned; else what the page
/// asks for.
double PagePainter::heightWanted() const {
    constexpr double kOfWidth = 0.5;
    constexpr double kOfWidthMax = 0.95;
    if (!page_.grows) {
        return page_.chartMin;
    }
    const double width = page_.size.width() / std::max(1.0, static_cast<double>(page_.across));
    const double edge = QFontMetricsF(look_.font).height();
    double wanted = page_.size.width() * kOfWidth;
    for (const Cell& cell : cells_) {
        // So high that nothing is cut.
        const QSizeF roomy(width, page_.size.width() * 4.0);
        for (const PlacedText& text :
             layOutPlot(*cell.plot.model, cell.range, roomy, look_.font).texts) {
            if (text.turned) {
                const double length = text.box.height();
                wanted = std::max(wanted,
                                  text.isTitle ? length + edge : length / kTurnedShareMax + edge);
            }
        }
    }
    return std::min(wanted, page_.size.width() * kOfWidthMax);
}

/// The charts need their room: what would take more than the legends' share is counted.
LegendRoom PagePainter::legendRoom(std::size_t rows) const {
    constexpr int kLowPage = 400;  // a report's column has less to spare
    LegendRoom room{.font = look_.font, .wraps = page_.grows, .linesMax = kLegendLinesMax};
    if (!page_.grows) {
        const double share = page_.size.height() < kLowPage ? 0.3 : 0.38;
        room.linesMax =
            std::max(1,
                     static_cast<int>(page_.size.height() * share / static_cast<double>(rows) /
                                      legendLine(look_.font)));
    }
    room.linesMost = page_.chartMin > 0.0 ? std::max(room.linesMax, kWholeLegendLines) : 0;
    return room;
}

/// Where everything is shown, charts with the same x axis show the same part of it.
void PagePainter::shareX() {
    for (Cell& cell : cells_) {
        for (Cell& other : cells_) {
            if (cell.plot.range == nullptr && other.plot.range == nullptr &&
                sameAxis(cell.plot.model->x, other.plot.model->x)) {
                cell.range.x = {std::min(cell.range.x.low, other.range.x.low),
                                std::max(cell.range.x.high, other.range.x.high)};
            }
        }
    }
}

/// Returns the height they take.
double PagePainter::placeCells(const QRectF& room) {
    QRectF rest = room;
    std::vector<LegendOf> legends;
    for (const Cell& cell : cells_) {
        legends.push_back(legendOf(*cell.plot.model, !namesEnds(*cell.plot.model)));
    }
    const auto common = commonLegend(legends);
    if (common) {
        cells_.front().legend = placedLegend(*common, rest, legendRoom(1));
        rest.setTop(rest.top() + cells_.front().legend.height);
    }
    const auto across = static_cast<std::size_t>(std::max(1, page_.across));
    align(across, page_.size.height() / static_cast<double>(cells_.size()));
    // Plot areas are as high as each other, whatever stands above and below them.
    std::vector<Row> rows((cells_.size() + across - 1) / across);
    if (!common) {
        own_legends_ = std::move(legends);
    }
    double taken = 0.0;
    for (std::size_t r = 0; r < rows.size(); ++r) {
        rows[r] = placeRow(r, across, rest);
        taken += rows[r].above + rows[r].below;
    }
    const double each =
        std::max((rest.height() - taken) / static_cast<double>(rows.size()), heightWanted());
    align(across, std::max(kChartHeightMin, each));  // titles of low charts have two lines
    double top = rest.top();
    for (std::size_t i = 0; i < cells_.size(); ++i) {
        Cell& cell = cells_[i];
        const Row& row = rows[i / across];
        cell.box.moveTop(top);
        for (LegendEntry& entry : cell.legend.entries) {
            entry.at.ry() += common ? 0.0 : top;
        }
        cell.chart = QRectF(cell.box.left(),
                            top + row.above,
                            cell.box.width(),
                            std::max(kChartHeightMin, each + row.below));
        cell.area =
            layOutPlot(*cell.plot.model, cell.range, cell.chart.size(), look_.font, cell.alignment)
                .area.translated(cell.chart.topLeft());
        if (i % across + 1 == across) {
            top += row.above + each + row.below;
        }
    }
    return rest.top() - room.top() + taken + each * static_cast<double>(rows.size());
}

/// Titles and legends of a row, as if it began at 0.
PagePainter::Row PagePainter::placeRow(std::size_t row, std::size_t across, const QRectF& room) {
    const std::size_t rows = (cells_.size() + across - 1) / across;
    const double title = cells_.size() > 1 ? titleHeight(bold(look_.font, 1.0)) : 0.0;
    const double width = room.width() / static_cast<double>(across);
    Row result{.above = title, .below = 0.0};
    for (std::size_t i = row * across; i < std::min(cells_.size(), (row + 1) * across); ++i) {
        Cell& cell = cells_[i];
        const std::size_t column = i % across;
        // The last of three has the second row to itself.
        const std::size_t wide = i + 1 == cells_.size() ? across - column : 1;
        cell.box = QRectF(room.left() + width * static_cast<double>(column),
                          0.0,
                          width * static_cast<double>(wide),
                          title);
        const QRectF below_title = cell.box.translated(0.0, title);
        if (!own_legends_.empty()) {
            cell.legend = placedLegend(own_legends_[i], below_title, legendRoom(rows));
        }
        const double legend = own_legends_.empty() ? 0.0 : cell.legend.height;
        result.above = std::max(result.above, title + legend);
        if (cell.alignment.xTexts) {
            result.below = xTextsHeight(look_.font);
        }
    }
    return result;
}

/// Plot areas begin at the same height. Below each other they begin and end at the same x; of
/// neighbours with the same x axis the lowest names it. All that show the same part of it have
/// the same ticks.
void PagePainter::align(std::size_t across, double height) {
    PlotAlignment common;
    const QSizeF size(page_.size.width(), height);
    for (const Cell& cell : cells_) {
        const QRectF area = layOutPlot(*cell.plot.model, cell.range, size, look_.font).area;
        common.top = std::max(common.top, area.top());
        if (across == 1) {
            common.left = std::max(common.left, area.left());
            common.right = std::max(common.right, size.width() - area.right());
        }
    }
    for (std::size_t i = 0; i < cells_.size() && cells_.size() > 1; ++i) {
        const bool last = i + 1 == cells_.size() || across > 1;
        cells_[i].alignment = common;
        cells_[i].alignment.xTexts =
            last || !cells_[i + 1].plot.model->hasPoints() ||
            !sameAxis(cells_[i].plot.model->x, cells_[i + 1].plot.model->x) ||
            cells_[i].range.x != cells_[i + 1].range.x;
    }
    double names = 0.0;
    for (const Cell& cell : cells_) {
        const QSizeF one(size.width() / static_cast<double>(across), height);
        names = namesEnds(*cell.plot.model)
                    ? std::max(names, endsWidth(*cell.plot.model, look_.font, one))
                    : names;
    }
    for (Cell& cell : cells_) {
        cell.alignment.right = std::max(cell.alignment.right, names);
        std::vector<const PlotAxis*> axes;
        for (const Cell& other : cells_) {
            if (sameAxis(cell.plot.model->x, other.plot.model->x) &&
                cell.range.x == other.range.x) {
                axes.push_back(&other.plot.model->x);
            }
        }
        cell.alignment.xMarks = joinedMarks(axes);
    }
}

void PagePainter::paint(QPainter& painter) const {
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(QRectF(QPointF(), QSizeF(page_.size)), look_.theme.surface);
    for (const Cell& cell : cells_) {
        paintCell(painter, cell);
    }
    paintWords(painter);
}

void PagePainter::paintCell(QPainter& painter, const Cell& cell) const {
    painter.save();
    if (!cell.plot.model->hasPoints()) {
        paintEmpty(painter, cell);
    } else {
        painter.translate(cell.chart.topLeft());
        const PlotFrame frame{
            *cell.plot.model, cell.placed, cell.range, cell.chart.size(), look_, cell.alignment};
        const PlotLayout layout =
            layOutPlot(frame.model, frame.range, frame.size, look_.font, frame.alignment);
        PlotScene().paint(painter, frame, layout);
        if (namesEnds(frame.model)) {
            paintEnds(painter, frame, layout);
        }
    }
    painter.restore();
}

/// In place of a chart without data: what is missing; beside others in a panel of its own.
void PagePainter::paintEmpty(QPainter& painter, const Cell& cell) const {
    const double margin = QFontMetricsF(look_.font).height();
    if (cells_.size() > 1) {
        painter.setPen(look_.theme.grid);
        painter.drawRect(cell.area);
    }
    painter.setPen(look_.theme.mutedText);
    painter.setFont(look_.font);
    painter.drawText(cell.area.adjusted(margin, margin, -margin, -margin),
                     static_cast<int>(Qt::AlignCenter) | Qt::TextWordWrap,
                     cell.plot.model->emptyText);
}

void PagePainter::paintWords(QPainter& painter) const {
    const QFontMetricsF metrics(look_.font);
    const double edge = metrics.height();
    const double width = page_.size.width() - 2 * edge;
    for (const Words& words : words_) {
        painter.setPen(words.ink);
        paintLine(painter, words.box, words.font, words.text);
    }
    for (const Cell& cell : cells_) {
        if (cells_.size() > 1) {
            const QRectF box(cell.box.left() + edge,
                             cell.box.top(),
                             cell.box.width() - 2 * edge,
                             metrics.height());
            painter.setPen(look_.theme.text);
            paintLine(painter, box, bold(look_.font, 1.0), cell.plot.title);
        }
        paintLegend(painter, cell.legend, look_);
    }
    const QFont small = footerFont(look_.font);
    const double line = QFontMetricsF(small).height();
    double top = page_.size.height() - edge * 0.5 - line * static_cast<double>(footer_.size());
    painter.setPen(look_.theme.mutedText);
    for (const QString& text : footer_) {
        paintLine(painter, {edge, top, width, line}, small, text);
        top += line;
    }
}

QSize roomySize(const std::vector<PagePlot>& plots, const PlotPage& page, const PlotLook& look) {
    constexpr int kTries = 8;  // a higher page has room for longer names, which need more lines
    PlotPage roomy = page;
    for (int i = 0; i < kTries; ++i) {
        const QSize size = PagePainter(plots, roomy, look).size();
        if (size == roomy.size) {
            break;
        }
        roomy.size = size;
    }
    return roomy.size;
}

QImage plotImage(const std::vector<PagePlot>& plots, const PlotPage& page, const PlotLook& look) {
    const PagePainter page_painter(plots, page, look);
    QImage image((QSizeF(page_painter.size()) * page.scale).toSize(),
                 QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(page.scale);
    image.fill(look.theme.surface);
    QPainter painter(&image);
    page_painter.paint(painter);
    return image;
}

}  // namespace throughline::ui
