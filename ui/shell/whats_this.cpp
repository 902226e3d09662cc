// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/whats_this.h"

#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QHelpEvent>
#include <QLabel>
#include <QMenu>
#include <QTabBar>
#include <QWhatsThis>

namespace throughline::ui {

namespace {

QString asHtml(const QString& text) {
    return Qt::mightBeRichText(text) ? text
                                     : text.toHtmlEscaped().replace(u'\n', QLatin1String("<br>"));
}

/// Of what a widget shows and is no widget itself: a tab, a row, an entry of a menu.
QString textOfPart(const QWidget& widget, const QPoint& place) {
    if (const auto* tabs = qobject_cast<const QTabBar*>(&widget)) {
        return tabs->tabToolTip(tabs->tabAt(place));
    }
    if (const auto* menu = qobject_cast<const QMenu*>(&widget)) {
        const QAction* action = menu->actionAt(place);
        return action != nullptr ? action->statusTip() : QString();
    }
    if (const auto* view = qobject_cast<const QAbstractItemView*>(widget.parentWidget());
        view != nullptr && view->viewport() == &widget) {
        return view->indexAt(place).data(Qt::ToolTipRole).toString();
    }
    return {};
}

}  // namespace

WhatsThis::WhatsThis(QObject* parent) : QObject(parent) {
    qApp->installEventFilter(this);
}

QString WhatsThis::textAt(const QWidget& widget, const QPoint& place) {
    for (const QString& text : {textOfPart(widget, place), widget.whatsThis(), widget.toolTip()}) {
        if (!text.isEmpty()) {
            return text;
        }
    }
    const auto* label = qobject_cast<const QLabel*>(&widget);
    if (label != nullptr && label->buddy() != nullptr) {
        return textAt(*label->buddy(), {});
    }
    return widget.accessibleDescription().isEmpty() ? widget.accessibleName()
                                                    : widget.accessibleDescription();
}

bool WhatsThis::eventFilter(QObject* receiver, QEvent* event) {
    const bool asked = event->type() == QEvent::WhatsThis;
    if (event->type() == QEvent::WhatsThisClicked) {
        Q_EMIT helpAsked();
        return true;
    }
    if ((!asked && event->type() != QEvent::QueryWhatsThis) || !receiver->isWidgetType()) {
        return false;
    }
    auto* widget = static_cast<QWidget*>(receiver);
    const auto* help = static_cast<QHelpEvent*>(event);
    const QString text = textAt(*widget, help->pos());
    if (text.isEmpty()) {
        return false;  // the widget around it is asked next
    }
    if (asked) {
        QWhatsThis::showText(
            help->globalPos(),
            asHtml(text) +
                QStringLiteral("<p><a href=\"help\">%1</a></p>").arg(tr("Open the help")),
            widget);
    }
    event->accept();
    return true;
}

}  // namespace throughline::ui
