// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/panel_cards.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

#include "engine/catalog/catalog.h"
#include "ui/charts/chart_kinds.h"
#include "ui/charts/fields.h"
#include "ui/charts/own_findings.h"
#include "ui/charts/study_views.h"
#include "ui/measure/presets.h"
#include "ui/study/setting_words.h"
#include "ui/style/number_text.h"
#include "ui/style/said.h"
#include "ui/whatif/scenario_files.h"

namespace throughline::ui {

namespace {

QString tr(const char* text, const char* comment = nullptr, int count = -1) {
    return QCoreApplication::translate("throughline::ui::PanelCards", text, comment, count);
}

QString questionKey(panels::Question question) {
    return QLatin1String("question:") + QLatin1String(panels::name_of(question));
}

QString studyKey(const char* study) {
    return QLatin1String("study:") + QLatin1String(study);
}

constexpr const char* kOwnGroup = "own";

/// The studies of the table, each once, in its order.
std::vector<const char*> studiesOfPanels() {
    std::vector<const char*> studies;
    for (const panels::Panel& panel : panels::all_panels()) {
        for (const char* const study : panel.studies) {
            if (std::ranges::none_of(
                    studies, [&](const char* known) { return std::string_view(known) == study; })) {
                studies.push_back(study);
            }
        }
    }
    return studies;
}

/// Whether a chart of whole runs has a place for it; of other kinds hasCurve() says so.
bool hasPoint(const RunForPlot& run, const PlotChoice& chart) {
    if (!hasCurve(run, chart) || !chart.has<RunsChart>()) {
        return hasCurve(run, chart);
    }
    const bool has_y = std::ranges::any_of(run.metrics, [&](const auto& figure) {
        return figure.first == chart.y || figure.first.starts_with(chart.y + "{");
    });
    const bool has_x = !settingText(run, chart.x).isEmpty() || numberOf(run, chart.x).has_value();
    return has_x && (has_y || isSetting(run, chart.y));
}

int ownRunsOf(const panels::Panel& panel, const std::vector<StudyForPlot>& plotted) {
    const auto view = studyViewNamed(QString::fromLatin1(panel.id));
    if (!view) {
        return 0;
    }
    const auto charts = view->choices();
    std::ptrdiff_t runs = 0;
    for (const StudyForPlot& study : plotted) {
        if (study.origin == record::Origin::Published) {
            continue;
        }
        runs += std::ranges::count_if(study.runs, [&](const RunForPlot& run) {
            return std::ranges::any_of(
                charts, [&](const PlotChoice& chart) { return hasPoint(run, chart); });
        });
    }
    return static_cast<int>(runs);
}

}  // namespace

std::vector<CardGroup> cardGroups() {
    std::vector<CardGroup> groups{{.key = {}, .title = tr("All")},
                                  {.key = QLatin1String(kSavedGroup), .title = tr("Saved views")},
                                  {.key = {}, .title = tr("Questions"), .heading = true}};
    for (const panels::Question question : panels::kQuestions) {
        groups.push_back({.key = questionKey(question), .title = said(panels::title_of(question))});
    }
    groups.push_back({.key = {}, .title = tr("Studies"), .heading = true});
    const catalog::Catalog catalog = catalog::Catalog::built_in();
    for (const char* const study : studiesOfPanels()) {
        const catalog::Source* const source = catalog.find_source(study);
        const QString title =
            source == nullptr ? QString::fromLatin1(study) : QString::fromStdString(source->title);
        groups.push_back({.key = studyKey(study), .title = title, .tip = title});
    }
    groups.push_back({.key = QLatin1String(kOwnGroup), .title = tr("Your own runs alone")});
    return groups;
}

QStringList groupsOf(const panels::Panel& panel) {
    QStringList groups{questionKey(panel.question)};
    for (const char* const study : panel.studies) {
        groups << studyKey(study);
    }
    if (panel.studies.empty()) {
        groups << QLatin1String(kOwnGroup);
    }
    return groups;
}

QString dataOf(const panels::Panel& panel, const std::vector<StudyForPlot>& plotted) {
    if (panel.views.empty()) {
        return tr("Cannot be drawn yet");
    }
    const int runs = ownRunsOf(panel, plotted);
    const QString own =
        runs == 0 ? tr("none of the plotted runs") : tr("%1 of the plotted runs").arg(runs);
    if (panel.studies.empty()) {
        return tr("Yours: %1").arg(own);
    }
    return (panel.sources.empty()          ? tr("Published: no values; yours: %1")
            : panel.unpublished[0] != '\0' ? tr("Published: in part; yours: %1")
                                           : tr("Published: all; yours: %1"))
        .arg(own);
}

/// "Measured here in about 2 minutes with 412 MB of data."; why not, where it is not.
static QString measuringOf(const panels::Panel& panel) {
    const panels::Experiment* const experiment = panels::experiment_of(panel);
    if (experiment == nullptr) {
        return said(panel.not_measured);
    }
    const Estimate estimate = estimateOf(panels::spec_of(*experiment, {}, true), 0.0);
    return tr("Measured here in about %n minute(s), with %1 of data that are made once.",
              nullptr,
              std::max(1, static_cast<int>(std::ceil(estimate.seconds / 60.0))))
               .arg(bytesText(panels::data_bytes_of(*experiment))) +
           (experiment->emulated[0] == '\0' ? QString()
                                            : u' ' + withOneMark(said(experiment->emulated)));
}

static QString link(const QString& to, const QString& text) {
    return QStringLiteral("<a href=\"%1\">%2</a>").arg(to.toHtmlEscaped(), text.toHtmlEscaped());
}

/// "Source: A study, 2018 (lambda-io-024, lambda-io-025)."; "" where no study shows it.
static QString sourceOf(const panels::Panel& panel) {
    static const catalog::Catalog kCatalog = catalog::Catalog::built_in();
    const catalog::Source* const source =
        panel.studies.empty() ? nullptr : kCatalog.find_source(panel.studies.front());
    if (source == nullptr) {
        return {};
    }
    const QString title = QString::fromStdString(source->title).toHtmlEscaped();
    QStringList figures;
    for (const char* const figure : panel.lesson.figures) {
        figures << QString::fromLatin1(figure);
    }
    return figures.isEmpty()
               ? tr("Source: %1.").arg(title)
               : tr("Source: %1 (%2).").arg(title, figures.join(QStringLiteral(", ")));
}

QString lessonOf(const panels::Panel& panel, const std::vector<StudyForPlot>& plotted) {
    QStringList sentences;
    for (const char* const sentence : panel.lesson.sentences) {
        sentences << withOneMark(said(sentence)).toHtmlEscaped();
    }
    QStringList beside{sourceOf(panel)};
    if (panel.lesson.setting[0] != '\0') {
        const QString key = QString::fromLatin1(panel.lesson.setting);
        const QString title = settingTitle(panel.lesson.setting);
        beside << tr("Setting to try: %1.")
                      .arg(link(QLatin1String(kSettingLink) + key,
                                title.isEmpty() || title == key ? key : title));
    }
    if (const QString title =
            ScenarioFiles::titleOfExample(QString::fromLatin1(panel.lesson.scenario));
        !title.isEmpty()) {
        const QString name = QString::fromLatin1(panel.lesson.scenario);
        beside << tr("What if: %1.").arg(link(QLatin1String(kScenarioLink) + name, title));
    }
    if (panel.not_drawn[0] != '\0') {
        beside << withOneMark(said(panel.not_drawn)).toHtmlEscaped();
    }
    beside << measuringOf(panel).toHtmlEscaped();
    beside.removeAll(QString());
    QString here;
    if (const auto finding = findingOf(panel, plotted)) {
        here = QStringLiteral("<br><b>%1</b> %2")
                   .arg(withOneMark(finding->text).toHtmlEscaped(),
                        withOneMark(finding->grounds).toHtmlEscaped());
    }
    return QStringLiteral("<b>%1</b> %2%3<br><small>%4</small>")
        .arg(said(panel.title).toHtmlEscaped(), sentences.join(u' '), here, beside.join(u' '));
}

}  // namespace throughline::ui
