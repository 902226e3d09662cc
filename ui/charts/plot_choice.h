// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <variant>
#include <vector>

#include "engine/panels/panels.h"

namespace throughline::ui {

/// What a point is: a whole run or one second of it, a cell of a heat map of runs, a percentile of
/// a run, a bin of a histogram, or a part of a bar.
enum class PointsOf : std::uint8_t { Runs, Samples, Map, Percentiles, Histogram, Stacks };

/// How the values of the y axis are read.
enum class YAs : std::uint8_t {
    Value,
    RelativeToFirst,     ///< to the first point of each curve: speed-up
    RelativeToBaseline,  ///< to the study with the star, at the same x
    Efficiency           ///< speed-up over the growth of x, in per cent
};

using RunCondition = panels::Condition;

/// What somebody wrote beside the point of a run.
struct PinnedNote {
    QString study{};  ///< uuid
    int run = 0;      ///< its number there
    QString text{};
    bool operator==(const PinnedNote&) const = default;
};

// The parts of which charts of a kind are made: what is not among them does not apply.

struct SecondY {
    std::string y2;  ///< "" = none
    bool operator==(const SecondY&) const = default;
};
/// The quantity that is spread, or whose parts are piled up, in place of y. See subjectsOf().
struct Subject {
    std::string subject;
    bool operator==(const Subject&) const = default;
};
struct MapRows {
    std::string rows;  ///< the setting upwards, while y is the colour
    bool operator==(const MapRows&) const = default;
};
/// The condition that colours say; "" = each study and curve its own, for life.
struct ColourBy {
    std::string colourBy;
    bool operator==(const ColourBy&) const = default;
};
/// The same of markers.
struct MarkerBy {
    std::string markerBy;
    bool operator==(const MarkerBy&) const = default;
};
struct LogY {
    bool logY = false;
    /// Nobody chose a scale: of whole runs and of samples over time it is logarithmic where curves
    /// lie so far apart that one would lie on the zero line (log_by_data.h).
    bool logByData = false;
    bool operator==(const LogY&) const = default;
};
struct LevelsShown {
    bool limits = true;          ///< what the linked storage delivers at most
    std::optional<double> goal;  ///< a wanted value, in the unit of y
    bool operator==(const LevelsShown&) const = default;
};
/// What only whole runs along x can be asked for.
struct AlongX {
    bool logX = false;
    bool xAsNames = false;  ///< numbers on x stand side by side like names, with bars
    YAs yAs = YAs::Value;   ///< on the first y axis
    bool ideal = false;     ///< a line for each curve: as if all of it grew with x
    bool fullOnly = false;  ///< no stages alone where there are runs of the full pipeline
    bool ceilings = true;   ///< level lines: stages alone on which x has no bearing
    bool operator==(const AlongX&) const = default;
};

struct RunsChart : SecondY, ColourBy, MarkerBy, LogY, LevelsShown, AlongX {
    static constexpr PointsOf kPoints = PointsOf::Runs;
    bool operator==(const RunsChart&) const = default;
};
struct SamplesChart : SecondY, ColourBy, MarkerBy, LogY, LevelsShown {
    static constexpr PointsOf kPoints = PointsOf::Samples;
    bool operator==(const SamplesChart&) const = default;
};
struct MapChart : MapRows {
    static constexpr PointsOf kPoints = PointsOf::Map;
    bool operator==(const MapChart&) const = default;
};
struct PercentilesChart : Subject, ColourBy, MarkerBy, LogY {
    static constexpr PointsOf kPoints = PointsOf::Percentiles;
    bool operator==(const PercentilesChart&) const = default;
};
struct HistogramChart : Subject, ColourBy, LogY {
    static constexpr PointsOf kPoints = PointsOf::Histogram;
    bool operator==(const HistogramChart&) const = default;
};
struct StacksChart : Subject {
    static constexpr PointsOf kPoints = PointsOf::Stacks;
    bool operator==(const StacksChart&) const = default;
};

using ChartKind =
    std::variant<RunsChart, SamplesChart, MapChart, PercentilesChart, HistogramChart, StacksChart>;

/// What somebody wants to see.
struct PlotChoice {
    /// The quantities on the axes. A kind that has another axis keeps the quantity, so that its
    /// runs can be plotted over it again.
    std::string x;
    std::string y;
    /// Of published studies (with one on `pattern` among these: of all) only runs that meet them
    /// all.
    std::vector<RunCondition> published;
    std::vector<RunCondition> own;  ///< the same of one's own
    std::vector<PinnedNote> notes;  ///< shown where a point is a run
    ChartKind chart;

    bool operator==(const PlotChoice&) const = default;

    PointsOf points() const {
        return std::visit([](const auto& of) { return of.kPoints; }, chart);
    }
    /// A part of the chart, or all of it as its kind has it; null: its kind has none.
    template <class Part>
    Part* part() {
        return std::visit([](auto& of) { return partIn<Part>(of); }, chart);
    }
    template <class Part>
    const Part* part() const {
        return std::visit([](const auto& of) { return partIn<const Part>(of); }, chart);
    }
    template <class Part>
    bool has() const {
        return part<Part>() != nullptr;
    }
    /// The part, or what says nothing where the kind has none.
    template <class Part>
    const Part& partOrNone() const {
        static const Part kNone{};
        const Part* of = part<Part>();
        return of == nullptr ? kNone : *of;
    }
    /// Takes over the part of another choice, where both kinds have it.
    template <class Part>
    void takePart(const PlotChoice& from) {
        Part* to = part<Part>();
        const Part* of = from.part<Part>();
        if (to != nullptr && of != nullptr) {
            *to = *of;
        }
    }

    /// The scales of the axes, where the kind has them.
    void setLogarithmic(bool x_axis, bool y_axis);

private:
    template <class Part, class Of>
    static Part* partIn(Of& of) {
        if constexpr (std::is_base_of_v<std::remove_const_t<Part>, std::remove_const_t<Of>>) {
            return &of;
        } else {
            return nullptr;
        }
    }
};

/// Each part once, as files have them, and a chart that is shown as one kind and then another.
using ChartParts =
    std::tuple<SecondY, Subject, MapRows, ColourBy, MarkerBy, LogY, LevelsShown, AlongX>;

/// The parts of a chart; those that its kind has not, of `others`.
ChartParts partsOf(const ChartKind& chart, ChartParts others = {});
/// A chart of the kind, made of those parts that it has.
ChartKind chartOf(PointsOf points, const ChartParts& parts = {});

/// The parts of a chart that becomes one of another kind. Latencies by percentile span decades: y
/// is logarithmic there, and no longer afterwards.
ChartParts partsFor(PointsOf points, PointsOf before, ChartParts parts);

/// The choice as a chart of another kind. `parts` are what the chart was in other kinds, and learn
/// what it is in this one.
PlotChoice ofKind(PlotChoice choice, PointsOf points, ChartParts& parts);
/// Without other kinds before this one.
PlotChoice ofKind(PlotChoice choice, PointsOf points);

/// Whether a place in a chart of one is the same place in a chart of the other.
bool haveSameAxes(const PlotChoice& a, const PlotChoice& b);

}  // namespace throughline::ui
