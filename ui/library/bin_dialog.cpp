// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/library/bin_dialog.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QMessageBox>
#include <QVBoxLayout>

#include "ui/style/icons.h"
#include "ui/style/widgets.h"

namespace throughline::ui {

BinDialog::BinDialog(LibraryService* library, QWidget* parent)
    : QDialog(parent), library_(library) {
    setWindowTitle(tr("Bin"));
    auto* column = new QVBoxLayout(this);
    words_ = new QLabel;
    list_ = new QListWidget;
    list_->setSelectionMode(QAbstractItemView::ExtendedSelection);
    list_->setAccessibleName(tr("Deleted studies"));
    column->addWidget(words_);
    column->addWidget(list_, 1);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    restore_ = buttons->addButton(tr("&Restore"), QDialogButtonBox::ActionRole);
    restore_->setIcon(icon(QStringLiteral("restore")));
    restore_->setToolTip(tr("Restore the selected studies, or all (Alt+R)"));
    purge_ = buttons->addButton(tr("&Empty the bin…"), QDialogButtonBox::ActionRole);
    purge_->setIcon(icon(QStringLiteral("delete")));
    purge_->setToolTip(tr("Delete all studies in the bin permanently (Alt+E)"));
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(restore_, &QPushButton::clicked, this, &BinDialog::restore);
    connect(purge_, &QPushButton::clicked, this, &BinDialog::askPurge);
    resize(fontMetrics().averageCharWidth() * 70, fontMetrics().height() * 20);
    refresh();
}

void BinDialog::refresh() {
    library_->query<std::vector<store::StudyRow>>(
        this,
        [](store::Library& library) { return library.studies(true); },
        [this](Result<std::vector<store::StudyRow>> rows) {
            list_->clear();
            if (rows) {
                for (const store::StudyRow& row : *rows) {
                    auto* item = new QListWidgetItem(QString::fromStdString(row.title), list_);
                    item->setData(Qt::UserRole, static_cast<qint64>(row.id));
                    item->setToolTip(QString::fromStdString(row.source_path));
                }
            }
            const bool any = list_->count() > 0;
            words_->setText(any ? tr("Deleted studies stay here until the bin is emptied.")
                                : tr("The bin is empty."));
            restore_->setEnabled(any);
            purge_->setEnabled(any);
        });
}

void BinDialog::restore() {
    std::vector<std::int64_t> studies;
    for (int row = 0; row < list_->count(); ++row) {
        const QListWidgetItem* item = list_->item(row);
        if (list_->selectedItems().isEmpty() || item->isSelected()) {
            studies.push_back(item->data(Qt::UserRole).toLongLong());
        }
    }
    library_->setInBin(studies, false);
    refresh();
}

void BinDialog::askPurge() {
    auto* question =
        new QMessageBox(QMessageBox::Warning,
                        tr("Empty the bin"),
                        tr("%n study(s) will be deleted permanently.", nullptr, list_->count()),
                        QMessageBox::Cancel,
                        this);
    question->addButton(tr("&Empty the bin"), QMessageBox::DestructiveRole);
    connect(question, &QMessageBox::buttonClicked, this, [this, question](QAbstractButton* button) {
        if (question->buttonRole(button) == QMessageBox::DestructiveRole) {
            purge();
        }
    });
    openAndForget(question);
}

void BinDialog::purge() {
    library_->query<std::int64_t>(
        this,
        [](store::Library& library) { return library.purge_bin(); },
        [this](const Result<std::int64_t>& /*purged*/) { refresh(); });
}

}  // namespace throughline::ui
