// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/study/fact_rows.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include <set>
#include <span>

#include "engine/analysis/absent_figures.h"
#include "engine/analysis/member_spread.h"
#include "engine/base/language.h"
#include "engine/metrics/registry.h"
#include "engine/record/environment_words.h"
#include "ui/charts/figure_words.h"
#include "ui/charts/label_words.h"
#include "ui/study/setting_words.h"
#include "ui/style/said.h"

namespace throughline::ui {

namespace {

QString tr(const char* words) {
    return QCoreApplication::translate("FactRows", words);
}

QString text(const std::string& of) {
    return QString::fromStdString(of);
}

std::size_t placeOf(const std::string& key) {
    const auto all = metrics::all_metrics();
    const metrics::MetricInfo* const info = metrics::find_metric(key);
    return info == nullptr ? all.size() : static_cast<std::size_t>(info - all.data());
}

/// Which of the columns our own engine measured, as the registry says.
enum class Ours : std::uint8_t { None, Some, All };

Ours oursIn(const RunSelection& runs) {
    const auto& columns = runs.columns();
    const auto count = std::ranges::count_if(columns, [&](const RunSelection::Choice& column) {
        return runs.studies()[column.study].study->header.origin == record::Origin::Measured;
    });
    return count == 0                                             ? Ours::None
           : count == static_cast<std::ptrdiff_t>(columns.size()) ? Ours::All
                                                                  : Ours::Some;
}

QString meaningOf(const std::string& key, Ours ours) {
    const metrics::MetricInfo* const info = metrics::find_metric(key);
    if (info == nullptr) {
        return tr("A figure of the tool that made the file, under its own name: %1.")
            .arg(text(key));
    }
    QStringList lines{figureMeaning(key)};
    const bool all = ours == Ours::All;
    if (ours != Ours::None && !isShownAsFactor(key) && *info->formula != '\0') {
        lines << (all ? tr("Formula: %1") : tr("Formula of what Throughline measured: %1"))
                     .arg(said(info->formula));
    }
    if (ours != Ours::None && *info->source != '\0') {
        lines << (all ? tr("Source: %1") : tr("Source of what Throughline measured: %1"))
                     .arg(said(info->source));
    }
    if (info->better != metrics::Better::Neither) {
        lines << (info->better == metrics::Better::Higher ? tr("Higher is better.")
                                                          : tr("Lower is better."));
    }
    return lines.join(u'\n');
}

/// Whose figure it is, where it is not our engine's: "As fio reported it."
QString reporterOf(const ChosenStudy& study) {
    switch (study.study->header.origin) {
        case record::Origin::Measured:
            return {};
        case record::Origin::Published:
            return tr("As published.");
        default:
            return study.row.tool.empty() ? tr("As the imported file has it.")
                                          : tr("As %1 reported it.").arg(text(study.row.tool));
    }
}

QString intervalOf(const std::string& key, const record::Summary& summary) {
    if (!summary.low || !summary.high) {
        return {};
    }
    const QString low = text(metrics::format_metric(key, *summary.low));
    const QString high = text(metrics::format_metric(key, *summary.high));
    return summary.n > 1
               ? tr("95 % interval of %1 repeats: %2 to %3.").arg(summary.n).arg(low, high)
               : tr("Measured once; over its time from %1 to %2.").arg(low, high);
}

/// "39.7 ± 0.04 samples/s": of repeats with how far they may be off, where that is as far on both
/// sides. The unit stands once where both have the same.
QString valueOf(const std::string& key, double value, const record::Summary* summary) {
    constexpr double kUnevenShare = 0.01;
    if (isShownAsFactor(key)) {
        return factorText(value);
    }
    const QString alone = text(metrics::format_metric(key, value));
    if (summary == nullptr || summary->n < 2 || !summary->low || !summary->high) {
        return alone;
    }
    const double half = (*summary->high - *summary->low) / 2.0;
    const double middle = *summary->low + half;
    if (half <= 0.0 || std::abs(middle - value) > kUnevenShare * half) {
        return alone;
    }
    const QString off = text(analysis::length_text(key, half));
    const QString space = QString::fromUtf8(number_marks().unit_space);
    const QString unit = alone.section(space, 1);
    const bool once = !unit.isEmpty() && off.section(space, 1) == unit;
    return QStringLiteral("%1 \u00B1 %2").arg(once ? alone.section(space, 0, 0) : alone, off);
}

QString differenceOf(const std::string& key, const analysis::Difference& difference) {
    const bool factor = isShownAsFactor(key);
    QString words = factor ? factorDifferenceText(*difference.absolute)
                           : text(analysis::absolute_text(key, *difference.absolute));
    if (difference.half_width && !factor) {
        words +=
            QStringLiteral(" \u00B1 ") + text(analysis::length_text(key, *difference.half_width));
    }
    switch (analysis::kind_of(key, difference)) {
        case analysis::ChangeKind::Equal:
            return tr("The same as the baseline.");
        case analysis::ChangeKind::Unsure:
            return tr("%1 against the baseline. Not both were repeated, so the difference cannot "
                      "be told from noise.")
                .arg(words);
        case analysis::ChangeKind::WithinNoise:
            return tr("%1 against the baseline: within noise, the 95 % interval contains 0.")
                .arg(words);
        default:
            return tr("%1 against the baseline: beyond noise, the 95 % interval excludes 0.")
                .arg(words);
    }
}

/// Of a tool that counts times in bins, a percentile may lie above the longest time.
QString aboveItsMaximum(const std::string& key, const RunForPlot& run, double value) {
    const std::string id = metrics::parse_metric_key(key).id;
    const std::size_t at = id.find("_p99");
    if (at == std::string::npos) {
        return {};
    }
    const std::string longest =
        id.substr(0, at) + "_max" + key.substr(id.size());  // of the same device
    const auto most = run.metrics.find(longest);
    return most == run.metrics.end() || value <= most->second.value
               ? QString()
               : tr("It lies above the maximum, because times are counted in bins, and this is "
                    "where "
                    "a bin ends.");
}

/// Of one column.
FactCell cellOf(const std::string& key,
                const RunSelection::Choice& column,
                const RunSelection& runs,
                const std::optional<double>& value,
                const analysis::Difference* difference) {
    const RunForPlot& run = *column.run;
    FactCell cell;
    if (!value) {
        const record::Header& header = runs.studies()[column.study].study->header;
        const bool priced = runs.studies()[column.study].row.price_per_hour.has_value();
        const analysis::Absence absence =
            analysis::why_absent({header, run.settings, run.metrics, run.absent, priced}, key);
        cell.absent = text(absence.why);
        cell.byAllStages = absence.by_all_stages;
        cell.details = tr("Not available: %1.").arg(cell.absent) + u' ' + text(absence.remedy);
        return cell;
    }
    const auto summary = run.metrics.find(key);
    cell.value = valueOf(key, *value, summary == run.metrics.end() ? nullptr : &summary->second);
    cell.details = summary == run.metrics.end() ? QString() : intervalOf(key, summary->second);
    QStringList details{
        reporterOf(runs.studies()[column.study]), cell.details, aboveItsMaximum(key, run, *value)};
    details.removeAll(QString());
    cell.details = details.join(u' ');
    if (difference == nullptr || !difference->absolute) {
        return cell;
    }
    cell.kind = analysis::kind_of(key, *difference);
    cell.change = isShownAsFactor(key) ? factorDifferenceText(*difference->absolute)
                                       : text(analysis::difference_text(key, *difference));
    cell.details +=
        (cell.details.isEmpty() ? QString() : QStringLiteral(" ")) + differenceOf(key, *difference);
    return cell;
}

FactRow rowOf(const analysis::ComparedMetric& metric, const RunSelection& runs) {
    FactRow row{.title = metric.members.empty() ? figureTitle(metric.key)
                                                : text(analysis::compared_title(metric)),
                .group = {},
                .key = metric.key,
                .meaning = meaningOf(metric.key, oursIn(runs)),
                .cells = {},
                .differs = metric.differs()};
    const auto& columns = runs.columns();
    row.cells.push_back(
        cellOf(metric.key,
               columns.front(),
               runs,
               metric.baseline ? std::optional(metric.baseline->value) : std::nullopt,
               nullptr));
    for (std::size_t i = 0; i < metric.others.size(); ++i) {
        row.cells.push_back(cellOf(metric.key,
                                   columns[i + 1],
                                   runs,
                                   metric.others[i].value,
                                   runs.isCompared() ? &metric.others[i] : nullptr));
    }
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
        const QString member = text(analysis::member_beside(metric, i));
        if (!member.isEmpty() && !row.cells[i].value.isEmpty()) {
            row.cells[i].value = QStringLiteral("%1 (%2)").arg(row.cells[i].value, member);
        }
    }
    row.standsOut = std::ranges::any_of(row.cells, [](const FactCell& cell) {
        return cell.kind == analysis::ChangeKind::Better ||
               cell.kind == analysis::ChangeKind::Worse ||
               cell.kind == analysis::ChangeKind::BeyondNoise;
    });
    return row;
}

using ComparedMetrics = std::span<const analysis::ComparedMetric>;

/// Of a column, 0 for the baseline.
std::vector<analysis::MemberFigure> membersOf(ComparedMetrics metrics, std::size_t column) {
    std::vector<analysis::MemberFigure> members;
    for (const analysis::ComparedMetric& metric : metrics) {
        const std::optional<double> value = column > 0 ? metric.others[column - 1].value
                                            : metric.baseline
                                                ? std::optional(metric.baseline->value)
                                                : std::nullopt;
        if (value) {
            members.push_back({metrics::parse_metric_key(metric.key).value, *value});
        }
    }
    return members;
}

FactCell spreadCell(const std::string& id, const std::vector<analysis::MemberFigure>& members) {
    constexpr std::size_t kNamed = 4;
    const auto spread = analysis::spread_of(members);
    if (!spread) {
        return {};
    }
    FactCell cell{.value = text(analysis::spread_text(id, *spread))};
    QStringList far;
    for (const analysis::MemberFigure& one : analysis::far_out(members)) {
        if (far.size() < static_cast<qsizetype>(kNamed)) {
            far << text(one.name);
        }
    }
    const auto count = static_cast<qulonglong>(spread->count);
    cell.details = far.isEmpty() ? tr("Least, median and most of %1.").arg(count)
                                 : tr("Least, median and most of %1; what stands out most: %2.")
                                       .arg(count)
                                       .arg(far.join(QStringLiteral(", ")));
    return cell;
}

/// What stands for many that are alike.
FactRow spreadRow(ComparedMetrics metrics, const RunSelection& runs) {
    const metrics::MetricKey first = metrics::parse_metric_key(metrics.front().key);
    const QString title = figureTitle(first.id);
    FactRow row{.title = tr("%1: least \u2013 median \u2013 most").arg(title),
                .group = {},
                .key = keyOfEach(first.id, first.label),
                .meaning = meaningOf(first.id, oursIn(runs)),
                .cells = {},
                .members = text(first.id + "{" + first.label + "=")};
    for (std::size_t column = 0; column < runs.columns().size(); ++column) {
        row.cells.push_back(spreadCell(first.id, membersOf(metrics, column)));
    }
    row.differs = std::ranges::any_of(metrics, [](const auto& one) { return one.differs(); });
    return row;
}

/// Those of one quantity that stand below each other.
void addRows(std::vector<FactRow>& rows, ComparedMetrics metrics, const RunSelection& runs) {
    const bool folds = metrics.size() > analysis::kMembersListed &&
                       analysis::are_alike(metrics::parse_metric_key(metrics.front().key).label);
    if (folds) {
        rows.push_back(spreadRow(metrics, runs));
    }
    for (const analysis::ComparedMetric& metric : metrics) {
        rows.push_back(rowOf(metric, runs));
        rows.back().onlyFound = folds;
    }
}

/// How many from the first on are of the same quantity and label.
std::size_t countAlike(ComparedMetrics metrics) {
    const auto quantityOf = [](const analysis::ComparedMetric& metric) {
        const metrics::MetricKey key = metrics::parse_metric_key(metric.key);
        return std::pair(key.id, key.label);
    };
    const auto other = std::ranges::find_if(metrics, [&](const analysis::ComparedMetric& metric) {
        return quantityOf(metric) != quantityOf(metrics.front());
    });
    return static_cast<std::size_t>(other - metrics.begin());
}

/// Of a figure that no column has.
FactRow lackingRow(const std::string& key, const RunSelection& runs) {
    FactRow row{.title = figureTitle(key),
                .group = {},
                .key = key,
                .meaning = meaningOf(key, oursIn(runs)),
                .cells = {}};
    for (const RunSelection::Choice& column : runs.columns()) {
        row.cells.push_back(cellOf(key, column, runs, std::nullopt, nullptr));
    }
    return row;
}

/// Settings as they are told apart: the words of one of the columns.
QString settingIn(const RunForPlot& run, const std::string& key) {
    const auto found = run.settings.find(key);
    return found == run.settings.end() ? QString() : settingValue(key, found->second);
}

FactRow rowOf(const analysis::ComparedSetting& setting, const RunSelection& runs) {
    const spec::SettingInfo* const info = spec::find_setting(setting.key);
    FactRow row{.title = info != nullptr ? settingTitle(setting.key)
                                         : text(metrics::metric_title(setting.key)),
                .group = info != nullptr ? settingGroup(spec::group_of(setting.key)) : QString(),
                .key = setting.key,
                .meaning = {},
                .cells = {},
                .differs = setting.differs,
                .standsOut = setting.differs};
    const metrics::MetricInfo* const condition = metrics::find_metric(setting.key);
    row.meaning = info != nullptr        ? settingMeaning(*info)
                  : condition != nullptr ? said(condition->meaning)
                                         : tr("A setting of the tool that made the file.");
    for (const RunSelection::Choice& column : runs.columns()) {
        row.cells.push_back({.value = settingIn(*column.run, setting.key)});
    }
    return row;
}

/// What the records say of where and of what they were made.
std::vector<FactRow> environmentRows(const RunSelection& runs) {
    std::set<std::string> keys;
    for (const RunSelection::Choice& column : runs.columns()) {
        for (const auto& [key, value] : runs.studies()[column.study].study->header.environment) {
            keys.insert(key);
        }
    }
    std::vector<FactRow> rows;
    for (const std::string& key : keys) {
        FactRow row{.title = text(record::environment_title(key)),
                    .group = tr("Computer and data"),
                    .key = key,
                    .meaning = tr("Read when the measurement began, or from the imported file."),
                    .cells = {}};
        for (const RunSelection::Choice& column : runs.columns()) {
            const auto& known = runs.studies()[column.study].study->header.environment;
            const auto found = known.find(key);
            row.cells.push_back({.value = found == known.end() ? QString()
                                                               : text(record::environment_text(
                                                                     key, found->second))});
            row.differs = row.differs || row.cells.back().value != row.cells.front().value;
        }
        row.standsOut = row.differs;
        rows.push_back(std::move(row));
    }
    return rows;
}

}  // namespace

QString wordsOf(analysis::ChangeKind kind) {
    switch (kind) {
        case analysis::ChangeKind::WithinNoise:
            return tr("within noise");
        case analysis::ChangeKind::Better:
            return tr("better");
        case analysis::ChangeKind::Worse:
            return tr("worse");
        case analysis::ChangeKind::None:
        case analysis::ChangeKind::Equal:
        case analysis::ChangeKind::Unsure:
        case analysis::ChangeKind::BeyondNoise:
            break;
    }
    return {};
}

std::vector<FactRow> figureRows(const RunSelection& runs) {
    std::vector<FactRow> rows;
    std::set<std::string> known;
    for (ComparedMetrics left = runs.comparison().metrics; !left.empty();) {
        const std::size_t count = countAlike(left);
        addRows(rows, left.first(count), runs);
        left = left.subspan(count);
    }
    for (const analysis::ComparedMetric& metric : runs.comparison().metrics) {
        known.insert(metric.key);
        known.insert(metrics::parse_metric_key(metric.key).id);
    }
    std::set<std::string> lacking;
    for (const RunSelection::Choice& column : runs.columns()) {
        for (const auto& [key, reason] : column.run->absent) {
            if (!known.contains(key)) {
                lacking.insert(key);
            }
        }
    }
    std::vector<std::string> inOrder(lacking.begin(), lacking.end());
    std::ranges::stable_sort(inOrder, {}, placeOf);
    for (const std::string& key : inOrder) {
        rows.push_back(lackingRow(key, runs));
        known.insert(metrics::parse_metric_key(key).id);
    }
    for (const metrics::MetricInfo& info : metrics::all_metrics()) {
        if (info.kind == metrics::Kind::Measured && !known.contains(info.id)) {
            rows.push_back(lackingRow(info.id, runs));
            rows.back().onlyFound = true;
        }
    }
    return rows;
}

std::vector<FactRow> settingRows(const RunSelection& runs) {
    std::vector<FactRow> rows;
    for (const analysis::ComparedSetting& setting : runs.comparison().settings) {
        rows.push_back(rowOf(setting, runs));
    }
    for (FactRow& row : environmentRows(runs)) {
        const bool is_told = std::ranges::any_of(rows, [&row](const FactRow& other) {
            return other.key == row.key &&
                   std::ranges::equal(
                       other.cells, row.cells, {}, &FactCell::value, &FactCell::value);
        });
        if (!is_told) {
            rows.push_back(std::move(row));
        }
    }
    std::ranges::stable_partition(rows, &FactRow::differs);
    return rows;
}

}  // namespace throughline::ui
