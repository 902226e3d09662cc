// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/selection_bar.h"

#include <QAccessible>
#include <QAction>
#include <QHBoxLayout>

namespace throughline::ui {

SelectionBar::SelectionBar(QAction* only, QAction* clear, QAction* all, QWidget* parent)
    : QWidget(parent),
      label_(new QLabel(this)),
      only_(new QToolButton(this)),
      clear_(new QToolButton(this)),
      all_(new QToolButton(this)) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(label_);
    for (const auto& [button, action] :
         {std::pair(only_, only), std::pair(clear_, clear), std::pair(all_, all)}) {
        button->setDefaultAction(action);
        button->setToolButtonStyle(Qt::ToolButtonTextOnly);
        button->setFocusPolicy(Qt::TabFocus);
        row->addWidget(button);
    }
    // The room is kept when nothing is selected: charts must not jump with the first click.
    setMinimumHeight(only_->sizeHint().height());
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    setCounts({}, {});
}

void SelectionBar::setCounts(const Counts& counts, const QString& figures) {
    QStringList words;
    if (counts.selected > 0) {
        words << tr("%n run(s) selected", nullptr, static_cast<int>(counts.selected)) + figures;
    }
    if (counts.shown < counts.all) {
        words
            << tr("%1 of %n run(s) shown", nullptr, static_cast<int>(counts.all)).arg(counts.shown);
    }
    label_->setText(words.join(QStringLiteral(" \u00B7 ")));
    label_->setAccessibleName(words.isEmpty() ? tr("Nothing is selected") : label_->text());
    only_->setVisible(counts.selected > 0);
    clear_->setVisible(counts.selected > 0);
    all_->setVisible(counts.shown < counts.all);
    if (counts_ == counts) {
        return;
    }
    counts_ = counts;
    if (QAccessible::isActive()) {
        QAccessibleEvent alert(label_, QAccessible::Alert);
        QAccessible::updateAccessibility(&alert);
    }
    Q_EMIT told(label_->accessibleName());
}

}  // namespace throughline::ui
