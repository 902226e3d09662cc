// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/block_list.h"

#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>
#include <array>
#include <vector>

#include "ui/style/icons.h"
#include "ui/style/key_action.h"
#include "ui/style/widgets.h"

namespace throughline::ui {

namespace {

constexpr int kBlockRole = Qt::UserRole;  ///< its place before a drag
constexpr int kLinesMin = 6;

/// What a list says of a block: its heading, or what it begins with.
QString lineOf(const report::Block& block) {
    const QString kind = titleOfKind(block.kind);
    if (!block.title.empty()) {
        return BlockList::tr("%1: %2").arg(kind, QString::fromStdString(block.title));
    }
    if (block.kind == report::BlockKind::Text && !block.text.empty()) {
        const QString text = QString::fromStdString(block.text).simplified();
        constexpr qsizetype kChars = 30;
        return BlockList::tr("%1: %2").arg(
            kind, text.size() > kChars ? text.left(kChars) + QChar(0x2026) : text);
    }
    return kind;
}

}  // namespace

BlockList::BlockList(ReportDocument* document, QWidget* parent)
    : QWidget(parent), document_(document), list_(new QListWidget), add_menu_(new QMenu(this)) {
    list_->setAccessibleName(tr("Blocks of the report"));
    list_->setDragDropMode(QAbstractItemView::InternalMove);
    list_->setDefaultDropAction(Qt::MoveAction);
    list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);  // a long line is cut
    list_->setTextElideMode(Qt::ElideRight);
    list_->setMinimumHeight(fontMetrics().height() * kLinesMin);
    list_->setContextMenuPolicy(Qt::ActionsContextMenu);
    up_ = addCommand(
        "up", tr("Move up"), QKeySequence(Qt::ALT | Qt::Key_Up), tr("Move the block up"), [this] {
            document_->move(document_->chosen(), document_->chosen() - 1);
        });
    down_ = addCommand("down",
                       tr("Move down"),
                       QKeySequence(Qt::ALT | Qt::Key_Down),
                       tr("Move the block down"),
                       [this] { document_->move(document_->chosen(), document_->chosen() + 1); });
    remove_ = addCommand("delete",
                         tr("Remove"),
                         QKeySequence(Qt::Key_Delete),
                         tr("Remove the block; Ctrl+Z brings it back"),
                         [this] { document_->remove(document_->chosen()); });
    fillAddMenu();
    auto* add = new QToolButton;
    add->setText(tr("Add"));
    add->setToolTip(tr("Add a block behind the chosen one"));
    add->setPopupMode(QToolButton::InstantPopup);
    add->setMenu(add_menu_);
    add->setFocusPolicy(Qt::StrongFocus);
    auto* buttons = new QWidget;
    auto* row = bareLayout<QHBoxLayout>(buttons, 4);
    row->addWidget(add);
    row->addStretch(1);
    for (QAction* action : {up_, down_, remove_}) {
        auto* button = new QToolButton;
        button->setDefaultAction(action);
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::StrongFocus);
        row->addWidget(button);
    }
    auto* column = bareLayout<QVBoxLayout>(this, 4);
    column->addWidget(list_, 1);
    column->addWidget(buttons);
    connect(list_, &QListWidget::currentRowChanged, document_, &ReportDocument::choose);
    // Later: the list is made anew then, which must not be in the middle of a drop.
    connect(list_->model(),
            &QAbstractItemModel::rowsMoved,
            this,
            &BlockList::takeOrder,
            Qt::QueuedConnection);
    connect(document_, &ReportDocument::changed, this, &BlockList::refresh);
    connect(document_, &ReportDocument::chosenChanged, this, &BlockList::refresh);
    refresh();
}

QAction* BlockList::addCommand(const char* icon_name,
                               const QString& text,
                               const QKeySequence& key,
                               const QString& tip,
                               const std::function<void()>& what) {
    return keyActionOf(list_, icon_name, text, key, tip, [this, what] {
        if (document_->chosen() >= 0) {
            what();
        }
    });
}

void BlockList::fillAddMenu() {
    using report::BlockKind;
    constexpr std::array kKinds{BlockKind::Text,
                                BlockKind::Verdict,
                                BlockKind::Numbers,
                                BlockKind::Chart,
                                BlockKind::Differences,
                                BlockKind::Reproduced,
                                BlockKind::Findings,
                                BlockKind::WhatIf,
                                BlockKind::Changes,
                                BlockKind::Runs,
                                BlockKind::Method,
                                BlockKind::Environment,
                                BlockKind::Provenance};
    for (const BlockKind kind : kKinds) {
        connect(add_menu_->addAction(titleOfKind(kind)), &QAction::triggered, this, [this, kind] {
            document_->add({{.kind = kind}}, {});
            Q_EMIT added();
        });
    }
}

void BlockList::refresh() {
    const QSignalBlocker quiet(list_);
    list_->clear();
    for (std::size_t i = 0; i < document_->blocks().size(); ++i) {
        auto* item = new QListWidgetItem(lineOf(document_->blocks()[i]), list_);
        item->setData(kBlockRole, static_cast<int>(i));
        item->setToolTip(item->text() + u'\n' +
                         tr("Drag, or press Alt+Up and Alt+Down, to move it; Delete removes it"));
    }
    const int chosen = document_->chosen();
    list_->setCurrentRow(chosen);
    up_->setEnabled(chosen > 0);
    down_->setEnabled(chosen >= 0 && chosen + 1 < list_->count());
    remove_->setEnabled(chosen >= 0);
}

/// After a drag: one block is elsewhere. Of two that changed places the current one was dragged.
void BlockList::takeOrder() {
    std::vector<int> before;
    for (int row = 0; row < list_->count(); ++row) {
        before.push_back(list_->item(row)->data(kBlockRole).toInt());
    }
    if (const int to = list_->currentRow(); to >= 0) {
        const int from = before[static_cast<std::size_t>(to)];
        std::vector<int> others = before;
        others.erase(others.begin() + to);
        if (from != to && std::ranges::is_sorted(others)) {
            document_->move(from, to);
            return;
        }
    }
    for (int row = 0; row < static_cast<int>(before.size()); ++row) {
        const int here = before[static_cast<std::size_t>(row)];
        if (here == row) {
            continue;
        }
        if (here == row + 1) {  // the one that was here went down
            const auto to = std::ranges::find(before, row) - before.begin();
            document_->move(row, static_cast<int>(to));
        } else {  // another one came up
            document_->move(here, row);
        }
        return;
    }
}

}  // namespace throughline::ui
