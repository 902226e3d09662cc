// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/command_palette.h"

#include <QCoreApplication>
#include <QKeyEvent>
#include <QMenu>
#include <QPointer>
#include <QVBoxLayout>
#include <algorithm>

namespace throughline::ui {

namespace {

/// "&Open…" -> "Open…"; "&&" is a sign of its own.
QString plainText(QString text) {
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

bool matches(const QString& path, const QStringList& words) {
    return std::ranges::all_of(
        words, [&](const QString& word) { return path.contains(word, Qt::CaseInsensitive); });
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

CommandPalette::CommandPalette(QList<Command> commands, QWidget* parent)
    : QDialog(parent, Qt::Dialog | Qt::FramelessWindowHint), commands_(std::move(commands)) {
    setWindowTitle(tr("Commands"));
    setObjectName(QStringLiteral("commandPalette"));
    input_ = new QLineEdit;
    input_->setPlaceholderText(tr("What do you want to do?"));
    input_->setAccessibleName(tr("Command"));
    input_->setClearButtonEnabled(true);
    input_->installEventFilter(this);
    list_ = new QListWidget;
    list_->setAccessibleName(tr("Matching commands"));
    list_->setWordWrap(true);  // a long name is read to its end, without scrolling sideways
    list_->setResizeMode(QListView::Adjust);
    list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list_->setFocusPolicy(Qt::NoFocus);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(input_);
    layout->addWidget(list_, 1);
    nothing_ = new QLabel(tr("Nothing found. Try fewer letters."));
    nothing_->setAlignment(Qt::AlignCenter);
    nothing_->setForegroundRole(QPalette::PlaceholderText);  // the theme's muted text
    layout->addWidget(nothing_, 1);
    const int line = fontMetrics().height();
    resize(line * 40, line * 24);
    connect(input_, &QLineEdit::textChanged, this, &CommandPalette::showMatching);
    connect(input_, &QLineEdit::returnPressed, this, &CommandPalette::run);
    connect(list_, &QListWidget::itemActivated, this, &CommandPalette::run);
    connect(list_, &QListWidget::itemClicked, this, &CommandPalette::run);
    showMatching({});
}

void CommandPalette::showMatching(const QString& words) {
    const QStringList wanted = words.split(u' ', Qt::SkipEmptyParts);
    list_->clear();
    for (qsizetype i = 0; i < commands_.size(); ++i) {
        const Command& command = commands_[i];
        if (!matches(command.path, wanted)) {
            continue;
        }
        const QString keys = command.action->shortcut().toString(QKeySequence::NativeText);
        auto* item = new QListWidgetItem(
            command.action->icon(),
            keys.isEmpty() ? command.path : tr("%1   (%2)").arg(command.path, keys),
            list_);  // owned by the list
        item->setData(Qt::UserRole, i);
        item->setToolTip(command.action->statusTip());
        if (!command.action->isEnabled()) {
            item->setFlags(item->flags() & ~(Qt::ItemIsEnabled | Qt::ItemIsSelectable));
        }
    }
    list_->setVisible(list_->count() > 0);
    nothing_->setVisible(list_->count() == 0);
    for (int row = 0; row < list_->count(); ++row) {
        if ((list_->item(row)->flags() & Qt::ItemIsEnabled) != 0) {
            list_->setCurrentRow(row);
            break;
        }
    }
}

void CommandPalette::run() {
    const QListWidgetItem* item = list_->currentItem();
    if (item == nullptr) {
        return;
    }
    const QPointer<QAction> action = commands_[item->data(Qt::UserRole).toLongLong()].action;
    accept();  // first, since a command may open a dialog of its own
    if (action) {
        action->trigger();
    }
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event) {
    if (watched == input_ && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Down || key == Qt::Key_Up || key == Qt::Key_PageDown ||
            key == Qt::Key_PageUp) {
            QCoreApplication::sendEvent(list_, event);
            return true;
        }
    }
    return QDialog::eventFilter(watched, event);
}

}  // namespace throughline::ui
