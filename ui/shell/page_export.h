// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QObject>
#include <QSettings>

#include "ui/library/library_panel.h"
#include "ui/shell/message_bar.h"
#include "ui/shell/pages.h"
#include "ui/shell/study_feed.h"
#include "ui/whatif/whatif_page.h"

namespace throughline::ui {

/// Ctrl+E, wherever the focus is. Charts and reports have exporters with this key of their own; of
/// the other pages the table, the study or the scenarios that they show are written to a file.
/// Thread: GUI.
class PageExport : public QObject {
    Q_OBJECT
public:
    /// All are borrowed and live as long as this.
    struct From {
        LibraryPanel* list = nullptr;
        StudyFeed* study = nullptr;
        WhatIfPage* whatIf = nullptr;
        Pages* pages = nullptr;
        MessageBar* messages = nullptr;
        QSettings* settings = nullptr;
    };

    /// The key holds in `window`.
    PageExport(const From& from, QWidget* window);

    QAction* action() const { return action_; }

    /// A field to type in takes the key as "to the end of the line" on some desktops; here it
    /// exports.
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void exportPage();
    void exportTable(const FactTable& table, const QString& name);

    From from_;
    QAction* action_;
};

}  // namespace throughline::ui
