// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <vector>

namespace throughline::ui {

/// A message of a Qt Linguist file (.ts).
struct Message {
    QString context;
    QString source;
    QString comment;  ///< what tells it from one with the same source
    bool plural = false;
    QStringList texts;  ///< one, or the forms of a plural
    QString state;      ///< "" where it is finished
};

/// Empty where the file cannot be read.
std::vector<Message> messagesOf(const QString& path);

}  // namespace throughline::ui
