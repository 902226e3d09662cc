// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/screenshot.h"

#include <QApplication>
#include <QTimer>

#include "ui/library/csv_mapping_dialog.h"
#include "ui/library/import_dialog.h"
#include "ui/shell/diagnostics_dialog.h"

namespace throughline::ui {

namespace {

void save(QWidget* widget, const QString& file) {
    const bool saved = widget->grab().save(file);
    QApplication::exit(saved ? 0 : 1);
}

void startWhenReady(MainWindow& window, const ScreenshotOptions& options) {
    MeasureForm* form = window.measurePage()->form();
    if (!form->startButton()->isEnabled()) {
        QTimer::singleShot(200, &window, [&window, options] { startWhenReady(window, options); });
        return;
    }
    form->startButton()->click();
    if (options.wait) {
        QObject::connect(&window, &MainWindow::resultShown, &window, [&window, options] {
            QTimer::singleShot(1000, &window, [&window, options] { save(&window, options.file); });
        });
        return;
    }
    QTimer::singleShot(static_cast<int>(options.seconds * 1000), &window, [&window, options] {
        const bool saved = window.grab().save(options.file);
        // It must not go on behind the next picture.
        window.setCloseQuestion([] { return MainWindow::OnClose::Stop; });
        QObject::connect(qApp, &QGuiApplication::lastWindowClosed, qApp, [saved] {
            QApplication::exit(saved ? 0 : 1);
        });
        window.close();
    });
}

/// The list of imported files, or what is asked of the columns of the first plain table in it.
void saveImport(ImportDialog* dialog, const ScreenshotOptions& options) {
    const bool list = options.page == QLatin1String("import");
    for (int row = 0; !list && row < dialog->list()->topLevelItemCount(); ++row) {
        if (!dialog->outcomes()[static_cast<std::size_t>(row)].isCsv) {
            continue;
        }
        dialog->mapColumns(row);
        auto* mapping = dialog->findChild<CsvMappingDialog*>();
        QObject::connect(mapping, &CsvMappingDialog::loaded, mapping, [mapping, options] {
            QTimer::singleShot(200, mapping, [mapping, options] { save(mapping, options.file); });
        });
        return;
    }
    QTimer::singleShot(200, dialog, [dialog, options] { save(dialog, options.file); });
}

}  // namespace

void takeScreenshot(MainWindow& window, const ScreenshotOptions& options) {
    if (options.demo) {
        window.openDemo();
    }
    const int delay = static_cast<int>(options.seconds * 1000);
    if (options.page == QLatin1String("diagnostics")) {
        QObject::connect(&window, &MainWindow::engineKnown, &window, [&window, options] {
            DiagnosticsDialog* dialog = window.showDiagnostics();
            QObject::connect(dialog, &DiagnosticsDialog::complete, dialog, [dialog, options] {
                save(dialog, options.file);
            });
        });
        return;
    }
    if (options.page == QLatin1String("import") || options.page == QLatin1String("mapping")) {
        ImportDialog* dialog = window.importDialog();
        QObject::connect(dialog, &ImportDialog::ended, dialog, [dialog, options] {
            saveImport(dialog, options);
        });
        return;
    }
    const bool custom = options.page == QLatin1String("custom");
    const auto page = custom || options.page == QLatin1String("measure") ? MainWindow::Page::Measure
                      : options.page == QLatin1String("explore")         ? MainWindow::Page::Explore
                                                                 : MainWindow::Page::Welcome;
    window.showPage(page);
    if (custom) {
        window.measurePage()->form()->setPreset(Preset::Custom);
    }
    if (!options.folder.isEmpty()) {
        window.measurePage()->form()->picker()->setFolder(options.folder);
    }
    if (options.run) {
        startWhenReady(window, options);
        return;
    }
    QTimer::singleShot(delay, &window, [&window, options, page] {
        window.showPage(page);
        QTimer::singleShot(100, &window, [&window, options] { save(&window, options.file); });
    });
}

}  // namespace throughline::ui
