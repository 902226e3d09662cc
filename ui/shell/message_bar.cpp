// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/message_bar.h"

#include <QDesktopServices>
#include <QFileInfo>
#include <QStatusTipEvent>
#include <QUrl>

namespace throughline::ui {

namespace {

constexpr int kMessageMs = 8000;
constexpr int kOfferMs = 60'000;  ///< what can be clicked is not snatched away

}  // namespace

MessageBar::MessageBar(QWidget* parent) : QStatusBar(parent), button_(new QToolButton) {
    // A frame that the theme draws on any ground, so that it is seen to be a button.
    button_->setToolTip(tr("Take back what was just done, or show where it was saved"));
    button_->hide();
    addPermanentWidget(button_);
    connect(button_, &QToolButton::clicked, this, [this] {
        const std::function<void()> what = what_;
        clearMessage();
        what();
    });
    connect(this, &QStatusBar::messageChanged, this, [this](const QString& message) {
        button_->setVisible(!message.isEmpty() && message == offered_);
    });
}

void MessageBar::say(const QString& message) {
    offered_.clear();
    showMessage(message, kMessageMs);
}

void MessageBar::takeTipsOf(QWidget* window) {
    window->installEventFilter(this);
}

bool MessageBar::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::StatusTip) {
        return QStatusBar::eventFilter(watched, event);
    }
    showTip(static_cast<QStatusTipEvent*>(event)->tip());
    event->accept();
    return true;
}

/// "": the mouse is gone. What was said meanwhile stays, and its button with it.
void MessageBar::showTip(const QString& tip) {
    const bool is_free = currentMessage().isEmpty() || currentMessage() == tip_;
    tip_ = is_free ? tip : QString();
    if (is_free && tip.isEmpty()) {
        clearMessage();
    } else if (is_free) {
        showMessage(tip);
    }
}

void MessageBar::offerUntilNext(const QString& message,
                                const QString& button,
                                const QString& tip,
                                const std::function<void()>& what) {
    offer(message, button, tip, what);
    showMessage(message);
    button_->show();
    until_next_ = true;
}

void MessageBar::goOn() {
    if (until_next_ && currentMessage() == offered_) {
        clearMessage();
    }
}

void MessageBar::withdraw(const QString& message) {
    if (!message.isEmpty() && currentMessage() == message) {
        clearMessage();
    }
}

void MessageBar::sayUndoable(const QString& message, QUndoStack* stack) {
    offer(message, tr("Undo"), tr("Take back what was just done (Ctrl+Z)"), [stack] {
        stack->undo();
    });
    connect(
        stack,
        &QUndoStack::indexChanged,
        this,
        [this, message] {
            if (offered_ == message) {  // the button would take back something else
                clearMessage();
            }
        },
        Qt::SingleShotConnection);
}

void MessageBar::saySaved(const QString& path) {
    offerUntilNext(tr("Saved as %1").arg(path),
                   tr("Open folder"),
                   tr("Show the file's folder in the file manager"),
                   [folder = QFileInfo(path).absolutePath()] {
                       QDesktopServices::openUrl(QUrl::fromLocalFile(folder));
                   });
}

void MessageBar::offer(const QString& message,
                       const QString& button,
                       const QString& tip,
                       const std::function<void()>& what) {
    offered_ = message;
    until_next_ = false;
    what_ = what;
    button_->setText(button);
    button_->setToolTip(tip);
    showMessage(message, kOfferMs);
    button_->show();  // also when the same message stood there before
}

}  // namespace throughline::ui
