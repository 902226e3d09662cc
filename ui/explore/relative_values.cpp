// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/relative_values.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include <optional>

namespace throughline::ui {

namespace {

constexpr int kPercent = 100;
/// Straight lines bend on logarithmic axes of which one starts elsewhere; so many points follow.
constexpr int kIdealSteps = 64;

QString tr(const char* text) {
    return QCoreApplication::translate("Explore", text);
}

bool counts(const PlotSeries& series) {
    return !series.onSecondAxis && !series.reference && !series.points.empty();
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

/// The first point that others can be divided by; nullptr: none.
const PlotPoint* firstOf(const PlotSeries& series, bool above_zero_on_x) {
    const auto at = std::find_if(series.points.begin(), series.points.end(), [&](const auto& p) {
        return std::isfinite(p.y) && p.y > 0.0 && (!above_zero_on_x || p.x > 0.0);
    });
    return at == series.points.end() ? nullptr : &*at;
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
            axis.title = tr("%1, times the first point").arg(axis.title);
            break;
        case YAs::RelativeToBaseline:
            axis.title = tr("%1, times the baseline").arg(axis.title);
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
        const PlotPoint* const found = firstOf(series, efficiency);
        if (found == nullptr) {
            left_out += static_cast<int>(series.points.size());
            series.points.clear();
            continue;
        }
        const PlotPoint first = *found;
        for (PlotPoint& point : series.points) {
            const double factor = efficiency ? kPercent * first.x / point.x : 1.0;
            divide(point, first, factor, point.x == first.x);
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

/// The baseline's points that a curve is held against: its counterpart's, or those of the only
/// curve that the baseline has.
std::vector<PlotPoint> referenceFor(const PlotSeries& series,
                                    const std::vector<PlotSeries>& all,
                                    const QString& baseline) {
    std::vector<const PlotSeries*> of_baseline;
    for (const PlotSeries& one : all) {
        if (counts(one) && one.group == baseline) {
            of_baseline.push_back(&one);
        }
    }
    for (const PlotSeries* one : of_baseline) {
        if (of_baseline.size() == 1 || one->curve == series.curve) {
            return one->points;
        }
    }
    return {};
}

/// Divides each point by the baseline's at the same x.
int divideByBaseline(std::vector<PlotSeries>& all, const QString& baseline) {
    const std::vector<PlotSeries> before = all;
    int left_out = 0;
    for (PlotSeries& series : all) {
        if (!counts(series)) {
            continue;
        }
        const std::vector<PlotPoint> reference = referenceFor(series, before, baseline);
        std::vector<PlotPoint> kept;
        for (PlotPoint point : series.points) {
            const auto same = std::find_if(reference.begin(), reference.end(), [&](const auto& r) {
                return r.x == point.x && r.y > 0.0;
            });
            if (same == reference.end()) {
                ++left_out;
                continue;
            }
            divide(point, *same, 1.0, series.group == baseline);
            kept.push_back(std::move(point));
        }
        series.points = std::move(kept);
    }
    return left_out;
}

/// y over x as if the first point's share of x were kept: through it and the origin.
PlotSeries idealOf(const PlotSeries& series, const PlotPoint& first, YAs as) {
    PlotSeries ideal;
    ideal.name = tr("Ideal: %1").arg(series.name);
    ideal.group = series.group;
    ideal.origin = series.origin;
    ideal.colourSlot = series.colourSlot;
    ideal.markers = false;
    ideal.reference = true;
    const double last_x = series.points.back().x;
    for (int step = 0; step <= kIdealSteps; ++step) {
        const double x = first.x + (last_x - first.x) * step / kIdealSteps;
        ideal.points.push_back(
            {.x = x, .y = as == YAs::Efficiency ? kPercent : first.y * x / first.x});
    }
    return ideal;
}

void addIdealLines(std::vector<PlotSeries>& all, YAs as) {
    std::vector<PlotSeries> lines;
    for (const PlotSeries& series : all) {
        if (!counts(series) || series.points.size() < 2) {
            continue;
        }
        const PlotPoint* const first = firstOf(series, true);
        if (first == nullptr || series.points.back().x <= first->x) {
            continue;
        }
        PlotSeries line = idealOf(series, *first, as);
        // Relative to their own first points, curves over the same x have one ideal in common.
        const bool known = std::any_of(lines.begin(), lines.end(), [&](const PlotSeries& other) {
            return other.points.front().x == line.points.front().x &&
                   other.points.front().y == line.points.front().y &&
                   other.points.back().x <= line.points.back().x;
        });
        if (known) {
            continue;
        }
        lines.push_back(std::move(line));
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
    std::vector<PlotSeries>& all = built.model.series;
    const bool scales = canScale(built.model);
    int left_out = 0;
    QString why;
    switch (choice.yAs) {
        case YAs::Value:
            break;
        case YAs::RelativeToFirst:
        case YAs::Efficiency: {
            const bool efficiency = choice.yAs == YAs::Efficiency;
            if (efficiency && !scales) {
                built.missing << tr(
                    "An efficiency needs a rate over a number of threads, GPUs, "
                    "nodes \u2026; values are shown.");
                return;
            }
            if (startsDiffer(all)) {
                built.missing << tr(
                    "The curves begin at different places: their first points are "
                    "not alike.");
            }
            left_out = divideByFirst(all, efficiency);
            why = tr("there is no first value to compare with");
            break;
        }
        case YAs::RelativeToBaseline: {
            const auto star = std::find_if(
                studies.begin(), studies.end(), [](const auto& study) { return study.isBaseline; });
            if (star == studies.end()) {
                built.missing << tr(
                    "No ticked study is the baseline: star one in the library and "
                    "tick it. Values are shown.");
                return;
            }
            left_out = divideByBaseline(all, star->uuid);
            why = tr("the baseline has no value at the same place");
            break;
        }
    }
    if (left_out > 0) {
        built.missing << tr("Points left out: %1; %2.").arg(left_out).arg(why);
    }
    if (choice.yAs != YAs::Value) {
        built.model.y = relativeAxis(std::move(built.model.y), choice.yAs);
        std::erase_if(all, [](const PlotSeries& series) { return series.points.empty(); });
    }
    if (choice.ideal && !scales) {
        built.missing << tr(
            "Ideal scaling needs a rate over a number of threads, GPUs, nodes \u2026");
    }
    if (choice.ideal && scales && choice.yAs != YAs::RelativeToBaseline) {
        addIdealLines(all, choice.yAs);
    }
}

}  // namespace throughline::ui
