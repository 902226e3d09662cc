// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/presentation.h"

#include <QEvent>
#include <QFileDialog>
#include <iterator>
#include <map>

#include "ui/bridge/error_text.h"
#include "ui/bridge/paths.h"
#include "ui/style/key_action.h"
#include "ui/style/last_folder.h"

namespace throughline::ui {

namespace {

/// The studies of each view that are still there, and its charts.
Result<void> readInto(store::Library& library, const std::vector<int>& colours, ReadView& read) {
    auto studies = readStudiesForPlot(library, read.view.studies);
    if (!studies) {
        return std::move(studies).error();
    }
    read.studies = *std::move(studies);
    for (StudyForPlot& study : read.studies) {
        study.colourSlot = colours[static_cast<std::size_t>(read.view.studies.indexOf(study.uuid))];
    }
    tellStudiesApart(read.studies);
    auto charts = chartsOfView(library, read.studies, read.view);
    if (!charts) {
        return std::move(charts).error();
    }
    read.charts = *std::move(charts);
    return {};
}

void append(std::vector<PresentPage>& pages, std::vector<PresentPage> more) {
    pages.insert(
        pages.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

}  // namespace

Presentation::Presentation(const From& from, QMainWindow* window)
    : QObject(window),
      from_(from),
      window_(window),
      action_(keyAction("start",
                        tr("&Present"),
                        {QKeySequence(Qt::Key_F5)},
                        tr("Show verdict, charts, saved views and scenarios on the whole screen, "
                           "page by page"),
                        window)) {
    window_->addAction(action_);
    connect(action_, &QAction::triggered, this, [this] {
        if (view_ == nullptr) {
            start();
        } else {
            leave();
        }
    });
    connect(from_.study, &StudyFeed::shown, this, &Presentation::collect);
}

void Presentation::start(Qt::WindowStates screen) {
    state_before_ = window_->windowState();
    focus_before_ = window_->focusWidget();
    views_.clear();
    view_ = new PresentView(window_);
    connect(view_, &PresentView::left, this, &Presentation::leave);
    connect(view_, &PresentView::exportAsked, this, &Presentation::askAndExport);
    collect();
    const ScenarioDocument& scenarios = *from_.whatIf->document();
    view_->showPage(from_.explore->isVisible()
                        ? idOfChart(from_.explore->document()->state().current)
                    : !from_.whatIf->isVisible()        ? idOfResult()
                    : from_.whatIf->charts()->inFront() ? idOfChartInFront()
                    : scenarios.chosen() == 0 && scenarios.columnCount() > 1
                        ? idOfAllScenarios()
                        : idOfScenario(scenarios.chosen()));
    window_->installEventFilter(this);
    view_->setGeometry(window_->rect());
    view_->show();
    view_->setFocus(Qt::OtherFocusReason);
    window_->setWindowState(state_before_ | screen);
    from_.study->read();
    readViews();
}

void Presentation::leave() {
    if (view_ == nullptr) {
        return;
    }
    window_->removeEventFilter(this);
    view_->hide();
    view_->deleteLater();  // it may be the one who asks
    view_ = nullptr;
    window_->setWindowState(state_before_);
    if (focus_before_ != nullptr) {
        focus_before_->setFocus(Qt::OtherFocusReason);
    }
}

void Presentation::collect() {
    if (view_ == nullptr) {
        return;
    }
    std::vector<PresentPage> pages;
    const ResultPanel* result = from_.study->panel();
    if (const StudyPtr& study = result->study();
        study != nullptr && result->isVisibleTo(from_.study->resultPage())) {
        pages.push_back(pageOfResult(*study,
                                     from_.charts->colourSlotOf(study->header.study),
                                     from_.study->chart()->plot()->model(),
                                     result->apart()));
    }
    append(pages, pagesOfCharts(*from_.explore));
    for (const ReadView& read : views_) {
        append(pages, pagesOfView(read));
    }
    append(pages, pagesOfScenarios(*from_.whatIf));
    view_->setPages(std::move(pages));
}

void Presentation::readViews() {
    struct Wanted {
        SavedView view;
        std::vector<int> colours;
    };
    std::vector<Wanted> wanted;
    const QString in_front = from_.explore->document()->chart().view;
    for (SavedView& view : SavedViews(viewsFolder()).list()) {
        if (view.title != in_front) {
            std::vector<int> colours = from_.charts->colourSlotsOf(view.studies);
            wanted.push_back({std::move(view), std::move(colours)});
        }
    }
    if (wanted.empty()) {
        return;
    }
    from_.library->query<std::vector<ReadView>>(
        view_,
        [wanted](store::Library& library) -> Result<std::vector<ReadView>> {
            std::vector<ReadView> all;
            for (const Wanted& one : wanted) {
                ReadView read{.view = one.view, .studies = {}, .charts = {}};
                if (auto done = readInto(library, one.colours, read); !done) {
                    return std::move(done).error();
                }
                all.push_back(std::move(read));
            }
            return all;
        },
        [this](Result<std::vector<ReadView>> read) {
            if (view_ == nullptr) {
                return;  // it has just been left
            }
            if (!read) {
                view_->say(errorText(read.error()));
                return;
            }
            views_ = *std::move(read);
            collect();
        });
}

void Presentation::askAndExport() {
    auto* dialog =
        new QFileDialog(view_, tr("Export page"), folderFor(from_.settings, FolderFor::Charts));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilters(
        {tr("Picture (*.png)"), tr("Scalable picture (*.svg)"), tr("PDF page (*.pdf)")});
    dialog->setDefaultSuffix(QStringLiteral("png"));
    dialog->selectFile(view_->fileName());
    connect(dialog, &QFileDialog::fileSelected, view_, [this](const QString& path) {
        rememberFolder(from_.settings, FolderFor::Charts, path);
        const auto done = view_->exportTo(path);
        view_->say(done ? tr("Saved as %1").arg(path) : errorText(done.error()));
        if (done) {
            Q_EMIT saved(path);
        }
    });
    dialog->open();
}

bool Presentation::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize && view_ != nullptr) {
        view_->setGeometry(window_->rect());
    } else if (event->type() == QEvent::Close) {
        leave();  // what is kept of the window is how it was before
    }
    return QObject::eventFilter(watched, event);
}

}  // namespace throughline::ui
