// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/page_export.h"

#include <QApplication>
#include <QFileDialog>
#include <QKeyEvent>

#include "engine/base/file_descriptor.h"
#include "ui/bridge/error_text.h"
#include "ui/style/key_action.h"
#include "ui/style/last_folder.h"

namespace throughline::ui {

namespace {

bool isExportKey(const QKeyEvent& key) {
    return key.modifiers() == Qt::ControlModifier && key.key() == Qt::Key_E;
}

}  // namespace

PageExport::PageExport(const From& from, QWidget* window)
    : QObject(window),
      from_(from),
      action_(keyAction("export",
                        tr("Export this page…"),
                        {QKeySequence(Qt::CTRL | Qt::Key_E)},
                        tr("Write what this page shows to a file"),
                        this)) {
    window->addAction(action_);
    connect(action_, &QAction::triggered, this, &PageExport::exportPage);
    const auto enable = [this] {
        const Page page = from_.pages->page();
        action_->setEnabled(page != Page::Explore && page != Page::Report);
    };
    connect(from_.pages, &Pages::pageChanged, action_, enable);
    enable();
    qApp->installEventFilter(this);
}

bool PageExport::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::ShortcutOverride ||
        !isExportKey(*static_cast<const QKeyEvent*>(event))) {
        return QObject::eventFilter(watched, event);
    }
    const auto* widget = qobject_cast<const QWidget*>(watched);
    const bool ours = widget != nullptr && widget->window() == parent();
    if (ours) {
        event->ignore();  // it goes on to the shortcuts
    }
    return ours;
}

void PageExport::exportPage() {
    switch (from_.pages->page()) {
        case Page::Figures:
            exportTable(*from_.study->figures(), tr("figures"));
            return;
        case Page::Settings:
            exportTable(*from_.study->settings()->table(), tr("settings"));
            return;
        case Page::Result:
            if (const qint64 study = from_.study->panel()->studyId(); study != 0) {
                from_.list->saveAs({study});
                return;
            }
            break;
        case Page::WhatIf:
            from_.whatIf->files()->askAndSave(true);
            return;
        case Page::Welcome:
        case Page::Measure:
        case Page::Explore:  // have their own
        case Page::Report:
            break;
    }
    from_.messages->say(
        tr("There is nothing to export here. Go to a result, a chart, figures, "
           "What if or the report."));
}

void PageExport::exportTable(const FactTable& table, const QString& name) {
    if (table.isEmpty()) {
        from_.messages->say(tr("Choose a study first: its table is exported."));
        return;
    }
    QFileDialog dialog(from_.pages,
                       tr("Export the table"),
                       folderFor(from_.settings, FolderFor::Records),
                       tr("Tab-separated text (*.tsv)"));
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setDefaultSuffix(QStringLiteral("tsv"));
    dialog.selectFile(name + QStringLiteral(".tsv"));
    if (dialog.exec() != QDialog::Accepted || dialog.selectedFiles().isEmpty()) {
        return;
    }
    const QString path = dialog.selectedFiles().constFirst();
    rememberFolder(from_.settings, FolderFor::Records, path);
    if (auto written = write_file_atomically(path.toStdString(), table.text().toStdString());
        !written) {
        from_.messages->say(errorText(written.error()));
        return;
    }
    from_.messages->saySaved(path);
}

}  // namespace throughline::ui
