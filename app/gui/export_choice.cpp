// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/export_choice.h"

#include <QFile>
#include <algorithm>
#include <array>
#include <tuple>
#include <utility>
#include <vector>

#include "app/gui/words.h"
#include "engine/base/nearest.h"
#include "ui/bridge/paths.h"
#include "ui/charts/chart_kinds.h"
#include "ui/charts/choice_parts.h"
#include "ui/charts/default_choice.h"
#include "ui/charts/fields.h"
#include "ui/charts/saved_views.h"
#include "ui/charts/study_views.h"

namespace throughline::ui {
namespace {

/// The key itself, or that of the only device, stage … it is there for: "disk_utilisation" stands
/// for "disk_utilisation{device=vda}" where that is all there is. Empty: there is none.
std::string fieldNamed(const std::vector<Field>& fields, const std::string& key) {
    if (hasField(fields, key)) {
        return key;
    }
    std::string found;
    for (const Field& field : fields) {
        if (field.key.starts_with(key + "{")) {
            if (!found.empty()) {
                return {};
            }
            found = field.key;
        }
    }
    return found;
}

/// What has one value for a run.
std::vector<Field> singleAmong(std::vector<Field> fields) {
    std::erase_if(fields, [](const Field& field) { return field.isSeveral; });
    return fields;
}

std::vector<Field> settingsAmong(std::vector<Field> fields) {
    std::erase_if(fields, [](const Field& field) { return field.group == FieldGroup::Measured; });
    return fields;
}

/// The keys that may have been meant, the likeliest first; without a label before the labelled
/// ones of the same quantity.
QStringList nearest(const QString& given, const std::vector<Field>& fields) {
    constexpr std::size_t kNearestMax = 4;
    struct Near {
        std::size_t distance = 0;
        bool labelled = false;
        QString key;
    };
    const QString wanted = given.toLower();
    const std::size_t far = static_cast<std::size_t>(wanted.size()) / 3 + 1;
    std::vector<Near> all;
    for (const Field& field : fields) {
        const QString key = QString::fromStdString(field.key);
        const QString bare = key.section(u'{', 0, 0);
        const bool holds = key.contains(wanted, Qt::CaseInsensitive) ||
                           field.title.contains(wanted, Qt::CaseInsensitive);
        std::size_t distance = far + 1;
        for (const QString& name : {key, bare, field.title}) {
            distance = std::min(distance,
                                edit_distance(wanted.toStdString(), name.toLower().toStdString()));
        }
        if (!wanted.isEmpty() && (holds || distance <= far)) {
            all.push_back({.distance = holds ? std::min(distance, far) : distance,
                           .labelled = key != bare,
                           .key = key});
        }
    }
    std::ranges::stable_sort(all, [](const Near& a, const Near& b) {
        return std::tie(a.distance, a.labelled) < std::tie(b.distance, b.labelled);
    });
    QStringList keys;
    for (std::size_t i = 0; i < std::min(all.size(), kNearestMax); ++i) {
        if (all[i].distance <= 2 * all.front().distance + 1) {  // else the first is far likelier
            keys << all[i].key;
        }
    }
    return keys;
}

/// That `option` names nothing these runs have, and what was meant or else what they have.
Error notThere(const QString& option, const QString& given, std::vector<Field> fields) {
    constexpr std::size_t kNamedMax = 16;
    if (const QStringList near = nearest(given, fields); !near.isEmpty()) {
        return usageError(tr("%1 %2: these runs have no such quantity; did you mean %3?")
                              .arg(option, given, near.join(tr(" or "))));
    }
    std::stable_partition(fields.begin(), fields.end(), [](const Field& field) {
        return field.key.find('{') == std::string::npos;
    });
    QStringList known;
    for (std::size_t i = 0; i < std::min(fields.size(), kNamedMax); ++i) {
        known << QString::fromStdString(fields[i].key);
    }
    if (fields.size() > kNamedMax) {
        known << tr("%1 more").arg(fields.size() - kNamedMax);
    }
    return usageError(
        tr("%1 %2: these runs have %3")
            .arg(option,
                 given,
                 known.isEmpty() ? tr("no quantity that fits") : known.join(QStringLiteral(", "))));
}

/// --colour-by and --marker-by.
Result<void> readLooks(const QCommandLineParser& parser,
                       const std::vector<Field>& fields,
                       ChartParts& parts) {
    auto& colour = std::get<ColourBy>(parts).colourBy;
    auto& marker = std::get<MarkerBy>(parts).markerBy;
    for (const auto& [option, key] :
         {std::pair{"colour-by", &colour}, std::pair{"marker-by", &marker}}) {
        const QString given = parser.value(QLatin1String(option));
        const auto field = std::ranges::find_if(fields, [&](const Field& one) {
            return one.key == given.toStdString() && one.group != FieldGroup::Measured;
        });
        if (!given.isEmpty() && field == fields.end()) {
            return notThere(
                QLatin1String("--") + QLatin1String(option), given, settingsAmong(fields));
        }
        if (!given.isEmpty()) {
            *key = field->key;
        }
    }
    return {};
}

/// What may be said beside a view of several charts: nothing that changes one of them.
Result<void> checkOptionsOfSeveral(const QCommandLineParser& parser) {
    static const QStringList kOfThePage{QStringLiteral("view"),
                                        QStringLiteral("library"),
                                        QStringLiteral("runs"),
                                        QStringLiteral("size"),
                                        QStringLiteral("scale"),
                                        QStringLiteral("title"),
                                        QStringLiteral("o"),
                                        QStringLiteral("output")};
    const QStringList given = parser.optionNames();
    for (const QString& option : given) {
        if (!kOfThePage.contains(option)) {
            return usageError(tr("--view %1 has several charts: --%2 would change all of them")
                                  .arg(parser.value(QStringLiteral("view")), option));
        }
    }
    return {};
}

/// The kinds of charts beside that of runs, by their option.
constexpr std::array kKinds{
    PointsOf::Samples, PointsOf::Map, PointsOf::Percentiles, PointsOf::Histogram, PointsOf::Stacks};

/// What the options say, of whatever kind the chart will be.
struct Asked {
    PointsOf points = PointsOf::Runs;
    ChartParts parts;
};

/// --samples, --map ROWS, --percentiles OF …: one of them at most.
Result<void> readKind(const QCommandLineParser& parser,
                      const std::vector<StudyForPlot>& studies,
                      Asked& asked) {
    QStringList given;
    const PointsOf before = asked.points;
    for (const PointsOf points : kKinds) {
        if (parser.isSet(wordOf(points))) {
            given << QStringLiteral("--") + wordOf(points);
            asked.points = points;
        }
    }
    if (given.size() > 1) {
        return usageError(tr("%1: choose one kind of chart").arg(given.join(u' ')));
    }
    asked.parts = partsFor(asked.points, before, std::move(asked.parts));
    const bool map = asked.points == PointsOf::Map;
    if (given.isEmpty() || (!map && !hasSubject(asked.points))) {
        return {};
    }
    const QString of = parser.value(given.front().mid(2));
    const std::vector<Field> fields =
        map ? availableFields(studies) : subjectsOf(asked.points, studies);
    const std::string key = fieldNamed(fields, of.toStdString());
    if (key.empty()) {
        return notThere(given.front(), of, map ? settingsAmong(fields) : fields);
    }
    (map ? std::get<MapRows>(asked.parts).rows : std::get<Subject>(asked.parts).subject) = key;
    return {};
}

/// --as and --goal.
Result<void> readAs(const QCommandLineParser& parser,
                    const std::vector<StudyForPlot>& studies,
                    ChartParts& parts) {
    constexpr double kGoalMax = 1e18;  // beyond any rate, and its digits fill the page
    if (const QString as = parser.value(QStringLiteral("as")); !as.isEmpty()) {
        const auto word = yAsOfWord(as);
        if (!word) {
            return usageError(tr("--as %1: choose value, first, baseline or efficiency").arg(as));
        }
        std::get<AlongX>(parts).yAs = *word;
        const bool starred =
            std::ranges::any_of(studies, [](const auto& study) { return study.isBaseline; });
        if (*word == YAs::RelativeToBaseline && !starred) {
            return usageError(
                tr("--as baseline: none of these studies is the baseline; set one with "
                   "'throughline-engine library set STUDY --baseline'"));
        }
    }
    if (parser.isSet(QStringLiteral("goal"))) {
        bool is_number = false;
        const double goal = parser.value(QStringLiteral("goal")).toDouble(&is_number);
        if (!is_number || !(goal > 0.0 && goal <= kGoalMax)) {  // nor NaN
            return usageError(tr("--goal: give a number above 0, in the unit of y"));
        }
        std::get<LevelsShown>(parts).goal = goal;
    }
    return {};
}

}  // namespace

Error usageError(const QString& text) {
    return {.code = ErrorCode::Usage, .what = text.toStdString()};
}

Result<SavedView> viewNamed(const QString& name) {
    QStringList names;
    for (const StudyView& view : studyViews()) {
        if (view.name == name) {
            return SavedView{.title = view.title,
                             .choice = view.choice,
                             .studies = publishedUuids(view.sources),
                             .beside = view.beside,
                             .arrangement = ChartsIn::Column};
        }
        names << view.name;
    }
    for (SavedView& view : SavedViews(viewsFolder()).list()) {
        if (view.title == name) {
            return std::move(view);
        }
        names << view.title;
    }
    if (QFile file(name); file.open(QIODevice::ReadOnly)) {
        return parseSavedView(file.readAll(), name);
    }
    return usageError(
        tr("--view %1: neither a file nor one of %2").arg(name, names.join(QStringLiteral(", "))));
}

/// Options that not every kind of chart has, by what they say.
constexpr std::pair<const char*, ChoicePart> kParts[] = {{"x", ChoicePart::X},
                                                         {"y", ChoicePart::Y},
                                                         {"y2", ChoicePart::Y2},
                                                         {"log-x", ChoicePart::LogX},
                                                         {"log-y", ChoicePart::LogY},
                                                         {"bars", ChoicePart::Bars},
                                                         {"as", ChoicePart::Relative},
                                                         {"ideal", ChoicePart::Ideal},
                                                         {"stages-alone", ChoicePart::Stages},
                                                         {"goal", ChoicePart::Goal},
                                                         {"colour-by", ChoicePart::ColourBy},
                                                         {"marker-by", ChoicePart::MarkerBy}};

/// "--samples", "--as first": what was given, or "samples over time" where it was not.
static QString otherSideOf(const Misfit& misfit,
                           const QCommandLineParser& parser,
                           const PlotChoice& choice) {
    for (const auto& [option, part] : kParts) {
        const QString name = QLatin1String(option);
        if (misfit.because == part && parser.isSet(name)) {
            return QStringLiteral("--%1 %2").arg(name, parser.value(name)).trimmed();
        }
    }
    const QString kind = wordOf(choice.points());
    if (!misfit.because && choice.points() != PointsOf::Runs && parser.isSet(kind)) {
        return QStringLiteral("--") + kind;
    }
    const QString view = parser.value(QStringLiteral("view"));
    return view.isEmpty() ? nameOfKind(choice.points()) : QStringLiteral("--view %1").arg(view);
}

/// Nothing that was asked for is left out without a word.
/// Errors: Usage, naming the option, what it does not go with and why.
static Result<void> checkOptionsFit(const QCommandLineParser& parser,
                                    const PlotChoice& choice,
                                    YAs as,
                                    const std::vector<Field>& fields) {
    for (const auto& [option, usual_part] : kParts) {
        const bool is_as = usual_part == ChoicePart::Relative;
        const bool says_nothing = is_as && as == YAs::Value;
        if (!parser.isSet(QLatin1String(option)) || says_nothing) {
            continue;
        }
        const ChoicePart part = !is_as                          ? usual_part
                                : as == YAs::Efficiency         ? ChoicePart::Efficiency
                                : as == YAs::RelativeToBaseline ? ChoicePart::Baseline
                                                                : usual_part;
        auto misfit = misfitOf(part, choice);
        const bool of_names =
            part == ChoicePart::LogX && std::ranges::any_of(fields, [&](const Field& field) {
                return field.key == choice.x && field.isText;
            });
        if (!misfit && of_names) {
            misfit = Misfit{.why = tr("names have no logarithmic scale"), .because = ChoicePart::X};
        }
        if (misfit) {
            return usageError(
                tr("--%1 cannot be combined with %2: %3. Leave one of them out.")
                    .arg(QLatin1String(option), otherSideOf(*misfit, parser, choice), misfit->why));
        }
    }
    return {};
}

/// The chart of the options, which change one of a view.
static Result<PlotChoice> chosenPlot(const QCommandLineParser& parser,
                                     const std::vector<StudyForPlot>& studies,
                                     const std::optional<PlotChoice>& ofView) {
    PlotChoice choice = ofView ? *ofView : defaultChoice(studies);
    Asked asked{.points = choice.points(), .parts = partsOf(choice.chart)};
    const std::vector<Field> fields = availableFields(studies);
    const std::pair<const char*, std::string*> axes[] = {
        {"x", &choice.x}, {"y", &choice.y}, {"y2", &std::get<SecondY>(asked.parts).y2}};
    for (const auto& [option, key] : axes) {
        const QString given = parser.value(QLatin1String(option));
        if (given.isEmpty()) {
            continue;
        }
        const auto possible = key == &choice.x ? singleAmong(fields) : fields;
        *key = fieldNamed(possible, given.toStdString());
        if (key->empty()) {
            return notThere(QLatin1String("--") + QLatin1String(option), given, possible);
        }
    }
    // Whole runs are meant, also where without it samples would be shown.
    if (parser.isSet(QStringLiteral("x")) || parser.isSet(QStringLiteral("bars"))) {
        asked.points = PointsOf::Runs;
    }
    if (auto looks = readLooks(parser, fields, asked.parts); !looks) {
        return std::move(looks).error();
    }
    auto& along = std::get<AlongX>(asked.parts);
    for (const auto& [option, flag] : {std::pair{"log-x", &along.logX},
                                       {"log-y", &std::get<LogY>(asked.parts).logY},
                                       {"bars", &along.xAsNames},
                                       {"ideal", &along.ideal}}) {
        *flag = *flag || parser.isSet(QLatin1String(option));
    }
    if (auto kind = readKind(parser, studies, asked); !kind) {
        return std::move(kind).error();
    }
    if (auto as = readAs(parser, studies, asked.parts); !as) {
        return std::move(as).error();
    }
    choice.chart = chartOf(asked.points, asked.parts);
    if (parser.isSet(QStringLiteral("x")) && !parser.isSet(QStringLiteral("view"))) {
        leaveOutStagesAlone(choice);
    }
    if (auto* runs = choice.part<AlongX>();
        runs != nullptr && parser.isSet(QStringLiteral("stages-alone"))) {
        runs->fullOnly = false;
    }
    // A view says what it is of, also where these runs have none.
    if (!parser.isSet(QStringLiteral("view"))) {
        choice = completed(std::move(choice), studies);
    }
    if (const auto fits = checkOptionsFit(parser, choice, along.yAs, fields); !fits) {
        return fits.error();
    }
    return choice;
}

Result<ChosenCharts> chosenCharts(const QCommandLineParser& parser,
                                  const std::vector<StudyForPlot>& studies) {
    ChosenCharts chosen;
    std::optional<PlotChoice> kept;
    QString view_title;
    if (const QString name = parser.value(QStringLiteral("view")); !name.isEmpty()) {
        auto view = viewNamed(name);
        if (!view) {
            return std::move(view).error();
        }
        if (const auto ready = studyViewNamed(name)) {
            const auto charts = ready->choicesWith(studies);  // none is drawn that has nothing
            view->choice = charts.front();
            view->beside.assign(charts.begin() + 1, charts.end());
            for (std::size_t i = 0; i < charts.size(); ++i) {
                view->setZoom(i, ready->zoomWith(studies, charts[i]));
            }
            chosen.unpublished = ready->unpublished;
        }
        chosen.only = view->only;
        chosen.runs = view->runs;
        chosen.hidden = view->hidden;
        for (std::size_t i = 0; i <= view->beside.size(); ++i) {
            chosen.zooms.push_back(view->zoomOfChart(i));
        }
        kept = view->choice;
        view_title = view->title;
        if (!view->beside.empty()) {
            if (const auto allowed = checkOptionsOfSeveral(parser); !allowed) {
                return allowed.error();
            }
            chosen.title = view_title;
            chosen.choices = view->choices();
            chosen.arrangement = view->arrangement;
            return chosen;
        }
    }
    auto choice = chosenPlot(parser, filtered(studies, chosen.only), kept);
    if (!choice) {
        return std::move(choice).error();
    }
    chosen.zooms.resize(1);
    if (!kept || !haveSameAxes(*kept, *choice)) {
        chosen.zooms.front().reset();  // it was of other axes
    }
    if (kept && *kept == *choice) {
        chosen.title = view_title;
    }
    chosen.choices.push_back(*std::move(choice));
    return chosen;
}

void addChoiceOptions(QCommandLineParser& parser) {
    const auto value = [&](const char* name, const char* meaning, const char* of) {
        parser.addOption(QCommandLineOption(QLatin1String(name), tr(meaning), QLatin1String(of)));
    };
    const auto flag = [&](const char* name, const char* meaning) {
        parser.addOption(QCommandLineOption(QLatin1String(name), tr(meaning)));
    };
    QStringList names;
    for (const StudyView& view : studyViews()) {
        names << view.name;
    }
    parser.addOption(QCommandLineOption(
        QStringLiteral("view"),
        tr("One of the studies' charts (%1), or the title or file of a saved view, with its curves "
           "and zoom. Other options change it; a view with several charts is drawn as saved.")
            .arg(names.join(QStringLiteral(", "))),
        QStringLiteral("NAME")));
    value("x", "Quantity along x: a setting or a metric.", "KEY");
    value(
        "y",
        "Quantity along y (images_per_second). Without a label, one curve for each device, GPU or "
        "stage (disk_utilisation); with a label, only that one (disk_utilisation{device=sda}).",
        "KEY");
    value("y2", "Quantity along a second y, named as for --y.", "KEY");
    flag("log-x", "Logarithmic x.");
    flag("log-y", "Logarithmic y; a second y stays linear.");
    flag("bars", "Treat numbers along x as categories, with bars.");
    value("map", "A heat map: this setting upwards, the value of y as the colour.", "KEY");
    flag("samples", "One-second samples over time instead of whole runs.");
    value("percentiles",
          "Percentiles from p50 to p99.99, one curve per run: read_latency, write_latency; y is "
          "logarithmic.",
          "KEY");
    value("histogram",
          "Bars over bins of powers of two: read_latency of each run, file_size of each data set.",
          "KEY");
    value("stacks",
          "A stacked bar of each run, in the order of --x: stage_busy (how the stages spent their "
          "time), stage_busy{stage=decode}, cpu_seconds_per_image.",
          "KEY");
    value("as",
          "value, first (relative to each curve's first point), baseline (relative to the starred "
          "study) or efficiency (speed-up over the growth of x).",
          "HOW");
    value("colour-by", "Colour by the value of this setting, the same in every study.", "KEY");
    value("marker-by", "Choose markers by the value of this setting.", "KEY");
    flag("ideal", "A line of ideal scaling.");
    flag("stages-alone",
         "Along a measured quantity: points of the stages measured alone, too, not only of the "
         "whole pipeline.");
    value("goal", "A level line at this value of y.", "N");
    flag("raw",
         "Write all data behind the chart to a .csv: one row per run with all its settings and "
         "figures, or one per sample with --samples.");
}

}  // namespace throughline::ui
