// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/saved_views.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>
#include <array>
#include <functional>
#include <utility>

#include "ui/charts/chart_kinds.h"
#include "ui/style/run_colours.h"

namespace throughline::ui {

namespace {

const QString kFormat = QStringLiteral("throughline-view");
constexpr int kVersion = 1;

constexpr std::array kYAsWords{std::pair{YAs::Value, "value"},
                               std::pair{YAs::RelativeToFirst, "first"},
                               std::pair{YAs::RelativeToBaseline, "baseline"},
                               std::pair{YAs::Efficiency, "efficiency"}};
/// The texts and switches of a choice, by their names in files. Files have all of them, those that
/// its kind has not as they are by default.
template <class Choice, class Parts>
auto textsOf(Choice& choice, Parts& parts) {
    return std::array{std::pair{"x", &choice.x},
                      std::pair{"y", &choice.y},
                      std::pair{"y2", &std::get<SecondY>(parts).y2},
                      std::pair{"rows", &std::get<MapRows>(parts).rows},
                      std::pair{"subject", &std::get<Subject>(parts).subject},
                      std::pair{"colour_by", &std::get<ColourBy>(parts).colourBy},
                      std::pair{"marker_by", &std::get<MarkerBy>(parts).markerBy}};
}
template <class Parts>
auto switchesOf(Parts& parts) {
    auto& along = std::get<AlongX>(parts);
    return std::array{std::pair{"log_x", &along.logX},
                      std::pair{"log_y", &std::get<LogY>(parts).logY},
                      std::pair{"log_y_by_data", &std::get<LogY>(parts).logByData},
                      std::pair{"bars", &along.xAsNames},
                      std::pair{"ideal", &along.ideal},
                      std::pair{"full_only", &along.fullOnly},
                      std::pair{"ceilings", &along.ceilings},
                      std::pair{"limits", &std::get<LevelsShown>(parts).limits}};
}

/// What `of` makes of each.
template <class Range, class Of>
QJsonArray listOf(const Range& range, const Of& of) {
    QJsonArray list;
    for (const auto& each : range) {
        list.append(of(each));
    }
    return list;
}

QJsonObject jsonOf(const RunCondition& condition) {
    return {{QStringLiteral("key"), QString::fromStdString(condition.key)},
            {QStringLiteral("contains"), listOf(condition.contains, &QString::fromStdString)},
            {QStringLiteral("absent"), condition.absent}};
}

QJsonObject jsonOf(const PinnedNote& note) {
    return {{QStringLiteral("study"), note.study},
            {QStringLiteral("run"), note.run},
            {QStringLiteral("text"), note.text}};
}

PinnedNote noteOf(const QJsonObject& json) {
    return {.study = json[QStringLiteral("study")].toString(),
            .run = json[QStringLiteral("run")].toInt(),
            .text = json[QStringLiteral("text")].toString()};
}

QJsonObject jsonOf(const PlotChoice& choice) {
    const ChartParts parts = partsOf(choice.chart);
    QJsonObject json;
    for (const auto& [name, text] : textsOf(choice, parts)) {
        json[QLatin1String(name)] = QString::fromStdString(*text);
    }
    for (const auto& [name, flag] : switchesOf(parts)) {
        json[QLatin1String(name)] = *flag;
    }
    json[QStringLiteral("points")] = wordOf(choice.points());
    json[QStringLiteral("as")] = wordOf(std::get<AlongX>(parts).yAs);
    if (const auto& goal = std::get<LevelsShown>(parts).goal) {
        json[QStringLiteral("goal")] = *goal;
    }
    const auto to_json = [](const auto& each) { return jsonOf(each); };
    json[QStringLiteral("published")] = listOf(choice.published, to_json);
    if (!choice.own.empty()) {
        json[QStringLiteral("own")] = listOf(choice.own, to_json);
    }
    json[QStringLiteral("notes")] = listOf(choice.notes, to_json);
    return json;
}

QJsonObject jsonOf(const RunsByStudy& all) {
    QJsonObject json;
    for (const auto& [study, numbers] : all) {
        json[study] = listOf(numbers, std::identity());
    }
    return json;
}

QJsonObject jsonOf(const CurveId& id) {
    return {{QStringLiteral("study"), id.study},
            {QStringLiteral("run"), id.run},
            {QStringLiteral("curve"), id.curve},
            {QStringLiteral("second_axis"), id.axis}};
}

/// The axes of a zoom by their names in files.
template <class Zoom>
auto spansOf(Zoom& zoom) {
    return std::array{std::pair{"x", &zoom.x}, std::pair{"y", &zoom.y}, std::pair{"y2", &zoom.y2}};
}
template <class Zoom>
auto namesOf(Zoom& zoom) {
    return std::array{std::pair{"x_names", &zoom.xNames}, std::pair{"y_names", &zoom.yNames}};
}

QJsonObject jsonOf(const ChartZoom& zoom) {
    QJsonObject json;
    for (const auto& [name, span] : spansOf(zoom)) {
        if (*span) {
            json[QLatin1String(name)] = QJsonArray{(*span)->low, (*span)->high};
        }
    }
    for (const auto& [name, names] : namesOf(zoom)) {
        if (!names->isEmpty()) {
            json[QLatin1String(name)] = QJsonArray::fromStringList(*names);
        }
    }
    return json;
}

Error wrongField(const char* field, const char* want) {
    return {.code = ErrorCode::Format, .what = std::string("'") + field + "' is not " + want};
}

/// Errors: Format, by the name that they have in the file.
Result<RunsByStudy> runsOf(const QJsonValue& json, const char* field) {
    RunsByStudy runs;
    const QJsonObject studies = json.toObject();
    bool is_right = json.isObject();
    for (auto at = studies.begin(); at != studies.end(); ++at) {
        std::set<int>& numbers = runs[at.key()];
        is_right = is_right && at.value().isArray();
        for (const auto& number : at.value().toArray()) {
            is_right = is_right && number.toInt(-1) >= 0;
            numbers.insert(number.toInt());
        }
    }
    if (!is_right) {
        return wrongField(field, "numbers of runs by the uuid of their study");
    }
    return runs;
}

Result<HiddenCurves> hiddenOf(const QJsonValue& json, const char* field) {
    constexpr const char* kWant = "a list of curves, each with 'study', 'run' and 'curve'";
    HiddenCurves hidden;
    if (!json.isArray()) {
        return wrongField(field, kWant);
    }
    for (const auto& one : json.toArray()) {
        const QJsonObject curve = one.toObject();
        if (!curve[QStringLiteral("study")].isString() ||
            !curve[QStringLiteral("run")].isDouble() ||
            !curve[QStringLiteral("curve")].isString()) {
            return wrongField(field, kWant);
        }
        hidden.insert({.study = curve[QStringLiteral("study")].toString(),
                       .run = curve[QStringLiteral("run")].toInt(),
                       .curve = curve[QStringLiteral("curve")].toString(),
                       .axis = curve[QStringLiteral("second_axis")].toString()});
    }
    return hidden;
}

Result<std::optional<ChartZoom>> zoomOf(const QJsonValue& json) {
    if (json.isUndefined()) {
        return std::optional<ChartZoom>();
    }
    const QJsonObject object = json.toObject();
    ChartZoom zoom;
    for (const auto& [name, span] : spansOf(zoom)) {
        const QJsonValue given = object[QLatin1String(name)];
        const QJsonArray ends = given.toArray();
        const bool is_span = ends.size() == 2 && ends[0].isDouble() && ends[1].isDouble() &&
                             ends[0].toDouble() < ends[1].toDouble();
        if (!json.isObject() || (!given.isUndefined() && !is_span)) {
            return wrongField("zoom",
                              "spans like \"x\": [0, 60], from the lower to the higher end");
        }
        if (is_span) {
            *span = Span{ends[0].toDouble(), ends[1].toDouble()};
        }
    }
    for (const auto& [name, names] : namesOf(zoom)) {
        for (const auto& text : object[QLatin1String(name)].toArray()) {
            *names << text.toString();
        }
    }
    return std::optional(std::move(zoom));
}

RunCondition conditionOf(const QJsonObject& json) {
    RunCondition condition{.key = json[QStringLiteral("key")].toString().toStdString(),
                           .contains = {},
                           .absent = json[QStringLiteral("absent")].toBool()};
    for (const auto& text : json[QStringLiteral("contains")].toArray()) {
        condition.contains.push_back(text.toString().toStdString());
    }
    return condition;
}

Result<PlotChoice> choiceOf(const QJsonObject& json) {
    PlotChoice choice;
    ChartParts parts;
    for (const auto& [name, text] : textsOf(choice, parts)) {
        *text = json[QLatin1String(name)].toString().toStdString();
    }
    for (const auto& [name, flag] : switchesOf(parts)) {
        *flag = json[QLatin1String(name)].toBool(*flag);
    }
    const auto points = pointsOfWord(json[QStringLiteral("points")].toString());
    const auto as = yAsOfWord(json[QStringLiteral("as")].toString());
    if (!points || !as || choice.y.empty()) {
        return format_error("'points', 'as' or 'y' says nothing known");
    }
    std::get<AlongX>(parts).yAs = *as;
    if (const QJsonValue goal = json[QStringLiteral("goal")]; goal.isDouble()) {
        std::get<LevelsShown>(parts).goal = goal.toDouble();
    }
    choice.chart = chartOf(*points, parts);
    for (auto* const of : {&choice.published, &choice.own}) {
        const QString key = of == &choice.own ? QStringLiteral("own") : QStringLiteral("published");
        for (const auto& condition : json[key].toArray()) {
            of->push_back(conditionOf(condition.toObject()));
        }
    }
    for (const auto& note : json[QStringLiteral("notes")].toArray()) {
        choice.notes.push_back(noteOf(note.toObject()));
    }
    return choice;
}

}  // namespace

std::optional<ChartZoom> SavedView::zoomOfChart(std::size_t index) const {
    return index < zooms.size() ? zooms[index] : std::nullopt;
}

void SavedView::setZoom(std::size_t index, std::optional<ChartZoom> zoom) {
    if (zoom) {
        zooms.resize(std::max(zooms.size(), index + 1));
        zooms[index] = std::move(zoom);
    }
}

std::vector<PlotChoice> SavedView::choices() const {
    std::vector<PlotChoice> all{choice};
    all.insert(all.end(), beside.begin(), beside.end());
    return all;
}

QString wordOf(YAs as) {
    const auto found =
        std::ranges::find_if(kYAsWords, [&](const auto& pair) { return pair.first == as; });
    return QLatin1String(found->second);
}

std::optional<YAs> yAsOfWord(const QString& word) {
    const auto found = std::ranges::find_if(
        kYAsWords, [&](const auto& pair) { return word == QLatin1String(pair.second); });
    return found == kYAsWords.end() ? std::nullopt : std::optional(found->first);
}

/// A chart of a view, with what is in view of it.
static QJsonObject chartOf(const PlotChoice& choice, const std::optional<ChartZoom>& zoom) {
    QJsonObject json = jsonOf(choice);
    if (zoom) {
        json[QStringLiteral("zoom")] = jsonOf(*zoom);
    }
    return json;
}

QByteArray savedViewText(const SavedView& view) {
    QJsonObject json{{QStringLiteral("format"), kFormat},
                     {QStringLiteral("version"), kVersion},
                     {QStringLiteral("title"), view.title},
                     {QStringLiteral("chart"), chartOf(view.choice, view.zoomOfChart(0))},
                     {QStringLiteral("studies"), QJsonArray::fromStringList(view.studies)}};
    if (!view.beside.empty()) {
        QJsonArray beside;
        for (std::size_t i = 0; i < view.beside.size(); ++i) {
            beside.append(chartOf(view.beside[i], view.zoomOfChart(i + 1)));
        }
        json[QStringLiteral("charts_beside")] = beside;
        json[QStringLiteral("column")] = view.arrangement == ChartsIn::Column;
    }
    if (!view.only.empty()) {
        json[QStringLiteral("only_runs")] = jsonOf(view.only);
    }
    if (view.runs) {
        json[QStringLiteral("shown_runs")] = jsonOf(*view.runs);
    }
    if (!view.hidden.empty()) {
        json[QStringLiteral("hidden_curves")] =
            listOf(view.hidden, [](const CurveId& id) { return jsonOf(id); });
    }
    if (!view.colourSlots.empty()) {
        QJsonObject of_studies;
        for (const auto& [study, slot] : view.colourSlots) {
            of_studies[study] = slot;
        }
        json[QStringLiteral("colours")] = of_studies;
    }
    return QJsonDocument(json).toJson();
}

/// The charts of a view into it.
static Result<void> readCharts(const QJsonObject& json, SavedView& view) {
    QJsonArray charts = json[QStringLiteral("charts_beside")].toArray();
    charts.prepend(json[QStringLiteral("chart")]);
    if (charts.size() > static_cast<qsizetype>(kChartsMax)) {
        return format_error("more than " + std::to_string(kChartsMax) + " charts");
    }
    std::vector<PlotChoice> choices;
    for (const auto& chart : charts) {
        auto choice = choiceOf(chart.toObject());
        if (!choice) {
            return std::move(choice).error();
        }
        auto zoom = zoomOf(chart.toObject().value(QStringLiteral("zoom")));
        if (!zoom) {
            return std::move(zoom).error();
        }
        view.setZoom(choices.size(), *std::move(zoom));
        choices.push_back(*std::move(choice));
    }
    view.choice = std::move(choices.front());
    view.beside.assign(std::make_move_iterator(choices.begin() + 1),
                       std::make_move_iterator(choices.end()));
    return {};
}

/// Which runs and curves of them are shown, into the view.
static Result<void> readShown(const QJsonObject& json, SavedView& view) {
    const auto read = [&](const char* field, auto parse, auto& to) -> Result<void> {
        const QJsonValue given = json[QLatin1String(field)];
        if (given.isUndefined()) {
            return {};
        }
        auto parsed = parse(given, field);
        if (!parsed) {
            return std::move(parsed).error();
        }
        to = *std::move(parsed);
        return {};
    };
    for (auto& done : {read("only_runs", runsOf, view.only),
                       read("shown_runs", runsOf, view.runs),
                       read("hidden_curves", hiddenOf, view.hidden)}) {
        if (!done) {
            return done;
        }
    }
    return {};
}

Result<SavedView> parseSavedView(const QByteArray& text, const QString& file) {
    const auto wrong = [&](const std::string& what) {
        return format_error("'" + file.toStdString() + "': " + what);
    };
    QJsonParseError fault;
    const QJsonObject json = QJsonDocument::fromJson(text, &fault).object();
    if (fault.error != QJsonParseError::NoError) {
        return wrong("not JSON at byte " + std::to_string(fault.offset) + ": " +
                     fault.errorString().toStdString());
    }
    if (json[QStringLiteral("format")].toString() != kFormat ||
        json[QStringLiteral("version")].toInt() > kVersion) {
        return wrong("not a view of this or an earlier Throughline");
    }
    SavedView view{.title = json[QStringLiteral("title")].toString(), .choice = {}, .studies = {}};
    for (const auto& read : {readCharts(json, view), readShown(json, view)}) {
        if (!read) {
            return wrong(read.error().what);
        }
    }
    for (const auto& uuid : json[QStringLiteral("studies")].toArray()) {
        view.studies << uuid.toString();
    }
    const QJsonObject colours = json[QStringLiteral("colours")].toObject();
    for (auto at = colours.begin(); at != colours.end(); ++at) {
        const int slot = at.value().toInt(-1);
        if (slot < 0 || slot >= kLookCount) {
            return wrong("no colour has the number of '" + at.key().toStdString() + "'");
        }
        view.colourSlots[at.key()] = slot;
    }
    view.arrangement = json[QStringLiteral("column")].toBool() ? ChartsIn::Column : ChartsIn::Grid;
    return view;
}

std::vector<SavedView> SavedViews::list() const {
    std::vector<SavedView> views;
    for (const auto& [name, text] : files_.texts()) {
        if (auto view = parseSavedView(text, name)) {
            views.push_back(*std::move(view));
        }
    }
    std::ranges::sort(views, [](const SavedView& a, const SavedView& b) {
        return a.title.localeAwareCompare(b.title) < 0;
    });
    return views;
}

Result<void> SavedViews::save(const SavedView& view) const {
    return files_.save(view.title, savedViewText(view));
}

Result<void> SavedViews::remove(const QString& title) const {
    return files_.remove(title);
}

}  // namespace throughline::ui
