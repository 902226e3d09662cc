// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/study/settings_page.h"

#include <QSplitter>
#include <QVBoxLayout>

#include "ui/style/widgets.h"

namespace throughline::ui {

namespace {

constexpr int kMarginPx = 8;
constexpr int kSideCharacters = 36;

}  // namespace

SettingsPage::SettingsPage(RunSelection* runs, QWidget* parent)
    : QWidget(parent),
      runs_(runs),
      table_(new FactTable(runs,
                           {.heading = tr("Setting"),
                            .searchWords = tr("Find a setting"),
                            .none = tr("Choose a study in the list on the left to see how it was "
                                       "measured."),
                            .rows = settingRows,
                            .tsv = settingsAsTsv})),
      form_(new StudyForm),
      of_one_(new QLabel(tr("Choose one study alone to change its title, tags, note or price."))) {
    of_one_->setWordWrap(true);
    of_one_->setAlignment(Qt::AlignTop);
    setInk(of_one_, &Theme::mutedText);
    auto* side = new QWidget;
    auto* column = bareLayout<QVBoxLayout>(side);
    column->addWidget(form_);
    column->addWidget(of_one_);
    column->addStretch();
    auto* across = new QSplitter(Qt::Horizontal);
    across->addWidget(table_);
    across->addWidget(side);
    across->setStretchFactor(0, 1);
    across->setChildrenCollapsible(false);
    across->setHandleWidth(2 * kMarginPx);
    across->setSizes({fontMetrics().averageCharWidth() * 2 * kSideCharacters,
                      fontMetrics().averageCharWidth() * kSideCharacters});
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(kMarginPx, kMarginPx, kMarginPx, kMarginPx);
    layout->addWidget(across);
    connect(runs_, &RunSelection::studiesChanged, this, &SettingsPage::refresh);
    refresh();
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
         .rows = figureRows,
         .tsv = figuresAsTsv});
    page->layout()->setContentsMargins(kMarginPx, kMarginPx, kMarginPx, kMarginPx);
    return page;
}

}  // namespace throughline::ui
