// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/plot_builder.h"

#include <QCoreApplication>
#include <QSet>
#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/run/spec.h"
#include "ui/explore/curves.h"
#include "ui/explore/level_lines.h"
#include "ui/explore/relative_values.h"
#include "ui/plot/ticks.h"

namespace throughline::ui {

namespace {

constexpr std::size_t kMarksMax = 16;

QString tr(const char* text) {
    return QCoreApplication::translate("Explore", text);
}

/// Counts what is missing, by sentence, and says it once for each.
class MissingCount {
public:
    void add(const QString& what) { ++counts_[what]; }
    QStringList sentences(std::size_t total) const {
        QStringList result;
        for (const auto& [what, count] : counts_) {
            result << tr("%1 of %2 runs %3.").arg(count).arg(total).arg(what);
        }
        return result;
    }

private:
    std::map<QString, int> counts_;
};

/// Whether a setting changes anything for the stages that a run measured.
bool bearsOn(const RunForPlot& run, const std::string& key) {
    const QString stages = settingText(run, "stages");
    return !isSetting(run, key) || stages.isEmpty() || key == "stages" ||
           run::setting_matters(key, stages.toStdString());
}

/// The x axis, and what stands at its places where they are names.
struct XAxis {
    PlotAxis axis;
    QStringList texts{};  ///< settings as they are stored, by category; empty: numbers
};

/// The place of a run on x: its number, or the index of its text.
std::optional<double> xOf(const RunForPlot& run, const PlotChoice& choice, const XAxis& x) {
    if (x.texts.isEmpty()) {
        return numberOf(run, choice.x);
    }
    const qsizetype index = x.texts.indexOf(settingText(run, choice.x));
    return index < 0 ? std::nullopt : std::optional(static_cast<double>(index));
}

/// What a setting is called at its category. Two folders of the same name on two disks are told
/// apart by their whole paths.
QStringList categoryNames(const QStringList& texts, const PlotAxis& axis, bool numbers) {
    QStringList names;
    for (const QString& text : texts) {
        const bool plain = numbers && axis.unit != "bytes";
        names << (plain ? valueText(axis, text.toDouble()) : settingName(axis.key, text));
    }
    return QSet<QString>(names.begin(), names.end()).size() == names.size() ? names : texts;
}

/// `also`: another setting that has to matter to the runs; "" = none.
XAxis xAxis(const std::vector<StudyForPlot>& studies,
            const PlotChoice& choice,
            const std::string& also = {}) {
    XAxis x{.axis = axisOf(choice.x)};
    std::set<double> numbers;
    bool is_text = false;
    bool whole_powers = true;
    for (const StudyForPlot& study : studies) {
        for (const RunForPlot& run : study.runs) {
            const bool shown = (numberOf(run, choice.y) || numberOf(run, choice.y2)) &&
                               bearsOn(run, choice.x) && bearsOn(run, also);
            if (!shown || !isMeant(study, run, choice) || !isSetting(run, choice.x)) {
                continue;
            }
            const auto number = numberOf(run, choice.x);
            const QString text = settingText(run, choice.x);
            is_text = is_text || !number;
            if (number) {
                numbers.insert(*number);
                whole_powers = whole_powers && std::exp2(std::round(std::log2(*number))) == *number;
            }
            if (!x.texts.contains(text)) {
                x.texts << text;
            }
        }
    }
    if (is_text || (choice.xAsNames && !numbers.empty())) {
        if (!is_text) {
            std::sort(x.texts.begin(), x.texts.end(), [](const QString& a, const QString& b) {
                return a.toDouble() < b.toDouble();
            });
        }
        x.axis.categories = categoryNames(x.texts, x.axis, !is_text);
        x.axis.shownUnit.clear();  // the names have it
        return x;
    }
    x.texts.clear();
    x.axis.scale = choice.logX ? AxisScale::Logarithmic : AxisScale::Linear;
    x.axis.powersOfTwo = x.axis.powersOfTwo && whole_powers;
    if (!numbers.empty() && numbers.size() <= kMarksMax && x.axis.unit != "bytes") {
        x.axis.marks.assign(numbers.begin(), numbers.end());
    }
    return x;
}

PlotAxis yAxis(const std::string& key, bool logarithmic) {
    PlotAxis axis = axisOf(key);
    axis.scale = logarithmic ? AxisScale::Logarithmic : AxisScale::Linear;
    return axis;
}

PlotPoint pointOf(const RunForPlot& run, double x, const run::Summary& y, const QString& note) {
    PlotPoint point{.x = x, .y = y.value, .note = note, .id = run.id};
    if (y.low && y.high) {
        point.low = *y.low;
        point.high = *y.high;
    }
    return point;
}

/// The other settings that were varied, for the tooltip, and how often it was measured.
QString noteOf(const RunForPlot& run, const std::vector<std::string>& varied, const PlotChoice& c) {
    QStringList lines{tr("Run %1").arg(run.number)};
    for (const std::string& key : varied) {
        if (key != c.x) {
            lines << QStringLiteral("%1: %2").arg(axisOf(key).title, settingText(run, key));
        }
    }
    if (run.status != run::RunStatus::Done) {
        lines << tr("This run did not finish.");
    }
    return lines.join(QChar(u'\n'));
}

struct RunsPlot {
    const PlotChoice& choice;
    const XAxis& x;
    MissingCount missing;
    std::size_t total = 0;
};

/// The points of one curve on one y axis, in the order of x.
std::vector<PlotPoint> curvePoints(RunsPlot& plot,
                                   const Curve& curve,
                                   const std::vector<std::string>& varied,
                                   const std::string& y_key) {
    std::vector<PlotPoint> points;
    for (const RunForPlot* run : curve.runs) {
        const std::optional<double> x = xOf(*run, plot.choice, plot.x);
        std::optional<run::Summary> y = measuredOf(*run, y_key);
        if (const auto set = numberOf(*run, y_key); !y && set) {
            y = run::Summary{.value = *set, .low = {}, .high = {}};
        }
        for (const auto& [has, key] :
             {std::pair(x.has_value(), plot.choice.x), std::pair(y.has_value(), y_key)}) {
            if (!has) {
                plot.missing.add(
                    tr("have no %1: %2").arg(axisOf(key).title, reasonAbsent(*run, key)));
            }
        }
        if (x && y) {
            points.push_back(pointOf(*run, *x, *y, noteOf(*run, varied, plot.choice)));
        }
    }
    std::stable_sort(points.begin(), points.end(), [](const PlotPoint& a, const PlotPoint& b) {
        return a.x < b.x;
    });
    return points;
}

/// Runs on which the x setting has a bearing.
std::vector<const RunForPlot*> runsThatCount(RunsPlot& plot, const StudyForPlot& study) {
    std::vector<const RunForPlot*> runs;
    for (const RunForPlot& run : study.runs) {
        if (!isMeant(study, run, plot.choice)) {
            continue;
        }
        ++plot.total;
        if (bearsOn(run, plot.choice.x)) {
            runs.push_back(&run);
        } else {
            plot.missing.add(tr("measure %1, where %2 plays no part")
                                 .arg(settingName("stages", settingText(run, "stages")),
                                      axisOf(plot.choice.x).title));
        }
    }
    return runs;
}

/// Where the curves of one study only came into the chart, its title in front of them says nothing.
void dropNeedlessTitles(std::vector<PlotSeries>& all, const std::vector<StudyForPlot>& studies) {
    const bool one_study = std::all_of(all.begin(), all.end(), [&](const PlotSeries& series) {
        return series.group == all.front().group;
    });
    if (all.size() < 2 || !one_study || studies.size() < 2) {
        return;
    }
    for (const StudyForPlot& study : studies) {
        const QString title = curveName(study, {.name = QStringLiteral("-"), .runs = {}}, true);
        const QString prefix = title.left(title.size() - 1);
        for (PlotSeries& series : all) {
            if (study.uuid == series.group && series.name.startsWith(prefix)) {
                series.name.remove(0, prefix.size());
            }
        }
    }
}

struct SampleLine {
    const RunForPlot& run;
    const std::string& key;
    bool second;  ///< on the second y axis
};

/// One curve of samples; without points while they are not in the cache.
void addSampleSeries(PlotModel& model,
                     PlotSeries series,
                     const SampleLine& line,
                     const SampleCache& samples,
                     MissingCount& missing) {
    if (line.second) {
        series.onSecondAxis = true;
        series.name = tr("%1, %2").arg(series.name, model.y2->title);
    }
    const auto at = samples.find({line.run.id, sampleKeyOf(line.run, line.key)});
    if (at != samples.end()) {
        series.points = pointsOfSamples(at->second, line.run.id);
        if (series.visible && series.points.empty()) {
            const QString why = at->second.error;
            missing.add(tr("have no samples of %1").arg(axisOf(line.key).title) +
                        (why.isEmpty() ? QString() : QStringLiteral(": ") + why));
        }
    }
    model.series.push_back(std::move(series));
}

}  // namespace

/// What the studies are about: the first setting in which the full runs differ; where all of them
/// agree or there is none, in which the other runs differ. `stages` varies wherever ceilings were
/// measured and comes last: then the stages themselves are compared.
static std::string sweptKey(const std::vector<StudyForPlot>& studies) {
    for (const bool full_only : {true, false}) {
        for (const StudyForPlot& study : studies) {
            std::vector<const RunForPlot*> runs;
            for (const RunForPlot& run : study.runs) {
                const QString stages = settingText(run, "stages");
                if (!full_only || stages.isEmpty() || stages == QLatin1String("full")) {
                    runs.push_back(&run);
                }
            }
            for (const std::string& key : variedKeys(runs)) {
                if (key != "stages") {
                    return key;
                }
            }
        }
    }
    for (const StudyForPlot& study : studies) {
        for (const RunForPlot& run : study.runs) {
            if (settingText(run, "stages") != settingText(study.runs.front(), "stages")) {
                return "stages";
            }
        }
    }
    return {};
}

bool isMeant(const StudyForPlot& study, const RunForPlot& run, const PlotChoice& choice) {
    if (study.origin != run::Origin::Published) {
        return true;
    }
    return std::all_of(
        choice.published.begin(), choice.published.end(), [&](const RunCondition& condition) {
            const QString text = settingText(run, condition.key);
            const bool holds = isSetting(run, condition.key) &&
                               (condition.contains.empty() ||
                                std::any_of(condition.contains.begin(),
                                            condition.contains.end(),
                                            [&](const std::string& part) {
                                                return text.contains(QString::fromStdString(part));
                                            }));
            return holds != condition.absent;
        });
}

PlotChoice defaultChoice(const std::vector<StudyForPlot>& studies) {
    const std::vector<Field> fields = availableFields(studies);
    PlotChoice choice;
    choice.y = hasField(fields, "images_per_second") ? "images_per_second" : "";
    for (const Field& field : fields) {
        if (choice.y.empty() && field.group == FieldGroup::Measured) {
            choice.y = field.key;
        }
    }
    choice.x = sweptKey(studies);
    if (choice.x.empty()) {
        choice.x = "decode.threads";
        if (!hasField(fields, choice.x) && !fields.empty()) {
            choice.x = fields.front().key;
        }
    }
    return choice;
}

BuiltPlot plotOfRuns(const std::vector<StudyForPlot>& studies, const PlotChoice& choice) {
    BuiltPlot built;
    const XAxis x = xAxis(studies, choice);
    built.model.x = x.axis;
    built.model.y = yAxis(choice.y, choice.logY);
    if (!choice.y2.empty()) {
        built.model.y2 = yAxis(choice.y2, false);
    }
    RunsPlot plot{choice, x, {}, 0};
    SlotGiver slots(studies);
    for (const StudyForPlot& study : studies) {
        const auto runs = runsThatCount(plot, study);
        const std::vector<std::string> varied = variedKeys(runs);
        const bool x_is_setting = !runs.empty() && isSetting(*runs.front(), choice.x);
        for (const Curve& curve :
             curvesOf(runs, splittingKeys(runs, varied, choice.x, x_is_setting))) {
            PlotSeries series;
            series.name = curveName(study, curve, studies.size() > 1);
            series.group = study.uuid;
            series.origin = study.origin;
            series.colourSlot = slots.next(study);
            series.marker = runMarker(series.colourSlot);
            series.joined = built.model.x.categories.isEmpty();  // names have no in-between
            series.bars = !series.joined;
            series.points = curvePoints(plot, curve, varied, choice.y);
            PlotSeries second = series;
            if (!series.points.empty()) {
                built.model.series.push_back(std::move(series));
            }
            if (built.model.y2) {
                second.name = tr("%1, %2").arg(second.name, built.model.y2->title);
                second.onSecondAxis = true;
                second.bars = false;
                second.points = curvePoints(plot, curve, varied, choice.y2);
                if (!second.points.empty()) {
                    built.model.series.push_back(std::move(second));
                }
            }
        }
    }
    dropNeedlessTitles(built.model.series, studies);
    built.missing = plot.missing.sentences(plot.total);
    built.model.levels = levelLines(studies, choice);
    showRelative(built, studies, choice);
    return built;
}

std::vector<std::string> mapRows(const std::vector<StudyForPlot>& studies,
                                 const PlotChoice& choice) {
    std::vector<const RunForPlot*> runs;
    for (const StudyForPlot& study : studies) {
        for (const RunForPlot& run : study.runs) {
            if (isMeant(study, run, choice) && numberOf(run, choice.y) && bearsOn(run, choice.x)) {
                runs.push_back(&run);
            }
        }
    }
    std::vector<std::string> keys = variedKeys(runs);
    std::erase(keys, choice.x);
    return keys;
}

BuiltPlot mapOfRuns(const std::vector<StudyForPlot>& studies, const PlotChoice& choice) {
    BuiltPlot built;
    PlotChoice along = choice;
    along.xAsNames = true;
    PlotChoice upwards = along;
    upwards.x = choice.rows;
    const XAxis x = xAxis(studies, along, upwards.x);
    const XAxis y = xAxis(studies, upwards, along.x);
    built.model.x = x.axis;
    built.model.y = y.axis;
    built.model.z = axisOf(choice.y);
    std::map<std::pair<double, double>, PlotPoint> cells;
    std::map<std::pair<double, double>, int> counts;
    MissingCount missing;
    std::size_t total = 0;
    for (const StudyForPlot& study : studies) {
        for (const RunForPlot& run : study.runs) {
            if (!isMeant(study, run, choice)) {
                continue;
            }
            ++total;
            if (!bearsOn(run, choice.x) || !bearsOn(run, choice.rows)) {
                missing.add(tr("measure %1, where one of the settings plays no part")
                                .arg(settingName("stages", settingText(run, "stages"))));
                continue;
            }
            const auto at = xOf(run, along, x);
            const auto up = xOf(run, upwards, y);
            const auto value = numberOf(run, choice.y);
            if (!at || !up || !value || x.texts.isEmpty() || y.texts.isEmpty()) {
                missing.add(tr("have not all three quantities"));
                continue;
            }
            const std::pair place(*at, *up);
            PlotPoint& cell = cells[place];
            const int count = ++counts[place];
            const double mean = count == 1 ? *value : cell.z + (*value - cell.z) / count;
            const QString runs =
                count == 1 ? tr("Run %1").arg(run.number) : tr("Mean of %1 runs").arg(count);
            cell = {.x = *at, .y = *up, .z = mean, .note = runs, .id = run.id};
        }
    }
    PlotSeries series;
    series.joined = false;
    series.markers = false;
    series.cells = true;
    series.group = studies.size() == 1 ? studies.front().uuid : QString();
    bool several = false;
    for (const auto& [place, cell] : cells) {
        series.points.push_back(cell);
        several = several || counts[place] > 1;
    }
    if (!series.points.empty()) {
        const auto [least, most] = std::minmax_element(
            series.points.begin(), series.points.end(), [](auto& a, auto& b) { return a.z < b.z; });
        series.name = tr("%1, %2 to %3")
                          .arg(built.model.z->title,
                               valueText(*built.model.z, least->z),
                               valueText(*built.model.z, most->z));
        built.model.series.push_back(std::move(series));
    }
    built.missing = missing.sentences(total);
    if (several) {
        built.missing << tr(
            "Some cells are the mean of several runs, which differ in more than "
            "these two settings.");
    }
    return built;
}

QString chartTitle(const PlotModel& model) {
    if (model.z) {
        return tr("%1 by %2 and %3")
            .arg(model.z->title, model.x.title.toLower(), model.y.title.toLower());
    }
    const QString y =
        model.y2 ? tr("%1 and %2").arg(model.y.title, model.y2->title) : model.y.title;
    return tr("%1 by %2").arg(y, model.x.title.toLower());
}

QString provenanceOf(const std::vector<StudyForPlot>& studies) {
    constexpr int kDayCharacters = 10;
    constexpr int kUuidCharacters = 8;
    QStringList parts;
    for (const StudyForPlot& study : studies) {
        QString where = QString::fromUtf8(run::name_of(study.origin));
        if (!study.startedAt.isEmpty()) {
            where += QChar(u' ') + study.startedAt.left(kDayCharacters);
        }
        if (!study.host.isEmpty()) {
            where += QStringLiteral(", ") + study.host;
        }
        parts << QStringLiteral("%1 (%2, %3)")
                     .arg(study.title, where, study.uuid.left(kUuidCharacters));
    }
    return parts.join(QStringLiteral(" \u00B7 "));
}

std::string sampleKeyOf(const RunForPlot& run, std::string_view key) {
    if (run.metrics.find(key) != run.metrics.end() || key.find('{') != std::string_view::npos) {
        return std::string(key);
    }
    const std::string prefix = std::string(key) + "{";
    const auto at = run.metrics.lower_bound(prefix);
    return at != run.metrics.end() && at->first.starts_with(prefix) ? at->first : std::string(key);
}

BuiltPlot plotOfSamples(const std::vector<StudyForPlot>& studies,
                        const PlotChoice& choice,
                        const SampleCache& samples,
                        const std::set<std::int64_t>& shown) {
    BuiltPlot built;
    built.model.x = axisOf(kTimeKey);
    built.model.y = yAxis(choice.y, choice.logY);
    if (!choice.y2.empty()) {
        built.model.y2 = yAxis(choice.y2, false);
    }
    MissingCount missing;
    SlotGiver slots(studies);
    for (const StudyForPlot& study : studies) {
        std::vector<const RunForPlot*> runs;
        for (const RunForPlot& run : study.runs) {
            if (isMeant(study, run, choice)) {
                runs.push_back(&run);
            }
        }
        for (const Curve& curve : curvesOfSingleRuns(runs)) {
            const RunForPlot& run = *curve.runs.front();
            PlotSeries series;
            series.name = curveName(study, curve, studies.size() > 1);
            series.group = study.uuid;
            series.origin = study.origin;
            series.colourSlot = slots.next(study);
            series.marker = runMarker(series.colourSlot);
            series.visible = shown.count(run.id) > 0;
            addSampleSeries(built.model, series, {run, choice.y, false}, samples, missing);
            if (built.model.y2) {
                addSampleSeries(built.model, series, {run, choice.y2, true}, samples, missing);
            }
        }
    }
    built.missing = missing.sentences(shown.size());
    return built;
}

}  // namespace throughline::ui
