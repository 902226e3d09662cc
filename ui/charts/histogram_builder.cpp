// SPDX-License-Identifier: GPL-3.0-or-later
// Histograms of runs and data sets: see plot_builder.h.
#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/base/format.h"
#include "ui/charts/curve_looks.h"
#include "ui/charts/curves.h"
#include "ui/charts/fields.h"
#include "ui/charts/looks.h"
#include "ui/charts/meant_runs.h"
#include "ui/charts/missing_count.h"
#include "ui/charts/plot_builder.h"
#include "ui/charts/words.h"
#include "ui/charts/x_axis.h"
#include "ui/plot/ticks.h"
#include "ui/style/number_text.h"

namespace throughline::ui {

namespace {

constexpr const char* kFileSize = "file_size";
constexpr const char* kFileShare = "file_share";

/// A series whose points are still at the lower ends of their bins.
void addBins(PlotSeries& series, const analysis::Distribution& spread, std::int64_t run) {
    for (const analysis::Octave& bin : spread.octaves) {
        const double share =
            100.0 * static_cast<double>(bin.count) / static_cast<double>(spread.count);
        series.points.push_back({.x = bin.low,
                                 .y = share,
                                 .note = tr("%1 of %2")
                                             .arg(numberText(static_cast<double>(bin.count), 0),
                                                  numberText(static_cast<double>(spread.count), 0)),
                                 .id = run});
    }
}

QString sizeText(const PlotAxis& axis, double value) {
    return axis.unit == "bytes"
               ? QString::fromStdString(format_quantity(value, "bytes", ByteUnits::Binary))
               : valueText(axis, value);
}

/// The bins from the smallest to the largest there is, as the categories of x, empty ones too, and
/// the points moved to them.
void placeOnBins(PlotModel& model) {
    double least = std::numeric_limits<double>::infinity();
    double most = 0.0;
    for (const PlotSeries& series : model.series) {
        for (const PlotPoint& point : series.points) {
            least = std::min(least, point.x);
            most = std::max(most, point.x);
        }
    }
    const PlotAxis values = model.x;
    const auto binOf = [&](double low) { return std::round(std::log2(low / least)); };
    for (PlotSeries& series : model.series) {
        for (PlotPoint& point : series.points) {
            const QString low = sizeText(values, point.x);
            const QString ends = std::isfinite(point.only)
                                     ? tr("%1 each").arg(low)
                                     : tr("%1 to %2").arg(low, sizeText(values, 2 * point.x));
            point.note = point.note.isEmpty() ? ends : ends + QChar(u'\n') + point.note;
            point.x = binOf(point.x);
        }
    }
    for (double bin = 0; most > 0.0 && bin <= binOf(most); ++bin) {
        const double low = std::ldexp(least, static_cast<int>(bin));
        model.x.bins.ends.push_back({.low = low, .high = 2 * low});
        model.x.categories << (values.unit == "bytes"
                                   ? settingName(kFileSize, QString::number(low, 'f', 0))
                                   : valueText(values, low));
    }
    model.x.bins.title = values.title;
    model.x.bins.unit = values.shownUnit;
    model.x.title = tr("%1, each bin twice as wide as the last").arg(values.title);
    model.x.shownUnit.clear();  // the names have it
}

PlotAxis shareAxis(const std::string& subject, bool logarithmic) {
    if (subject == kFileSize) {
        return yAxis(kFileShare, logarithmic);
    }
    return {.title = subject.starts_with("write") ? tr("Share of writes") : tr("Share of reads"),
            .unit = "%",
            .shownUnit = QStringLiteral("%"),
            .scale = logarithmic ? AxisScale::Logarithmic : AxisScale::Linear,
            .fromZero = true};
}

PlotSeries barsOf(const StudyForPlot& study, const Curve& curve, bool several) {
    PlotSeries series = seriesOfCurve(study, curve, several);
    series.kind = SeriesKind::Bars;
    return series;
}

/// One series for each run.
void addRuns(BuiltPlot& built,
             const std::vector<StudyForPlot>& studies,
             const PlotChoice& choice,
             const std::set<std::int64_t>& shown) {
    const std::string& subject = std::get<HistogramChart>(choice.chart).subject;
    MissingCount missing;
    std::size_t total = 0;
    const LooksByCondition looks(studies, choice);
    for (const StudyForPlot& study : studies) {
        for (const Curve& curve : curvesOfSingleRuns(meantRuns(study, choice))) {
            const RunForPlot& run = *curve.runs.front();
            ++total;
            const auto spread = run.spreads.find(subject);
            if (spread == run.spreads.end()) {
                const QString title = withinSentence(axisOf(subject).title);
                missing.add(tr("no histogram of %1").arg(title), run.id);
                continue;
            }
            PlotSeries series = barsOf(study, curve, studies.size() > 1);
            series.run = run.id;
            looks.apply(series, run);
            series.visible = shown.count(run.id) > 0;
            if (series.visible) {  // bars of others would take its room
                addBins(series, spread->second, run.id);
            }
            built.model.series.push_back(std::move(series));
        }
    }
    if (!looks.sayByMarker()) {
        tellApart(built.model.series);
    }
    built.missing = missing.sentences(total, studies) + looks.remarks();
}

/// The runs of a study by the data set that they read, which is told by its sizes.
std::vector<Curve> dataSetsOf(const std::vector<const RunForPlot*>& runs) {
    std::vector<Curve> sets;
    for (const RunForPlot* run : runs) {
        const auto spread = run->spreads.find(kFileSize);
        if (spread == run->spreads.end()) {
            continue;
        }
        const auto same = std::ranges::find_if(sets, [&](const Curve& set) {
            return set.runs.front()->spreads.at(kFileSize).octaves == spread->second.octaves;
        });
        if (same == sets.end()) {
            sets.push_back({.name = nameOfRun(*run, {"dataset.path"}),
                            .runs = {run},
                            .place = static_cast<int>(sets.size())});
        } else {
            same->runs.push_back(run);
        }
    }
    if (sets.size() == 1) {
        sets.front().name.clear();
    }
    return sets;
}

/// What is published: each class of sizes is a run of its own.
void addPublished(PlotSeries& series, const Curve& curve) {
    for (const RunForPlot* run : curve.runs) {
        const auto low = numberOf(*run, kFileSize);
        const auto share = measuredOf(*run, kFileShare);
        if (low && *low > 0.0 && share) {
            series.points.push_back({.x = *low, .y = share->value, .id = run->id});
            if (settingText(*run, "file_size_is") == QLatin1String("exact")) {
                series.points.back().only = *low;
            }
        }
    }
}

/// One series for each data set.
void addDataSets(BuiltPlot& built,
                 const std::vector<StudyForPlot>& studies,
                 const PlotChoice& choice) {
    MissingCount missing;
    std::size_t total = 0;
    const auto keep = [&](PlotSeries series) {
        if (!series.points.empty()) {
            built.model.series.push_back(std::move(series));
        }
    };
    for (const StudyForPlot& study : studies) {
        const auto runs = meantRuns(study, choice);
        std::vector<const RunForPlot*> classes;
        for (const RunForPlot* run : runs) {
            const bool is_class = measuredOf(*run, kFileShare).has_value();
            ++total;
            if (is_class) {
                classes.push_back(run);
            } else if (run->spreads.find(kFileSize) == run->spreads.end()) {
                missing.add(tr("no file sizes for the data set"), run->id);
            }
        }
        for (const Curve& set : dataSetsOf(runs)) {
            PlotSeries series = barsOf(study, set, studies.size() > 1);
            addBins(series, set.runs.front()->spreads.at(kFileSize), set.runs.front()->id);
            keep(std::move(series));
        }
        const auto keys = splittingKeys(classes, variedKeys(classes), kFileSize, true);
        for (const Curve& set : curvesOf(classes, keys)) {
            PlotSeries series = barsOf(study, set, studies.size() > 1);
            addPublished(series, set);
            keep(std::move(series));
        }
    }
    tellApart(built.model.series);
    built.missing = missing.sentences(total, studies);
    for (const PlotSeries& series : built.model.series) {
        if (std::isfinite(series.points.front().only)) {
            built.missing
                << tr("\u201C%1\u201D has exact sizes; each is shown in the bin that starts at it.")
                       .arg(series.name);
        }
    }
}

}  // namespace

BuiltPlot plotOfHistograms(const std::vector<StudyForPlot>& studies,
                           const PlotChoice& choice,
                           const std::set<std::int64_t>& shown) {
    const auto& chart = std::get<HistogramChart>(choice.chart);
    BuiltPlot built;
    built.model.x = axisOf(chart.subject);
    built.model.y = shareAxis(chart.subject, chart.logY);
    if (chart.subject == kFileSize) {
        addDataSets(built, studies, choice);
    } else {
        addRuns(built, studies, choice, shown);
    }
    placeOnBins(built.model);
    return built;
}

}  // namespace throughline::ui
