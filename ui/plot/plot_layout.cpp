// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_layout.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <algorithm>
#include <cmath>
#include <optional>

#include "ui/plot/levels_above.h"
#include "ui/plot/plot_map.h"
#include "ui/plot/plot_text.h"
#include "ui/plot/series_look.h"

namespace throughline::ui {

namespace {

/// Label columns grow in these steps, so that the plot area does not twitch while panning.
constexpr double kLabelWidthStepPx = 8.0;
constexpr double kAreaMinPx = 20.0;
constexpr int kXTicksMax = 14;
constexpr int kYTicksMax = 11;
constexpr double kLineHeightsPerYTick = 2.6;
/// Room for so many, however close to each other they may then be, gives at least three of them.
constexpr int kYTicksEnough = 5;
constexpr double kLineHeightsPerYTickMin = 1.5;
constexpr double kCategoryCharactersMin = 5.0;

struct Gaps {
    double edge;   ///< around the picture
    double label;  ///< between plot area and tick label
    double title;  ///< between tick label and title
    double apart;  ///< between two labels side by side
};

Gaps gapsOf(const QFontMetricsF& metrics) {
    const double unit = metrics.height();
    return {.edge = unit * 0.5, .label = unit * 0.5, .title = unit * 0.45, .apart = unit * 0.8};
}

double widestLabel(const AxisTicks& ticks, const QFontMetricsF& metrics) {
    double widest = 0.0;
    for (const Tick& tick : ticks.ticks) {
        widest = std::max(widest, metrics.horizontalAdvance(tick.text));
    }
    return std::ceil(widest / kLabelWidthStepPx) * kLabelWidthStepPx;
}

double fraction(double place, const Span& span) {
    return (place - span.low) / span.length();
}

/// True when all labels, centred at their ticks, stand at least `apart` from each other.
bool labelsFit(const AxisTicks& ticks,
               const Span& span,
               double width,
               const QFontMetricsF& metrics,
               double apart) {
    double last_right = -std::numeric_limits<double>::infinity();
    for (const Tick& tick : ticks.ticks) {
        const double half = metrics.horizontalAdvance(tick.text) / 2;
        const double centre = fraction(tick.place, span) * width;
        if (centre - half < last_right + apart) {
            return false;
        }
        last_right = centre + half;
    }
    return true;
}

/// Long names of categories are cut in the middle; where not even that leaves something to read,
/// only every n-th is named.
void fitCategories(
    AxisTicks& ticks, const Span& span, double width, const QFontMetricsF& metrics, double apart) {
    const double distance = width / span.length();
    const double readable = metrics.averageCharWidth() * kCategoryCharactersMin + apart;
    const auto stride = static_cast<std::size_t>(std::max(1.0, std::ceil(readable / distance)));
    std::vector<Tick> kept;
    for (std::size_t i = 0; i < ticks.ticks.size(); i += stride) {
        kept.push_back(ticks.ticks[i]);
        kept.back().text = metrics.elidedText(
            kept.back().text, Qt::ElideMiddle, distance * static_cast<double>(stride) - apart);
    }
    ticks.ticks = std::move(kept);
}

AxisTicks xTicksThatFit(const PlotAxis& axis,
                        const Span& span,
                        double width,
                        const QFontMetricsF& metrics,
                        double apart) {
    AxisTicks ticks = makeTicks(axis, span, kXTicksMax);
    if (labelsFit(ticks, span, width, metrics, apart)) {
        return ticks;
    }
    PlotAxis usual = axis;  // ticks at 1, 2, 3 … leave no room for one another where others run on
    usual.marks.clear();
    for (int count = axis.marks.empty() ? kXTicksMax - 1 : kXTicksMax; count >= 2; --count) {
        ticks = makeTicks(usual, span, count);
        if (labelsFit(ticks, span, width, metrics, apart)) {
            return ticks;
        }
    }
    fitCategories(ticks, span, width, metrics, apart);
    return ticks;
}

/// Names of categories that do not stand beside each other in one line each.
struct TallNames {
    double extra = 0.0;  ///< that they add to the height of one line; 0: they are none
    bool turned = false;
    std::vector<Tick> ticks{};  ///< with their lines, or cut where the height is not enough
};

/// In lines, where there is room beside each other and these are few. None: they are too many.
std::optional<TallNames> namesInLines(const std::vector<Tick>& ticks,
                                      double width,
                                      const QFont& font) {
    constexpr int kLinesMax = 3;
    constexpr double kCharactersMin = 10.0;
    constexpr QChar kBreak(0x200B);
    const QFontMetricsF metrics(font);
    if (width < metrics.averageCharWidth() * kCharactersMin) {
        return std::nullopt;
    }
    TallNames names;
    for (Tick tick : ticks) {
        QString breakable = tick.text;
        for (const QChar mark : {QChar(u'_'), QChar(u'/')}) {
            breakable.replace(mark, QString(mark) + kBreak);
        }
        QStringList lines = wrappedLines(breakable, font, width);
        if (lines.size() > kLinesMax) {
            return std::nullopt;
        }
        names.extra =
            std::max(names.extra, metrics.height() * static_cast<double>(lines.size() - 1));
        tick.text = lines.join(QChar(u'\n')).remove(kBreak);
        names.ticks.push_back(std::move(tick));
    }
    return names;
}

/// None where they fit beside each other, are too many, or there is too little height: lines need
/// less of it than turned names.
TallNames tallNames(const PlotAxis& axis, const Span& span, const QSizeF& room, const QFont& font) {
    constexpr double kCharactersMin = 10.0;
    const QFontMetricsF metrics(font);
    const double apart = gapsOf(metrics).apart;
    const AxisTicks ticks = makeTicks(axis, span, kXTicksMax);
    const double most = room.height() * kTurnedShareMax;
    if (axis.categories.isEmpty() || labelsFit(ticks, span, room.width(), metrics, apart)) {
        return {};
    }
    const double distance = room.width() / span.length();
    if (auto in_lines = namesInLines(ticks.ticks, distance - apart, font);
        in_lines && in_lines->extra <= most) {
        return std::move(*in_lines);
    }
    if (distance < metrics.height() || most < metrics.averageCharWidth() * kCharactersMin) {
        return {};
    }
    TallNames names{.turned = true, .ticks = ticks.ticks};
    double longest = 0.0;
    for (Tick& tick : names.ticks) {
        tick.text = metrics.elidedText(tick.text, Qt::ElideMiddle, most);
        longest = std::max(longest, metrics.horizontalAdvance(tick.text) + 2.0);
    }
    names.extra = std::max(longest - metrics.height(), 1.0);
    return names;
}

const QString kUnitMark = QStringLiteral(", ");  ///< as axisTitle() has it

/// A title cut to `length` in front of what it ends with, its unit and scale; those alone where no
/// more fits.
QString fittedTitle(const QString& title,
                    const QString& end,
                    const QFontMetricsF& metrics,
                    double length) {
    constexpr double kCharactersMin = 6.0;
    const double room = length - metrics.horizontalAdvance(end);
    if (metrics.horizontalAdvance(title) <= length || !title.endsWith(end)) {
        return metrics.elidedText(title, Qt::ElideRight, length);
    }
    if (room < metrics.averageCharWidth() * kCharactersMin) {
        return metrics.elidedText(end.mid(kUnitMark.size()), Qt::ElideRight, length);
    }
    return metrics.elidedText(title.chopped(end.size()), Qt::ElideRight, room) + end;
}

void addXTexts(PlotLayout& layout,
               const PlotAxis& axis,
               const Span& span,
               const QSizeF& size,
               const QFontMetricsF& metrics,
               const TallNames& tall) {
    const Gaps gaps = gapsOf(metrics);
    const double top = layout.area.bottom() + gaps.label;
    for (const Tick& tick : layout.x.ticks) {
        const QStringList lines = tick.text.split(QChar(u'\n'));
        double width = 0.0;
        for (const QString& one : lines) {
            width = std::max(width, metrics.horizontalAdvance(one));
        }
        const double height = metrics.height() * static_cast<double>(lines.size());
        const double centre = layout.area.left() + fraction(tick.place, span) * layout.area.width();
        if (tall.turned) {  // it ends at the axis
            layout.texts.push_back(
                {.box = {centre - metrics.height() / 2, top, metrics.height(), width + 1.0},
                 .text = tick.text,
                 .turned = true});
            continue;
        }
        const double left =
            std::clamp(centre - width / 2, 0.0, std::max(0.0, size.width() - width));
        layout.texts.push_back({.box = {left, top, width, height}, .text = tick.text});
    }
    const double title_top = top + metrics.height() + tall.extra + gaps.title;
    const QRectF box(layout.area.left(), title_top, layout.area.width(), metrics.height());
    layout.texts.push_back(
        {.box = box,
         .text = fittedTitle(
             axisTitle(axis, layout.x), axisTitleEnd(axis, layout.x), metrics, box.width()),
         .isTitle = true});
}

/// A title in one line, or in two where it is longer than the picture is high; the last ends with
/// the unit and the scale. What does not fit in two is cut in front of them.
QString titleInLines(const QString& title,
                     const QString& end,
                     const QFontMetricsF& metrics,
                     double length) {
    const QStringList words =
        title.chopped(title.endsWith(end) ? end.size() : 0).split(QChar(u' '));
    if (metrics.horizontalAdvance(title) <= length) {
        return title;
    }
    QString first;
    qsizetype taken = 0;
    for (; taken + 1 < words.size(); ++taken) {  // one is left for the second line
        const QString longer = taken == 0 ? words[0] : first + QChar(u' ') + words[taken];
        if (metrics.horizontalAdvance(longer) > length) {
            break;
        }
        first = longer;
    }
    if (taken == 0) {
        return fittedTitle(title, end, metrics, length);
    }
    const QString rest = fittedTitle(title.mid(first.size()).trimmed(), end, metrics, length);
    if (rest == end.mid(kUnitMark.size())) {  // no room beside the unit
        first = metrics.elidedText(title.chopped(end.size()), Qt::ElideRight, length);
    }
    return first + QChar(u'\n') + rest;
}

/// A title may use the whole height of the picture, not only that of the plot area.
double titleLength(const QSizeF& size, const Gaps& gaps) {
    return size.height() - 2 * gaps.edge;
}

struct YSide {
    const PlotAxis& axis;
    const AxisTicks& ticks;
    const Span& span;
    double labelWidth;
    bool right;
    QString title;  ///< in lines
};

/// What the series of the second axis are told by: "(dashed)" only where a line is, see
/// lineStyle(), and "(points)" where the others are lines or bars.
QString looksOfSecondAxis(const PlotModel& model) {
    bool first_has_points_only = true;
    bool second_has_points = false;
    for (const PlotSeries& series : model.series) {
        const bool line = series.isLine() && series.points.size() > 1;
        if (!series.visible || series.kind == SeriesKind::Reference) {
            continue;
        }
        if (!series.onSecondAxis) {
            first_has_points_only = first_has_points_only && !line && !drawnAsBars(model, series);
        } else if (line && lineStyle(series) == Qt::DashLine) {
            return QCoreApplication::translate("Plot", "(dashed)");
        } else {
            second_has_points = second_has_points || !line;
        }
    }
    return second_has_points && !first_has_points_only
               ? QCoreApplication::translate("Plot", "(points)")
               : QString();
}

void addYTexts(PlotLayout& layout,
               const YSide& side,
               const QSizeF& size,
               const QFontMetricsF& metrics) {
    const Gaps gaps = gapsOf(metrics);
    const double height = metrics.height();
    const double left = side.right ? layout.area.right() + gaps.label
                                   : layout.area.left() - gaps.label - side.labelWidth;
    for (const Tick& tick : side.ticks.ticks) {
        const double centre =
            layout.area.bottom() - fraction(tick.place, side.span) * layout.area.height();
        layout.texts.push_back(
            {.box = {left, centre - height / 2, side.labelWidth, height},
             .text = tick.text,
             .alignment = (side.right ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter});
    }
    const QStringList lines = side.title.split(QChar(u'\n'));
    const double across = height * static_cast<double>(lines.size());
    const double title_left = side.right ? size.width() - gaps.edge - across : gaps.edge;
    double longest = 0.0;
    for (const QString& line : lines) {
        longest = std::max(longest, metrics.horizontalAdvance(line));
    }
    const double used = std::min(titleLength(size, gaps), longest + 2.0);
    const double top = std::clamp(
        layout.area.center().y() - used / 2, gaps.edge, size.height() - gaps.edge - used);
    layout.texts.push_back({.box = {title_left, top, across, used},
                            .text = side.title,
                            .turned = true,
                            .isTitle = true});
}

}  // namespace

double xTextsHeight(const QFont& font) {
    const QFontMetricsF metrics(font);
    const Gaps gaps = gapsOf(metrics);
    // Without them half of the lowest y label stands below the area.
    return gaps.label + metrics.height() + gaps.title + metrics.height() / 2;
}

namespace {

/// What there is beside the plot area.
struct Around {
    std::vector<const PlotLevel*> levels;  ///< above the view
    QStringList levelLines{};              ///< what is said of them, once the area has its width
    bool pointsForBars = false;
    TallNames names{};
    double yWidth = 0.0;  ///< of the labels
    double y2Width = 0.0;
    QString yTitle{};  ///< in lines
    QString y2Title{};
};

/// `looks`: behind the title, what its series are told by.
QString yTitle(const PlotAxis& axis,
               const AxisTicks& ticks,
               const QString& looks,
               const QSizeF& size,
               const QFontMetricsF& metrics) {
    const QString behind = looks.isEmpty() ? QString() : QChar(u' ') + looks;
    return titleInLines(axisTitle(axis, ticks) + behind,
                        axisTitleEnd(axis, ticks) + behind,
                        metrics,
                        titleLength(size, gapsOf(metrics)));
}

/// As many as read well on an axis so many lines high.
int yTicksMax(double lines) {
    const int close = static_cast<int>(lines / kLineHeightsPerYTickMin);
    const int usual = static_cast<int>(lines / kLineHeightsPerYTick);
    return std::clamp(std::max(usual, std::min(close, kYTicksEnough)), 2, kYTicksMax);
}

double heightOfLines(const QString& text, const QFontMetricsF& metrics) {
    return metrics.height() * static_cast<double>(text.count(QChar(u'\n')) + 1);
}

/// The ticks of y, and the area that is left.
void placeArea(PlotLayout& layout,
               Around& around,
               const PlotModel& model,
               const PlotRange& range,
               const QSizeF& size,
               const QFont& font,
               const PlotAlignment& alignment) {
    const QFontMetricsF metrics(font);
    const Gaps gaps = gapsOf(metrics);
    const double line = metrics.height();
    const double margin = gaps.edge + line / 2;  // half of a y label stands beyond the area
    const int level_lines =
        around.levels.empty() ? 0 : std::max(1, static_cast<int>(around.levelLines.size()));
    const int lines_above = level_lines + (around.pointsForBars ? 1 : 0);
    const double top = std::max(
        alignment.top, lines_above == 0 ? margin : gaps.edge + line * lines_above + gaps.label);
    const double below =
        margin + (alignment.xTexts ? xTextsHeight(font) + around.names.extra : 0.0);
    const double height = std::max(kAreaMinPx, size.height() - top - below);
    const int y_count = yTicksMax(height / line);
    layout.y = makeTicks(model.y, range.y, y_count);
    if (!model.y.categories.isEmpty()) {
        nameRows(layout.y, height / range.y.length(), line);
    }
    around.yWidth = widestLabel(layout.y, metrics);
    around.yTitle = yTitle(model.y, layout.y, QString(), size, metrics);
    const double left =
        gaps.edge + heightOfLines(around.yTitle, metrics) + gaps.title + around.yWidth + gaps.label;
    double right = gaps.edge + line;  // half of the last x label reaches beyond the area
    if (model.y2) {
        layout.y2 = makeTicks(*model.y2, range.y2, y_count);
        around.y2Width = widestLabel(layout.y2, metrics);
        around.y2Title = yTitle(*model.y2, layout.y2, looksOfSecondAxis(model), size, metrics);
        right = gaps.label + around.y2Width + gaps.title + heightOfLines(around.y2Title, metrics) +
                gaps.edge;
    }
    const double from = std::max(left, alignment.left);
    const double width = size.width() - from - std::max(right, alignment.right);
    // Whole pixels keep grid lines and the frame sharp.
    layout.area = QRectF(std::round(from),
                         std::round(top),
                         std::round(std::max(kAreaMinPx, width)),
                         std::round(height));
}

/// In a picture that is not high, few: the data are what it is for.
QStringList levelLines(const std::vector<const PlotLevel*>& levels,
                       const PlotModel& model,
                       double width,
                       const QSizeF& size,
                       const QFontMetricsF& metrics) {
    constexpr double kTextShareMax = 0.12;  // of the height
    constexpr int kLinesMax = 3;
    const int most = std::clamp(
        static_cast<int>(size.height() * kTextShareMax / metrics.height()), 1, kLinesMax);
    return linesOfLevelsAbove(levels, model, metrics, width, most);
}

void addTextsAbove(PlotLayout& layout, const Around& around, const QFontMetricsF& metrics) {
    const Gaps gaps = gapsOf(metrics);
    const double line = metrics.height();
    const QRectF& area = layout.area;
    QRectF level(area.left(), gaps.edge, area.width(), line);
    for (const QString& text : around.levelLines) {
        layout.texts.push_back(
            {.box = level, .text = text, .alignment = Qt::AlignRight | Qt::AlignVCenter});
        level.translate(0.0, line);
    }
    if (around.pointsForBars) {
        const QRectF box(area.left(), area.top() - gaps.label - line, area.width(), line);
        layout.texts.push_back(
            {.box = box,
             .text = metrics.elidedText(pointsForBarsText(), Qt::ElideRight, box.width()),
             .alignment = Qt::AlignLeft | Qt::AlignVCenter});
    }
}

}  // namespace

PlotLayout layOutPlot(const PlotModel& model,
                      const PlotRange& range,
                      const QSizeF& size,
                      const QFont& font,
                      const PlotAlignment& alignment) {
    const QFontMetricsF metrics(font);
    PlotLayout layout;
    Around around{.levels = levelsAbove(model, range.y), .pointsForBars = hasPointsForBars(model)};
    placeArea(layout, around, model, range, size, font, alignment);
    if (alignment.xTexts) {
        around.names = tallNames(model.x, range.x, layout.area.size(), font);
    }
    around.levelLines = levelLines(around.levels, model, layout.area.width(), size, metrics);
    if (around.names.extra > 0.0 || around.levelLines.size() > 1) {
        placeArea(layout, around, model, range, size, font, alignment);
    }
    addTextsAbove(layout, around, metrics);
    PlotAxis x = model.x;
    x.marks = alignment.xMarks.value_or(model.x.marks);
    if (around.names.extra > 0.0) {
        layout.x.ticks = around.names.ticks;
        layout.x.unit = x.shownUnit;
    } else {
        layout.x = xTicksThatFit(x, range.x, layout.area.width(), metrics, gapsOf(metrics).apart);
    }
    if (alignment.xTexts) {
        addXTexts(layout, x, range.x, size, metrics, around.names);
    }
    addYTexts(
        layout, {model.y, layout.y, range.y, around.yWidth, false, around.yTitle}, size, metrics);
    if (model.y2) {
        addYTexts(layout,
                  {*model.y2, layout.y2, range.y2, around.y2Width, true, around.y2Title},
                  size,
                  metrics);
    }
    return layout;
}

}  // namespace throughline::ui
