// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>
#include <QString>
#include <QStringList>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/record/record.h"
#include "ui/style/run_colours.h"

namespace throughline::ui {

/// Nines: per cent, as percentiles are read. Each further nine (90, 99, 99.9 …) is one step, and
/// 100 %, the largest of all values, stands a step behind p99.99.
enum class AxisScale : std::uint8_t { Linear, Logarithmic, Nines };
/// Told apart without colour, too.
enum class BarFill : std::uint8_t { Plain, Hatched, Crossed };
inline constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();

/// An interval on an axis.
struct Span {
    double low = 0.0;
    double high = 1.0;

    double length() const noexcept { return high - low; }
    double middle() const noexcept { return low + length() / 2; }
    bool contains(double value) const noexcept { return value >= low && value <= high; }
    bool operator==(const Span&) const = default;
};

/// The numbers behind an axis of bins, which are its categories.
struct PlotBins {
    QString title{};  ///< of the quantity whose values are in the bins
    QString unit{};   ///< that the ends are in
    std::vector<Span> ends{};
};

/// What an axis shows. Values in the model are in the stored unit; scaling to "k images/s" or
/// "MB/s" happens when ticks are made.
struct PlotAxis {
    std::string key{};    ///< metric or setting key; settles how a value is written
    QString title{};      ///< "Disk utilisation (vda)"
    std::string unit{};   ///< stored unit: "1/s", "bytes/s", "s", "%", "1", "" …
    QString shownUnit{};  ///< "images/s", "B/s": what the title names, before a prefix
    AxisScale scale = AxisScale::Linear;
    bool fromZero = false;        ///< the fitted range starts at 0 (not on a logarithmic scale)
    bool integral = false;        ///< no tick between whole numbers (threads, queue depth)
    bool alwaysLinear = false;    ///< no logarithm is offered: time since a run started
    bool isDate = false;          ///< values are seconds since 1970, written as dates in UTC
    bool powersOfTwo = false;     ///< ticks at 1, 2, 4, 8 … where the scale is logarithmic
    std::vector<double> marks{};  ///< values that ticks stand at, where all of them fit
    QStringList categories{};     ///< not empty: values are 0, 1, 2 … and stand for these texts
    PlotBins bins{};              ///< of a histogram: what each category is from and to
    std::optional<Span> range{};  ///< fixed ends instead of the data's
};

struct PlotPoint {
    double x = 0.0;
    double y = 0.0;
    double low = kNoNumber;  ///< PlotSeries::intervalPercent % interval, or NaN for none
    double high = kNoNumber;
    double z = kNoNumber;     ///< the value of a cell, on PlotModel::z
    double only = kNoNumber;  ///< in a bin: the one value that it holds, or NaN for all of its own
    QString label{};          ///< a word or two beside the point: "4 threads"
    QString note{};           ///< further lines of the tooltip: the other settings of a run
    QString bound{};          ///< "at most", "about": what y is stated as; empty: as it is
    QString pin{};            ///< what somebody wrote beside it; empty: nothing
    std::int64_t id = 0;      ///< the caller's own: which run this is
    /// Why it is no result of what was set, "did not finish": drawn with a cross. Empty: it is one.
    QString crossed{};
    /// Of a sample. Warm-up and drain are no part of the run's figures: drawn pale.
    record::Phase phase = record::Phase::Measured;
    int repeat = 1;  ///< of a sample

    bool isPale() const noexcept { return phase != record::Phase::Measured; }
    bool hasInterval() const noexcept { return std::isfinite(low) && std::isfinite(high); }
};

/// True where both hold the same quantity in the same way, so that a place on one is one on the
/// other.
inline bool sameAxis(const PlotAxis& a, const PlotAxis& b) {
    return a.key == b.key && a.scale == b.scale && a.categories == b.categories;
}

/// What a series is drawn as.
enum class SeriesKind : std::uint8_t {
    /// The points must be in ascending order of x. Where several share one, the line goes through
    /// their mean.
    Line,
    Points,
    /// Beside those of other such series; x is a category then. On a logarithmic y, where bars have
    /// no foot to stand on, markers stand in the bars' places instead.
    Bars,
    Cells,  ///< of a heat map: x and y are categories, the colour says z
    /// A line. A point is the mean of many samples, which lie between its low and high: these are
    /// no interval but a band behind the line.
    Band,
    /// Not data but what they are held against, such as ideal scaling: a thin dashed line that
    /// cannot be clicked. Tables have it where data stand.
    Reference
};

/// One curve. A value that cannot be placed (NaN, or <= 0 on a logarithmic axis) is a gap.
struct PlotSeries {
    QString name{};
    /// In a legend, which has little room: what it shares with those around it, said once above
    /// them, and what is left of its name. Empty: no such thing, and the name itself.
    QString head{};
    QString label{};
    QString headNote{};  ///< what most labels below that head leave out; empty: nothing
    QString mark{};      ///< "emulated volume", as its name says in brackets; empty: all was real
    QString group{};     ///< what it belongs to (a study's uuid)
    QString curve{};   ///< which of its group's it is: the same in another group is its counterpart
    QString member{};  ///< which of several devices of its run it is of; empty: of no single one
    std::int64_t run = 0;     ///< the caller's own: which run it is of; 0: of no single one
    int colourSlot = 0;       ///< of its study
    int tint = 0;             ///< of that colour: which of the study's curves it is
    bool stageAlone = false;  ///< all its runs measured one stage only
    bool isWhole = false;     ///< all its runs measured the full pipeline
    /// Nobody measured it: its authors estimate it, or listed limits allow no more. Drawn hollow,
    /// bars with a dashed rim, lines dotted.
    bool unmeasured = false;
    MarkerShape marker = MarkerShape::Circle;
    /// Measured: solid line, filled markers. Observed and imported: hollow markers. Published:
    /// pale. Predicted: dotted.
    record::Origin origin = record::Origin::Measured;
    /// Of its points' intervals: of repeats 95, as in records; who predicts says another.
    int intervalPercent = 95;
    SeriesKind kind = SeriesKind::Line;
    bool markers = true;  ///< at the points of a line, where they are not too many
    /// Bars of one stack stand on each other in the order of the series, where y is linear.
    /// < 0: each has its own foot.
    int stack = -1;
    BarFill fill = BarFill::Plain;
    bool onSecondAxis = false;
    bool visible = true;
    std::vector<PlotPoint> points{};

    /// The points are joined.
    bool isLine() const noexcept {
        return kind == SeriesKind::Line || kind == SeriesKind::Band ||
               kind == SeriesKind::Reference;
    }
};

/// A level line across the chart at a value of the (first) y axis: a ceiling, a wanted rate. Where
/// it lies above the view, its text stands above the plot area with an arrow.
struct PlotLevel {
    double y = 0.0;
    QString text{};      ///< without the value, which is added
    int colourSlot = 0;  ///< of the study it comes from; < 0: nobody's
    QString group{};     ///< whose it is (a study's uuid); empty: of nobody, or of several
};

/// Where a model is asked beyond what was measured: hatched from there on to the right, and said in
/// words at its foot.
struct PlotBeyond {
    double x = 0.0;  ///< that has no place on the axis, as 0 on a logarithmic one: all of it
    QString text{};

    bool operator==(const PlotBeyond&) const = default;
};

using SeriesSet = std::set<std::size_t>;  ///< of a model, by their index

/// Its name as it goes on, in a legend too: ", Read IOPS".
inline void appendToName(PlotSeries& series, const QString& more) {
    series.name += more;
    if (!series.label.isEmpty()) {
        series.label += more;
    }
}

/// Everything a chart shows, as plain values. It knows nothing of how it is drawn.
struct PlotModel {
    PlotAxis x{};
    PlotAxis y{};
    std::optional<PlotAxis> y2{};
    std::optional<PlotAxis> z{};  ///< of cells
    std::vector<PlotSeries> series{};
    std::vector<PlotLevel> levels{};
    std::optional<PlotBeyond> beyond{};
    QString legendNote{};  ///< what the labels of most series leave out
    QString emptyText{};   ///< what to do, where there is nothing to show

    const PlotAxis& yAxisOf(const PlotSeries& one) const {
        return one.onSecondAxis && y2 ? *y2 : y;
    }
    /// A level goes with the curves of its group: where these are there and all hidden, so is it.
    bool isShown(const PlotLevel& level) const {
        bool has_curves = false;
        for (const PlotSeries& one : series) {
            const bool of_group = !level.group.isEmpty() && one.group == level.group;
            if (of_group && one.visible) {
                return true;
            }
            has_curves = has_curves || of_group;
        }
        return !has_curves;
    }
    bool hasPoints() const {
        for (const PlotSeries& one : series) {
            if (!one.points.empty()) {
                return true;
            }
        }
        return false;
    }
};

/// Whether both coordinates are finite.
inline bool hasPlace(const QPointF& place) {
    return std::isfinite(place.x()) && std::isfinite(place.y());
}

}  // namespace throughline::ui
