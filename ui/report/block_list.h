// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QListWidget>
#include <QMenu>
#include <QToolButton>
#include <QWidget>

#include "ui/report/report_document.h"

namespace throughline::ui {

/// The blocks of a report in their order: dragged, or moved by keys, added and removed.
/// Thread: GUI.
class BlockList : public QWidget {
    Q_OBJECT
public:
    explicit BlockList(ReportDocument* document, QWidget* parent = nullptr);

    QListWidget* list() { return list_; }
    QAction* upAction() { return up_; }
    QAction* downAction() { return down_; }
    QAction* removeAction() { return remove_; }
    QMenu* addMenu() { return add_menu_; }

Q_SIGNALS:
    void added();  ///< by the menu: the block is chosen, and may be written in

private:
    QAction* addCommand(const char* icon_name,
                        const QString& text,
                        const QKeySequence& key,
                        const QString& tip,
                        const std::function<void()>& what);
    void fillAddMenu();
    void refresh();
    void takeOrder();

    ReportDocument* document_;  // borrowed
    QListWidget* list_;
    QMenu* add_menu_;
    QAction* up_;
    QAction* down_;
    QAction* remove_;
};

}  // namespace throughline::ui
