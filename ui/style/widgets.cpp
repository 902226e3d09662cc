// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/widgets.h"

#include <QGuiApplication>
#include <QHeaderView>
#include <QPalette>
#include <algorithm>

namespace throughline::ui {

void setInk(QWidget* widget, QColor Theme::* ink) {
    const auto colour = [widget, ink] {
        QPalette palette = widget->palette();
        palette.setColor(QPalette::WindowText, currentTheme().*ink);
        widget->setPalette(palette);
    };
    ThemeNotifier::instance()->disconnect(widget);  // the ink before
    QObject::connect(ThemeNotifier::instance(), &ThemeNotifier::themeChanged, widget, colour);
    colour();
}

void openAndForget(QDialog* dialog) {
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

void fitTitle(QDialog* dialog) {
    constexpr int kFrameLines = 9;  // icon and buttons, in heights of a line
    const QFontMetrics metrics(dialog->font());
    const QString title = dialog->windowTitle() + QStringLiteral(" \u2014 ") +
                          QGuiApplication::applicationDisplayName();
    dialog->setMinimumWidth(std::max(
        dialog->minimumWidth(), metrics.horizontalAdvance(title) + kFrameLines * metrics.height()));
}

void makeReadOnly(QTableWidget* table) {
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setSelectionMode(QAbstractItemView::SingleSelection);
    table->setTabKeyNavigation(false);
    table->setWordWrap(false);
    table->verticalHeader()->hide();
    table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
}

}  // namespace throughline::ui
