// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/present/present_view.h"

#include <QEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <algorithm>

namespace throughline::ui {

namespace {

constexpr double kPictureScale = 2.0;

}  // namespace

PresentView::PresentView(QWidget* window) : QWidget(window) {
    setFocusPolicy(Qt::StrongFocus);
    setGeometry(window->rect());
    window->installEventFilter(this);
    setAccessibleName(tr("Presentation"));
}

void PresentView::setPages(std::vector<PresentPage> pages, int first) {
    pages_ = std::move(pages);
    if (pages_.empty()) {
        pages_.emplace_back();
        pages_.back().headline = tr("There is nothing to present yet.");
        pages_.back().model.emptyText =
            tr("Measure this computer, or plot a study, and come back.");
    }
    index_ = 0;
    go(first);
}

void PresentView::addPages(std::vector<PresentPage> pages) {
    std::ranges::move(pages, std::back_inserter(pages_));
    update();
}

void PresentView::go(int index) {
    index_ = std::clamp(index, 0, count() - 1);
    setAccessibleDescription(page().headline + u' ' + page().figures + u' ' + page().doubt);
    update();
}

QString PresentView::mark() const {
    return count() > 1 ? tr("%1 / %2").arg(index_ + 1).arg(count()) : QString();
}

QImage PresentView::picture() const {
    QImage image((QSizeF(size()) * kPictureScale).toSize(), QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(kPictureScale);
    QPainter painter(&image);
    paintPresentPage(painter, page(), size(), printTheme(), {});
    return image;
}

/// The commands of the window behind it must not be reached by their keys: nobody would see what
/// they do.
bool PresentView::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride) {
        event->accept();
        return true;
    }
    return QWidget::event(event);
}

bool PresentView::eventFilter(QObject* watched, QEvent* event) {
    if (watched == parent() && event->type() == QEvent::Resize) {
        setGeometry(parentWidget()->rect());
    }
    return QWidget::eventFilter(watched, event);
}

void PresentView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    paintPresentPage(painter, page(), size(), currentTheme(), mark());
}

void PresentView::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
        case Qt::Key_Right:
        case Qt::Key_Down:
        case Qt::Key_Space:
        case Qt::Key_PageDown:
            go(index_ + 1);
            break;
        case Qt::Key_Left:
        case Qt::Key_Up:
        case Qt::Key_Backspace:
        case Qt::Key_PageUp:
            go(index_ - 1);
            break;
        case Qt::Key_Home:
            go(0);
            break;
        case Qt::Key_End:
            go(count() - 1);
            break;
        case Qt::Key_E:
            Q_EMIT saveAsked();
            break;
        case Qt::Key_Escape:
        case Qt::Key_F5:
            Q_EMIT ended();
            break;
        default:
            QWidget::keyPressEvent(event);
    }
}

void PresentView::mousePressEvent(QMouseEvent* event) {
    go(index_ + (event->button() == Qt::RightButton ? -1 : 1));
}

}  // namespace throughline::ui
