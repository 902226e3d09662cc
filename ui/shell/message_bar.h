// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStatusBar>
#include <QToolButton>
#include <QUndoStack>
#include <functional>

namespace throughline::ui {

/// The line at the foot of the window: what was just done, with a button for what one may want
/// next, and the measurement that runs. Thread: GUI.
class MessageBar : public QStatusBar {
    Q_OBJECT
public:
    explicit MessageBar(QWidget* parent = nullptr);

    void say(const QString& message);
    /// The button takes it back.
    /// Until another step is done or undone.
    void sayUndoable(const QString& message, QUndoStack* stack);
    /// The button shows the folder in a file manager.
    void saySaved(const QString& path);
    /// The button does what one may want next.
    void offer(const QString& message,
               const QString& button,
               const QString& tip,
               const std::function<void()>& what);
    /// The same of what one reads before one goes on: it stays until then, see goOn().
    void offerUntilNext(const QString& message,
                        const QString& button,
                        const QString& tip,
                        const std::function<void()>& what);
    QToolButton* button() const { return button_; }
    /// Another page or study: what was said of the last one is of the past.
    void goOn();
    /// Takes a message back that something else has overtaken; nothing where it does not stand
    /// there.
    void withdraw(const QString& message);
    /// Shows what the command under the mouse does, as long as nothing else is said.
    void takeTipsOf(QWidget* window);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showTip(const QString& tip);

    QToolButton* button_;
    QString offered_;  ///< the message that the button belongs to
    QString tip_;      ///< that stands there; "": none
    bool until_next_ = false;
    std::function<void()> what_;
};

}  // namespace throughline::ui
