// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/recent_files_menu.h"

#include <QFileInfo>

#include "ui/bridge/paths.h"

namespace throughline::ui {

namespace {

constexpr QLatin1String kRecentKey("files/recent");

}  // namespace

RecentFilesMenu::RecentFilesMenu(QSettings* settings, QWidget* parent)
    : QMenu(tr("Open &recent"), parent), settings_(settings) {
    setToolTipsVisible(true);
    fill();
}

void RecentFilesMenu::remember(const QStringList& files) {
    QStringList recent = settings_->value(kRecentKey).toStringList();
    for (const QString& file : files) {
        const QString path = QFileInfo(file).absoluteFilePath();
        if (!path.startsWith(dataFolder() + u'/')) {  // the demo, and what was just measured
            recent.removeAll(path);
            recent.prepend(path);
        }
    }
    settings_->setValue(kRecentKey, QStringList(recent.mid(0, kMost)));
    fill();
}

void RecentFilesMenu::fill() {
    clear();
    const QStringList files = settings_->value(kRecentKey).toStringList();
    int number = 0;
    for (const QString& file : files) {
        ++number;
        const QString name = QFileInfo(file).fileName().replace(u'&', QLatin1String("&&"));
        QAction* action = addAction(QStringLiteral("&%1  %2").arg(number).arg(name));
        action->setToolTip(file);
        action->setStatusTip(tr("Open %1").arg(file));
        connect(action, &QAction::triggered, this, [this, file] { Q_EMIT chosen(file); });
    }
    menuAction()->setEnabled(!files.isEmpty());
}

}  // namespace throughline::ui
