// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/pages.h"

#include "ui/style/icons.h"

namespace throughline::ui {

Pages::Pages(QWidget* welcome, QWidget* parent) : QStackedWidget(parent), tabs_(new QTabWidget) {
    tabs_->setDocumentMode(true);
    addWidget(welcome);
    addWidget(tabs_);
    connect(this, &QStackedWidget::currentChanged, this, &Pages::pageChanged);
    connect(tabs_, &QTabWidget::currentChanged, this, &Pages::pageChanged);
}

void Pages::addTab(QWidget* page, const char* icon_name, const QString& title, const QString& tip) {
    const int tab = tabs_->addTab(page, icon(QLatin1String(icon_name)), title);
    tabs_->setTabToolTip(tab, tip);
}

Page Pages::page() const {
    return currentWidget() == tabs_ ? static_cast<Page>(tabs_->currentIndex() + 1) : Page::Welcome;
}

void Pages::showPage(Page page) {
    is_chosen_ = true;
    if (page != Page::Welcome) {
        tabs_->setCurrentIndex(static_cast<int>(page) - 1);
    }
    setCurrentIndex(page == Page::Welcome ? 0 : 1);
}

}  // namespace throughline::ui
