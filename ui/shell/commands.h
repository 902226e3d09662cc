// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QList>
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

}  // namespace throughline::ui
