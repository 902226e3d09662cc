// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/library/merge_dialog.h"

#include <QDialogButtonBox>
#include <QFileInfo>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/style/icons.h"
#include "ui/style/number_input.h"

namespace throughline::ui {

namespace {

constexpr double kDaySeconds = 86'400.0;

}  // namespace

MergeDialog::MergeDialog(std::vector<ImportPart> parts, QWidget* parent)
    : QDialog(parent), parts_(std::move(parts)) {
    setWindowTitle(tr("Merge into one run"));
    auto* column = new QVBoxLayout(this);
    auto* words = new QLabel(
        tr("These files were recorded during one run. Their samples are joined by time. Where two "
           "files state the same condition, the first one counts. If a file comes from a computer "
           "whose clock was ahead of the others, enter by how much."));
    words->setWordWrap(true);
    column->addWidget(words);
    list_ = new QTreeWidget;
    list_->setColumnCount(2);
    list_->setHeaderLabels({tr("File"), tr("Clock ahead by")});
    list_->setRootIsDecorated(false);
    list_->setAccessibleName(tr("Files of the run"));
    list_->header()->setStretchLastSection(false);
    list_->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    list_->header()->resizeSection(1, fontMetrics().averageCharWidth() * 24);
    column->addWidget(list_, 1);
    auto* first = new QPushButton(icon(QStringLiteral("star")), tr("Make &first"));
    first->setToolTip(tr("Prefer the conditions and figures of the selected file (Alt+F)"));
    first->setAutoDefault(false);
    connect(first, &QPushButton::clicked, this, [this] {
        makeFirst(list_->indexOfTopLevelItem(list_->currentItem()));
    });
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    buttons->addButton(first, QDialogButtonBox::ActionRole);
    QPushButton* merge = buttons->addButton(tr("&Merge"), QDialogButtonBox::AcceptRole);
    merge->setToolTip(tr("Import the files as one run; their separate runs go to the bin (Alt+M)"));
    column->addWidget(buttons);
    merge->setDefault(true);  // means nothing before the button is the dialog's
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(buttons, &QDialogButtonBox::accepted, this, [this] {
        Q_EMIT mergeAsked(this->parts());
        accept();
    });
    fill();
    resize(fontMetrics().averageCharWidth() * 90, fontMetrics().height() * 18);
}

void MergeDialog::fill() {
    list_->clear();
    for (const ImportPart& part : parts_) {
        auto* item = new QTreeWidgetItem({QFileInfo(part.path).fileName()});
        item->setToolTip(0, part.path);
        list_->addTopLevelItem(item);
        auto* seconds = new DecimalBox;
        seconds->setRange(-kDaySeconds, kDaySeconds);
        seconds->setDecimals(3);
        seconds->setSuffix(tr(" s"));
        seconds->setValue(part.clockAheadSeconds);
        seconds->setToolTip(
            tr("Enter the seconds by which the clock of this file was ahead; negative if it was "
               "behind"));
        seconds->setAccessibleName(tr("Clock ahead by, %1").arg(QFileInfo(part.path).fileName()));
        list_->setItemWidget(item, 1, seconds);
    }
    list_->setCurrentItem(list_->topLevelItem(0));
}

std::vector<ImportPart> MergeDialog::parts() const {
    std::vector<ImportPart> parts = parts_;
    for (std::size_t row = 0; row < parts.size(); ++row) {
        parts[row].clockAheadSeconds = offset(static_cast<int>(row))->value();
    }
    return parts;
}

QDoubleSpinBox* MergeDialog::offset(int row) const {
    return qobject_cast<QDoubleSpinBox*>(list_->itemWidget(list_->topLevelItem(row), 1));
}

void MergeDialog::makeFirst(int row) {
    if (row <= 0) {
        return;
    }
    parts_ = parts();
    std::rotate(parts_.begin(), parts_.begin() + row, parts_.begin() + row + 1);
    fill();
}

}  // namespace throughline::ui
