// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/study/settings_page.h"

#include <QEvent>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/style/widgets.h"

namespace throughline::ui {

namespace {

constexpr int kMarginPx = 8;
constexpr int kSideCharacters = 44;  ///< "Observed: throughline-eng" beside a long label
constexpr int kTableLinesMin = 10;   ///< more than it asks for, above the form

}  // namespace

SettingsPage::SettingsPage(RunSelection* runs, QWidget* parent)
    : QWidget(parent),
      runs_(runs),
      table_(new FactTable(runs,
                           {.heading = tr("Setting"),
                            .searchWords = tr("Find a setting"),
                            .none = tr("Choose a study in the list on the left to see how it was "
                                       "measured."),
                            .notFound = tr("No setting contains “%1”."),
                            .nothing = tr("No setting is recorded."),
                            .rows = settingRows,
                            .tsv = settingsAsTsv})),
      form_(new StudyForm),
      of_one_(new QLabel(tr("Choose one study alone to change its title, tags, note or price."))) {
    of_one_->setWordWrap(true);
    of_one_->setAlignment(Qt::AlignTop);
    setInk(of_one_, &Theme::mutedText);
    side_ = new QWidget;
    auto* column = bareLayout<QVBoxLayout>(side_);
    column->addWidget(form_);
    column->addWidget(of_one_);
    column->addStretch();
    across_ = new QSplitter(Qt::Horizontal);
    across_->addWidget(table_);
    across_->addWidget(side_);
    across_->setStretchFactor(0, 1);
    across_->setChildrenCollapsible(false);
    across_->setHandleWidth(2 * kMarginPx);
    shareRoom();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(kMarginPx, kMarginPx, kMarginPx, kMarginPx);
    layout->addWidget(across_);
    connect(runs_, &RunSelection::studiesChanged, this, &SettingsPage::refresh);
    refresh();
}

QSize SettingsPage::minimumSizeHint() const {
    const int wider = std::max(table_->minimumSizeHint().width(), side_->minimumSizeHint().width());
    const int rows = across_->orientation() == Qt::Vertical
                         ? fontMetrics().height() * kTableLinesMin
                         : 0;  // beside it there is room
    return {wider + 2 * kMarginPx, QWidget::minimumSizeHint().height() + rows};
}

/// The form gets what it asks for, the table all else.
void SettingsPage::shareRoom() {
    const bool below = across_->orientation() == Qt::Vertical;
    const int form = below ? side_->minimumSizeHint().height()
                           : fontMetrics().averageCharWidth() * kSideCharacters;
    const int whole = below ? across_->height() : across_->width();
    across_->setSizes({std::max(below ? 2 * form : form, whole - form), form});
}

bool SettingsPage::event(QEvent* event) {
    if (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest) {
        const int beside = table_->minimumSizeHint().width() + side_->minimumSizeHint().width() +
                           4 * kMarginPx;  // with the edges and the handle
        const Qt::Orientation wanted = width() < beside ? Qt::Vertical : Qt::Horizontal;
        if (wanted != across_->orientation()) {
            across_->setOrientation(wanted);
            shareRoom();
            updateGeometry();
        }
    }
    return QWidget::event(event);
}

void SettingsPage::refresh() {
    const auto& studies = runs_->studies();
    const bool one = studies.size() == 1;
    form_->setStudy(one ? studies.front().row : store::StudyRow());
    form_->setVisible(one);
    of_one_->setVisible(studies.size() > 1);
}

FactTable* makeFiguresPage(RunSelection* runs) {
    auto* page = new FactTable(
        runs,
        {.heading = SettingsPage::tr("Figure"),
         .searchWords = SettingsPage::tr("Find a figure"),
         .none = SettingsPage::tr("Choose a study in the list on the left to see all its figures. "
                                  "Choose several to compare them."),
         .notFound = SettingsPage::tr("No figure contains “%1”."),
         .nothing = SettingsPage::tr("No figure is recorded."),
         .rows = figureRows,
         .tsv = figuresAsTsv,
         .measurement = measurementHere});
    page->layout()->setContentsMargins(kMarginPx, kMarginPx, kMarginPx, kMarginPx);
    return page;
}

}  // namespace throughline::ui
