// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/report_feed.h"

#include <algorithm>

#include "ui/bridge/paths.h"
#include "ui/style/key_action.h"

namespace throughline::ui {

ReportFeed::ReportFeed(const From& from, QObject* parent)
    : QObject(parent),
      from_(from),
      page_(new ReportPage(reportsFolder())),
      add_(keyAction("report",
                     tr("&Add to report"),
                     {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_R)},
                     tr("Add what this page shows to the report"),
                     this)) {
    connect(add_, &QAction::triggered, this, &ReportFeed::addFrontPage);
    page_->setSettings(from_.settings);
    page_->setProvider([this](const report::Definition& definition, const SourcesAnswer& answer) {
        read(definition, answer);
    });
    connect(page_, &ReportPage::studiesAsked, this, [this](const report::Template& asked) {
        std::vector<std::string> studies = plotted();
        if (const StudyPtr& study = from_.study->panel()->study(); studies.empty() && study) {
            studies.push_back(study->header.study);
        }
        if (studies.empty()) {
            from_.messages->say(tr("Plot the studies that the report is about first."));
            return;
        }
        page_->begin(asked, studies);
    });
    connect(from_.library, &LibraryService::studiesListed, page_, &ReportPage::refreshStudies);
    connect(page_, &ReportPage::failed, from_.messages, &MessageBar::say);
    connect(page_, &ReportPage::said, from_.messages, &MessageBar::say);
    connect(page_, &ReportPage::saved, from_.messages, &MessageBar::saySaved);
    from_.pages->addTab(
        page_, tr("Report"), tr("Put a report together, look at its pages and write it (Ctrl+8)"));
}

void ReportFeed::read(const report::Definition& definition, const SourcesAnswer& answer) {
    using Shared = std::shared_ptr<const ReportSources>;
    from_.library->query<Shared>(
        page_,
        [definition](store::Library& library) -> Result<Shared> {
            auto sources = readSources(library, definition);
            if (!sources) {
                return std::move(sources).error();
            }
            return Shared(std::make_shared<const ReportSources>(*std::move(sources)));
        },
        [answer](Result<Shared> sources) { answer(std::move(sources)); });
}

std::vector<std::string> ReportFeed::plotted() const {
    std::vector<std::string> uuids;
    for (const StudyForPlot& study : from_.explore->document()->studies()) {
        uuids.push_back(study.uuid.toStdString());
    }
    return uuids;
}

void ReportFeed::add(const std::vector<report::Block>& blocks,
                     const std::vector<std::string>& studies) {
    page_->document()->add(blocks, studies);
    const QString title = QString::fromStdString(page_->document()->definition().title);
    const QString said =
        title.isEmpty() ? tr("Added to the report.") : tr("Added to the report “%1”.").arg(title);
    if (from_.pages->page() == Page::Report) {
        from_.messages->say(said);
        return;
    }
    from_.messages->offer(
        said,
        tr("Show report"),
        tr("Go to the report (Ctrl+8)"),
        [this] { from_.pages->showPage(Page::Report); });
}

void ReportFeed::addFrontPage() {
    switch (from_.pages->page()) {
        case Page::Explore:
            addCharts();
            return;
        case Page::WhatIf:
            addScenarios();
            return;
        case Page::Figures:
        case Page::Settings:
            addFigures();
            return;
        case Page::Result:
            addResult();
            return;
        case Page::Welcome:
        case Page::Measure:
        case Page::Report:
            break;
    }
    from_.messages->say(
        tr("Nothing on this page can stand in a report. Go to a result, a chart, figures "
           "or What if."));
}

void ReportFeed::addResult() {
    const StudyPtr& study = from_.study->panel()->study();
    if (!study) {
        from_.messages->say(tr("Choose a study first: its result is added."));
        return;
    }
    const std::vector<std::string> own{study->header.study};
    add({{.kind = report::BlockKind::Verdict, .title = study->header.title, .studies = own},
         {.kind = report::BlockKind::Numbers, .studies = own}},
        own);
}

/// The chart that is worked on, as it is seen now.
void ReportFeed::addCharts() {
    const ExploreDocument& document = *from_.explore->document();
    const std::vector<std::string> studies = plotted();
    if (studies.empty()) {
        from_.messages->say(tr("Plot a study first: the chart is added."));
        return;
    }
    SavedView view = document.savedView(document.chart().view);
    const std::size_t current = document.state().current;
    const auto zoom = view.zoomOfChart(current);
    view.choice = document.choice();
    view.beside.clear();
    view.zooms.clear();
    view.setZoom(0, zoom);
    for (const StudyForPlot& study : document.studies()) {
        view.colourSlots[study.uuid] = study.colourSlot;
    }
    const QString title = chartTitle(from_.explore->plot()->model());
    if (view.title.isEmpty()) {
        view.title = title;
    }
    add({{.kind = report::BlockKind::Chart,
          .title = (document.chart().view.isEmpty() ? title : view.title).toStdString(),
          .text = savedViewText(view).toStdString(),
          .studies = studies}},
        studies);
}

void ReportFeed::addFigures() {
    std::vector<std::string> studies;
    for (const ChosenStudy& one : from_.study->runs()->studies()) {
        studies.push_back(one.study->header.study);
    }
    if (studies.empty()) {
        from_.messages->say(tr("Choose a study first: its figures are added."));
        return;
    }
    using report::BlockKind;
    if (from_.pages->page() == Page::Settings) {
        add({{.kind = studies.size() > 1 ? BlockKind::Changes : BlockKind::Method,
              .studies = studies}},
            studies);
    } else {
        add({{.kind = studies.size() > 1 ? BlockKind::Differences : BlockKind::Runs,
              .studies = studies}},
            studies);
    }
}

void ReportFeed::addScenarios() {
    const ScenarioDocument& document = *from_.whatIf->document();
    std::vector<std::string> studies;
    if (const StudyBase* base = document.studyBase(); base != nullptr) {
        for (const whatif::BaseStudy& one : base->studies) {
            studies.push_back(one.uuid);
        }
    }
    if (studies.empty() && page_->document()->definition().studies.empty()) {
        from_.messages->say(
            tr("Choose a study as the base first: a report rests on what was measured."));
        return;
    }
    add({{.kind = report::BlockKind::WhatIf,
          .title = shownTitle(document).toStdString(),
          .text = whatif::scenario_file_json(document.file())}},
        studies);
}

}  // namespace throughline::ui
