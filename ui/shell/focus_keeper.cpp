// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/focus_keeper.h"

#include <QApplication>

namespace throughline::ui {

FocusKeeper::FocusKeeper(QWidget* pages) : QObject(pages), pages_(pages) {
    connect(qApp, &QApplication::focusChanged, this, &FocusKeeper::keep);
}

void FocusKeeper::keep(const QWidget* old, const QWidget* now) {
    const bool left = old != nullptr && now != nullptr && pages_->isAncestorOf(old) &&
                      !pages_->isAncestorOf(now) && now->window() == pages_->window();
    if (!left || (old->isVisible() && old->isEnabled())) {
        return;  // somebody went there
    }
    QWidget* stays = old->parentWidget();
    while (stays != pages_ && !(stays->isVisible() && stays->isEnabled())) {
        stays = stays->parentWidget();
    }
    stays->setFocus(Qt::OtherFocusReason);
}

}  // namespace throughline::ui
