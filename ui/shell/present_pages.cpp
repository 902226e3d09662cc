// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/present_pages.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

#include "engine/analysis/answer.h"
#include "engine/analysis/emulation.h"
#include "engine/analysis/observed.h"
#include "engine/metrics/registry.h"
#include "ui/charts/fields.h"
#include "ui/charts/provenance.h"
#include "ui/charts/study_views.h"
#include "ui/plot/ticks.h"
#include "ui/shell/observed_plot.h"
#include "ui/shell/present_words.h"
#include "ui/study/limit_bars.h"
#include "ui/study/result_panel.h"
#include "ui/style/number_text.h"

namespace throughline::ui {

namespace {

/// What tells names apart is mostly at their ends.
QString withoutMiddle(const QString& name, qsizetype most) {
    if (name.size() <= most) {
        return name;
    }
    const qsizetype half = (most - 1) / 2;
    return name.left(half).trimmed() + u'\u2026' + name.right(half).trimmed();
}

/// `whole_only`: of the full pipeline.
bool countsAsBest(const PlotSeries& series, bool whole_only) {
    return series.visible && !series.onSecondAxis && (series.isWhole || !whole_only) &&
           series.stack < 0 &&
           (series.kind == SeriesKind::Line || series.kind == SeriesKind::Points ||
            series.kind == SeriesKind::Bars);
}

/// The best point of a chart, and how many curves it was chosen from.
struct BestPoint {
    const PlotSeries* of = nullptr;
    const PlotPoint* point = nullptr;  ///< null: there is none
    int curves = 0;
    bool past_emulated = false;  ///< emulated ones are in the chart, too, and were not asked
    bool past_others = false;    ///< what is no full pipeline is better, and was not asked
};

bool isBetter(const PlotPoint& one, const PlotPoint& than, bool lower) {
    return lower ? one.y < than.y : one.y > than.y;
}

/// What was emulated is no record of this computer: it is asked only where there is nothing else.
BestPoint bestPointAmong(const PlotModel& model, bool lower, bool whole_only) {
    const auto isReal = [&](const PlotSeries& one) {
        return countsAsBest(one, whole_only) && one.mark.isEmpty() && !one.points.empty();
    };
    const bool real_only = std::ranges::any_of(model.series, isReal);
    BestPoint best;
    for (const PlotSeries& series : model.series) {
        if (!countsAsBest(series, whole_only)) {
            continue;
        }
        if (real_only && !series.mark.isEmpty()) {
            best.past_emulated = true;
            continue;
        }
        ++best.curves;
        for (const PlotPoint& point : series.points) {
            if (std::isfinite(point.x) && std::isfinite(point.y) &&
                (best.point == nullptr || isBetter(point, *best.point, lower))) {
                best.point = &point;
                best.of = &series;
            }
        }
    }
    return best;
}

/// Of the full pipeline, where there is a curve of it, in every chart: a ceiling is not what is
/// reached. That other curves are better is said.
BestPoint bestPointOf(const PlotModel& model, bool lower) {
    BestPoint best = bestPointAmong(model, lower, true);
    if (best.point == nullptr) {
        return bestPointAmong(model, lower, false);
    }
    best.past_others = std::ranges::any_of(model.series, [&](const PlotSeries& series) {
        return countsAsBest(series, false) && !series.isWhole &&
               std::ranges::any_of(series.points, [&](const PlotPoint& point) {
                   return std::isfinite(point.x) && isBetter(point, *best.point, lower);
               });
    });
    return best;
}

/// Whose a point is, in full where it fits: what a label leaves out may be the study. That it was
/// emulated is said in any case.
QString nameOfBest(const PlotSeries& of) {
    constexpr qsizetype kNameMax = 60;
    const QString& label = of.label.isEmpty() ? of.name : of.label;
    const QString name = withoutMiddle(of.name.size() <= kNameMax ? of.name : label, kNameMax);
    return of.mark.isEmpty() || name.contains(of.mark)
               ? name
               : QStringLiteral("%1 (%2)").arg(name, of.mark);
}

/// "Highest: 1.39 k images/s (decode threads: 4)", "Lowest: …" of what is better when less; ""
/// where that says nothing: over time, of the stages, of how often a value was met, of what is
/// neither good nor bad.
QString bestOf(const PlotModel& model) {
    const metrics::MetricInfo* metric = metrics::find_metric(model.y.key);
    const bool of_stages = model.x.key == "stages";  // the fastest stage is no result
    const bool says_it = !of_stages && !model.x.alwaysLinear && model.x.bins.ends.empty() &&
                         metric != nullptr && metric->better != metrics::Better::Neither;
    const bool lower = says_it && metric->better == metrics::Better::Lower;
    const BestPoint best = says_it ? bestPointOf(model, lower) : BestPoint{};
    if (best.point == nullptr) {
        return {};
    }
    QStringList of;
    if (best.curves > 1 || best.past_emulated) {
        of << nameOfBest(*best.of);
    }
    // A figure of the real device says nothing of a volume that was emulated on it.
    const metrics::MetricInfo* const along = metrics::find_metric(model.x.key);
    const bool of_device = along != nullptr && std::string_view(along->dimension) == "device";
    if (best.of->mark.isEmpty() || !of_device) {
        of << worded("%1: %2").arg(withinSentence(model.x.title),
                                   valueText(model.x, best.point->x));
    }
    const QString y = valueText(model.y, best.point->y);
    if (of.isEmpty()) {
        of << best.of->mark;
    }
    const char* const words =
        best.past_emulated && best.past_others
            ? (lower ? QT_TRANSLATE_NOOP("Present",
                                         "Lowest of the full pipeline without emulation: %1 (%2)")
                     : QT_TRANSLATE_NOOP("Present",
                                         "Highest of the full pipeline without emulation: %1 (%2)"))
        : best.past_emulated
            ? (lower ? QT_TRANSLATE_NOOP("Present", "Lowest without emulation: %1 (%2)")
                     : QT_TRANSLATE_NOOP("Present", "Highest without emulation: %1 (%2)"))
        : best.past_others
            ? (lower ? QT_TRANSLATE_NOOP("Present", "Lowest of the full pipeline: %1 (%2)")
                     : QT_TRANSLATE_NOOP("Present", "Highest of the full pipeline: %1 (%2)"))
        : lower ? QT_TRANSLATE_NOOP("Present", "Lowest: %1 (%2)")
                : QT_TRANSLATE_NOOP("Present", "Highest: %1 (%2)");
    return worded(words).arg(y, of.join(QStringLiteral(", ")));
}

/// What matters most, as much of it as is read at a glance; the rest is counted.
QString cautionOf(QStringList remarks) {
    constexpr qsizetype kCharactersMax = 120;
    remarks.removeDuplicates();
    QString said = remarks.value(0);
    qsizetype taken = 1;
    while (taken < remarks.size() && said.size() + 1 + remarks[taken].size() <= kCharactersMax) {
        said += u' ' + remarks[taken++];
    }
    return taken < remarks.size() ? worded("%1 (%2 notes in all)").arg(said).arg(remarks.size())
                                  : said;
}

PresentPage pageOfChart(const PlotModel& model,
                        const QString& title,
                        const std::vector<StudyForPlot>& studies,
                        const QStringList& remarks) {
    PresentPage page{.headline = title.isEmpty() ? chartTitle(model) : title,
                     .figures = bestOf(model),
                     .model = model,
                     .footer = provenanceOf(studies, {&model}, remarks)};
    page.source = page.footer.value(0);
    page.caution = cautionOf(remarks);
    return page;
}

/// The stages alone and the whole, where there is no curve to be shown, on the scale on which the
/// result page has them.
PlotModel limitsPlot(const record::Study& study, const StudyForPlot& called) {
    const std::vector<LimitBar> bars = limitBarsOf(study);
    PlotModel model;
    model.y = {.key = "images_per_second",
               .title = worded("Images per second"),
               .unit = "1/s",
               .shownUnit = worded("images/s"),
               .scale = areFarApart(bars) ? AxisScale::Logarithmic : AxisScale::Linear,
               .fromZero = true};
    PlotSeries rates{
        .name = titleOf(called), .colourSlot = called.colourSlot, .kind = SeriesKind::Points};
    for (const LimitBar& bar : bars) {
        rates.points.push_back({.x = static_cast<double>(model.x.categories.size()),
                                .y = bar.imagesPerSecond,
                                .label = valueText(model.y, bar.imagesPerSecond)});
        model.x.categories << bar.name;
    }
    if (!rates.points.empty()) {
        model.series.push_back(std::move(rates));
    }
    model.emptyText =
        worded("No rate of this study can be drawn: its figures are on page Figures.");
    return model;
}

}  // namespace

QString idOfResult() {
    return QStringLiteral("result");
}

QString idOfChart(std::size_t chart) {
    return QStringLiteral("chart/%1").arg(chart);
}

PresentPage pageOfResult(const record::Study& study,
                         int colourSlot,
                         const PlotModel& chart,
                         const QString& apart) {
    const analysis::Answer answer = analysis::answer_of(study);
    const QString grade = QString::fromStdString(answer.grounds);
    QStringList remarks;
    if (!grade.isEmpty()) {
        remarks << grade;
    }
    std::vector<StudyForPlot> studies{studyForPlot(study, colourSlot)};
    studies.front().apart = apart;
    PlotModel model = analysis::is_observed(study) && !study.runs.empty()
                          ? observedPlot(study.runs.front())
                          : PlotModel();
    if (!model.hasPoints()) {
        model = chart.hasPoints() ? chart : limitsPlot(study, studies.front());
    }
    return {.id = idOfResult(),
            .headline = QString::fromStdString(answer.headline),
            .figures = QString::fromStdString(answer.figures),
            .caution = QString::fromStdString(answer.doubt),
            .source = grade.isEmpty() ? titleOf(studies.front())
                                      : worded("%1. %2").arg(titleOf(studies.front()), grade),
            .model = model,
            .footer = provenanceOf(studies, {&model}, remarks)};
}

std::vector<PresentPage> pagesOfCharts(const ExploreWidget& explore) {
    const ExploreDocument& document = *explore.document();
    std::vector<PresentPage> pages;
    for (const ChartPane* pane : explore.charts()->panes()) {
        const std::size_t index = explore.charts()->indexOf(pane);
        const ChartState& shown = document.state().charts[index];
        if (!pane->plot()->model().hasPoints()) {
            continue;
        }
        QStringList remarks = pane->notes();
        if (!shown.unpublished.isEmpty() && concernsPublished(document.studies(), shown.choice)) {
            remarks << shown.unpublished;
        }
        const bool alone = document.state().charts.size() == 1;
        PresentPage page = pageOfChart(
            pane->plot()->model(), alone ? shown.view : QString(), document.studies(), remarks);
        page.id = idOfChart(index);
        page.range = pane->plot()->zoom().current();
        pages.push_back(std::move(page));
    }
    return pages;
}

std::vector<PresentPage> pagesOfView(const ReadView& read) {
    std::vector<PresentPage> pages;
    for (std::size_t i = 0; i < read.charts.size(); ++i) {
        const ChartOfView& chart = read.charts[i];
        PresentPage page = pageOfChart(chart.built.model,
                                       read.charts.size() == 1 ? read.view.title : QString(),
                                       read.studies,
                                       chart.built.notes());
        if (read.studies.empty()) {
            page.model.emptyText = worded("The studies of this view are not in the library.");
        }
        page.id = QStringLiteral("view/%1/%2").arg(i).arg(read.view.title);
        page.range = chart.range;
        pages.push_back(std::move(page));
    }
    return pages;
}

}  // namespace throughline::ui
