// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/presentation.h"

#include <QDir>
#include <QFileDialog>
#include <algorithm>
#include <iterator>
#include <map>

#include "engine/analysis/answer.h"
#include "engine/whatif/headline.h"
#include "ui/bridge/error_text.h"
#include "ui/charts/default_choice.h"
#include "ui/charts/library_chart.h"
#include "ui/charts/plot_builder.h"
#include "ui/charts/saved_views.h"
#include "ui/whatif/whatif_plots.h"

namespace throughline::ui {

namespace {

constexpr int kNamesMax = 4;

QString text(const std::string& of) {
    return QString::fromStdString(of);
}

QString namesOf(const std::vector<StudyForPlot>& studies) {
    QStringList names;
    for (const StudyForPlot& study : studies) {
        names << titleOf(study);
    }
    const auto more = names.size() - kNamesMax;
    return more <= 0 ? names.join(QStringLiteral(" \u00B7 "))
                     : Presentation::tr("%1 and %n more", nullptr, static_cast<int>(more))
                           .arg(names.mid(0, kNamesMax).join(QStringLiteral(" \u00B7 ")));
}

/// A kept view with its studies; those that are gone are left out.
Result<std::vector<PresentPage>> pagesOf(store::Library& library,
                                         const SavedView& view,
                                         const std::map<QString, int>& slots) {
    std::vector<StudyForPlot> studies;
    for (const QString& uuid : view.studies) {
        const auto ids = library.studies_by_uuid(uuid.toStdString());
        if (!ids || ids->empty()) {
            continue;
        }
        auto study = readStudyForPlot(library, ids->front());
        if (!study) {
            return std::move(study).error();
        }
        const auto slot = slots.find(uuid);
        study->colourSlot = slot == slots.end() ? 0 : slot->second;
        studies.push_back(*std::move(study));
    }
    tellStudiesApart(studies);
    const QString names = namesOf(studies);
    studies = filtered(studies, view.only);
    std::vector<PresentPage> pages;
    for (const PlotChoice& choice : view.choices()) {
        auto chart = chartFromLibrary(
            library, studies, choice, {.runs = view.runs, .hidden = view.hidden}, kCellsOfWholeRun);
        if (!chart) {
            return std::move(chart).error();
        }
        const bool one = view.beside.empty();
        const QString title = chartTitle(chart->model);
        pages.push_back({.headline = one ? view.title : view.title + QStringLiteral(": ") + title,
                         .figures = names,
                         .model = std::move(chart->model)});
    }
    return pages;
}

/// "io1, 8 V100: ≈ 4 199 images/s (3 740 … 4 710), limited by the GPUs. …" in two lines: what it
/// delivers, and all else.
PresentPage scenarioPage(const QString& name, const QString& said) {
    const QString answer = said.section(QStringLiteral(": "), 1);
    const auto from = answer.indexOf(QStringLiteral(" ("));
    const auto to = answer.indexOf(QStringLiteral("), "), from);
    if (from < 0 || to < 0) {
        return {.headline = name, .figures = answer};
    }
    const QString rest = answer.mid(to + 3);
    return {.headline = QStringLiteral("%1: %2").arg(name, answer.left(from)),
            .figures = Presentation::tr("%1 90 % interval: %2.")
                           .arg(rest.left(1).toUpper() + rest.mid(1),
                                answer.mid(from + 2, to - from - 2))};
}

}  // namespace

Presentation::Presentation(const Sources& sources, QString viewsFolder, QWidget* window)
    : QObject(window), from_(sources), views_folder_(std::move(viewsFolder)), window_(window) {}

std::vector<PresentPage> Presentation::resultPages() const {
    const StudyPtr& study = from_.study->panel()->study();
    if (!study) {
        return {};
    }
    const analysis::Answer answer = analysis::answer_of(*study);
    PresentPage page{.headline = text(answer.headline),
                     .figures = text(answer.figures),
                     .doubt = text(answer.doubt),
                     .model = {}};
    if (page.headline.isEmpty()) {
        page.headline = text(study->header.title);
    }
    const std::vector<StudyForPlot> studies{
        studyForPlot(*study, from_.charts->colourSlotOf(study->header.study))};
    const PlotChoice choice = defaultChoice(studies);
    if (choice.has<RunsChart>()) {
        page.model = plotOfRuns(studies, choice).model;
    }
    page.model.emptyText = tr("%1 has no curve: see its figures.").arg(text(study->header.title));
    return {std::move(page)};
}

std::vector<PresentPage> Presentation::chartPages() const {
    std::vector<PresentPage> pages;
    for (ChartPane* pane : from_.explore->charts()->panes()) {
        const PlotModel& model = pane->plot()->model();
        if (model.hasPoints()) {
            pages.push_back({.headline = chartTitle(model),
                             .figures = namesOf(from_.explore->document()->studies()),
                             .model = model});
        }
    }
    return pages;
}

std::vector<PresentPage> Presentation::scenarioPages() const {
    std::vector<PresentPage> pages;
    const ScenarioDocument& document = *from_.whatIf->document();
    const auto& all = document.answers().answers;
    for (int column = 0; column < document.columnCount(); ++column) {
        if (!document.isAnswered(column) || !document.isAnswered(0)) {
            continue;
        }
        PresentPage page = scenarioPage(
            document.columnName(column),
            text(whatif::headline_text(all[static_cast<std::size_t>(column)], all.front())));
        page.model = curvePlot(document, from_.whatIf->charts()->curveInput());
        for (PlotSeries& series : page.model.series) {  // beside now, it alone
            series.visible =
                series.visible && (column == 0 || series.name == document.columnName(0) ||
                                   series.name == document.columnName(column));
        }
        pages.push_back(std::move(page));
    }
    return pages;
}

void Presentation::toggle(Page front) {
    if (view_ != nullptr) {
        end();
        return;
    }
    std::vector<PresentPage> pages = resultPages();
    const auto first_chart = static_cast<int>(pages.size());
    std::ranges::move(chartPages(), std::back_inserter(pages));
    const auto first_scenario = static_cast<int>(pages.size());
    std::ranges::move(scenarioPages(), std::back_inserter(pages));
    const int first = front == Page::Explore  ? first_chart
                      : front == Page::WhatIf ? first_scenario + from_.whatIf->document()->chosen()
                                              : 0;
    view_ = new PresentView(window_);
    connect(view_, &PresentView::ended, this, &Presentation::end);
    connect(view_, &PresentView::saveAsked, this, &Presentation::save);
    view_->setPages(std::move(pages), first);
    before_ = window_->windowState();
    window_->setWindowState(before_ | Qt::WindowFullScreen);
    view_->show();
    view_->raise();
    view_->setFocus(Qt::OtherFocusReason);
    askForViews();
}

void Presentation::askForViews() {
    const std::vector<SavedView> views = SavedViews(views_folder_).list();
    if (views.empty()) {
        return;
    }
    std::map<QString, int> slots;
    for (const SavedView& view : views) {
        const std::vector<int> of_view = from_.charts->colourSlotsOf(view.studies);
        for (qsizetype i = 0; i < view.studies.size(); ++i) {
            slots.try_emplace(view.studies[i], of_view[static_cast<std::size_t>(i)]);
        }
    }
    from_.library->query<std::vector<PresentPage>>(
        view_,
        [views, slots](store::Library& library) -> Result<std::vector<PresentPage>> {
            std::vector<PresentPage> pages;
            for (const SavedView& view : views) {
                auto some = pagesOf(library, view, slots);
                if (!some) {
                    return std::move(some).error();
                }
                std::ranges::move(*some, std::back_inserter(pages));
            }
            return pages;
        },
        [this](Result<std::vector<PresentPage>> pages) {
            if (pages) {
                view_->addPages(*std::move(pages));
            } else {
                Q_EMIT failed(errorText(pages.error()));
            }
        });
}

void Presentation::end() {
    if (view_ != nullptr) {
        view_->hide();
        view_->deleteLater();
        view_.clear();
        window_->setWindowState(before_);
    }
}

void Presentation::save() {
    const QString path =
        QFileDialog::getSaveFileName(view_,
                                     tr("Save the page as a picture"),
                                     QDir::homePath() + QStringLiteral("/throughline.png"),
                                     tr("Pictures (*.png)"));
    if (path.isEmpty()) {
        return;
    }
    if (view_->picture().save(path)) {
        Q_EMIT saved(path);
    } else {
        Q_EMIT failed(tr("%1 could not be written. Choose another folder.").arg(path));
    }
}

}  // namespace throughline::ui
