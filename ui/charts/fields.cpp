// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/fields.h"

#include <QFileInfo>
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

#include "engine/base/format.h"
#include "engine/base/language.h"
#include "engine/base/say_again.h"
#include "engine/metrics/registry.h"
#include "engine/panels/panels.h"
#include "engine/record/condition_words.h"
#include "engine/spec/choices.h"
#include "engine/spec/people.h"
#include "engine/spec/settings.h"
#include "ui/charts/epochs.h"
#include "ui/charts/figure_words.h"
#include "ui/charts/label_words.h"
#include "ui/charts/storage_limits.h"
#include "ui/charts/words.h"
#include "ui/plot/date_ticks.h"
#include "ui/plot/ticks.h"
#include "ui/style/said.h"

namespace throughline::ui {

namespace {

constexpr const char* kStatementKey = "statement";

/// Of a setting, with its unit. As many digits as tell apart what anybody would set: curves are
/// told apart by their names.
QString withUnit(std::string_view key, const spec::SettingValue& value) {
    constexpr int kDigits = 6;
    const metrics::MetricInfo* const info = metrics::find_metric(key);
    const double* const real = std::get_if<double>(&value);
    const bool below_second = info != nullptr && std::string_view(info->unit) == "s" &&
                              real != nullptr && *real > 0.0 && *real < 1.0;
    return QString::fromStdString(
        below_second ? with_marks(QString::number(*real * 1e3, 'g', kDigits).toStdString()) +
                           number_marks().unit_space + "ms"
                     : record::condition_text(key, value));
}

/// A value as settingText() has it, with its unit. Of what is no setting of ours whole numbers stay
/// as they are, but for times: an importer computes them, and some come out whole.
QString valueInName(std::string_view key, const QString& value) {
    if (const auto set = spec::parse_setting(key, value.toStdString())) {
        return withUnit(key, *set);
    }
    const metrics::MetricInfo* const info = metrics::find_metric(key);
    bool whole = false;
    bool number = false;
    value.toLongLong(&whole);
    const double real = value.toDouble(&number);
    const bool told = info != nullptr && (!whole || std::string_view(info->unit) == "s");
    return number && told ? withUnit(key, real) : value;
}

QString pickerTitle(std::string_view key) {
    const PlotAxis axis = axisOf(key);
    return axisTitle(axis, {.ticks = {}, .unit = axis.shownUnit});
}

/// "Disk utilisation: each device, %".
QString severalTitle(std::string_view key) {
    PlotAxis axis = axisOf(key);
    const metrics::MetricInfo* info = metrics::find_metric(key);
    if (labelOfEach(key).empty()) {  // which says it itself
        axis.title =
            tr("%1: %2").arg(axis.title, eachMember(info == nullptr ? "" : info->dimension));
    }
    return axisTitle(axis, {.ticks = {}, .unit = axis.shownUnit});
}

struct Found {
    int runs = 0;
    std::set<std::string> values;  ///< settings only
    bool isText = false;
    bool isSeveral = false;
};
using FoundKeys = std::map<std::string, Found, std::less<>>;

void addSettings(FoundKeys& found, const RunForPlot& run) {
    for (const spec::Settings* settings : {&run.settings, &run.foreignNames}) {
        for (const auto& [key, value] : *settings) {
            Found& one = found[key];
            ++one.runs;
            one.values.insert(spec::setting_text(value));
            one.isText = one.isText || std::holds_alternative<std::string>(value);
        }
    }
}

/// What was set under this name, ours or that of foreign runs; null: nothing.
const spec::SettingValue* settingOf(const RunForPlot& run, std::string_view key) {
    for (const spec::Settings* settings : {&run.settings, &run.foreignNames}) {
        if (const auto at = settings->find(key); at != settings->end()) {
            return &at->second;
        }
    }
    return nullptr;
}

/// Each labelled key, and the bare one of a device, interface or GPU, or of several of anything.
void addMetrics(FoundKeys& found, const RunForPlot& run) {
    struct Labelled {
        int count = 0;
        bool canBeOnly = false;
    };
    std::map<std::string, Labelled, std::less<>> bare;
    for (const auto& [key, summary] : run.metrics) {
        ++found[key].runs;
        const metrics::MetricKey parsed = metrics::parse_metric_key(key);
        if (!parsed.label.empty()) {
            Labelled& one = bare[parsed.id];
            ++one.count;
            one.canBeOnly =
                parsed.label == "device" || parsed.label == "interface" || parsed.label == "gpu";
        }
    }
    for (const auto& [id, labelled] : bare) {
        const bool whole = run.metrics.find(id) != run.metrics.end();
        if (!whole && (labelled.count > 1 || labelled.canBeOnly)) {
            Found& one = found[id];
            ++one.runs;
            one.isSeveral = one.isSeveral || labelled.count > 1;
        }
    }
}

/// A bare key says more than a labelled one only where the runs have different or several devices,
/// or it is of all nodes.
void dropNeedlessBareKeys(FoundKeys& found) {
    for (auto at = found.begin(); at != found.end();) {
        bool needless = false;
        if (at->first.find('{') == std::string::npos && !at->second.isSeveral) {
            const auto labelled = found.upper_bound(at->first);
            for (auto it = labelled; it != found.end(); ++it) {
                const metrics::MetricKey parsed = metrics::parse_metric_key(it->first);
                if (parsed.id != at->first) {
                    break;
                }
                needless |= parsed.label != "node" && it->second.runs >= at->second.runs;
            }
        }
        at = needless ? found.erase(at) : std::next(at);
    }
}

/// Of nodes that measured together each has nearly all figures: one field stands for those of all.
void joinNodes(FoundKeys& found) {
    std::map<std::string, std::pair<int, int>> nodes;  // by id: how many, and in how many runs
    for (const auto& [key, one] : found) {
        const metrics::MetricKey parsed = metrics::parse_metric_key(key);
        if (parsed.label == "node") {
            auto& [count, runs] = nodes[parsed.id];
            ++count;
            runs = std::max(runs, one.runs);
        }
    }
    for (const auto& [id, many] : nodes) {
        if (many.first < 2) {
            continue;
        }
        std::erase_if(found, [&](const auto& one) {
            const metrics::MetricKey parsed = metrics::parse_metric_key(one.first);
            return parsed.id == id && parsed.label == "node";
        });
        if (const auto bare = found.find(id); bare == found.end() || !bare->second.isSeveral) {
            found[keyOfEach(id, "node")] = {
                .runs = many.second, .values = {}, .isText = false, .isSeveral = true};
        }
    }
}

std::size_t registryRank(std::string_view key) {
    const metrics::MetricInfo* info = metrics::find_metric(key);
    return info == nullptr ? metrics::all_metrics().size()
                           : static_cast<std::size_t>(info - metrics::all_metrics().data());
}

}  // namespace

std::vector<Field> availableFields(const std::vector<StudyForPlot>& studies) {
    FoundKeys settings;
    FoundKeys measured;
    int dated = 0;
    int epochs = 0;
    for (const StudyForPlot& study : studies) {
        for (const RunForPlot& run : study.runs) {
            dated += run.startedAt ? 1 : 0;
            epochs += hasEpochs(run) ? 1 : 0;
            addSettings(settings, run);
            addMetrics(measured, run);
        }
    }
    dropNeedlessBareKeys(measured);
    joinNodes(measured);
    std::vector<Field> fields;
    if (dated > 0) {
        fields.push_back({.key = kStartKey,
                          .title = pickerTitle(kStartKey),
                          .group = FieldGroup::Fixed,
                          .runs = dated});
    }
    if (epochs > 0) {
        fields.push_back({.key = panels::kEpochOfRun,
                          .title = pickerTitle(panels::kEpochOfRun),
                          .group = FieldGroup::Fixed,
                          .runs = epochs});
    }
    for (const auto& [key, found] : settings) {
        const bool varied = found.values.size() > 1 && !isBookkeeping(key);
        fields.push_back({.key = key,
                          .title = pickerTitle(key),
                          .group = varied ? FieldGroup::Varied : FieldGroup::Fixed,
                          .isText = found.isText,
                          .runs = found.runs});
    }
    for (const auto& [key, found] : measured) {
        fields.push_back({.key = key,
                          .title = found.isSeveral ? severalTitle(key) : pickerTitle(key),
                          .group = FieldGroup::Measured,
                          .isText = false,
                          .runs = found.runs,
                          .isSeveral = found.isSeveral});
    }
    std::ranges::stable_sort(fields, [](const Field& a, const Field& b) {
        return std::tuple(a.group, registryRank(a.key)) < std::tuple(b.group, registryRank(b.key));
    });
    return fields;
}

bool isSetting(const RunForPlot& run, std::string_view key) {
    if (key == kStartKey) {
        return run.startedAt.has_value();
    }
    return settingOf(run, key) != nullptr;
}

std::optional<record::Summary> measuredOf(const RunForPlot& run, std::string_view key) {
    if (const auto at = run.metrics.find(key); at != run.metrics.end()) {
        return at->second;
    }
    if (key.find('{') != std::string_view::npos) {
        return std::nullopt;
    }
    const std::string prefix = std::string(key) + "{";
    auto at = run.metrics.lower_bound(prefix);
    if (at == run.metrics.end() || !at->first.starts_with(prefix)) {
        return std::nullopt;
    }
    const auto next = std::next(at);
    const bool several = next != run.metrics.end() && next->first.starts_with(prefix);
    return several ? std::nullopt : std::optional(at->second);
}

std::optional<double> numberOf(const RunForPlot& run, std::string_view key) {
    if (key == kStartKey) {
        return run.startedAt;
    }
    if (const spec::SettingValue* const set = settingOf(run, key)) {
        double number = 0.0;
        return spec::setting_number(*set, &number) ? std::optional(number) : std::nullopt;
    }
    const auto summary = measuredOf(run, key);
    return summary ? std::optional(summary->value) : std::nullopt;
}

QString settingText(const RunForPlot& run, std::string_view key) {
    if (key == kStartKey) {
        return run.startedAt ? dateForTables(*run.startedAt) : QString();
    }
    const spec::SettingValue* const set = settingOf(run, key);
    return set == nullptr ? QString() : QString::fromStdString(spec::setting_text(*set));
}

bool isTrend(const std::string& x) {
    return x == kStartKey || x == kVersionKey;
}

QString reasonAbsent(const RunForPlot& run, std::string_view key) {
    if (key == "gpu_count" && spec::consumer_kind_of(run.settings) == spec::ConsumerKind::Null) {
        return tr("the run did not feed an accelerator");
    }
    if (const auto at = run.absent.find(key); at != run.absent.end()) {
        return QString::fromStdString(say_again(at->second));
    }
    const std::string prefix = std::string(key) + "{";
    int labelled = 0;
    for (const auto& [name, summary] : run.metrics) {
        labelled += name.starts_with(prefix) ? 1 : 0;
    }
    if (labelled > 1) {
        return tr("the run has several; choose one");
    }
    for (const auto& [name, reason] : run.absent) {
        if (name.starts_with(prefix)) {
            return QString::fromStdString(say_again(reason));
        }
    }
    return run.status == record::RunStatus::Done ? tr("not recorded")
                                                 : tr("the run did not finish");
}

bool isBookkeeping(std::string_view key) {
    static constexpr std::array<std::string_view, 8> kKeys{"dataset.seed",
                                                           "warmup_seconds",
                                                           "duration_seconds",
                                                           "sample_seconds",
                                                           "repeats",
                                                           "repeat_order",
                                                           "duration",
                                                           "excerpt"};
    return std::ranges::find(kKeys, key) != kKeys.end();
}

bool isEstimate(const RunForPlot& run) {
    return settingText(run, kStatementKey) == QLatin1String("estimate");
}

bool isListedLimit(const RunForPlot& run) {
    return settingText(run, kStatementKey) == QLatin1String("limit");
}

std::vector<std::string> variedKeys(const std::vector<const RunForPlot*>& runs) {
    std::map<std::string, std::set<std::string>> values;
    const auto isStated = [](const RunForPlot* run) {
        return isEstimate(*run) || isListedLimit(*run);
    };
    const bool any_stated = std::ranges::any_of(runs, isStated);
    for (const RunForPlot* run : runs) {
        if (any_stated && !isStated(run)) {
            values[kStatementKey].insert("");
        }
        for (const auto& [key, value] : run->settings) {
            // Among how many nodes data were shared out goes with how many measured together.
            const bool repeats = key == "dataset.nodes" && run->settings.contains("node_count");
            if (!isBookkeeping(key) && !repeats) {
                values[key].insert(spec::setting_text(value));
            }
        }
    }
    std::vector<std::string> keys;
    for (const auto& [key, texts] : values) {
        if (texts.size() > 1) {
            keys.push_back(key);
        }
    }
    std::ranges::stable_sort(keys, [&](const std::string& a, const std::string& b) {
        return values[a].size() > values[b].size();
    });
    return keys;
}

QString withinSentence(const QString& title) {
    const bool acronym = title.size() < 2 || !title[1].isLower();
    return acronym || spoken() == Language::German ? title : title[0].toLower() + title.mid(1);
}

PlotAxis axisOf(std::string_view key) {
    PlotAxis axis{.key = std::string(key)};
    if (key == kTimeKey) {
        axis.title = tr("Time since the run started");
        axis.unit = "s";
        axis.shownUnit = QStringLiteral("s");
        axis.fromZero = true;
        axis.alwaysLinear = true;
        return axis;
    }
    if (key == kStartKey) {
        axis.title = tr("Start of the run");
        axis.shownUnit = QStringLiteral("UTC");
        axis.isDate = true;
        return axis;
    }
    if (key == panels::kEpochOfRun) {
        axis.title = tr("Epoch");
        axis.integral = true;
        return axis;
    }
    axis.title = figureTitle(key);
    if (const std::string_view label = labelOfEach(key); !label.empty()) {
        axis.title = tr("%1: %2").arg(axis.title, eachMember(label));
    }
    const metrics::MetricInfo* info = metrics::find_metric(key);
    if (info == nullptr) {
        return axis;
    }
    axis.unit = info->unit;
    QString shown = QString::fromUtf8(info->shown_unit);
    if (shown == QLatin1String("1") || shown == QLatin1String("text")) {
        shown.clear();
    } else if (shown.startsWith(QLatin1String("bytes"))) {
        shown.replace(0, 5, QStringLiteral("B"));
    }
    axis.shownUnit = shown.isEmpty() ? shown : said(shown.toUtf8().constData());
    const spec::SettingInfo* setting = spec::find_setting(key);
    axis.integral = setting != nullptr ? setting->type == spec::SettingType::Integer
                                       : info->kind == metrics::Kind::Condition && axis.unit == "1";
    axis.powersOfTwo = axis.integral;
    // Rates, shares and times are read against zero; settings and clocks are not.
    axis.fromZero = info->kind == metrics::Kind::Measured;
    return axis;
}

bool hasField(const std::vector<Field>& fields, std::string_view key) {
    return std::ranges::any_of(fields, [&](const Field& field) { return field.key == key; });
}

QString settingName(std::string_view key, const QString& value) {
    if (key == "storage.queue_depth" || key == "io_depth") {
        return tr("QD %1").arg(value);
    }
    if (key == "decode.threads") {
        return value == QLatin1String("1") ? tr("1 thread") : tr("%1 threads").arg(value);
    }
    if (key == "consumer.accelerators") {
        return value == QLatin1String("1") ? tr("1 accelerator") : tr("%1 accelerators").arg(value);
    }
    if (key == "storage.threads") {
        return value == QLatin1String("1") ? tr("1 reader") : tr("%1 readers").arg(value);
    }
    if (key == "batch.images") {
        return tr("batch %1").arg(value);
    }
    if (key == "loader.command" && value.isEmpty()) {
        return QStringLiteral("Throughline");  // beside loaders that have names
    }
    if (key == "storage.block_bytes" || key == "block_size") {
        return value == QLatin1String("0") ? tr("whole files")
                                           : QString::fromStdString(format_quantity(
                                                 value.toDouble(), "bytes", ByteUnits::Binary));
    }
    if (key == "file_size") {
        return sizeClassName(value.toDouble());
    }
    if (key == "storage.direct") {
        return value == QLatin1String("true") ? QStringLiteral("O_DIRECT") : tr("buffered");
    }
    if (key == "stages") {
        return value == QLatin1String("full")       ? tr("full pipeline")
               : value == QLatin1String("storage")  ? tr("storage alone")
               : value == QLatin1String("decode")   ? tr("decode alone")
               : value == QLatin1String("consumer") ? tr("accelerator alone")
                                                    : tr("%1 alone").arg(value);
    }
    if (key == kStatementKey && value == QLatin1String("estimate")) {
        return tr("authors\u2019 estimate");
    }
    if (key == kStatementKey && value == QLatin1String("limit")) {
        return tr("at most, by listed limits");
    }
    if (key == "page_cache") {
        return value == QLatin1String("as_is") ? tr("cache as it is") : value;
    }
    if (key == "pattern") {
        return QString::fromStdString(record::condition_text(key, value.toStdString()));
    }
    if (key == "dataset.path") {
        return QFileInfo(value).fileName().isEmpty() ? value : QFileInfo(value).fileName();
    }
    if (key == "loader.command" && !value.isEmpty()) {
        return QString::fromStdString(spec::command_words(value.toStdString()));
    }
    if (key == "storage.store" || key == "storage.volume") {
        return QString::fromStdString(publishedNameOf(value.toStdString()));
    }
    const spec::SettingInfo* const setting = spec::find_setting(key);
    if (setting != nullptr && setting->type == spec::SettingType::Choice) {
        return QString::fromStdString(spec::people_text(*setting, value.toStdString()));
    }
    const metrics::MetricInfo* info = metrics::find_metric(key);
    if (info != nullptr && std::string_view(info->unit) == "text") {
        return value;
    }
    return QStringLiteral("%1 %2").arg(axisOf(key).title, valueInName(key, value));
}

}  // namespace throughline::ui
