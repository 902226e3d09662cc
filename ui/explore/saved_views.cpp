// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/saved_views.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>
#include <array>
#include <utility>

#include "engine/base/file_descriptor.h"

namespace throughline::ui {

namespace {

const QString kFormat = QStringLiteral("throughline-view");
constexpr int kVersion = 1;

constexpr std::array kYAsWords{std::pair{YAs::Value, "value"},
                               std::pair{YAs::RelativeToFirst, "first"},
                               std::pair{YAs::RelativeToBaseline, "baseline"},
                               std::pair{YAs::Efficiency, "efficiency"}};
constexpr std::array kPointsWords{std::pair{PointsOf::Runs, "runs"},
                                  std::pair{PointsOf::Samples, "samples"},
                                  std::pair{PointsOf::Map, "map"},
                                  std::pair{PointsOf::Percentiles, "percentiles"},
                                  std::pair{PointsOf::Histogram, "histogram"},
                                  std::pair{PointsOf::Stacks, "stacks"}};

template <class Words, class Value>
QString wordIn(const Words& words, Value value) {
    const auto found = std::find_if(
        words.begin(), words.end(), [&](const auto& pair) { return pair.first == value; });
    return QLatin1String(found->second);
}

template <class Words>
auto valueIn(const Words& words, const QString& word) {
    const auto found = std::find_if(words.begin(), words.end(), [&](const auto& pair) {
        return word == QLatin1String(pair.second);
    });
    return found == words.end() ? std::nullopt : std::optional(found->first);
}

/// The parts of a choice that are texts or switches, by their names in files.
template <class Choice>
auto textsOf(Choice& choice) {
    return std::array{std::pair{"x", &choice.x},
                      std::pair{"y", &choice.y},
                      std::pair{"y2", &choice.y2},
                      std::pair{"rows", &choice.rows},
                      std::pair{"subject", &choice.subject},
                      std::pair{"colour_by", &choice.colourBy},
                      std::pair{"marker_by", &choice.markerBy}};
}
template <class Choice>
auto switchesOf(Choice& choice) {
    return std::array{std::pair{"log_x", &choice.logX},
                      std::pair{"log_y", &choice.logY},
                      std::pair{"bars", &choice.xAsNames},
                      std::pair{"ideal", &choice.ideal},
                      std::pair{"ceilings", &choice.ceilings},
                      std::pair{"limits", &choice.limits}};
}

QJsonObject jsonOf(const RunCondition& condition) {
    QJsonArray contains;
    for (const std::string& text : condition.contains) {
        contains.append(QString::fromStdString(text));
    }
    return {{QStringLiteral("key"), QString::fromStdString(condition.key)},
            {QStringLiteral("contains"), contains},
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
    QJsonObject json;
    for (const auto& [name, text] : textsOf(choice)) {
        json[QLatin1String(name)] = QString::fromStdString(*text);
    }
    for (const auto& [name, flag] : switchesOf(choice)) {
        json[QLatin1String(name)] = *flag;
    }
    json[QStringLiteral("points")] = wordIn(kPointsWords, choice.points);
    json[QStringLiteral("as")] = wordIn(kYAsWords, choice.yAs);
    if (choice.goal) {
        json[QStringLiteral("goal")] = *choice.goal;
    }
    QJsonArray published;
    for (const RunCondition& condition : choice.published) {
        published.append(jsonOf(condition));
    }
    json[QStringLiteral("published")] = published;
    QJsonArray notes;
    for (const PinnedNote& note : choice.notes) {
        notes.append(jsonOf(note));
    }
    json[QStringLiteral("notes")] = notes;
    return json;
}

QJsonObject jsonOf(const RunFilter& only) {
    QJsonObject json;
    for (const auto& [study, numbers] : only) {
        QJsonArray runs;
        for (const int number : numbers) {
            runs.append(number);
        }
        json[study] = runs;
    }
    return json;
}

RunFilter filterOf(const QJsonObject& json) {
    RunFilter only;
    for (auto at = json.begin(); at != json.end(); ++at) {
        std::set<int>& numbers = only[at.key()];
        for (const auto& number : at.value().toArray()) {
            numbers.insert(number.toInt());
        }
    }
    return only;
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
    for (const auto& [name, text] : textsOf(choice)) {
        *text = json[QLatin1String(name)].toString().toStdString();
    }
    for (const auto& [name, flag] : switchesOf(choice)) {
        *flag = json[QLatin1String(name)].toBool(*flag);
    }
    const auto points = valueIn(kPointsWords, json[QStringLiteral("points")].toString());
    const auto as = yAsOfWord(json[QStringLiteral("as")].toString());
    if (!points || !as || choice.y.empty()) {
        return Error{.code = ErrorCode::Format, .what = "'points', 'as' or 'y' says nothing known"};
    }
    choice.points = *points;
    choice.yAs = *as;
    if (const QJsonValue goal = json[QStringLiteral("goal")]; goal.isDouble()) {
        choice.goal = goal.toDouble();
    }
    for (const auto& condition : json[QStringLiteral("published")].toArray()) {
        choice.published.push_back(conditionOf(condition.toObject()));
    }
    for (const auto& note : json[QStringLiteral("notes")].toArray()) {
        choice.notes.push_back(noteOf(note.toObject()));
    }
    return choice;
}

}  // namespace

std::vector<PlotChoice> SavedView::choices() const {
    std::vector<PlotChoice> all{choice};
    all.insert(all.end(), beside.begin(), beside.end());
    return all;
}

QString wordOf(YAs as) {
    return wordIn(kYAsWords, as);
}

std::optional<YAs> yAsOfWord(const QString& word) {
    return valueIn(kYAsWords, word);
}

QByteArray savedViewText(const SavedView& view) {
    QJsonObject json{{QStringLiteral("format"), kFormat},
                     {QStringLiteral("version"), kVersion},
                     {QStringLiteral("title"), view.title},
                     {QStringLiteral("chart"), jsonOf(view.choice)},
                     {QStringLiteral("studies"), QJsonArray::fromStringList(view.studies)}};
    if (!view.beside.empty()) {
        QJsonArray beside;
        for (const PlotChoice& choice : view.beside) {
            beside.append(jsonOf(choice));
        }
        json[QStringLiteral("charts_beside")] = beside;
        json[QStringLiteral("column")] = view.arrangement == ChartsIn::Column;
    }
    if (!view.only.empty()) {
        json[QStringLiteral("only_runs")] = jsonOf(view.only);
    }
    return QJsonDocument(json).toJson();
}

Result<SavedView> parseSavedView(const QByteArray& text, const QString& file) {
    const auto wrong = [&](const std::string& what) {
        return Error{.code = ErrorCode::Format, .what = "'" + file.toStdString() + "': " + what};
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
    auto choice = choiceOf(json[QStringLiteral("chart")].toObject());
    if (!choice) {
        return wrong(choice.error().what);
    }
    SavedView view{.title = json[QStringLiteral("title")].toString(),
                   .choice = *std::move(choice),
                   .studies = {}};
    for (const auto& uuid : json[QStringLiteral("studies")].toArray()) {
        view.studies << uuid.toString();
    }
    const QJsonArray beside = json[QStringLiteral("charts_beside")].toArray();
    for (const auto& chart : beside) {
        auto another = choiceOf(chart.toObject());
        if (!another || view.beside.size() + 1 == kChartsMax) {
            return wrong(another ? "more than " + std::to_string(kChartsMax) + " charts"
                                 : another.error().what);
        }
        view.beside.push_back(*std::move(another));
    }
    view.arrangement = json[QStringLiteral("column")].toBool() ? ChartsIn::Column : ChartsIn::Grid;
    view.only = filterOf(json[QStringLiteral("only_runs")].toObject());
    return view;
}

QString SavedViews::fileOf(const QString& title) const {
    // Titles hold what file names cannot.
    const QByteArray hash = QCryptographicHash::hash(title.toUtf8(), QCryptographicHash::Sha256);
    return folder_ + u'/' + QString::fromLatin1(hash.toHex().left(16)) + QStringLiteral(".json");
}

std::vector<SavedView> SavedViews::list() const {
    std::vector<SavedView> views;
    const QDir folder(folder_);
    const QStringList names = folder.entryList({QStringLiteral("*.json")}, QDir::Files);
    for (const QString& name : names) {
        QFile file(folder.filePath(name));
        if (!file.open(QIODevice::ReadOnly)) {
            continue;
        }
        if (auto view = parseSavedView(file.readAll(), name)) {
            views.push_back(*std::move(view));
        }
    }
    std::sort(views.begin(), views.end(), [](const SavedView& a, const SavedView& b) {
        return a.title.localeAwareCompare(b.title) < 0;
    });
    return views;
}

Result<void> SavedViews::save(const SavedView& view) const {
    QDir().mkpath(folder_);
    return write_file_atomically(fileOf(view.title).toStdString(),
                                 savedViewText(view).toStdString());
}

Result<void> SavedViews::remove(const QString& title) const {
    QFile file(fileOf(title));
    if (!file.remove()) {
        return Error{.code = ErrorCode::Io,
                     .what = "remove '" + file.fileName().toStdString() +
                             "': " + file.errorString().toStdString()};
    }
    return {};
}

}  // namespace throughline::ui
