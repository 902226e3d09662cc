// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/library/library_panel.h"

#include <QEvent>
#include <QFileDialog>
#include <QVBoxLayout>

#include "ui/library/study_delegate.h"
#include "ui/style/icons.h"
#include "ui/style/theme.h"

namespace throughline::ui {

namespace {

/// A change of the library that can be taken back.
class LibraryCommand : public QUndoCommand {
public:
    LibraryCommand(const QString& text, std::function<void()> redo, std::function<void()> undo)
        : QUndoCommand(text), redo_(std::move(redo)), undo_(std::move(undo)) {}
    void redo() override { redo_(); }
    void undo() override { undo_(); }

private:
    std::function<void()> redo_;
    std::function<void()> undo_;
};

/// A title as a file name: without what file systems and shells dislike.
QString fileNameOf(const QString& title) {
    QString name;
    for (const QChar c : title) {
        const bool plain = c.isLetterOrNumber() || c == u'-' || c == u'_' || c == u'.';
        name += plain ? c : QChar(u'-');
    }
    return name.left(80);
}

}  // namespace

LibraryPanel::LibraryPanel(LibraryService* library, QSettings* settings, QWidget* parent)
    : QWidget(parent),
      library_(library),
      settings_(settings),
      colours_(settings),
      model_(&colours_, settings) {
    filter_ = new QLineEdit;
    filter_->setPlaceholderText(tr("Filter studies"));
    filter_->setClearButtonEnabled(true);
    filter_->setAccessibleName(tr("Filter studies"));
    filter_->setToolTip(
        tr("Shows only studies whose title, host, date or verdict holds these "
           "words (Ctrl+F)"));
    filter_->addAction(icon(QStringLiteral("search")), QLineEdit::LeadingPosition);

    filtered_.setSourceModel(&model_);
    filtered_.setFilterRole(StudyListModel::SearchRole);
    filtered_.setFilterCaseSensitivity(Qt::CaseInsensitive);
    connect(filter_, &QLineEdit::textChanged, &filtered_, [this](const QString& text) {
        filtered_.setFilterFixedString(text);
        updateEmptyState();
    });

    view_ = new QListView;
    view_->setModel(&filtered_);
    view_->setItemDelegate(new StudyDelegate(view_));
    view_->setSelectionMode(QAbstractItemView::ExtendedSelection);
    view_->setEditTriggers(QAbstractItemView::EditKeyPressed);
    view_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    view_->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    view_->setContextMenuPolicy(Qt::ActionsContextMenu);
    view_->setFrameShape(QFrame::NoFrame);
    view_->setUniformItemSizes(true);
    view_->setAccessibleName(tr("Studies"));
    connect(view_, &QListView::activated, this, [this](const QModelIndex& index) {
        Q_EMIT activated(index.data(StudyListModel::IdRole).toLongLong());
    });
    connect(view_->selectionModel(),
            &QItemSelectionModel::selectionChanged,
            this,
            &LibraryPanel::updateActions);

    empty_ = new QLabel;
    empty_->setWordWrap(true);
    empty_->setAlignment(Qt::AlignCenter);
    empty_->setMargin(16);

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(6, 6, 6, 6);
    layout->addWidget(filter_);
    stack_ = new QStackedLayout;
    stack_->addWidget(empty_);
    stack_->addWidget(view_);
    layout->addLayout(stack_, 1);

    makeActions();
    connect(library_, &LibraryService::studiesListed, this, &LibraryPanel::takeStudies);
    connect(&model_, &StudyListModel::checkedChanged, this, [this] {
        Q_EMIT checkedChanged(model_.checkedStudies());
    });
    connect(&model_, &StudyListModel::renameAsked, this, [this](qint64 id, const QString& title) {
        const QString before = model_.indexOf(id).data().toString();
        undo_.push(new LibraryCommand(
            tr("Rename study"),
            [this, id, title] { library_->rename(id, title); },
            [this, id, before] { library_->rename(id, before); }));
    });
    connect(ThemeNotifier::instance(), &ThemeNotifier::themeChanged, view_, [this] {
        view_->viewport()->update();
    });
    updateActions();
    updateEmptyState();
}

void LibraryPanel::makeActions() {
    const auto make = [this](const char* icon_name,
                             const QString& text,
                             const QKeySequence& keys,
                             const QString& tip) {
        auto* action = new QAction(icon(QLatin1String(icon_name)), text, this);
        action->setShortcut(keys);
        action->setShortcutContext(Qt::WidgetShortcut);
        action->setToolTip(
            keys.isEmpty() ? tip : tr("%1 (%2)").arg(tip, keys.toString(QKeySequence::NativeText)));
        action->setStatusTip(tip);
        view_->addAction(action);
        return action;
    };
    plot_ = make("explore",
                 tr("Show in Explore"),
                 QKeySequence(Qt::Key_Return),
                 tr("Checks the study and shows it in the chart"));
    alone_ = make("fit",
                  tr("Plot only this"),
                  QKeySequence(Qt::SHIFT | Qt::Key_Return),
                  tr("Checks this study and unchecks all others"));
    rename_ = make("", tr("Rename"), QKeySequence(Qt::Key_F2), tr("Gives the study another title"));
    save_ = make("export",
                 tr("Save as .tlrun…"),
                 QKeySequence(Qt::CTRL | Qt::Key_S),
                 tr("Writes the study to a file that another Throughline can open"));
    delete_ = make("delete",
                   tr("Delete"),
                   QKeySequence(Qt::Key_Delete),
                   tr("Moves the selected studies to the bin; Ctrl+Z brings them back"));
    save_->setShortcutContext(Qt::WindowShortcut);
    connect(plot_, &QAction::triggered, this, [this] {
        const auto ids = selected();
        if (!ids.empty()) {
            Q_EMIT activated(ids.front());
        }
    });
    connect(alone_, &QAction::triggered, this, [this] {
        const auto ids = selected();
        if (!ids.empty()) {
            model_.checkOnly(ids.front());
        }
    });
    connect(rename_, &QAction::triggered, this, [this] { view_->edit(view_->currentIndex()); });
    connect(save_, &QAction::triggered, this, [this] {
        const auto ids = selected();
        if (!ids.empty()) {
            saveAs(ids.front());
        }
    });
    connect(delete_, &QAction::triggered, this, &LibraryPanel::deleteSelected);
}

QList<QAction*> LibraryPanel::studyActions() const {
    return {plot_, alone_, rename_, save_, delete_};
}

void LibraryPanel::plotStudy(qint64 study, bool alone) {
    if (alone) {
        model_.checkOnly(study);
    } else {
        model_.setChecked(study, true);
    }
    view_->setCurrentIndex(filtered_.mapFromSource(model_.indexOf(study)));
}

void LibraryPanel::plotStudies(const std::vector<std::int64_t>& studies) {
    model_.checkThese(studies);
    if (!studies.empty()) {
        view_->setCurrentIndex(filtered_.mapFromSource(model_.indexOf(studies.front())));
    }
}

void LibraryPanel::takeStudies(const std::vector<StudyItem>& studies) {
    const auto kept = selected();
    model_.setStudies(studies);
    if (!kept.empty() && view_->selectionModel()->selectedIndexes().isEmpty()) {
        view_->setCurrentIndex(filtered_.mapFromSource(model_.indexOf(kept.front())));
    }
    if (awaited_ != 0 && model_.indexOf(awaited_).isValid()) {
        plotStudy(std::exchange(awaited_, 0), false);
    }
    updateActions();
    updateEmptyState();
}

std::vector<std::int64_t> LibraryPanel::selected() const {
    std::vector<std::int64_t> ids;
    const QModelIndexList indexes = view_->selectionModel()->selectedIndexes();
    for (const QModelIndex& index : indexes) {
        ids.push_back(index.data(StudyListModel::IdRole).toLongLong());
    }
    return ids;
}

void LibraryPanel::deleteSelected() {
    const auto ids = selected();
    if (ids.empty()) {
        return;
    }
    undo_.push(new LibraryCommand(
        tr("Delete %n study(s)", nullptr, static_cast<int>(ids.size())),
        [this, ids] { library_->setInBin(ids, true); },
        [this, ids] { library_->setInBin(ids, false); }));
}

void LibraryPanel::showWhenListed(qint64 study) {
    awaited_ = study;
    if (model_.indexOf(study).isValid()) {
        plotStudy(std::exchange(awaited_, 0), false);
    }
}

void LibraryPanel::saveAs(qint64 study) {
    const QModelIndex index = model_.indexOf(study);
    if (!index.isValid()) {
        return;
    }
    const QString folder =
        settings_->value(QStringLiteral("folders/export"), QDir::homePath()).toString();
    QFileDialog dialog(this, tr("Save study"), folder, tr("Throughline records (*.tlrun)"));
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setDefaultSuffix(QStringLiteral("tlrun"));  // only such a file can be opened again
    dialog.selectFile(fileNameOf(index.data().toString()) + QStringLiteral(".tlrun"));
    if (dialog.exec() == QDialog::Accepted && !dialog.selectedFiles().isEmpty()) {
        const QString path = dialog.selectedFiles().constFirst();
        settings_->setValue(QStringLiteral("folders/export"), QFileInfo(path).absolutePath());
        library_->exportRecord(study, path);
    }
}

void LibraryPanel::updateActions() {
    const auto count = selected().size();
    for (QAction* action : {plot_, alone_, rename_, save_}) {
        action->setEnabled(count == 1);
    }
    delete_->setEnabled(count > 0);
}

void LibraryPanel::updateEmptyState() {
    const bool none = model_.rowCount() == 0;
    empty_->setText(none ? tr("Nothing measured yet.\n\nMeasure this computer, or drop results "
                              "of fio, iostat, nvidia-smi, a training log … here.")
                         : tr("No study holds “%1”.").arg(filter_->text()));
    stack_->setCurrentWidget(filtered_.rowCount() == 0 ? static_cast<QWidget*>(empty_)
                                                       : static_cast<QWidget*>(view_));
}

void LibraryPanel::changeEvent(QEvent* event) {
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
        view_->doItemsLayout();
    }
    QWidget::changeEvent(event);
}

}  // namespace throughline::ui
