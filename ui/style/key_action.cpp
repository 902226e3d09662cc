// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/key_action.h"

#include "ui/style/icons.h"

namespace throughline::ui {

QAction* keyAction(const char* icon_name,
                   const QString& text,
                   const QList<QKeySequence>& keys,
                   const QString& tip,
                   QObject* parent) {
    auto* action = new QAction(icon(QLatin1String(icon_name)), text, parent);
    action->setShortcuts(keys);
    action->setStatusTip(tip);
    action->setToolTip(keys.isEmpty() ? tip
                                      : QObject::tr("%1 (%2)").arg(
                                            tip, keys.front().toString(QKeySequence::NativeText)));
    return action;
}

namespace {

constexpr auto kKeyWords = "keyWords";

}  // namespace

void setKeyWords(QAction* action, const QString& words) {
    action->setProperty(kKeyWords, words);
}

QString keyWordsOf(const QAction& action) {
    return action.property(kKeyWords).toString();
}

QAction* keyActionOf(QWidget* owner,
                     const char* icon_name,
                     const QString& text,
                     const QKeySequence& key,
                     const QString& tip,
                     const std::function<void()>& what) {
    QAction* action = keyAction(icon_name, text, {key}, tip, owner);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    QObject::connect(action, &QAction::triggered, owner, what);
    owner->addAction(action);
    return action;
}

}  // namespace throughline::ui
