// SPDX-License-Identifier: GPL-3.0-or-later
// The pages of the What-if tab: see present_pages.h.
#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "engine/whatif/headline.h"
#include "ui/shell/present_pages.h"
#include "ui/shell/present_words.h"
#include "ui/style/number_text.h"
#include "ui/whatif/answer_table_model.h"
#include "ui/whatif/assumed_text.h"
#include "ui/whatif/bar_names.h"
#include "ui/whatif/quantity_text.h"
#include "ui/whatif/whatif_plots.h"

namespace throughline::ui {

namespace {

constexpr double kSame = 0.05;  ///< in per cent: less is no difference

/// What is drawn of the others would be in the way of the one that is spoken of.
void showColumns(PlotModel& model, const QStringList& names) {
    for (PlotSeries& series : model.series) {
        series.visible = series.origin != record::Origin::Predicted || names.contains(series.name);
    }
}

/// A number and its "%" stay on one line.
QString unbroken(QString text) {
    return text.replace(QStringLiteral(" %"), QStringLiteral("\u00A0%"));
}

/// How far it may be off, who limits, how long the GPUs wait, how much more that is: as far as it
/// is known. `base`: what it is held against; "" where that has no name.
QString sentencesOf(const whatif::Answer& answer,
                    const whatif::Headline& said,
                    const QString& base) {
    QStringList sentences;
    if (answer.interval) {
        const QString interval = intervalText(*answer.interval, answer.graded.grade);
        sentences << worded("90 % interval: %1 images/s.")
                         .arg(QString(interval).replace(QChar(u'\u2026'),
                                                        QStringLiteral("\u00A0\u2026\u00A0")));
    }
    if (answer.prediction.bottleneck) {
        sentences << worded("Limited by %1.")
                         .arg(QString::fromStdString(
                             whatif::limit_words(*answer.prediction.bottleneck)));
    }
    if (said.gpu_idle_pct.value) {
        sentences << unbroken(
            worded("GPUs wait %1 %.").arg(figureText(*said.gpu_idle_pct.value, 2)));
    }
    if (said.against_base_pct.value && std::abs(*said.against_base_pct.value) < kSame) {
        sentences << (base.isEmpty() ? worded("As fast as now.")
                                     : worded("As fast as now: %1.").arg(base));
    } else if (said.against_base_pct.value) {
        const QString difference = unbroken(
            differenceText(*said.against_base_pct.value, whatif::digits_of(answer.graded.grade)));
        sentences << (base.isEmpty() ? worded("%1 against now.").arg(difference)
                                     : worded("%1 against now: %2.").arg(difference, base));
    }
    return sentences.join(u' ');
}

/// What “Now” is of: its name, else the example or file; "" where it has no title.
QString baseOf(const ScenarioDocument& document) {
    const QString name = baseName(document);
    return name.isEmpty() ? shownTitle(document) : name;
}

QString sentenceOfBase(const ScenarioDocument& document) {
    const QString base = baseOf(document);
    if (base.isEmpty()) {
        return {};
    }
    const QString text = document.studyBase() != nullptr ? worded("“%1” is calibrated on “%2”.")
                         : baseName(document).isEmpty()  ? worded("“%1” is the base of “%2”.")
                                                         : worded("“%1” is “%2”.");
    return text.arg(document.columnName(0), base);
}

/// "Now: photos, 2 threads": who sees one slide alone knows what it is held against.
void nameBase(PlotModel& model, const ScenarioDocument& document) {
    const QString now = document.columnName(0);
    const QString title = shownTitle(document);
    for (PlotSeries& series : model.series) {
        if (series.name != now) {
            continue;
        }
        if (!baseName(document).isEmpty()) {
            series.name = nowWithName(document);
        } else if (!title.isEmpty()) {
            series.name = worded("%1: %2").arg(now, title);
        }
    }
}

/// Whether two differ by less than can be told: most of what either may be, the other may be, too.
bool aboutEqual(const whatif::Answer& a, const whatif::Answer& b) {
    constexpr double kShareMin = 0.75;  ///< of what both span together
    if (!a.interval || !b.interval) {
        return false;
    }
    const double common =
        std::min(a.interval->high, b.interval->high) - std::max(a.interval->low, b.interval->low);
    const double both =
        std::max(a.interval->high, b.interval->high) - std::min(a.interval->low, b.interval->low);
    return both > 0.0 && common >= kShareMin * both;
}

/// What the bars do not say, once for all of which it is said.
QString restOfNames(const BarNames& bars) {
    QString text;
    for (qsizetype i = 0; i < bars.rest.size(); ++i) {
        if (bars.rest[i].isEmpty() || bars.rest.indexOf(bars.rest[i]) < i) {
            continue;
        }
        QStringList names;
        for (qsizetype k = i; k < bars.rest.size(); ++k) {
            if (bars.rest[k] == bars.rest[i]) {
                names << bars.names[k];
            }
        }
        text += worded("%1: %2.").arg(names.join(QStringLiteral(", ")), bars.rest[i]) + u' ';
    }
    return text;
}

/// All of them side by side, which is mostly the question. Names that have no room at the bars are
/// what sets them apart there, else numbers; the small print says the rest.
PresentPage pageOfAllScenarios(const ScenarioDocument& document) {
    const BarNames bars = namesBelowBars(document);
    const auto nameOf = [&](int column) { return bars.names[column]; };
    const auto inSentence = [&](int column) {
        return bars.is_numbered && column > 0
                   ? QStringLiteral("%1 (%2)").arg(nameOf(column), document.columnName(column))
                   : nameOf(column);
    };
    const auto& answers = document.answers().answers;
    std::optional<int> highest;
    std::optional<int> lowest;
    int answered = 0;
    for (int column = 0; column < document.columnCount(); ++column) {
        const auto rate = [&](int of) {
            return answers[static_cast<std::size_t>(of)].prediction.images_per_s();
        };
        if (document.isAnswered(column) && std::isfinite(rate(column))) {
            highest = highest && rate(*highest) >= rate(column) ? highest : column;
            lowest = lowest && rate(*lowest) <= rate(column) ? lowest : column;
            ++answered;
        }
    }
    const auto said = [&](int column) {
        const whatif::Answer& answer = answers[static_cast<std::size_t>(column)];
        return predictedText(answer.prediction.images_per_s(), answer.graded.grade);
    };
    PresentPage page{.id = idOfAllScenarios(),
                     .headline = worded("All %1 scenarios, predicted").arg(document.columnCount()),
                     .model = scenariosPlot(document, nameOf)};
    if (answered > 1 && said(*highest) == said(*lowest)) {
        page.figures = worded("All of them: ≈\u00A0%1\u00A0images/s.").arg(said(*highest));
    } else if (answered > 1) {
        page.figures =
            worded(
                "Highest: %1, ≈\u00A0%2\u00A0images/s. Lowest: %3, "
                "≈\u00A0%4\u00A0images/s.")
                .arg(inSentence(*highest), said(*highest), inSentence(*lowest), said(*lowest));
        QStringList equal;
        for (int column = 0; column < document.columnCount(); ++column) {
            if (column != *highest && column != *lowest && document.isAnswered(column) &&
                aboutEqual(answers[static_cast<std::size_t>(column)],
                           answers[static_cast<std::size_t>(*highest)])) {
                equal << inSentence(column);
            }
        }
        if (!equal.isEmpty()) {
            page.figures +=
                u' ' +
                worded("About equal to the highest: %1.").arg(equal.join(QStringLiteral(", ")));
        }
    }
    page.source += restOfNames(bars);
    page.source += worded("Predicted by the model, not measured.");
    if (const QString what = sentenceOfBase(document); !what.isEmpty()) {
        page.source += u' ' + what;
    }
    if (const QString assumed = assumedOfAll(document, nameOf).join(u' '); !assumed.isEmpty()) {
        page.source += u' ' + assumed;
    }
    return page;
}

/// Why to doubt whatever is predicted from it.
QString cautionOfBase(const StudyBase* base) {
    QStringList sentences;
    if (base != nullptr && base->calibration.disturbed) {
        sentences << worded(
            "Other programs used the processors while the base was measured: its "
            "figures are too low by an unknown amount.");
    }
    if (const std::string emulated = base == nullptr ? "" : whatif::emulation_text(*base);
        !emulated.empty()) {
        sentences << QString::fromStdString(emulated);
    }
    return sentences.join(u' ');
}

/// What the What-if tab shows instead of the curve, for all scenarios or the chosen one.
std::optional<PresentPage> pageOfChartInFront(WhatIfPage& whatIf) {
    std::optional<ChartInFront> chart = whatIf.charts()->inFront();
    if (!chart) {
        return std::nullopt;
    }
    PresentPage page{.id = idOfChartInFront(),
                     .headline = chart->title,
                     .figures = chart->sentence,
                     .caution = cautionOfBase(whatIf.document()->studyBase()),
                     .source = chart->caption,
                     .model = std::move(chart->plot)};
    nameBase(page.model, *whatIf.document());
    page.footer = {page.source + u' ' + whatIf.charts()->backTestText()};
    return page;
}

}  // namespace

QString idOfAllScenarios() {
    return QStringLiteral("scenarios");
}

QString idOfChartInFront() {
    return QStringLiteral("scenarios/chart");
}

QString idOfScenario(int column) {
    return QStringLiteral("scenario/%1").arg(column);
}

std::vector<PresentPage> pagesOfScenarios(WhatIfPage& whatIf) {
    const ScenarioDocument& document = *whatIf.document();
    std::vector<PresentPage> pages;
    if (!whatIf.isVisible() && whatIf.files()->isExample()) {
        return pages;  // nobody's answer
    }
    const QString caution = cautionOfBase(document.studyBase());
    const PlotModel curves = curvePlot(document, whatIf.charts()->curveInput());
    if (document.columnCount() > 1) {
        pages.push_back(pageOfAllScenarios(document));
        pages.back().caution = caution;
        pages.back().footer = {pages.back().source + u' ' + whatIf.charts()->backTestText()};
    }
    if (auto chart = pageOfChartInFront(whatIf)) {
        pages.push_back(*std::move(chart));
    }
    for (int column = 0; column < document.columnCount(); ++column) {
        PresentPage page{.id = idOfScenario(column), .caution = caution, .model = curves};
        const QString name = document.columnName(column);
        showColumns(page.model, {document.columnName(0), name});
        nameBase(page.model, document);
        if (!document.isAnswered(column)) {
            page.headline = worded("%1: no answer").arg(name);
            page.figures = document.problemOf(column);
            pages.push_back(std::move(page));
            continue;
        }
        const auto& answers = document.answers().answers;
        const whatif::Answer& answer = answers[static_cast<std::size_t>(column)];
        const whatif::Headline said = whatif::headline(answer, answers.front());
        page.headline =
            said.images_per_s.value
                ? worded("%1: ≈\u00A0%2\u00A0images/s")
                      .arg(name, predictedText(*said.images_per_s.value, answer.graded.grade))
                : worded("%1: nothing limits the rate").arg(name);
        page.figures = sentencesOf(answer, said, baseName(document));
        page.source = worded("Predicted by the model, not measured. Grade %1: %2.")
                          .arg(QLatin1String(name_of(answer.graded.grade)),
                               QString::fromStdString(answer.grade_reason));
        if (const QString assumed = assumedText(answer); !assumed.isEmpty()) {
            page.source = assumed + u' ' + page.source;
        }
        page.footer = {page.source + u' ' + whatIf.charts()->backTestText()};
        pages.push_back(std::move(page));
    }
    return pages;
}

}  // namespace throughline::ui
