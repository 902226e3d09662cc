// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/command.h"

#include <QCoreApplication>
#include <QTextStream>
#include <cstdio>

namespace throughline::ui {

void complain(const QString& text) {
    QTextStream(stderr) << QCoreApplication::applicationName() << QStringLiteral(": ") << text
                        << Qt::endl;
}

}  // namespace throughline::ui
