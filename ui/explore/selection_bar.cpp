// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/selection_bar.h"

#include <QAccessible>
#include <QHBoxLayout>

#include "ui/explore/tool_buttons.h"
#include "ui/plot/plot_text.h"
#include "ui/style/key_action.h"

namespace throughline::ui {

SelectionBar::SelectionBar(ExploreDocument* document, QWidget* parent)
    : QWidget(parent),
      document_(document),
      only_(keyAction("",
                      tr("Sho&w only the selected runs"),
                      {Qt::CTRL | Qt::SHIFT | Qt::Key_O},
                      tr("Show only the selected runs in all charts"),
                      this)),
      clear_(keyAction(
          "", tr("C&lear the selection"), {Qt::Key_Escape}, tr("Deselect all runs"), this)),
      all_(keyAction("",
                     tr("Show all r&uns"),
                     {Qt::CTRL | Qt::SHIFT | Qt::Key_Y},
                     tr("Show all runs of the plotted studies again"),
                     this)),
      label_(new QLabel(this)) {
    only_->setIconText(tr("Show only these"));
    clear_->setIconText(tr("Clear"));
    // Elsewhere the key closes what is open there.
    clear_->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(only_, &QAction::triggered, document_, [this] {
        document_->setFilter(filterTo(document_->selected(), document_->tickedStudies()));
    });
    connect(clear_, &QAction::triggered, document_, [this] {
        document_->select({}, PickHow::Replace);
    });
    connect(all_, &QAction::triggered, document_, [this] { document_->setFilter({}); });
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(label_);
    for (QAction* action : actions()) {
        QToolButton* button = actionButton(action, this);
        button->setToolButtonStyle(Qt::ToolButtonTextOnly);
        row->addWidget(button);
        // The room is kept when nothing is selected: charts must not jump with the first click.
        setMinimumHeight(button->sizeHint().height());
        buttons_.push_back(button);
    }
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
}

void SelectionBar::update(const PlotModel& model) {
    const Counts counts{.selected = document_->selected().size(),
                        .shown = runCount(document_->studies()),
                        .all = runCount(document_->tickedStudies())};
    const bool any = counts.selected > 0;
    only_->setEnabled(any);
    clear_->setEnabled(any);
    all_->setEnabled(counts.shown < counts.all);
    for (QToolButton* button : buttons_) {
        button->setVisible(button->defaultAction()->isEnabled());
    }
    QStringList words;
    if (any) {
        const QString selected =
            tr("%n run(s) selected", nullptr, static_cast<int>(counts.selected));
        const QString range = pickedRange(model, document_->selected());
        words << (range.isEmpty() ? selected : tr("%1: %2").arg(selected, range));
    }
    if (counts.shown < counts.all) {
        words
            << tr("%1 of %n run(s) shown", nullptr, static_cast<int>(counts.all)).arg(counts.shown);
    }
    label_->setText(words.join(QStringLiteral(" \u00B7 ")));
    label_->setAccessibleName(words.isEmpty() ? tr("Nothing is selected") : label_->text());
    if (std::exchange(counts_, counts) == counts) {
        return;
    }
    if (QAccessible::isActive()) {
        QAccessibleEvent alert(label_, QAccessible::Alert);
        QAccessible::updateAccessibility(&alert);
    }
    Q_EMIT told(label_->accessibleName());
}

}  // namespace throughline::ui
