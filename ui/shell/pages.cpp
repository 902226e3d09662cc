// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/pages.h"

#include <QScrollArea>
#include <QScrollBar>
#include <QTimer>
#include <algorithm>

namespace throughline::ui {

namespace {

/// A page that is scrolled where the window is smaller than it asks for: neither does the window
/// grow out of the screen for it, nor does the list beside it become narrow.
class ScrolledPage : public QScrollArea {
public:
    explicit ScrolledPage(QWidget* page) {
        setFrameShape(QFrame::NoFrame);
        setWidgetResizable(true);
        setFocusPolicy(Qt::NoFocus);
        setWidget(page);
    }
    QSize minimumSizeHint() const override {
        constexpr int kLinesMin = 12;
        constexpr int kWidthMinPx = 720;  // beside the list on a screen of 1024, at any text size
        return {std::min(widget()->minimumSizeHint().width(), kWidthMinPx),
                fontMetrics().height() * kLinesMin};
    }
    QSize sizeHint() const override { return widget()->sizeHint(); }
};

}  // namespace

Pages::Pages(QWidget* welcome, QWidget* parent) : QStackedWidget(parent), tabs_(new QTabWidget) {
    tabs_->setDocumentMode(true);
    addWidget(new ScrolledPage(welcome));
    addWidget(tabs_);
    connect(this, &QStackedWidget::currentChanged, this, &Pages::pageChanged);
    connect(tabs_, &QTabWidget::currentChanged, this, &Pages::pageChanged);
    connect(tabs_, &QTabWidget::tabBarClicked, this, [this](int tab) {
        QTimer::singleShot(0, this, [this, tab] { begin(tab); });  // when the page is shown
    });
}

void Pages::begin(int tab) {
    const auto* page = qobject_cast<QScrollArea*>(tabs_->widget(tab));
    if (page != nullptr && page->widget()->focusProxy() != nullptr) {
        page->widget()->setFocus(Qt::TabFocusReason);
    }
}

void Pages::addTab(QWidget* page, const QString& title, const QString& tip) {
    const int tab = tabs_->addTab(new ScrolledPage(page), title);
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
    begin(static_cast<int>(page) - 1);
}

void Pages::scrollUp() {
    if (auto* page = qobject_cast<QScrollArea*>(tabs_->currentWidget())) {
        page->verticalScrollBar()->setValue(0);
    }
}

}  // namespace throughline::ui
