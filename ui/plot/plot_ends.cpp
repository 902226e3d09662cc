// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_ends.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QSet>
#include <algorithm>
#include <optional>

#include "ui/plot/plot_text.h"
#include "ui/plot/series_look.h"
#include "ui/style/short_names.h"

namespace throughline::ui {

namespace {

constexpr std::size_t kNamesMax = 12;
constexpr std::size_t kEndPointsMax = 60;  ///< a larger cloud has no end
constexpr qsizetype kEndLinesMax = 3;
constexpr double kShareMax = 0.28;    ///< of the chart's width
constexpr double kCrowdShare = 0.36;  ///< where each of many names has but one line
constexpr double kEndGapPx = 8.0;     ///< from the plot area, and on both sides of the marker
constexpr double kMarkPx = 16.0;
constexpr double kLeaderShareMax = 0.15;  ///< of the plot area's width
constexpr double kEndReachPx = 7.0;       ///< from a curve's end to the line that leads to its name

/// The series that are named, by their index. A curve and the points on it have one name.
std::vector<std::size_t> namedSeries(const PlotModel& model) {
    std::vector<std::size_t> named;
    QSet<QString> names;
    for (std::size_t s = 0; s < model.series.size(); ++s) {
        const PlotSeries& series = model.series[s];
        if (series.visible && !series.points.empty() && !names.contains(series.name)) {
            names.insert(series.name);
            named.push_back(s);
        }
    }
    return named;
}

const QString kBetween = QStringLiteral(" \u00B7 ");  ///< a study and what is of it

/// A name at a curve: the part that it shares with other curves gives way before what is its own.
struct EndName {
    QString head;  ///< its study; empty where all are of one: it goes without saying
    int shared_of_head = 0;
    QString own;  ///< what is left
    int shared_of_own = 0;
    QString mark;  ///< see PlotSeries::mark
};

/// In the order of namedSeries().
std::vector<EndName> endNames(const PlotModel& model) {
    const std::vector<std::size_t> named = namedSeries(model);
    const bool one_head = std::ranges::all_of(named, [&](std::size_t s) {
        return model.series[s].head == model.series[named.front()].head;
    });
    std::vector<EndName> names;
    QStringList heads;
    QStringList own;
    for (const std::size_t s : named) {
        const PlotSeries& series = model.series[s];
        const QString end = kBetween + series.label;
        const bool parted = !series.label.isEmpty() && series.name.endsWith(end);
        names.push_back({.head = parted && !one_head ? series.name.chopped(end.size()) : QString(),
                         .own = series.label.isEmpty() ? series.name : series.label,
                         .mark = series.mark});
        heads << names.back().head;
        own << names.back().own;
    }
    const std::vector<int> of_heads = sharedBeginnings(heads);
    const std::vector<int> of_own = sharedBeginnings(own);
    for (std::size_t i = 0; i < names.size(); ++i) {
        names[i].shared_of_head = of_heads[i];
        names[i].shared_of_own = of_own[i];
    }
    return names;
}

QString emulatedWord() {
    return QStringLiteral(" (%1)").arg(QCoreApplication::translate("Plot", "emulated"));
}

/// A text that is too wide: its end is cut, but that something was emulated stays.
QString cutName(QString text, const QString& mark, const QFontMetricsF& metrics, double width) {
    if (mark.isEmpty()) {
        return metrics.elidedText(text, Qt::ElideRight, width);
    }
    if (const QString end = QStringLiteral(" (%1)").arg(mark); text.endsWith(end)) {
        text.chop(end.size());
    }
    const QString word = emulatedWord();
    return metrics.elidedText(text, Qt::ElideRight, width - metrics.horizontalAdvance(word)) + word;
}

/// The name in `most` lines at most. The study is shortened first, to what tells it from the
/// others, then cut; where one line has hardly room for both, it is left to the colour of the
/// curve.
QStringList endLines(const EndName& name, const QFont& font, double width, qsizetype most) {
    const QFontMetricsF metrics(font);
    QStringList wishes;
    if (!name.head.isEmpty()) {
        wishes << name.head + kBetween + name.own;
        if (name.shared_of_head > 0) {
            const QString least = withoutShared(name.head, name.shared_of_head);
            const double room = width - metrics.horizontalAdvance(kBetween + name.own);
            wishes << (metrics.horizontalAdvance(least) <= room
                           ? shortName(name.head, name.shared_of_head, metrics, room)
                           : least) +
                          kBetween + name.own;
        }
    }
    if (name.head.isEmpty()) {
        wishes << name.own;
    }
    for (const QString& wish : wishes) {
        const QStringList lines = wrappedLines(wish, font, width);
        const bool fits = std::ranges::all_of(
            lines, [&](const QString& line) { return metrics.horizontalAdvance(line) <= width; });
        if (fits && lines.size() <= most) {
            return lines;
        }
    }
    if (most == 1) {
        constexpr double kHeadCharsMin = 8.0;  ///< less reminds of no study
        const double room = width - metrics.horizontalAdvance(kBetween + name.own);
        if (!name.head.isEmpty() && name.mark.isEmpty() &&
            room >= kHeadCharsMin * metrics.averageCharWidth()) {
            return {shortName(name.head, name.shared_of_head, metrics, room) + kBetween + name.own};
        }
        return {name.mark.isEmpty() ? shortName(name.own, name.shared_of_own, metrics, width)
                                    : cutName(name.own, name.mark, metrics, width)};
    }
    if (!name.head.isEmpty()) {
        return {cutName(name.head, name.mark, metrics, width),
                metrics.elidedText(name.own, Qt::ElideRight, width)};
    }
    QStringList lines = wrappedLines(name.own, font, width);
    if (lines.size() > most) {
        lines.resize(most);
        lines.last() += QStringLiteral("…");
    }
    for (QString& line : lines) {
        line = metrics.elidedText(line, Qt::ElideRight, width);
    }
    return lines;
}

/// The last point in view along x.
std::optional<QPointF> endOf(const PlacedSeries& placed, const PlotMap& map) {
    std::optional<QPointF> end;
    const QRectF near = map.area.adjusted(-0.5, -0.5, 0.5, 0.5);
    for (const QPointF& place : placed.places) {
        const QPointF pixel = map.toPixel(place, placed.onSecondAxis);
        if (hasPlace(pixel) && near.contains(pixel) && (!end || pixel.x() >= end->x())) {
            end = pixel;
        }
    }
    return end;
}

/// Names that differ and would look alike are told apart; that something was emulated stays.
void keepEndsApart(std::vector<QStringList>& ends,
                   const std::vector<EndName>& names,
                   const QFontMetricsF& metrics,
                   double width) {
    QStringList shown;
    QStringList whole;
    std::vector<double> widths;
    for (std::size_t i = 0; i < ends.size(); ++i) {
        const EndName& name = names[i];
        shown << ends[i].join(u'\n');
        whole << (name.head.isEmpty() ? name.own : name.head + kBetween + name.own);
        widths.push_back(width -
                         (name.mark.isEmpty() ? 0.0 : metrics.horizontalAdvance(emulatedWord())));
    }
    const QStringList before = shown;
    keepApart(shown, whole, metrics, widths);
    for (std::size_t i = 0; i < ends.size(); ++i) {
        const auto at = static_cast<qsizetype>(i);
        if (shown[at] != before[at]) {
            ends[i] = {names[i].mark.isEmpty() ? shown[at] : shown[at] + emulatedWord()};
        }
    }
}

/// Studies that do not all fit into a line (of two: into one of their own) are shortened together:
/// each alike at all its curves, and by what tells it from the others, where some letters have
/// room.
void shortenHeads(std::vector<EndName>& names,
                  const QFontMetricsF& metrics,
                  double width,
                  qsizetype most) {
    constexpr double kCharsMin = 8.0;
    QStringList heads;
    double room = width;
    bool all_fit = true;
    for (const EndName& name : names) {
        if (!name.head.isEmpty()) {
            heads << name.head;
            const double own = most == 1 ? metrics.horizontalAdvance(kBetween + name.own) : 0.0;
            room = std::min(room, width - own);
            all_fit = all_fit && metrics.horizontalAdvance(name.head) + own <= width;
        }
    }
    heads.removeDuplicates();
    if (all_fit || heads.size() < 2 || room < kCharsMin * metrics.averageCharWidth()) {
        return;
    }
    const QStringList shorter = shortNames(heads, metrics, room);
    for (EndName& name : names) {
        if (const qsizetype at = heads.indexOf(name.head); at >= 0) {
            name.head = shorter[at];
            name.shared_of_head = 0;
        }
    }
}

/// What stands at the curves, in the order of namedSeries().
struct WrittenNames {
    std::vector<QStringList> lines;
    double widest = 0.0;
    double height = 0.0;  ///< of all together
};

/// Each in `most` lines at most that are no wider than `width`.
WrittenNames writtenNames(const PlotModel& model, const QFont& font, double width, qsizetype most) {
    const QFontMetricsF metrics(font);
    std::vector<EndName> names = endNames(model);
    shortenHeads(names, metrics, width, most);
    WrittenNames written;
    for (const EndName& name : names) {
        written.lines.push_back(endLines(name, font, width, most));
    }
    keepEndsApart(written.lines, names, metrics, width);
    for (const QStringList& lines : written.lines) {
        written.height += metrics.height() * static_cast<double>(lines.size());
        for (const QString& line : lines) {
            written.widest = std::max(written.widest, metrics.horizontalAdvance(line));
        }
    }
    return written;
}

/// In as many lines as `height` has room for, and no wider than their share of the chart, nor than
/// `room`.
WrittenNames namesThatFit(
    const PlotModel& model, const QFont& font, const QSizeF& chart, double height, double room) {
    WrittenNames written;
    for (qsizetype most = kEndLinesMax; most > 0; --most) {
        const double share = chart.width() * (most == 1 ? kCrowdShare : kShareMax);
        written = writtenNames(model, font, std::min(share, room), most);
        if (written.height <= height) {
            break;
        }
    }
    return written;
}

/// In the order of the series, each beside its end. Where the names were given less room than they
/// would take, they keep to it.
std::vector<PlacedEnd> endsWithLines(const PlotFrame& frame,
                                     const PlotLayout& layout,
                                     double height) {
    const QFont& font = frame.look.font;
    const PlotMap map{layout.area, frame.range};
    const double left = layout.area.right() + kEndGapPx;
    const double width = std::max(0.0, frame.size.width() - left);
    const double room = width - kMarkPx - kEndGapPx;
    const PlotModel& model = frame.model;
    WrittenNames names = namesThatFit(model, font, frame.size, height, frame.size.width());
    if (names.widest > room) {
        names = namesThatFit(model, font, frame.size, height, std::max(0.0, room));
    }
    const std::vector<std::size_t> named = namedSeries(model);
    std::vector<PlacedEnd> ends;
    for (std::size_t i = 0; i < named.size(); ++i) {
        const std::size_t s = named[i];
        if (const auto end = endOf(frame.placed[s], map)) {
            ends.push_back({*end, QRectF(), names.lines[i], s});
            const double high =
                QFontMetricsF(font).height() * static_cast<double>(ends.back().lines.size());
            ends.back().box = QRectF(left, end->y() - high / 2, width, high);
        }
    }
    return ends;
}

/// Moves boxes, which are in the order of their ends, apart: those that touch stand together around
/// the middle of their wishes, all between `top` and `bottom`.
void moveApart(std::vector<PlacedEnd>& ends, double top, double bottom) {
    struct Group {
        std::size_t first;
        double height;
        double wishes;  ///< for its top, of each of its boxes, added up
        double count;
    };
    const auto top_of = [&](const Group& group) {
        return std::max(top, std::min(group.wishes / group.count, bottom - group.height));
    };
    std::vector<Group> groups;
    for (std::size_t i = 0; i < ends.size(); ++i) {
        groups.push_back({i, ends[i].box.height(), ends[i].box.top(), 1.0});
        while (groups.size() > 1 &&
               top_of(groups.end()[-2]) + groups.end()[-2].height > top_of(groups.back())) {
            const Group last = groups.back();
            groups.pop_back();
            Group& group = groups.back();
            group.wishes += last.wishes - group.height * last.count;
            group.height += last.height;
            group.count += last.count;
        }
    }
    for (std::size_t g = 0; g < groups.size(); ++g) {
        const std::size_t end = g + 1 < groups.size() ? groups[g + 1].first : ends.size();
        double at = top_of(groups[g]);
        for (std::size_t i = groups[g].first; i < end; ++i) {
            ends[i].box.moveTop(at);
            at += ends[i].box.height();
        }
    }
}

}  // namespace

bool canNameEnds(const PlotModel& model) {
    const auto has_end = [&](const PlotSeries& one) {
        return !one.visible || one.isLine() ||
               (one.kind == SeriesKind::Points && one.points.size() <= kEndPointsMax);
    };
    return !model.y2 && std::ranges::all_of(model.series, has_end) &&
           namedSeries(model).size() <= kNamesMax;
}

double endsWidth(const PlotModel& model, const QFont& font, const QSizeF& size) {
    constexpr double kAxisLines = 3.0;  ///< below the plot area; the names may reach over it by one
    const double line = QFontMetricsF(font).height();
    const WrittenNames names =
        namesThatFit(model, font, size, size.height() - kAxisLines * line, size.width());
    return names.widest == 0.0 ? 0.0 : kEndGapPx + kMarkPx + kEndGapPx + names.widest + kEndGapPx;
}

std::vector<PlacedEnd> placedEnds(const PlotFrame& frame, const PlotLayout& layout) {
    const double line = QFontMetricsF(frame.look.font).height();
    const double top = std::max(0.0, layout.area.top() - line);
    const double bottom = std::min(frame.size.height(), layout.area.bottom() + line);
    std::vector<PlacedEnd> ends = endsWithLines(frame, layout, bottom - top);
    std::ranges::stable_sort(
        ends, [](const PlacedEnd& a, const PlacedEnd& b) { return a.end.y() < b.end.y(); });
    moveApart(ends, top, bottom);
    return ends;
}

void paintEnds(QPainter& painter, const PlotFrame& frame, const PlotLayout& layout) {
    const Theme& theme = frame.look.theme;
    const double line_height = QFontMetricsF(frame.look.font).height();
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(frame.look.font);
    for (const PlacedEnd& end : placedEnds(frame, layout)) {
        const PlotSeries& series = frame.model.series[end.series];
        const QRectF first(end.box.topLeft(), QSizeF(end.box.width(), line_height));
        const QRectF mark(first.left(), first.top(), kMarkPx, line_height);
        const QPointF from(end.end.x() + kEndReachPx, end.end.y());
        const QPointF to(mark.left() - kEndGapPx / 4, mark.center().y());
        // A longer one would look like a curve of its own.
        if (from.x() < to.x() && to.x() - from.x() <= layout.area.width() * kLeaderShareMax) {
            painter.setPen(QPen(mixedColour(theme.surface, seriesColour(series, theme), kPaleness),
                                1.0,
                                Qt::DotLine));
            painter.drawLine(from, to);
        }
        for (const PlotSeries& other : frame.model.series) {
            if (other.visible && other.name == series.name) {
                paintSwatch(painter, frame.model, other, theme, mark);
            }
        }
        painter.setPen(theme.text);
        QRectF box = first.adjusted(kMarkPx + kEndGapPx, 0.0, 0.0, 0.0);
        for (const QString& line : end.lines) {
            painter.drawText(box, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, line);
            box.translate(0.0, line_height);
        }
    }
    painter.restore();
}

}  // namespace throughline::ui
