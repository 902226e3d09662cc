// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/screenshot.h"

#include <QAction>
#include <QApplication>
#include <QDialog>
#include <QElapsedTimer>
#include <QTextStream>
#include <QTimer>
#include <algorithm>
#include <array>
#include <functional>
#include <utility>

#include "engine/report/definition.h"
#include "ui/charts/plot_choice.h"
#include "ui/library/csv_mapping_dialog.h"
#include "ui/library/import_dialog.h"
#include "ui/library/library_panel.h"
#include "ui/library/merge_dialog.h"
#include "ui/shell/awaited.h"
#include "ui/shell/diagnostics_dialog.h"
#include "ui/shell/help_pages.h"
#include "ui/shell/preferences_dialog.h"
#include "ui/shell/presentation.h"
#include "ui/style/widgets.h"

namespace throughline::ui {

namespace {

/// Of ExploreWidget::kindActions(), in their order.
constexpr std::array kChartPages{"runs", "samples", "map", "percentiles", "histogram", "stacks"};

constexpr int kLibraryMs = 10'000;  ///< the longest that it takes to take a study in

constexpr int kPresentPagesMax = 9;

constexpr double kRunSeconds = 1.5;        ///< of a picture of a run
constexpr double kPatienceSeconds = 60.0;  ///< on a busy computer
constexpr int kLookMs = 50;
/// In a row: what was answered asks for more within some tenths of a second.
constexpr int kQuietLooks = 10;

constexpr QLatin1String kGalleryPage("explore:gallery");

/// Said once; then the picture is not what was asked for.
bool is_late = false;

void save(QWidget* widget, const QString& file) {
    const bool saved = widget->grab().save(file);
    QApplication::exit(saved && !is_late ? 0 : 1);
}

int patienceMs(const ScreenshotOptions& options) {
    return static_cast<int>(
        (options.run ? kPatienceSeconds : options.seconds.value_or(kPatienceSeconds)) * 1000);
}

/// Calls `what` when all that the window shows was read, or when the patience is at its end.
void whenReady(MainWindow& window,
               const ScreenshotOptions& options,
               const std::function<void()>& what) {
    auto* look = new QTimer(&window);
    QElapsedTimer spent;
    spent.start();
    QObject::connect(
        look,
        &QTimer::timeout,
        &window,
        [&window, options, what, look, spent, quiet = 0]() mutable {
            const QStringList awaited = awaitedBy(window);
            const bool is_over = spent.elapsed() >= patienceMs(options);
            quiet = awaited.isEmpty() ? quiet + 1 : 0;
            if (quiet < kQuietLooks && !is_over) {
                return;
            }
            if (quiet < kQuietLooks && !std::exchange(is_late, true)) {
                QTextStream(stderr)
                    << QStringLiteral("The picture did not wait longer than %1 s for %2.\n")
                           .arg(patienceMs(options) / 1000.0)
                           .arg(awaited.isEmpty() ? QStringLiteral("the window to be at rest")
                                                  : awaited.join(QStringLiteral(" and ")));
            }
            look->stop();
            look->deleteLater();
            what();
        });
    look->start(kLookMs);
}

void startWhenReady(MainWindow& window, const ScreenshotOptions& options) {
    const QPushButton* start = window.measurePage()->form()->startButton();
    if (!start->isEnabled()) {
        QTextStream(stderr) << start->toolTip() << QStringLiteral("\n");
        QApplication::exit(1);
        return;
    }
    window.measurePage()->form()->startButton()->click();
    if (options.wait) {
        const auto saveIn = [&window, options](int ms) {
            QTimer::singleShot(ms, &window, [&window, options] { save(&window, options.file); });
        };
        QObject::connect(&window, &MainWindow::resultShown, &window, [&window, options] {
            whenReady(window, options, [&window, options] { save(&window, options.file); });
        });
        // Also where the library cannot take it in.
        QObject::connect(
            window.study(), &StudyFeed::measured, &window, [saveIn] { saveIn(kLibraryMs); });
        QObject::connect(
            window.measurement(), &MeasureFeed::recordMissed, &window, [saveIn] { saveIn(0); });
        return;
    }
    const double seconds = options.seconds.value_or(kRunSeconds);
    QTimer::singleShot(static_cast<int>(seconds * 1000), &window, [&window, options] {
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
    window.whatIf()->files()->openExample(parts[1]);
    window.whatIf()->document()->choose(1);
    window.whatIf()->charts()->setCurrentIndex(parts[2].toInt());
}

/// Four charts, or three below each other of which some runs are selected.
void showSeveralCharts(ExploreWidget& explore, bool column) {
    const std::size_t count = column ? kChartsMax - 1 : kChartsMax;
    while (explore.charts()->panes().size() < count) {
        explore.document()->addChart();
    }
    explore.document()->setArrangement(column ? ChartsIn::Column : ChartsIn::Grid);
    explore.document()->setCurrentChart(0);
    const auto& series = explore.plot()->model().series;
    if (column && !series.empty()) {
        PointIds runs;
        for (const PlotPoint& point : series.front().points) {
            runs.insert(point.id);
        }
        explore.document()->select(runs, PickHow::Replace);
    }
}

void present(const MainWindow& window, const QString& page) {
    if (page.startsWith(QLatin1String("present"))) {
        window.findChild<Presentation*>()->start(Qt::WindowNoState);
    }
}

/// "explore:NAME" opens one of the studies' charts,
/// "explore:map", "explore:percentiles" and the like the other kinds of charts,
/// "explore:grid" and "explore:column" several charts, "explore:gallery" the gallery.
void showStudyView(MainWindow& window, const QString& page) {
    for (std::size_t i = 0; i < kChartPages.size(); ++i) {
        if (page == QStringLiteral("explore:%1").arg(QLatin1String(kChartPages[i]))) {
            window.explore()->kindActions().at(static_cast<qsizetype>(i))->trigger();
        }
    }
    if (page == QLatin1String("explore:grid") || page == QLatin1String("explore:column")) {
        showSeveralCharts(*window.explore(), page.endsWith(QLatin1String("column")));
    }
    if (page == kGalleryPage) {
        Q_EMIT window.explore()->galleryWanted();
    }
    for (const StudyView& view : studyViews()) {
        if (page == QStringLiteral("explore:%1").arg(view.name)) {
            window.explore()->document()->showView(view);
        }
    }
}

/// "whatif:…:TAB:demo" calibrates on the plotted studies, with --demo its two, "…:find" searches.
void finishWhatIf(MainWindow& window, const QString& page) {
    const QString what = page.section(u':', 3, 3);
    if (what == QLatin1String("demo")) {
        Q_EMIT window.whatIf()->studyBaseAsked(window.whatIf()->baseButton()->checkedStudies());
    } else if (!what.isEmpty()) {
        window.whatIf()->search()->search();
    }
}

/// Opens a dialog of the library, or the page of the first plotted study, or of all.
void openLibraryDialog(MainWindow& window, const QString& page) {
    LibraryPanel* library = window.libraryPanel();
    const auto trigger = [](const QList<QAction*>& actions, const QString& text) {
        for (QAction* action : actions) {
            if (action->text().remove(u'&').startsWith(text)) {
                action->trigger();
                return;
            }
        }
    };
    const auto plotted = library->model()->plottedStudies();
    if (page == QLatin1String("figures:compare")) {
        library->compare();
    } else if (!plotted.empty() &&
               (page == QLatin1String("figures") || page == QLatin1String("settings") ||
                page == QLatin1String("result") || page.startsWith(QLatin1String("present")))) {
        window.study()->choose({plotted.front()});
    }
    if (page.startsWith(QLatin1String("report:"))) {
        const QString name = page.section(u':', 1);
        if (const report::Template* asked = report::find_template(name.toStdString())) {
            Q_EMIT window.report()->page()->studiesAsked(*asked);
        }
    }
    if (page == QLatin1String("bin")) {
        trigger(library->libraryActions(), QObject::tr("Bin"));
    }
}

bool takesFiles(const QString& page) {
    return page == QLatin1String("import") || page == QLatin1String("mapping") ||
           page == QLatin1String("merge");
}

/// The list of imported files, what is asked of the columns of the first plain table in it, or how
/// all of them become one run.
void saveImport(ImportDialog* dialog, const ScreenshotOptions& options) {
    if (options.page == QLatin1String("merge")) {
        dialog->list()->selectAll();
        dialog->mergeChosen();
        auto* merge = dialog->findChild<MergeDialog*>();
        QTimer::singleShot(200, merge, [merge, options] { save(merge, options.file); });
        return;
    }
    const bool list = options.page == QLatin1String("import");
    for (int row = 0; !list && row < dialog->list()->topLevelItemCount(); ++row) {
        if (!dialog->outcomes()[static_cast<std::size_t>(row)].isCsv()) {
            continue;
        }
        dialog->mapColumns(row);
        auto* mapping = dialog->findChild<CsvMappingDialog*>();
        QObject::connect(mapping, &CsvMappingDialog::loaded, mapping, [mapping, options] {
            QTimer::singleShot(200, mapping, [mapping, options] { save(mapping, options.file); });
        });
        return;
    }
    QTimer::singleShot(200, dialog, [dialog, options] {
        if (dialog->isVisible()) {
            save(dialog, options.file);
        }
    });
}

/// Of the tab that it shows, whatever stands behind a colon.
Page pageOf(const QString& name) {
    constexpr std::array kPages{std::pair{"custom", Page::Measure},
                                std::pair{"storage", Page::Measure},
                                std::pair{"measure", Page::Measure},
                                std::pair{"result", Page::Result},
                                std::pair{"present", Page::Result},
                                std::pair{"explore", Page::Explore},
                                std::pair{"whatif", Page::WhatIf},
                                std::pair{"figures", Page::Figures},
                                std::pair{"settings", Page::Settings},
                                std::pair{"report", Page::Report}};
    const QString tab = name.section(u':', 0, 0);
    for (const auto& [known, page] : kPages) {
        if (tab == QLatin1String(known)) {
            return page;
        }
    }
    return Page::Welcome;
}

/// The window when it is at rest, or the dialog in front of it.
void saveWhatIsInFront(MainWindow& window, const QString& page, const QString& file) {
    if (auto* presented = window.findChild<Presentation*>()->view()) {
        presented->say(QString());
        presented->showPage(
            static_cast<std::size_t>(std::max(1, page.section(u':', 1).toInt()) - 1));
    }
    QWidget* shown = &window;
    for (QDialog* dialog : window.findChildren<QDialog*>()) {
        shown = dialog->isVisible() ? dialog : shown;
    }
    save(shown, file);
}

/// Brings what is read by now to the page, and takes the picture when that is there, too.
void takeOf(MainWindow& window, const ScreenshotOptions& options, Page page) {
    window.showPage(page);
    showStudyView(window, options.page);
    if (options.page.startsWith(QLatin1String("help:"))) {
        window.showHelp(options.page.section(u':', 1));
    }
    openLibraryDialog(window, options.page);
    if (options.page == QLatin1String("preferences")) {
        openAndForget(new PreferencesDialog(window.preferences(), &window));
    }
    present(window, options.page);
    finishWhatIf(window, options.page);
    whenReady(window, options, [&window, options] {
        saveWhatIsInFront(window, options.page, options.file);
    });
}

}  // namespace

QString screenshotFault(const ScreenshotOptions& options, const QStringList& files) {
    QStringList known{QStringLiteral("preferences"),
                      QStringLiteral("welcome"),
                      QStringLiteral("measure"),
                      QStringLiteral("result"),
                      QStringLiteral("custom"),
                      QStringLiteral("explore"),
                      QStringLiteral("storage"),
                      QStringLiteral("figures"),
                      QStringLiteral("figures:compare"),
                      QStringLiteral("settings"),
                      QStringLiteral("report"),
                      QStringLiteral("present"),
                      kGalleryPage,
                      QStringLiteral("explore:grid"),
                      QStringLiteral("explore:column"),
                      QStringLiteral("whatif"),
                      QStringLiteral("diagnostics"),
                      QStringLiteral("bin"),
                      QStringLiteral("import"),
                      QStringLiteral("mapping"),
                      QStringLiteral("merge")};
    for (const char* const kind : kChartPages) {
        known << QStringLiteral("explore:%1").arg(QLatin1String(kind));
    }
    for (const report::Template& one : report::all_templates()) {
        known << QStringLiteral("report:%1").arg(QLatin1String(one.name));
    }
    for (const StudyView& view : studyViews()) {
        known << QStringLiteral("explore:%1").arg(view.name);
    }
    for (const auto& [name, title] : ScenarioFiles::examples()) {
        known << QStringLiteral("whatif:%1").arg(name);
    }
    for (const HelpPage& page : helpPages()) {
        known << QStringLiteral("help:%1").arg(page.id);
    }
    for (int page = 1; page <= kPresentPagesMax; ++page) {
        known << QStringLiteral("present:%1").arg(page);
    }
    const QStringList parts = options.page.split(u':');
    if (!known.contains(parts.mid(0, 2).join(u':'))) {
        return QStringLiteral("--page %1: one of %2")
            .arg(options.page, known.join(QStringLiteral(", ")));
    }
    return takesFiles(options.page) && files.isEmpty()
               ? QStringLiteral("--page %1 needs files to import").arg(options.page)
               : QString();
}

void takeScreenshot(MainWindow& window, const ScreenshotOptions& options) {
    if (options.demo) {
        window.openDemo();
    }
    if (options.page == QLatin1String("diagnostics")) {
        QObject::connect(&window, &MainWindow::engineKnown, &window, [&window, options] {
            DiagnosticsDialog* dialog = window.showDiagnostics();
            QObject::connect(dialog, &DiagnosticsDialog::complete, dialog, [dialog, options] {
                save(dialog, options.file);
            });
        });
        return;
    }
    if (takesFiles(options.page)) {
        ImportDialog* dialog = window.importer()->dialog();
        QObject::connect(dialog, &ImportDialog::ended, dialog, [dialog, options] {
            saveImport(dialog, options);
        });
        QObject::connect(dialog, &ImportDialog::left, &window, [&window, options] {
            whenReady(window, options, [&window, options] { save(&window, options.file); });
        });
        return;
    }
    const bool custom = options.page == QLatin1String("custom");
    const Page page = pageOf(options.page);
    window.showPage(page);
    if (custom) {
        window.measurePage()->form()->setPreset(Preset::Custom);
    } else if (options.page == QLatin1String("storage")) {
        window.measurePage()->form()->storage()->setPath(options.folder);
        window.measurePage()->form()->setPreset(Preset::Storage);
    }
    prepareWhatIf(window, options.page);
    if (!options.folder.isEmpty()) {
        window.measurePage()->form()->picker()->setFolder(options.folder);
    }
    whenReady(window, options, [&window, options, page] {
        if (options.run) {
            startWhenReady(window, options);
        } else {
            takeOf(window, options, page);
        }
    });
}

}  // namespace throughline::ui
