// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/window_layout.h"

#include <QGuiApplication>
#include <QScreen>

namespace throughline::ui {

namespace {

/// "layout/eDP-1 1920x1080"
QString layoutOfScreens() {
    QStringList screens;
    const auto all = QGuiApplication::screens();
    for (const QScreen* screen : all) {
        screens << QStringLiteral("%1 %2x%3")
                       .arg(screen->name().replace(u'/', u'-'))
                       .arg(screen->size().width())
                       .arg(screen->size().height());
    }
    screens.sort();
    return QStringLiteral("layout/") + screens.join(QStringLiteral(" + "));
}

}  // namespace

void restoreLayout(QMainWindow* window, const QSettings& settings) {
    const QString folder = layoutOfScreens();
    window->restoreGeometry(settings.value(folder + QStringLiteral("/geometry")).toByteArray());
    window->restoreState(settings.value(folder + QStringLiteral("/state")).toByteArray());
}

void keepLayout(const QMainWindow& window, QSettings* settings) {
    const QString folder = layoutOfScreens();
    settings->setValue(folder + QStringLiteral("/geometry"), window.saveGeometry());
    settings->setValue(folder + QStringLiteral("/state"), window.saveState());
    settings->sync();
}

QSize firstWindowSize(const QSize& available_px, int title_bar_px) {
    constexpr QSize kWanted(1280, 800);
    return kWanted.boundedTo({available_px.width(), available_px.height() - title_bar_px});
}

void bringToFront(QWidget* window) {
    window->setWindowState(window->windowState() & ~Qt::WindowMinimized);
    window->show();
    window->raise();
    window->activateWindow();
}

}  // namespace throughline::ui
