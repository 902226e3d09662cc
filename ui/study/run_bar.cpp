// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/study/run_bar.h"

#include <QHBoxLayout>
#include <QMenu>
#include <QSignalBlocker>
#include <QToolTip>
#include <QWidgetAction>

#include "ui/style/widgets.h"

namespace throughline::ui {

namespace {

constexpr int kListCharacters = 48;
constexpr int kListLines = 16;
constexpr int kBaselineCharacters = 11;

}  // namespace

RunBar::RunBar(RunSelection* runs, QWidget* parent)
    : QWidget(parent),
      runs_(runs),
      button_(new QToolButton),
      list_(new QListWidget),
      compare_(new QCheckBox(tr("Compare &with"))),
      baseline_(new QComboBox) {
    button_->setPopupMode(QToolButton::InstantPopup);
    button_->setShortcut(QKeySequence(Qt::ALT | Qt::Key_U));
    button_->setToolTip(tr("Choose which runs to show side by side (Alt+U)"));
    auto* menu = new QMenu(button_);
    auto* action = new QWidgetAction(menu);
    list_->setAccessibleName(tr("Runs to show"));
    list_->setToolTip(tr("Press Space to tick a run"));
    list_->setFixedSize(fontMetrics().averageCharWidth() * kListCharacters,
                        fontMetrics().height() * kListLines);
    action->setDefaultWidget(list_);
    menu->addAction(action);
    button_->setMenu(menu);
    compare_->setToolTip(tr("Hold every other run against this one (Alt+W)"));
    baseline_->setToolTip(tr("Choose the run that the others are compared with"));
    baseline_->setAccessibleName(tr("Baseline"));
    baseline_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    baseline_->setMinimumContentsLength(kBaselineCharacters);
    auto* row = bareLayout<QHBoxLayout>(this);
    row->addWidget(button_);
    row->addWidget(compare_);
    row->addWidget(baseline_);
    connect(list_, &QListWidget::itemChanged, this, [this](const QListWidgetItem* item) {
        const int place = list_->row(item);
        if (!runs_->setShown(place, item->checkState() == Qt::Checked)) {
            refresh();
            QToolTip::showText(
                QCursor::pos(),
                tr("At most %1 runs can be shown side by side.").arg(RunSelection::kShownMax));
        }
    });
    connect(compare_, &QCheckBox::toggled, runs_, &RunSelection::setCompared);
    connect(baseline_, &QComboBox::activated, this, [this](int place) {
        runs_->setCompared(true);
        runs_->setBaseline(place);
    });
    connect(runs_, &RunSelection::studiesChanged, this, &RunBar::fill);
    connect(runs_, &RunSelection::changed, this, &RunBar::refresh);
    fill();
    refresh();
}

void RunBar::fill() {
    const QSignalBlocker quiet(list_);
    list_->clear();
    baseline_->clear();
    for (const RunSelection::Choice& choice : runs_->choices()) {
        auto* item = new QListWidgetItem(choice.name, list_);
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
        item->setCheckState(choice.shown ? Qt::Checked : Qt::Unchecked);
        item->setToolTip(choice.name);
        baseline_->addItem(choice.name);
        baseline_->setItemData(baseline_->count() - 1, choice.name, Qt::ToolTipRole);
    }
}

void RunBar::refresh() {
    const QSignalBlocker quiet(list_);
    const QSignalBlocker still(compare_);
    for (int i = 0; i < list_->count(); ++i) {
        list_->item(i)->setCheckState(
            runs_->choices()[static_cast<std::size_t>(i)].shown ? Qt::Checked : Qt::Unchecked);
    }
    const int count = list_->count();
    button_->setText(tr("R&uns: %1 of %2").arg(runs_->shownCount()).arg(count));
    setVisible(count > 1);
    compare_->setEnabled(runs_->shownCount() > 1);
    compare_->setChecked(runs_->isCompared());
    baseline_->setEnabled(count > 1);
    baseline_->setCurrentIndex(runs_->baseline());
    baseline_->setToolTip(
        tr("%1\nChoose the run that the others are compared with").arg(baseline_->currentText()));
}

}  // namespace throughline::ui
