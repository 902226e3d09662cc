// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/drag_out.h"

#include <QDir>
#include <QDrag>
#include <QTemporaryDir>

namespace throughline::ui {

QString outgoingPath(const QString& name) {
    static const QTemporaryDir kFolder(QDir::tempPath() + QStringLiteral("/throughline-XXXXXX"));
    static int number = 0;
    const QString own = QString::number(++number);
    const bool made = kFolder.isValid() && QDir(kFolder.path()).mkdir(own);
    return made ? kFolder.filePath(own + u'/' + name) : QString();
}

void dragOut(QWidget* source, std::unique_ptr<QMimeData> data, const QPixmap& picture) {
    auto* drag = new QDrag(source);  // deleted by Qt after the drop
    drag->setMimeData(data.release());
    drag->setPixmap(picture);
    drag->exec(Qt::CopyAction);
}

}  // namespace throughline::ui
