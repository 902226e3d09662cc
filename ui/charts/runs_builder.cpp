// SPDX-License-Identifier: GPL-3.0-or-later
// Runs as points and curves: see plot_builder.h.
#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "engine/metrics/registry.h"
#include "engine/panels/panels.h"
#include "ui/charts/curve_looks.h"
#include "ui/charts/curves.h"
#include "ui/charts/decode_devices.h"
#include "ui/charts/epochs.h"
#include "ui/charts/fields.h"
#include "ui/charts/left_out.h"
#include "ui/charts/level_lines.h"
#include "ui/charts/looks.h"
#include "ui/charts/meant_runs.h"
#include "ui/charts/members.h"
#include "ui/charts/missing_count.h"
#include "ui/charts/plot_builder.h"
#include "ui/charts/relative_values.h"
#include "ui/charts/run_flaws.h"
#include "ui/charts/words.h"
#include "ui/charts/x_axis.h"

namespace throughline::ui {

namespace {

/// Stands for the device among the settings that name a curve.
constexpr const char* kMemberKey = "member";

PlotPoint pointOf(const RunForPlot& run, double x, const record::Summary& y, const QString& note) {
    PlotPoint point{.x = x, .y = y.value, .note = note, .id = run.id, .crossed = whyNoResult(run)};
    if (y.low && y.high) {
        point.low = *y.low;
        point.high = *y.high;
    }
    return point;
}

/// "at most", "at least", "about": how the source of a published figure states it; "" as it is.
QString boundOf(const RunForPlot& run, const std::string& key) {
    const auto at = run.relations.find(key);
    const std::string relation = at == run.relations.end() ? std::string() : at->second;
    return relation == "<="   ? tr("at most")
           : relation == ">=" ? tr("at least")
           : relation == "~"  ? tr("about")
                              : QString();
}

/// The other settings that were varied, for the tooltip, and how often it was measured.
QString noteOf(const RunForPlot& run, const std::vector<std::string>& varied, const PlotChoice& c) {
    QStringList lines{tr("Run %1").arg(run.number)};
    for (const std::string& key : varied) {
        if (key != c.x) {
            lines << QStringLiteral("%1: %2").arg(axisOf(key).title, settingText(run, key));
        }
    }
    if (const QString why = whyNoResult(run); !why.isEmpty()) {
        lines << tr("This run: %1").arg(why);
    }
    return lines.join(QChar(u'\n'));
}

struct RunsPlot {
    const PlotChoice& choice;
    const RunsChart& chart;
    const XAxis& x;
    const Members& members;  ///< of the first y axis
    const Members& second_members;
    MissingCount missing{};
};

/// The points of one curve on one y axis, in the order of x. `y_key` is one of `members`; `along`:
/// what was varied along the curve, which its points say then; "" for x itself.
std::vector<PlotPoint> curvePoints(RunsPlot& plot,
                                   const Curve& curve,
                                   const std::vector<std::string>& varied,
                                   const Members& members,
                                   const std::string& y_key,
                                   const std::string& along) {
    std::vector<PlotPoint> points;
    for (const RunForPlot* run : curve.runs) {
        if (!members.has(*run, y_key)) {
            continue;  // it has others
        }
        const std::optional<double> x = xOf(*run, plot.choice, plot.x);
        std::optional<record::Summary> y = members.figureOf(*run, y_key);
        if (const auto set = numberOf(*run, y_key); !y && set) {
            y = record::Summary{.value = *set, .low = {}, .high = {}};
        }
        for (const auto& [has, key] : {std::pair(x.has_value(), plot.choice.x),
                                       // the same quantity on both axes is missing once
                                       std::pair(y.has_value() || y_key == plot.choice.x, y_key)}) {
            // Of a name on x that has no place only the missing y is told, below.
            if (!has && !(key == plot.choice.x && isSetting(*run, key))) {
                const QString title = withinSentence(axisOf(key).title);
                const QString why = reasonAbsent(*run, key);
                plot.missing.add(tr("no %1 (%2)").arg(title, why), run->id);
            }
        }
        if (x && y) {
            points.push_back(pointOf(*run, *x, *y, noteOf(*run, varied, plot.choice)));
            points.back().bound = boundOf(*run, y_key);
            if (isOfStraggler(*run, y_key)) {
                points.back().note += QChar(u'\n') + tr("It holds the other nodes back.");
            }
            if (const QString whose = members.noteOf(*run, y_key); !whose.isEmpty()) {
                points.back().note += QChar(u'\n') + whose;
            }
            if (!along.empty() && isSetting(*run, along) && bearsOn(*run, along)) {
                points.back().label = settingName(along, settingText(*run, along));
            }
            if (const QString& bound = points.back().bound; !bound.isEmpty()) {
                points.back().note +=
                    QChar(u'\n') + tr("The source says \u201C%1\u201D.").arg(bound);
            }
        }
    }
    std::ranges::stable_sort(points,
                             [](const PlotPoint& a, const PlotPoint& b) { return a.x < b.x; });
    return points;
}

/// Runs on which the x setting has a bearing.
std::vector<const RunForPlot*> runsThatCount(RunsPlot& plot, const StudyForPlot& study) {
    std::vector<const RunForPlot*> runs;
    for (const RunForPlot* run : meantRuns(study, plot.choice)) {
        if (bearsOn(*run, plot.choice.x)) {
            runs.push_back(run);
        } else {
            const QString stages = settingName("stages", settingText(*run, "stages"));
            const QString title = withinSentence(axisOf(plot.choice.x).title);
            plot.missing.add(tr("%1, which does not use “%2”").arg(stages, title), run->id);
        }
    }
    return runs;
}

std::vector<std::string> unionOf(std::vector<std::string> keys,
                                 const std::vector<std::string>& more) {
    for (const std::string& key : more) {
        if (std::ranges::find(keys, key) == keys.end()) {
            keys.push_back(key);
        }
    }
    return keys;
}

/// A curve of a study with what is drawn of it.
struct DrawnCurve {
    const StudyForPlot* study = nullptr;
    Curve curve;
    QString label{};                ///< see PlotSeries::label
    QString note_of_study{};        ///< see PlotSeries::headNote
    QString member{};               ///< see Member::name
    QString counterpart;            ///< see PlotSeries::curve
    std::vector<std::string> keys;  ///< that may name it
    std::vector<PlotPoint> points;
    std::vector<PlotPoint> second;  ///< on the second y axis
    bool joined = true;
    bool behind = false;  ///< of the node that held the others back in a run
};

/// Along a quantity that was measured, curves follow what was varied, and it need not grow with
/// it: a line in the order of x would show a course that nobody measured. Names, such as those of
/// volumes, have no order to follow.
bool growsAlong(const Curve& curve, const PlotChoice& choice, const std::string& along) {
    std::vector<std::pair<double, double>> places;
    for (const RunForPlot* run : curve.runs) {
        const auto at = numberOf(*run, along);
        const auto x = numberOf(*run, choice.x);
        if (!at && isSetting(*run, along)) {
            return false;
        }
        if (at && x) {
            places.emplace_back(*at, *x);
        }
    }
    std::ranges::sort(places);
    return std::ranges::is_sorted(places,
                                  [](const auto& a, const auto& b) { return a.second < b.second; });
}

/// Whether a curve is a point along what was measured, which nothing but its own words tells from
/// any other.
bool isLonePoint(const Curve& curve, const PlotChoice& choice) {
    return curve.runs.size() == 1 && metrics::find_metric(choice.x) != nullptr;
}

/// The curves of a study that have anything to draw.
void addCurves(std::vector<DrawnCurve>& drawn,
               RunsPlot& plot,
               const StudyForPlot& study,
               const LooksByCondition& looks) {
    const PlotChoice& choice = plot.choice;
    const auto runs = runsThatCount(plot, study);
    const std::vector<std::string> varied = variedKeys(runs);
    const bool x_is_setting =
        std::ranges::any_of(runs, [&](const auto* run) { return isSetting(*run, choice.x); });
    const auto splitting = splittingKeys(runs, varied, choice.x, x_is_setting);
    const auto along = std::ranges::find_if(varied, [&](const std::string& key) {
        return std::ranges::find(splitting, key) == splitting.end();
    });
    const std::vector<std::string> keys = unionOf(splitting, looks.keys());
    const std::vector<Curve> curves = curvesOf(runs, keys);
    for (const Curve& curve : curves) {
        const std::string named = x_is_setting                 ? std::string()
                                  : along != varied.end()      ? *along
                                  : isLonePoint(curve, choice) ? std::string("decode.threads")
                                                               : std::string();
        const bool joined =
            x_is_setting || along == varied.end() || growsAlong(curve, choice, *along);
        const auto pairs = memberPairs(
            curve.runs, plot.members, plot.chart.y2.empty() ? nullptr : &plot.second_members);
        for (std::size_t i = 0; i < pairs.size(); ++i) {
            const MemberPair& pair = pairs[i];
            DrawnCurve one{
                .study = &study,
                .curve = curve,
                .member = pair.name,
                .counterpart = nameWithMember(nameOfRun(*curve.runs.front(), keys), pair.name),
                .keys = keys,
                .points = {},
                .second = {},
                .joined = joined};
            one.behind = std::ranges::any_of(curve.runs, [&](const RunForPlot* run) {
                return isOfStraggler(*run, pair.y) || isOfStraggler(*run, pair.y2);
            });
            // The first of several looks as the curve did alone, the others like no other curve.
            one.curve.place += static_cast<int>(i * curves.size());
            if (!pair.y.empty()) {
                one.points = curvePoints(plot, curve, varied, plot.members, pair.y, named);
            }
            if (!pair.y2.empty()) {
                one.second = curvePoints(plot, curve, varied, plot.second_members, pair.y2, {});
            }
            if (!one.points.empty() || !one.second.empty()) {
                drawn.push_back(std::move(one));
            }
        }
    }
}

/// Whether these curves differ in a setting.
bool differIn(const std::vector<const DrawnCurve*>& curves, const std::string& key) {
    return std::ranges::any_of(curves, [&](const DrawnCurve* one) {
        return settingText(*one->curve.runs.front(), key) !=
               settingText(*curves.front()->curve.runs.front(), key);
    });
}

/// The keys in which curves of a study differ, without what only repeats that they do: a point's
/// text has all of them. `everywhere` names them, too.
std::vector<std::string> tellingKeys(const std::vector<const DrawnCurve*>& curves,
                                     const std::vector<std::string>& everywhere) {
    std::vector<std::string> keys = curves.front()->keys;
    std::erase_if(keys, [&](const std::string& key) { return !differIn(curves, key); });
    return withoutRepeats(std::move(keys), [&](const std::vector<std::string>& some) {
        std::set<QString> names;
        for (const DrawnCurve* one : curves) {
            const auto all = unionOf(some, everywhere);
            names.insert(nameWithMember(nameOfRun(*one->curve.runs.front(), all), one->member));
        }
        return names.size();
    });
}

/// What not all curves of the chart say, those of one study may: it is said once below its title.
void shortenByStudy(std::vector<DrawnCurve>& drawn,
                    const std::vector<std::vector<NamePart>>& names) {
    std::map<const StudyForPlot*, std::vector<std::size_t>> of_study;
    for (std::size_t i = 0; i < drawn.size(); ++i) {
        of_study[drawn[i].study].push_back(i);
    }
    for (const auto& [study, curves] : of_study) {
        std::vector<std::vector<NamePart>> of_curves;
        for (const std::size_t i : curves) {
            of_curves.push_back(names[i]);
        }
        const ShortNames shorter = shortNamesOf(of_curves);
        for (qsizetype i = 0; i < shorter.labels.size(); ++i) {
            DrawnCurve& one = drawn[curves[static_cast<std::size_t>(i)]];
            one.label = shorter.labels[i];
            one.note_of_study = shorter.note;
        }
    }
}

/// Each by that alone in which it differs from the others of its study, and by what must not be
/// mistaken between studies: their model, phase and, in a chart that is about it, their data.
/// Returns what their labels leave out.
QString nameCurves(std::vector<DrawnCurve>& drawn, const PlotChoice& choice) {
    std::vector<const DrawnCurve*> all;
    std::map<const StudyForPlot*, std::vector<const DrawnCurve*>> of_study;
    for (const DrawnCurve& one : drawn) {
        all.push_back(&one);
        of_study[one.study].push_back(&one);
    }
    std::vector<std::string> everywhere;
    for (const char* key : {"model", "phase"}) {
        if (differIn(all, key)) {
            everywhere.emplace_back(key);
        }
    }
    // Our own runs say by their stages whether there were data; beside others they say it in words.
    if (std::ranges::any_of(choice.published,
                            [](const auto& condition) { return condition.key == "data"; })) {
        everywhere.emplace_back("data");
    }
    std::map<const StudyForPlot*, std::vector<std::string>> telling;
    for (const auto& [study, curves] : of_study) {
        telling[study] = unionOf(tellingKeys(curves, everywhere), everywhere);
    }
    std::vector<std::vector<NamePart>> names;
    for (DrawnCurve& one : drawn) {
        const auto& keys = telling[one.study];
        one.curve.name = nameWithMember(nameOfRun(*one.curve.runs.front(), keys), one.member);
        names.push_back(namePartsOf(*one.curve.runs.front(), keys));
        if (!one.member.isEmpty()) {
            names.back().push_back({kMemberKey, one.member});
        }
    }
    const ShortNames shorter = shortNamesOf(names);
    for (std::size_t i = 0; i < drawn.size() && !shorter.labels.isEmpty(); ++i) {
        drawn[i].label = shorter.labels[static_cast<qsizetype>(i)];
    }
    if (shorter.labels.isEmpty() && of_study.size() > 1) {
        shortenByStudy(drawn, names);
    }
    return shorter.note;
}

void addSeries(PlotModel& model,
               const DrawnCurve& one,
               const LooksByCondition& looks,
               bool severalStudies) {
    PlotSeries series = seriesOfCurve(*one.study, one.curve, severalStudies);
    series.label = one.label.isEmpty() ? series.label : one.label;
    series.headNote = one.note_of_study;
    series.curve = one.counterpart;
    looks.apply(series, *one.curve.runs.front());
    if (one.behind) {
        appendToName(series, stragglerMark());
        series.fill = BarFill::Crossed;
    }
    const bool names = !model.x.categories.isEmpty();  // which have no in-between
    series.kind = names ? SeriesKind::Bars : one.joined ? SeriesKind::Line : SeriesKind::Points;
    PlotSeries second = series;
    series.points = one.points;
    if (!series.points.empty()) {
        model.series.push_back(std::move(series));
    }
    second.points = one.second;
    if (!second.points.empty()) {
        appendToName(second, QStringLiteral(", ") + model.y2->title);
        second.onSecondAxis = true;
        second.kind = names ? SeriesKind::Points : second.kind;
        model.series.push_back(std::move(second));
    }
}

}  // namespace

/// Whether a run has epochs, or should: its reads had a budget of page cache, with which they are
/// counted.
static bool countsEpochs(const RunForPlot& run) {
    return hasEpochs(run) || numberOf(run, "storage.page_cache_bytes").value_or(0.0) > 0.0;
}

/// How many runs the chart is about: each once, however many epochs it has. Along epochs it is
/// added to what is missing why a run has none.
static std::size_t countRuns(const std::vector<StudyForPlot>& studies,
                             const PlotChoice& choice,
                             MissingCount& missing) {
    const bool by_epoch = choice.x == panels::kEpochOfRun;
    std::size_t count = 0;
    for (const StudyForPlot& study : studies) {
        for (const RunForPlot* run : meantRuns(study, choice)) {
            count += !by_epoch || countsEpochs(*run) ? 1 : 0;
            if (by_epoch && countsEpochs(*run) && !hasEpochs(*run)) {
                missing.add(tr("no epochs (%1)").arg(reasonAbsent(*run, "epoch_images_per_second")),
                            run->id);
            }
        }
    }
    return count;
}

/// Along a setting, a figure or the epochs of runs.
static BuiltPlot plotAlong(const std::vector<StudyForPlot>& whole, const PlotChoice& choice) {
    const auto& chart = std::get<RunsChart>(choice.chart);
    BuiltPlot built;
    MissingCount alone;
    const std::size_t total = countRuns(whole, choice, alone);
    std::vector<StudyForPlot> epochs;
    if (choice.x == panels::kEpochOfRun) {
        epochs = epochsOf(whole);
    }
    const std::vector<StudyForPlot>& all_studies = choice.x == panels::kEpochOfRun ? epochs : whole;
    std::vector<StudyForPlot> fitting;
    if (chart.fullOnly) {
        fitting = withoutStagesAlone(all_studies, choice, alone);
    }
    const std::vector<StudyForPlot>& studies = chart.fullOnly ? fitting : all_studies;
    const XAxis x = xAxis(studies, choice);
    built.model.x = x.axis;
    built.model.y = yAxis(choice.y, chart.logY);
    if (!chart.y2.empty()) {
        built.model.y2 = yAxis(chart.y2, false);
    }
    const Members members(studies, choice, choice.y);
    const Members second_members(studies, choice, chart.y2);
    RunsPlot plot{choice, chart, x, members, second_members};
    const LooksByCondition looks(studies, choice);
    std::vector<DrawnCurve> drawn;
    for (const StudyForPlot& study : studies) {
        addCurves(drawn, plot, study, looks);
    }
    built.model.legendNote = nameCurves(drawn, choice);
    for (const DrawnCurve& one : drawn) {
        addSeries(built.model, one, looks, studies.size() > 1);
    }
    if (!looks.sayByMarker()) {
        tellApart(built.model.series);
    }
    built.missing = alone.sentences(total, whole) + plot.missing.sentences(total, whole) +
                    looks.remarks() + missingDecoders(studies, choice) + members.remarks() +
                    second_members.remarks();
    if (members.areNamed() || second_members.areNamed()) {
        keepAllowedMembers(built);
    }
    built.model.levels = levelLines(all_studies, choice);
    showRelative(built, studies, choice);
    return built;
}

BuiltPlot plotOfRuns(const std::vector<StudyForPlot>& studies, const PlotChoice& choice) {
    const auto plot = [&](const std::vector<StudyForPlot>& some) {
        return isTrend(choice.x) ? plotOfTrend(some, choice) : plotAlong(some, choice);
    };
    BuiltPlot built = plot(studies);
    // Along epochs each curve is of one run, which is shown or not.
    if (hasLeftOut(studies) && choice.x != panels::kEpochOfRun &&
        breakAcrossLeftOut(built.model, plot(withLeftOut(studies)).model)) {
        built.missing << tr("Lines break where runs lie between that are not shown.");
    }
    return built;
}

}  // namespace throughline::ui
