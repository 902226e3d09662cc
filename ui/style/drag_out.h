// SPDX-License-Identifier: GPL-3.0-or-later
// What is dragged out of the window to a file manager, a mail or a document.
#pragma once

#include <QMimeData>
#include <QPixmap>
#include <QString>
#include <QWidget>
#include <memory>

namespace throughline::ui {

/// Where a file of this name can be written that another program is to read, which may do so long
/// after the drop: a folder that no other file lies in and that goes when this program ends.
/// Thread: GUI. Errors: empty where no folder can be made in the system's for temporary files.
QString outgoingPath(const QString& name);

/// Drags a copy of `data`, with `picture` at the pointer.
/// Thread: GUI. Blocks: in an event loop, until it is dropped or given up.
void dragOut(QWidget* source, std::unique_ptr<QMimeData> data, const QPixmap& picture);

}  // namespace throughline::ui
