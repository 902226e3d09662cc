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

/// "whatif", or "whatif:EXAMPLE:TAB" with the name of a worked example and the number of a chart.
void prepareWhatIf(MainWindow& window, const QString& page) {
    const QStringList parts = page.split(u':');
    if (parts.size() < 3 || parts[0] != QLatin1String("whatif")) {
        return;
    }
    window.whatIf()->openExample(parts[1]);
    window.whatIf()->tables()->setCurrentColumn(1);
    window.whatIf()->charts()->setCurrentIndex(parts[2].toInt());
}

/// Four charts, or three below each other of which some runs are selected.
void showSeveralCharts(ExploreWidget& explore, bool column) {
    const std::size_t count = column ? kChartsMax - 1 : kChartsMax;
    while (explore.charts()->panes().size() < count) {
        explore.addChart();
    }
    explore.setArrangement(column ? ChartsIn::Column : ChartsIn::Grid);
    explore.setCurrentChart(0);
    const auto& series = explore.plot()->model().series;
    if (column && !series.empty()) {
        PointIds runs;
        for (const PlotPoint& point : series.front().points) {
            runs.insert(point.id);
        }
        explore.select(runs, PickHow::Replace);
    }
}

/// "explore:NAME" opens one of the studies' charts, "explore:compare" the comparison,
/// "explore:map" a heat map, "explore:grid" and "explore:column" several charts.
void showStudyView(MainWindow& window, const QString& page) {
    if (page == QLatin1String("explore:map")) {
        PlotChoice choice = window.explore()->choice();
        choice.points = PointsOf::Map;
        window.explore()->setChoice(choice);
    }
    if (page == QLatin1String("explore:grid") || page == QLatin1String("explore:column")) {
        showSeveralCharts(*window.explore(), page.endsWith(QLatin1String("column")));
    }
    if (page == QLatin1String("explore:compare")) {
        window.explore()->openCompare();
    }
    for (const StudyView& view : studyViews()) {
        if (page == QStringLiteral("explore:%1").arg(view.name)) {
            window.explore()->showView(view);
        }
    }
}

/// "whatif:…:TAB:demo" calibrates on the demo's two studies, "…:find" searches. Returns how long to
/// wait for it.
int finishWhatIf(MainWindow& window, const QString& page) {
    constexpr int kPaintMs = 100;
    constexpr int kLoadMs = 700;
    constexpr int kWorkMs = 3000;
    const QStringList parts = page.split(u':');
    if (parts.size() < 4) {
        return parts.size() > 1 ? kLoadMs : kPaintMs;
    }
    if (parts[3] == QLatin1String("demo")) {
        Q_EMIT window.whatIf()->studyBaseAsked({1, 2});
    } else {
        window.whatIf()->charts()->findPanel()->search();
    }
    return kWorkMs;
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

QString screenshotFault(const ScreenshotOptions& options, const QStringList& files) {
    QStringList known{QStringLiteral("welcome"),
                      QStringLiteral("measure"),
                      QStringLiteral("custom"),
                      QStringLiteral("explore"),
                      QStringLiteral("explore:map"),
                      QStringLiteral("explore:compare"),
                      QStringLiteral("explore:grid"),
                      QStringLiteral("explore:column"),
                      QStringLiteral("whatif"),
                      QStringLiteral("diagnostics"),
                      QStringLiteral("import"),
                      QStringLiteral("mapping")};
    for (const StudyView& view : studyViews()) {
        known << QStringLiteral("explore:%1").arg(view.name);
    }
    for (const auto& [name, title] : WhatIfPage::examples()) {
        known << QStringLiteral("whatif:%1").arg(name);
    }
    const QStringList parts = options.page.split(u':');
    if (!known.contains(parts.mid(0, 2).join(u':'))) {
        return QStringLiteral("--page %1: one of %2")
            .arg(options.page, known.join(QStringLiteral(", ")));
    }
    const bool takes_files =
        parts[0] == QLatin1String("import") || parts[0] == QLatin1String("mapping");
    return takes_files && files.isEmpty()
               ? QStringLiteral("--page %1 needs files to import").arg(options.page)
               : QString();
}

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
    const auto page =
        custom || options.page == QLatin1String("measure")  ? MainWindow::Page::Measure
        : options.page.startsWith(QLatin1String("explore")) ? MainWindow::Page::Explore
        : options.page.startsWith(QLatin1String("whatif"))  ? MainWindow::Page::WhatIf
                                                            : MainWindow::Page::Welcome;
    window.showPage(page);
    if (custom) {
        window.measurePage()->form()->setPreset(Preset::Custom);
    }
    prepareWhatIf(window, options.page);
    if (!options.folder.isEmpty()) {
        window.measurePage()->form()->picker()->setFolder(options.folder);
    }
    if (options.run) {
        startWhenReady(window, options);
        return;
    }
    QTimer::singleShot(delay, &window, [&window, options, page] {
        window.showPage(page);
        showStudyView(window, options.page);
        const int more_ms = finishWhatIf(window, options.page);
        QTimer::singleShot(more_ms, &window, [&window, options] {
            auto* compare = window.findChild<CompareDialog*>();
            save(compare == nullptr ? static_cast<QWidget*>(&window) : compare, options.file);
        });
    });
}

}  // namespace throughline::ui
