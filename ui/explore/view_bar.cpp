// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/view_bar.h"

#include <algorithm>
#include <array>

#include "engine/metrics/registry.h"
#include "ui/explore/tool_buttons.h"
#include "ui/style/icons.h"
#include "ui/style/key_action.h"
#include "ui/style/wrap_layout.h"

namespace throughline::ui {

namespace {

constexpr int kButtonGapPx = 4;

}  // namespace

ViewBar::ViewBar(ExploreDocument* document, QWidget* parent)
    : QWidget(parent),
      document_(document),
      row_(new WrapLayout(this, kButtonGapPx)),
      gallery_(textButton(tr("Gallery"), this)),
      quick_views_(quickViews({})) {
    makeViews();
    gallery_->setIcon(icon(QStringLiteral("gallery")));
    gallery_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    gallery_->setToolTip(
        tr("Choose a saved view, or a chart of the published studies, by its picture (Ctrl+G)"));
    connect(gallery_, &QToolButton::clicked, this, [this] {
        show();  // a click checks it
        Q_EMIT galleryWanted();
    });
    row_->addWidget(gallery_);
    for (std::size_t i = 0; i < quick_views_.size(); ++i) {
        QToolButton* button = textButton(quick_views_[i].title, this);
        connect(button, &QToolButton::clicked, document_, [this, i] {
            document_->open(quick_views_[i].choice);
        });
        row_->addWidget(button);
        quick_buttons_.push_back(button);
    }
    row_->addStretch();
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
    // Those that have had a key since before the others came.
    constexpr std::array kWithKeys{"loader-threads",
                                   "disk-types",
                                   "volumes",
                                   "disk-over-time",
                                   "",
                                   "real-synthetic"};  // the themes have 7 to 9
    for (const StudyView& view : studyViews()) {
        const auto at = std::ranges::find(kWithKeys, view.name.toStdString());
        const auto key = static_cast<Qt::Key>(Qt::Key_1 + (at - kWithKeys.begin()));
        const QList<QKeySequence> keys =
            at == kWithKeys.end()
                ? QList<QKeySequence>()
                : QList<QKeySequence>{QKeySequence(QKeyCombination(Qt::CTRL | Qt::ALT, key))};
        QAction* action = keyAction("", view.title, keys, view.what, this);
        connect(
            action, &QAction::triggered, document_, [this, view] { document_->showView(view); });
        view_actions_ << action;
    }
}

void ViewBar::add(QWidget* control) {
    setTabOrder(row_->itemAt(row_->count() - 1)->widget(), control);
    row_->addWidget(control);
}

void ViewBar::addFirst(QWidget* control) {
    setTabOrder(quick_buttons_.back(), control);
    row_->insertWidget(row_->indexOf(reading_), control);
}

void ViewBar::show() {
    const auto& studies = document_->studies();
    gallery_->setChecked(!document_->chart().view.isEmpty());
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
        // Of whichever device: with other studies another one has the most runs.
        const bool same_x =
            view.choice.has<SamplesChart>() ||
            metrics::parse_metric_key(view.choice.x).id == metrics::parse_metric_key(choice.x).id;
        quick_buttons_[i]->setEnabled(view.unavailable.isEmpty() && any);
        quick_buttons_[i]->setToolTip(
            view.unavailable.isEmpty() ? tr("Show images/s %1").arg(view.title) : view.unavailable);
        quick_buttons_[i]->setChecked(
            document_->chart().view.isEmpty() && any && view.choice.points() == choice.points() &&
            same_x && view.choice.y == choice.y && choice.partOrNone<SecondY>().y2.empty());
    }
}

}  // namespace throughline::ui
