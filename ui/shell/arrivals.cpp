// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/arrivals.h"

#include <QFileInfo>

#include "ui/bridge/paths.h"
#include "ui/shell/demo.h"

namespace throughline::ui {

Arrivals::Arrivals(const Places& places, QObject* parent) : QObject(parent), at_(places) {
    // Beside the next one, which runs now, "is done" would be said of that.
    connect(at_.measuring, &MeasureFeed::began, this, [this] { at_.messages->withdraw(offered_); });
}

void Arrivals::takeImported(const LibraryPanel::Ids& studies, const QString& others) {
    at_.list->selectWhenListed(studies);
    at_.study->choose(studies);
    at_.pages->showPage(Page::Figures);
    const int count = static_cast<int>(studies.size());
    const QString words = count > RunSelection::kShownMax
                              ? tr("%n result(s) imported; the first %1 are shown.", nullptr, count)
                                    .arg(RunSelection::kShownMax)
                              : tr("%n result(s) imported.", nullptr, count);
    at_.messages->offerUntilNext((words + u' ' + others).trimmed(),
                                 tr("Show in charts"),
                                 tr("Add the imported studies to the charts"),
                                 [this, studies] { showInCharts(studies); });
}

void Arrivals::takeIngested(qint64 study,
                            const QString& /*uuid*/,
                            const QString& path,
                            const QString& remark,
                            bool hasFigures) {
    const bool demo = path.startsWith(demoFolder() + u'/');
    const bool awaited = at_.measuring->takeIngested(path, study);
    if (!demo && !remark.isEmpty() && !awaited) {
        at_.messages->say(QFileInfo(path).fileName() + QStringLiteral(": ") + remark);
    }
    if (awaited) {
        takeMeasured(study);
    } else if (!hasFigures && !path.startsWith(spoolFolder() + u'/')) {
        showResult(study);
    } else if (!path.startsWith(spoolFolder() + u'/')) {
        at_.charts->showStudy(study);
        at_.list->showWhenListed(study);
        at_.pages->showPage(Page::Explore);
    }
}

void Arrivals::takeMeasured(qint64 study) {
    const bool followed = !at_.study->keepsPages();
    if (at_.list->model()->plottedStudies().empty()) {
        at_.charts->showStudy(study);  // else the charts keep their axes, and it is added
    }
    at_.list->showWhenListed(study, followed);
    if (!followed || at_.pages->page() != Page::Result) {
        offered_ = at_.measuring->takeEndWords();
        at_.messages->offer(offered_,
                            tr("Show result"),
                            tr("Show the result of what was just measured"),
                            [this, study] { showResult(study); });
    }
    at_.study->setStudyId(study);
    Q_EMIT resultShown(study);
}

void Arrivals::showResult(qint64 study) {
    at_.list->selectWhenListed({study});
    at_.study->choose({study});
    at_.pages->showPage(Page::Result);
    at_.pages->scrollUp();
}

void Arrivals::showInCharts(const LibraryPanel::Ids& studies) {
    at_.charts->showStudy(studies.front(), ExploreFeed::When::AxesAreMissing);
    at_.list->plotBeside(studies);
    at_.charts->setStudies(at_.list->model()->plottedStudies());  // also where all of them were
    at_.pages->showPage(Page::Explore);
}

}  // namespace throughline::ui
