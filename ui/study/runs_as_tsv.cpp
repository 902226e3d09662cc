// SPDX-License-Identifier: GPL-3.0-or-later
// The columns as text that a spreadsheet takes.
#include <QCoreApplication>
#include <QLocale>

#include "engine/metrics/registry.h"
#include "ui/study/fact_rows.h"
#include "ui/study/run_selection.h"

namespace throughline::ui {

namespace {

QString heading(const char* words) {
    return QCoreApplication::translate("RunSelection", words);
}

QString textOf(const std::string& of) {
    return QString::fromStdString(of);
}

/// A cell of tab-separated text.
QString plain(QString words) {
    return words.replace(QChar(u'\t'), QChar(u' ')).replace(QChar(u'\n'), QChar(u' '));
}

/// As precise as it is; empty: there is none.
QString number(const std::optional<double>& value) {
    return value ? QString::number(*value, 'g', QLocale::FloatingPointShortest) : QString();
}

/// Of the columns; the baseline's says what it is.
QStringList namesOf(const RunSelection& runs) {
    QStringList names;
    for (const RunSelection::Choice& column : runs.columns()) {
        names << (names.isEmpty() && runs.isCompared()
                      ? heading("Baseline: %1").arg(plain(column.name))
                      : plain(column.name));
    }
    return names;
}

void addDifference(QStringList& cells, const analysis::Difference& difference) {
    std::optional<double> low;
    std::optional<double> high;
    if (difference.absolute && difference.half_width) {
        low = *difference.absolute - *difference.half_width;
        high = *difference.absolute + *difference.half_width;
    }
    cells << number(difference.absolute) << number(low) << number(high)
          << number(difference.percent);
}

}  // namespace

QString figuresAsTsv(const RunSelection& runs) {
    const QStringList names = namesOf(runs);
    QStringList first{heading("Figure"), heading("Key"), heading("Unit")};
    for (qsizetype i = 0; i < names.size(); ++i) {
        first << names[i];
        if (i > 0 && runs.isCompared()) {
            first << heading("%1: difference (of % in pp)").arg(names[i])
                  << heading("%1: difference, 95 % interval, low").arg(names[i])
                  << heading("%1: difference, 95 % interval, high").arg(names[i])
                  << heading("%1: difference, % of the baseline").arg(names[i]);
        }
    }
    QStringList lines{first.join(QChar(u'\t'))};
    for (const analysis::ComparedMetric& metric : runs.comparison().metrics) {
        const auto* const info = metrics::find_metric(metric.key);
        QStringList cells{plain(textOf(analysis::title_with_members(metric))),
                          textOf(metric.key),
                          info == nullptr ? QString() : QString::fromUtf8(info->unit)};
        cells << number(metric.baseline ? std::optional(metric.baseline->value) : std::nullopt);
        for (const analysis::Difference& difference : metric.others) {
            cells << number(difference.value);
            if (runs.isCompared()) {
                addDifference(cells, difference);
            }
        }
        lines << cells.join(QChar(u'\t'));
    }
    return lines.join(QChar(u'\n')) + QChar(u'\n');
}

QString settingsAsTsv(const RunSelection& runs) {
    QStringList lines{
        (QStringList{heading("Setting"), heading("Key")} + namesOf(runs)).join(QChar(u'\t'))};
    for (const FactRow& row : settingRows(runs)) {
        QStringList cells{plain(row.title), textOf(row.key)};
        for (const FactCell& cell : row.cells) {
            cells << plain(cell.value);
        }
        lines << cells.join(QChar(u'\t'));
    }
    return lines.join(QChar(u'\n')) + QChar(u'\n');
}

}  // namespace throughline::ui
