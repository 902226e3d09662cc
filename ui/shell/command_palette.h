// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QList>
#include <QListWidget>
#include <QMenuBar>
#include <QString>

namespace throughline::ui {

/// Something that can be done from a menu.
struct Command {
    QString path;  ///< "File › Open…"
    QAction* action = nullptr;
};
/// Every action of the menus, sub-menus included, in their order.
QList<Command> commandsOf(const QMenuBar& menus);

/// Types a few letters of what one wants to do, and does it: every word must be in the command's
/// path. What cannot be done now is shown, but greyed. Thread: GUI.
class CommandPalette : public QDialog {
    Q_OBJECT
public:
    CommandPalette(QList<Command> commands, QWidget* parent);

    QLineEdit* input() const noexcept { return input_; }
    QListWidget* list() const noexcept { return list_; }
    /// Says that no command matches; hidden while one does.
    QLabel* nothingFound() const noexcept { return nothing_; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showMatching(const QString& words);
    void run();

    QList<Command> commands_;
    QLineEdit* input_ = nullptr;
    QListWidget* list_ = nullptr;
    QLabel* nothing_ = nullptr;
};

}  // namespace throughline::ui
