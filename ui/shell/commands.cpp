// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/commands.h"

#include <QMenu>
#include <QRegularExpression>

namespace throughline::ui {

namespace {

/// "&Open…" -> "Open…"; "&&" is a sign of its own.
QString plainText(QString text) {
    // "&1  photos.tlrun": the digit is a key of the menu, and no part of the name.
    static const QRegularExpression kDigit(QStringLiteral("^&\\d+ +"));
    text.remove(kDigit);
    return text.replace(QLatin1String("&&"), QStringLiteral("\x01"))
        .remove(QChar(u'&'))
        .replace(QStringLiteral("\x01"), QStringLiteral("&"));
}

void addCommands(const QMenu& menu, const QString& above, QList<Command>& commands) {
    const QString path = above.isEmpty()
                             ? plainText(menu.title())
                             : above + QStringLiteral(" \u203A ") + plainText(menu.title());
    for (QAction* action : menu.actions()) {
        if (const QMenu* sub = action->menu()) {
            addCommands(*sub, path, commands);
        } else if (!action->isSeparator() && action->isVisible()) {
            commands.push_back(
                {.path = path + QStringLiteral(" \u203A ") + plainText(action->text()),
                 .action = action});
        }
    }
}

}  // namespace

QList<Command> commandsOf(const QMenuBar& menus) {
    QList<Command> commands;
    for (const QAction* top : menus.actions()) {
        if (const QMenu* menu = top->menu()) {
            addCommands(*menu, QString(), commands);
        }
    }
    return commands;
}

}  // namespace throughline::ui
