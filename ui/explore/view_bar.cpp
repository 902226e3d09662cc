// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/view_bar.h"

#include <QHBoxLayout>
#include <QMenu>
#include <algorithm>

#include "ui/explore/tool_buttons.h"

namespace throughline::ui {

ViewBar::ViewBar(ExploreDocument* document, QWidget* parent)
    : QWidget(parent),
      document_(document),
      row_(new QHBoxLayout(this)),
      views_(textButton(tr("Studies' charts"), this)),
      quick_views_(quickViews({})) {
    row_->setContentsMargins(0, 0, 0, 0);
    makeViews();
    row_->addWidget(views_);
    for (std::size_t i = 0; i < quick_views_.size(); ++i) {
        QToolButton* button = textButton(quick_views_[i].title, this);
        connect(button, &QToolButton::clicked, document_, [this, i] {
            document_->open(quick_views_[i].choice);
        });
        row_->addWidget(button);
        quick_buttons_.push_back(button);
    }
    row_->addStretch(1);
    reading_ = new ReadingButton(this);
    row_->addWidget(reading_);
    connect(reading_, &ReadingButton::chosen, document_, [this] {
        PlotChoice choice = document_->choice();
        reading_->readInto(choice);
        document_->setChoice(choice);
    });
    connect(document_, &ExploreDocument::changed, this, &ViewBar::show);
    show();
}

void ViewBar::makeViews() {
    views_->setShortcut(QKeySequence(Qt::ALT | Qt::Key_S));
    views_->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(views_);
    menu->setToolTipsVisible(true);
    for (const StudyView& view : studyViews()) {
        QAction* action =
            menu->addAction(view.title, document_, [this, view] { document_->showView(view); });
        action->setToolTip(view.what);
        action->setStatusTip(view.what);
        action->setShortcut(QKeySequence(
            QKeyCombination(Qt::CTRL | Qt::ALT, Qt::Key(Qt::Key_1 + menu->actions().size() - 1))));
    }
    views_->setMenu(menu);
}

QList<QAction*> ViewBar::viewActions() const {
    return views_->menu()->actions();
}

void ViewBar::add(QWidget* control) {
    setTabOrder(row_->itemAt(row_->count() - 1)->widget(), control);
    row_->addWidget(control);
}

void ViewBar::show() {
    const QString& view = document_->chart().view;
    const auto& studies = document_->studies();
    views_->setChecked(!view.isEmpty());
    views_->setToolTip(view.isEmpty()
                           ? tr("Show the charts of the published studies with your runs (Alt+S)")
                           : tr("Shown: %1 (Alt+S)").arg(view));
    const bool has_baseline =
        std::ranges::any_of(studies, [](const auto& study) { return study.isBaseline; });
    reading_->setChoice(document_->choice(), has_baseline, document_->fields());
    showQuickViews();
}

void ViewBar::showQuickViews() {
    const PlotChoice& choice = document_->choice();
    const bool any = !document_->studies().empty();
    if (std::exchange(generation_, document_->generation()) != generation_) {
        quick_views_ = quickViews(document_->studies());
    }
    for (std::size_t i = 0; i < quick_buttons_.size(); ++i) {
        const QuickView& view = quick_views_[i];
        const bool same_x = view.choice.has<SamplesChart>() || view.choice.x == choice.x;
        quick_buttons_[i]->setEnabled(view.unavailable.isEmpty() && any);
        quick_buttons_[i]->setToolTip(view.unavailable);
        quick_buttons_[i]->setChecked(
            document_->chart().view.isEmpty() && any && view.choice.points() == choice.points() &&
            same_x && view.choice.y == choice.y && choice.partOrNone<SecondY>().y2.empty());
    }
}

}  // namespace throughline::ui
