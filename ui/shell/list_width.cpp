// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/list_width.h"

#include <QMouseEvent>
#include <QResizeEvent>
#include <QTimer>

namespace throughline::ui {

namespace {

constexpr int kListWidthLines = 20;  ///< in heights of a line: a title beside its badge
constexpr auto kListWidthKey = "layout/list_width";

}  // namespace

ListWidth::ListWidth(QMainWindow* window, QDockWidget* list, QSettings* settings)
    : QObject(window), window_(window), list_(list), settings_(settings) {
    window_->installEventFilter(this);
    wanted_px_ = settings_->value(QLatin1String(kListWidthKey)).toInt();
    if (wanted_px_ <= 0) {
        reset();
    } else {
        give();
    }
}

void ListWidth::reset() {
    settings_->remove(QLatin1String(kListWidthKey));
    wanted_px_ = window_->fontMetrics().height() * kListWidthLines;
    give();
}

void ListWidth::give() {
    if (!list_->isFloating()) {
        window_->resizeDocks({list_}, {wanted_px_}, Qt::Horizontal);
    }
}

void ListWidth::giveBack() {
    if (list_->width() < wanted_px_) {
        give();
    }
}

bool ListWidth::eventFilter(QObject* watched, QEvent* event) {
    switch (event->type()) {
        case QEvent::Show:  // as narrow as the layout that was kept, though there may be room now
            QTimer::singleShot(0, this, &ListWidth::giveBack);
            break;
        case QEvent::Resize: {
            const auto* resized = static_cast<QResizeEvent*>(event);
            if (resized->size().width() > resized->oldSize().width()) {
                QTimer::singleShot(0, this, &ListWidth::giveBack);  // when all in it is laid out
            }
            break;
        }
        case QEvent::MouseButtonPress: {  // the edge between list and pages is no widget
            const QPoint at = static_cast<QMouseEvent*>(event)->position().toPoint();
            pressed_px_ = window_->childAt(at) == nullptr ? list_->width() : 0;
            break;
        }
        case QEvent::MouseButtonRelease:
            if (pressed_px_ > 0 && list_->width() != pressed_px_ && !list_->isFloating()) {
                wanted_px_ = list_->width();
                settings_->setValue(QLatin1String(kListWidthKey), wanted_px_);
            }
            pressed_px_ = 0;
            break;
        default:
            break;
    }
    return QObject::eventFilter(watched, event);
}

}  // namespace throughline::ui
