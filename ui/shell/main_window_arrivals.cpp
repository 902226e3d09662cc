// SPDX-License-Identifier: GPL-3.0-or-later
// What comes into the main window: measured, imported, opened, or from the demo.
#include <QFileInfo>

#include "ui/bridge/error_text.h"
#include "ui/bridge/paths.h"
#include "ui/shell/demo.h"
#include "ui/shell/main_window.h"
#include "ui/shell/recent_files_menu.h"

namespace throughline::ui {

namespace {

QString demoFolder() {
    return dataFolder() + QStringLiteral("/demo");
}

}  // namespace

void MainWindow::connectImporting() {
    connect(importer_, &ImportFeed::opening, this, [this](const QStringList& files) {
        recent_->remember(files);
    });
    connect(importer_, &ImportFeed::came, this, [this](const LibraryPanel::Ids& studies) {
        library_panel_->selectWhenListed(studies);
        study_feed_->choose(studies);
        showPage(Page::Figures);
        const int count = static_cast<int>(studies.size());
        const QString words =
            count > RunSelection::kShownMax
                ? tr("%n result(s) imported; the first %1 are shown.", nullptr, count)
                      .arg(RunSelection::kShownMax)
                : tr("%n result(s) imported.", nullptr, count);
        messages_->offer(words,
                         tr("Show in charts"),
                         tr("Add the imported studies to the charts"),
                         [this, studies] { showInCharts(studies); });
    });
    connect(importer_, &ImportFeed::chartAsked, this, &MainWindow::showInCharts);
}

void MainWindow::takeIngested(qint64 study,
                              const QString& /*uuid*/,
                              const QString& path,
                              const QString& remark) {
    const bool demo = path.startsWith(demoFolder() + u'/');
    const bool awaited = measure_feed_->takeIngested(path, study);
    if (!demo && !remark.isEmpty() && !awaited) {
        messages_->say(QFileInfo(path).fileName() + QStringLiteral(": ") + remark);
    }
    if (awaited) {
        takeMeasured(study);
    } else if (!path.startsWith(spoolFolder() + u'/')) {
        feed_->showStudy(study);
        library_panel_->showWhenListed(study);
        showPage(Page::Explore);
    }
}

void MainWindow::takeMeasured(qint64 study) {
    const bool followed = !study_feed_->keepsPages();
    if (library_panel_->model()->plottedStudies().empty()) {
        feed_->showStudy(study);  // else the charts keep their axes, and it is added
    }
    library_panel_->showWhenListed(study, followed);
    if (!followed || pages_->page() != Page::Result) {
        messages_->offer(tr("The measurement is done."),
                         tr("Show result"),
                         tr("Show the result of what was just measured"),
                         [this, study] { showResult(study); });
    }
    study_feed_->setStudyId(study);
    Q_EMIT resultShown(study);
}

void MainWindow::showResult(qint64 study) {
    library_panel_->selectWhenListed({study});
    study_feed_->choose({study});
    showPage(Page::Result);
    pages_->scrollUp();
}

void MainWindow::showInCharts(const LibraryPanel::Ids& studies) {
    feed_->showStudy(studies.front(), ExploreFeed::When::AxesAreMissing);
    library_panel_->plotBeside(studies);
    feed_->setStudies(library_panel_->model()->plottedStudies());  // also where all of them were
    showPage(Page::Explore);
}

void MainWindow::openDemo() {
    library_.query<QStringList>(
        this,
        [folder = demoFolder()](store::Library&) {
            return Result<QStringList>(unpackDemo(folder));
        },
        [this](Result<QStringList> files) {
            if (files) {
                importer_->open(*files);
            } else {
                messages_->say(errorText(files.error()));
            }
        });
}

}  // namespace throughline::ui
