// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/relative_values.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <set>

#include "ui/charts/fields.h"
#include "ui/charts/words.h"

namespace throughline::ui {

namespace {

constexpr int kPercent = 100;
/// Straight lines bend on logarithmic axes of which one starts elsewhere; so many points follow.
constexpr int kIdealSteps = 64;

bool counts(const PlotSeries& series) {
    return !series.onSecondAxis && series.kind != SeriesKind::Reference && !series.points.empty();
}

/// `point` over `reference`, times `factor`. The relative half widths of the two 95 % intervals add
/// in quadrature, as for independent means; without both there is none, and a point over itself has
/// none either.
void divide(PlotPoint& point, const PlotPoint& reference, double factor, bool itself) {
    const double ratio = point.y / reference.y;
    const double share = std::hypot((point.high - point.low) / 2 / point.y,
                                    (reference.high - reference.low) / 2 / reference.y);
    const bool known = point.hasInterval() && reference.hasInterval() && !itself;
    point.y = ratio * factor;
    point.low = known ? point.y * (1.0 - share) : kNoNumber;
    point.high = known ? point.y * (1.0 + share) : kNoNumber;
}

bool canDivide(const PlotPoint& point) {
    return std::isfinite(point.y) && point.y > 0.0;
}

/// The mean of the points at `x` that others can be divided by. That of several runs has no
/// interval: theirs are of the repeats within each. None: there is no such point.
std::optional<PlotPoint> meanAt(const std::vector<PlotPoint>& points, double x) {
    std::optional<PlotPoint> mean;
    double count = 0.0;
    for (const PlotPoint& point : points) {
        if (point.x != x || !canDivide(point)) {
            continue;
        }
        count += 1.0;
        if (!mean) {
            mean = point;
            continue;
        }
        mean->y += (point.y - mean->y) / count;
        mean->low = kNoNumber;
        mean->high = kNoNumber;
    }
    return mean;
}

/// What stands at the first x that others can be divided by.
std::optional<PlotPoint> firstOf(const PlotSeries& series, bool above_zero_on_x) {
    const auto at = std::ranges::find_if(series.points, [&](const auto& p) {
        return canDivide(p) && (!above_zero_on_x || p.x > 0.0);
    });
    return at == series.points.end() ? std::nullopt : meanAt(series.points, at->x);
}

/// Ideal scaling means something for a rate over a number of things: threads, GPUs, nodes.
bool canScale(const PlotModel& model) {
    return model.x.categories.isEmpty() && model.x.integral && model.y.unit.ends_with("/s");
}

/// The axis as its values are read now.
PlotAxis relativeAxis(PlotAxis axis, YAs as) {
    // Without a key of the registry the values are written as plain numbers.
    axis.key.clear();
    axis.unit = "1";
    axis.shownUnit.clear();
    axis.fromZero = true;
    switch (as) {
        case YAs::RelativeToFirst:
            axis.title = tr("%1, relative to the first point").arg(axis.title);
            break;
        case YAs::RelativeToBaseline:
            axis.title = tr("%1, relative to the baseline").arg(axis.title);
            break;
        case YAs::Efficiency:
            axis.title = tr("Scaling efficiency of %1").arg(withinSentence(axis.title));
            axis.unit = "%";
            axis.shownUnit = QStringLiteral("%");
            break;
        case YAs::Value:
            break;
    }
    return axis;
}

/// Divides each curve by its first point, and for an efficiency by the growth of x since there.
int divideByFirst(std::vector<PlotSeries>& all, bool efficiency) {
    int left_out = 0;
    for (PlotSeries& series : all) {
        if (!counts(series)) {
            continue;
        }
        const std::optional<PlotPoint> first = firstOf(series, efficiency);
        // A curve of one place would be 1 whatever it is of.
        const bool goes_on = first && series.points.back().x != first->x;
        if (!goes_on) {
            left_out += static_cast<int>(series.points.size());
            series.points.clear();
            continue;
        }
        for (PlotPoint& point : series.points) {
            const double factor = efficiency ? kPercent * first->x / point.x : 1.0;
            divide(point, *first, factor, point.id == first->id);
        }
    }
    return left_out;
}

/// Whether curves begin at different x, so that their first points are not alike.
bool startsDiffer(const std::vector<PlotSeries>& all) {
    std::optional<double> start;
    for (const PlotSeries& series : all) {
        if (!counts(series)) {
            continue;
        }
        if (start && *start != series.points.front().x) {
            return true;
        }
        start = series.points.front().x;
    }
    return false;
}

/// What sets apart what a run measures: the images/s of a decoder and of a whole pipeline, or of
/// two models, are not held against each other.
constexpr std::array kOfOneKind{"stages", "model", "phase"};

/// Finds the baseline's points that others are held against.
class Baseline {
public:
    Baseline(const std::vector<PlotSeries>& all,
             const std::vector<StudyForPlot>& studies,
             const std::string& x,
             const QString& uuid) {
        for (const PlotSeries& one : all) {
            if (counts(one) && one.group == uuid) {
                curves_.push_back(one);
            }
        }
        for (const StudyForPlot& study : studies) {
            for (const RunForPlot& run : study.runs) {
                Kind& kind = kinds_[run.id];
                for (std::size_t i = 0; i < kOfOneKind.size(); ++i) {
                    kind[i] = kOfOneKind[i] == x ? QString() : settingText(run, kOfOneKind[i]);
                }
            }
        }
    }

    /// What `point` of `series` is divided by: the mean of those at its place in the curve's
    /// counterpart, or in the only curve of the same kind. None: there is no such thing.
    std::optional<PlotPoint> of(const PlotSeries& series, const PlotPoint& point) const {
        std::vector<std::vector<PlotPoint>> alike;
        for (const PlotSeries& one : curves_) {
            std::vector<PlotPoint> points = one.points;
            std::erase_if(points, [&](const PlotPoint& its) { return !isAlike(its, point); });
            if (points.empty()) {
                continue;
            }
            alike.push_back(std::move(points));
            if (one.curve == series.curve) {
                return meanAt(alike.back(), point.x);
            }
        }
        return alike.size() == 1 ? meanAt(alike.front(), point.x) : std::nullopt;
    }

private:
    using Kind = std::array<QString, kOfOneKind.size()>;  ///< empty: not said, or compared on x

    /// What one of the two does not say is not against it.
    bool isAlike(const PlotPoint& a, const PlotPoint& b) const {
        const auto kind_a = kinds_.find(a.id);
        const auto kind_b = kinds_.find(b.id);
        if (kind_a == kinds_.end() || kind_b == kinds_.end()) {
            return true;
        }
        return std::equal(kind_a->second.begin(),
                          kind_a->second.end(),
                          kind_b->second.begin(),
                          [](const QString& one, const QString& other) {
                              return one.isEmpty() || other.isEmpty() || one == other;
                          });
    }

    std::vector<PlotSeries> curves_;
    std::map<std::int64_t, Kind> kinds_;
};

/// Divides each point by the baseline's at the same x.
int divideByBaseline(std::vector<PlotSeries>& all, const Baseline& baseline, const QString& uuid) {
    int left_out = 0;
    for (PlotSeries& series : all) {
        if (!counts(series)) {
            continue;
        }
        std::vector<PlotPoint> kept;
        for (PlotPoint point : series.points) {
            const std::optional<PlotPoint> reference = baseline.of(series, point);
            if (!reference) {
                ++left_out;
                continue;
            }
            divide(point, *reference, 1.0, series.group == uuid);
            kept.push_back(std::move(point));
        }
        series.points = std::move(kept);
    }
    return left_out;
}

/// y over x as if the first point's share of x were kept: through it and the origin.
PlotSeries idealOf(const PlotSeries& series, const PlotPoint& first, double last_x, YAs as) {
    PlotSeries ideal;
    ideal.name = tr("Ideal: %1").arg(series.name);
    ideal.group = series.group;
    ideal.origin = series.origin;
    ideal.colourSlot = series.colourSlot;
    ideal.tint = series.tint;
    ideal.kind = SeriesKind::Reference;
    std::set<double> places;  // of the curve, too: the table has the ideal there
    for (const PlotPoint& point : series.points) {
        places.insert(point.x);
    }
    for (int step = 1; step < kIdealSteps; ++step) {
        places.insert(first.x + (last_x - first.x) * step / kIdealSteps);
    }
    places.insert(last_x);
    places.erase(places.begin(), places.lower_bound(first.x));
    for (const double x : places) {
        ideal.points.push_back(
            {.x = x, .y = as == YAs::Efficiency ? kPercent : first.y * x / first.x});
    }
    return ideal;
}

bool goesOn(const PlotSeries& series) {
    const std::optional<PlotPoint> first = counts(series) ? firstOf(series, true) : std::nullopt;
    return first && series.points.back().x > first->x;
}

/// Of each curve up to its end. A single place says nothing of how a curve goes on beside those
/// that do; where all are such, of each up to where others are measured.
void addIdealLines(std::vector<PlotSeries>& all, YAs as) {
    std::vector<PlotSeries> lines;
    double farthest = 0.0;
    for (const PlotSeries& series : all) {
        farthest = counts(series) ? std::max(farthest, series.points.back().x) : farthest;
    }
    const bool any_goes_on = std::ranges::any_of(all, goesOn);
    for (const PlotSeries& series : all) {
        if (any_goes_on && !goesOn(series)) {
            continue;
        }
        const std::optional<PlotPoint> first =
            counts(series) ? firstOf(series, true) : std::nullopt;
        if (!first) {
            continue;
        }
        const double own_end = series.points.back().x;
        const double end = own_end > first->x ? own_end : farthest;
        if (end <= first->x) {
            continue;
        }
        PlotSeries line = idealOf(series, *first, end, as);
        // Relative to their own first points, curves over the same x have one ideal in common.
        const bool known = std::ranges::any_of(lines, [&](const PlotSeries& other) {
            return other.points.front().x == line.points.front().x &&
                   other.points.front().y == line.points.front().y &&
                   other.points.back().x <= line.points.back().x;
        });
        if (!known) {
            lines.push_back(std::move(line));
        }
    }
    if (lines.size() == 1) {
        lines.front().name = tr("Ideal scaling");
    }
    all.insert(all.end(), lines.begin(), lines.end());
}

}  // namespace

void showRelative(BuiltPlot& built,
                  const std::vector<StudyForPlot>& studies,
                  const PlotChoice& choice) {
    const AlongX& along = choice.partOrNone<AlongX>();
    std::vector<PlotSeries>& all = built.model.series;
    const bool scales = canScale(built.model);
    int left_out = 0;
    QString why;
    switch (along.yAs) {
        case YAs::Value:
            break;
        case YAs::RelativeToFirst:
        case YAs::Efficiency: {
            const bool efficiency = along.yAs == YAs::Efficiency;
            if (efficiency && !scales) {
                built.missing << tr(
                    "Efficiency needs a rate over a number of threads, GPUs, nodes \u2026; "
                    "absolute values are shown.");
                return;
            }
            if (startsDiffer(all)) {
                built.missing << tr(
                    "The curves start at different values of x, so their first points are not "
                    "comparable.");
            }
            left_out = divideByFirst(all, efficiency);
            why = tr("a curve with one point has nothing to be compared with");
            break;
        }
        case YAs::RelativeToBaseline: {
            const auto star =
                std::ranges::find_if(studies, [](const auto& study) { return study.isBaseline; });
            if (star == studies.end()) {
                built.missing << tr(
                    "None of the plotted studies is the baseline, so absolute values are shown. "
                    "Make one the baseline in the list and plot it.");
                return;
            }
            const Baseline baseline(all, studies, choice.x, star->uuid);
            left_out = divideByBaseline(all, baseline, star->uuid);
            why = tr("the baseline has no value there for the same stages, model and phase");
            break;
        }
    }
    if (left_out > 0) {
        built.missing << tr("Points left out: %1; %2.").arg(left_out).arg(why);
    }
    if (along.yAs != YAs::Value) {
        built.model.y = relativeAxis(std::move(built.model.y), along.yAs);
        std::erase_if(all, [](const PlotSeries& series) { return series.points.empty(); });
    }
    if (along.ideal && !scales) {
        built.missing << tr(
            "Ideal scaling needs a rate over a number of threads, GPUs, nodes \u2026");
    }
    if (along.ideal && scales && along.yAs != YAs::RelativeToBaseline) {
        addIdealLines(all, along.yAs);
    }
}

}  // namespace throughline::ui
