// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/library/library_panel.h"

#include <QDate>
#include <QFileDialog>
#include <QGuiApplication>
#include <QPointer>
#include <QUrl>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/bridge/error_text.h"
#include "ui/library/undo_step.h"
#include "ui/style/drag_out.h"
#include "ui/style/icons.h"
#include "ui/style/last_folder.h"
#include "ui/style/theme.h"
#include "ui/style/widgets.h"

namespace throughline::ui {

namespace {

constexpr int kDragIconPx = 48;

/// A title as a file name: without what file systems and shells dislike.
QString fileNameOf(const QString& title) {
    QString name;
    for (const QChar c : title) {
        const bool plain = c.isLetterOrNumber() || c == u'_' || c == u'.';
        if (plain || !name.endsWith(u'-')) {
            name += plain ? c : QChar(u'-');
        }
    }
    return name.left(80);
}

/// A step from one to the other of what is plotted, where others may have come or gone meanwhile:
/// they stay as they are.
QStringList replotted(const QStringList& now, const QStringList& from, const QStringList& to) {
    QStringList result;
    for (const QString& study : to) {
        if (now.contains(study) || !from.contains(study)) {
            result << study;
        }
    }
    for (const QString& study : now) {
        if (!from.contains(study) && !to.contains(study)) {
            result << study;
        }
    }
    return result;
}

}  // namespace

LibraryPanel::LibraryPanel(LibraryService* library, QSettings* settings, QWidget* parent)
    : QWidget(parent),
      library_(library),
      settings_(settings),
      colours_(settings),
      model_(&colours_, settings),
      tree_(&model_) {
    filter_ = new StudySearch(library_, &tree_);
    makeView();
    connect(filter_, &StudySearch::listWanted, view_, &StudyTreeView::enter);
    connect(filter_, &StudySearch::narrowed, view_, [this] {  // the best hit is seen
        filter_->text().trimmed().isEmpty() ? view_->scrollTo(view_->currentIndex())
                                            : view_->scrollToTop();
    });
    empty_ = new QLabel(tr("The library is being read."));  // until it is listed
    empty_->setWordWrap(true);
    empty_->setAlignment(Qt::AlignCenter);
    empty_->setMargin(16);

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(6, 6, 6, 6);
    layout->addWidget(filter_);
    layout->addWidget(new HitCount(filter_, &tree_));
    stack_ = new QStackedLayout;
    stack_->addWidget(empty_);
    stack_->addWidget(view_);
    layout->addLayout(stack_, 1);

    makeActions();
    makeArrangements();
    makeLibraryActions();
    connect(library_, &LibraryService::studiesListed, this, &LibraryPanel::takeStudies);
    connect(library_, &LibraryService::unusable, empty_, [this] {
        empty_->setText(tr("The library cannot be read."));
    });
    connect(&model_, &StudyListModel::plottedChanged, this, [this] {
        Q_EMIT plottedChanged(model_.plottedStudies());
    });
    connect(&model_, &StudyListModel::renameAsked, this, [this](qint64 id, const QString& title) {
        if (const store::StudyRow* item = model_.item(model_.indexOf(id))) {
            change(*item, {.title = title.toStdString()});
        }
    });
    connect(ThemeNotifier::instance(), &ThemeNotifier::themeChanged, view_, [this] {
        view_->viewport()->update();
    });
    updateActions();
}

void LibraryPanel::makeView() {
    view_ = new StudyTreeView(&tree_, settings_);
    view_->setAccessibleName(tr("Studies"));
    connect(view_, &StudyTreeView::draggedOut, this, &LibraryPanel::dragOutSelected);
    connect(
        view_, &StudyTreeView::dotClicked, this, [this](qint64 study) { togglePlotted({study}); });
    connect(view_, &StudyTreeView::studyClicked, this, &LibraryPanel::opened);
    connect(view_, &StudyTreeView::studyDoubleClicked, this, &LibraryPanel::resultAsked);
    // Later: the tree hears of the change only now, too.
    connect(
        &model_,
        &QAbstractItemModel::dataChanged,
        view_,
        [this] { updateActions(); },
        Qt::QueuedConnection);
    connect(view_, &StudyTreeView::selectedChanged, this, [this] {
        updateActions();
        if (const auto ids = view_->selected(); !ids.empty()) {
            Q_EMIT chosen(ids);
        }
    });
}

void LibraryPanel::askBackup() {
    const QString path =
        QFileDialog::getSaveFileName(this,
                                     tr("Back up the library"),
                                     folderFor(settings_, FolderFor::Backups) +
                                         QStringLiteral("/throughline-%1.sqlite")
                                             .arg(QDate::currentDate().toString(Qt::ISODate)),
                                     tr("Libraries (*.sqlite)"));
    if (!path.isEmpty()) {
        rememberFolder(settings_, FolderFor::Backups, path);
        library_->backup(path);
    }
}

void LibraryPanel::askRestore() {
    const QString path = QFileDialog::getOpenFileName(this,
                                                      tr("Restore a backup"),
                                                      folderFor(settings_, FolderFor::Backups),
                                                      tr("Libraries (*.sqlite)"));
    if (!path.isEmpty()) {
        rememberFolder(settings_, FolderFor::Backups, path);
        undo_.clear();  // it speaks of studies that may not be there any more
        library_->restore(path);
    }
}

ChipBar* LibraryPanel::makeChips() {
    auto* chips = new ChipBar(&model_);
    connect(chips, &ChipBar::opened, this, &LibraryPanel::opened);
    connect(chips, &ChipBar::unplotAsked, this, [this](qint64 study) { takeOut({study}); });
    connect(chips, &ChipBar::compareAsked, this, [this] {
        Q_EMIT compareAsked(model_.plottedStudies());
    });
    connect(chips, &ChipBar::clearAsked, this, &LibraryPanel::clearPlotted);
    return chips;
}

LibraryPanel::Ids LibraryPanel::selected() const {
    return view_->selected();
}

void LibraryPanel::plotStudy(qint64 study, bool alone) {
    if (alone) {
        plotStudies({study});
    } else {
        plotBeside({study});
    }
    view_->setCurrentStudy(study);
}

void LibraryPanel::plotStudies(const std::vector<std::int64_t>& studies) {
    const auto before = model_.plottedStudies();
    const bool all_stay = std::ranges::all_of(before, [&](std::int64_t study) {
        return std::ranges::find(studies, study) != studies.end();
    });
    const bool changed = replot(all_stay ? tr("Plot") : tr("Take the others out of the charts"),
                                [&] { model_.plotThese(studies); });
    if (changed && !all_stay) {
        Q_EMIT done(tr("Nothing else is plotted now."));
    }
}

void LibraryPanel::plotBeside(const std::vector<std::int64_t>& studies) {
    replot(tr("Plot"), [&] { model_.setPlotted(studies, true); });
}

void LibraryPanel::takeOut(const std::vector<std::int64_t>& studies) {
    if (replot(tr("Take out of the charts"), [&] { model_.setPlotted(studies, false); })) {
        Q_EMIT done(tr("Taken out of the charts."));
    }
}

bool LibraryPanel::replot(const QString& text, const std::function<void()>& change) {
    const QStringList before = model_.plottedUuids();
    change();
    const QStringList after = model_.plottedUuids();
    if (after == before) {
        return false;
    }
    undo_.push(new UndoStep(
        text,
        [this, before, after] {
            model_.plotUuids(replotted(model_.plottedUuids(), before, after));
        },
        [this, before, after] {
            model_.plotUuids(replotted(model_.plottedUuids(), after, before));
        }));
    return true;
}

Replotted LibraryPanel::plotInstead(const QStringList& uuids, const QStringList& insteadOf) {
    const QStringList before = model_.plottedUuids();
    QStringList after = replotted(before, insteadOf, uuids);
    const auto count = [](const QStringList& of, const QStringList& without) {
        return static_cast<int>(
            std::ranges::count_if(of, [&](const QString& one) { return !without.contains(one); }));
    };
    QStringList here;
    for (const store::StudyRow& item : model_.studies()) {
        here << QString::fromStdString(item.uuid);
    }
    after.removeIf(
        [&](const QString& uuid) { return !here.contains(uuid) && !before.contains(uuid); });
    model_.plotUuids(after);
    return {.added = count(after, before), .takenOut = count(before, after)};
}

void LibraryPanel::togglePlotted(const std::vector<std::int64_t>& studies) {
    const auto plotted = model_.plottedStudies();
    const bool all = std::ranges::all_of(studies, [&](std::int64_t study) {
        return std::ranges::find(plotted, study) != plotted.end();
    });
    if (all) {
        takeOut(studies);
    } else {
        plotBeside(studies);
    }
}

void LibraryPanel::compare() {
    const auto selected = view_->selected();
    const auto studies = selected.size() > 1 ? selected : model_.plottedStudies();
    if (studies.size() > 1) {
        Q_EMIT compareAsked(studies);
    } else {
        Q_EMIT said(tr("Select or plot two or more studies to compare them."));
    }
}

void LibraryPanel::clearPlotted() {
    if (replot(tr("Clear the charts"), [this] { model_.plotThese({}); })) {
        Q_EMIT done(tr("The charts are cleared."));
    }
}

void LibraryPanel::takeStudies(const std::vector<store::StudyRow>& studies) {
    model_.setStudies(studies);
    // What it lacks is known from now on only.
    connect(filter_,
            &StudySearch::narrowed,
            this,
            &LibraryPanel::updateEmptyState,
            Qt::UniqueConnection);
    takeAwaited();
    updateActions();
    updateEmptyState();
}

void LibraryPanel::dragOutSelected() {
    std::vector<std::pair<std::int64_t, QString>> files;
    for (const std::int64_t id : view_->selected()) {
        const QString title = model_.indexOf(id).data().toString();
        const QString path = outgoingPath(fileNameOf(title) + QStringLiteral(".tlrun"));
        if (path.isEmpty()) {
            Q_EMIT said(
                tr("The folder for temporary files cannot be written. Save the study with "
                   "Ctrl+S instead."));
            return;
        }
        files.emplace_back(id, path);
    }
    library_->query<QList<QUrl>>(
        this,
        [files](store::Library& library) -> Result<QList<QUrl>> {
            QList<QUrl> written;
            for (const auto& [id, path] : files) {
                if (auto done = library.export_records({id}, path.toStdString(), {}); !done) {
                    return std::move(done).error();
                }
                written << QUrl::fromLocalFile(path);
            }
            return written;
        },
        [this](const Result<QList<QUrl>>& written) {
            if (!written) {
                Q_EMIT said(errorText(written.error()));
            } else if (QGuiApplication::mouseButtons() & Qt::LeftButton) {  // still held
                auto records = std::make_unique<QMimeData>();
                records->setUrls(*written);
                const QIcon file(QStringLiteral(":/icons/dataset.svg"));
                dragOut(view_, std::move(records), file.pixmap(kDragIconPx, kDragIconPx));
            }
        });
}

void LibraryPanel::deleteStudies(const std::vector<std::int64_t>& ids) {
    const int count = static_cast<int>(ids.size());
    undo_.push(new UndoStep(
        tr("Delete %n study(s)", nullptr, count),
        [this, ids, count] {
            // A library that cannot be written keeps them, and they stay chosen.
            library_->setInBin(ids, true, [panel = QPointer(this), ids, count] {
                if (panel) {
                    panel->takeDeleted(ids, count);
                }
            });
        },
        [this, ids] {
            library_->setInBin(ids, false);
            selectWhenListed(ids);
        }));
}

void LibraryPanel::takeDeleted(const Ids& ids, int count) {
    if (const std::int64_t beside = view_->besideThese(ids); beside != 0) {
        selectWhenListed({beside});  // the pages show what is there still
    }
    Q_EMIT done(tr("%n study(s) moved to the bin.", nullptr, count));
}

void LibraryPanel::showWhenListed(qint64 study, bool current) {
    awaited_ = {.studies = {study}, .plotted = true, .current = current};
    takeAwaited();
}

void LibraryPanel::selectWhenListed(const Ids& studies) {
    awaited_ = {.studies = studies, .plotted = false};
    takeAwaited();
}

void LibraryPanel::takeAwaited() {
    if (awaited_.studies.empty() || !model_.indexOf(awaited_.studies.front()).isValid()) {
        return;
    }
    const Ids studies = std::exchange(awaited_.studies, {});
    if (awaited_.plotted) {  // no step of undo: nobody asked for it
        model_.setPlotted(studies, true);
    }
    if (awaited_.plotted && awaited_.current) {
        view_->setCurrentStudy(studies.front());
    } else if (!awaited_.plotted) {
        view_->select(studies);
    }
}

void LibraryPanel::change(const store::StudyRow& study, const store::StudyChange& change) {
    store::StudyChange before;
    if (change.title) {
        before.title = study.title;
    }
    if (change.note) {
        before.note = study.note;
    }
    if (change.tags) {
        before.tags = study.tags;
    }
    if (change.target) {
        before.target = study.target;
    }
    if (change.price_per_hour) {
        before.price_per_hour = study.price_per_hour;
    }
    if (change.baseline) {
        before.baseline = study.baseline;
    }
    // The star has one place: taking it back gives it to the one that had it.
    std::int64_t starred = 0;
    for (int row = 0; change.baseline && row < model_.rowCount(); ++row) {
        const store::StudyRow* item = model_.item(model_.index(row));
        starred = item->baseline ? item->id : starred;
    }
    const std::int64_t id = study.id;
    undo_.push(new UndoStep(
        tr("Change study"),
        [this, id, change] { library_->change(id, change); },
        [this, id, before, starred] {
            library_->change(id, before);
            if (starred != 0 && starred != id) {
                library_->change(starred, {.baseline = true});
            }
        }));
}

void LibraryPanel::toggleBaseline(qint64 study) {
    if (const store::StudyRow* item = model_.item(model_.indexOf(study))) {
        change(*item, {.baseline = !item->baseline});
    }
}

void LibraryPanel::saveAs(const std::vector<std::int64_t>& studies) {
    const QModelIndex index = studies.empty() ? QModelIndex() : model_.indexOf(studies.front());
    if (!index.isValid()) {
        return;
    }
    QFileDialog dialog(this,
                       tr("Save %n study(s)", nullptr, static_cast<int>(studies.size())),
                       folderFor(settings_, FolderFor::Records));
    const QString without = tr("Throughline records without host names (*.tlrun)");
    dialog.setNameFilters({tr("Throughline records (*.tlrun)"), without});
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setDefaultSuffix(QStringLiteral("tlrun"));  // only such a file can be opened again
    dialog.selectFile(fileNameOf(index.data().toString()) + QStringLiteral(".tlrun"));
    if (dialog.exec() == QDialog::Accepted && !dialog.selectedFiles().isEmpty()) {
        const QString path = dialog.selectedFiles().constFirst();
        rememberFolder(settings_, FolderFor::Records, path);
        library_->exportRecords(studies, path, dialog.selectedNameFilter() != without);
    }
}

void LibraryPanel::updateEmptyState() {
    const bool none = model_.rowCount() == 0;
    empty_->setText(none ? tr("Nothing measured yet.\n\nMeasure this computer, or drop the results "
                              "of fio, iostat, nvidia-smi, a training log … here.")
                         : tr("No study contains “%1”.").arg(filter_->text()));
    stack_->setCurrentWidget(tree_.shownCount() == 0 ? static_cast<QWidget*>(empty_)
                                                     : static_cast<QWidget*>(view_));
}

}  // namespace throughline::ui
