// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/main_window.h"

#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QScreen>
#include <QStyle>
#include <QTimer>
#include <QVBoxLayout>
#include <array>

#include "ui/bridge/error_text.h"
#include "ui/bridge/paths.h"
#include "ui/shell/arrivals.h"
#include "ui/shell/demo.h"
#include "ui/shell/diagnostics_dialog.h"
#include "ui/shell/focus_keeper.h"
#include "ui/shell/help_window.h"
#include "ui/shell/list_width.h"
#include "ui/shell/page_export.h"
#include "ui/shell/recent_files_menu.h"
#include "ui/shell/start_place.h"
#include "ui/shell/whatif_feed.h"
#include "ui/shell/window_layout.h"
#include "ui/style/undo_guard.h"
#include "ui/style/wheel_guard.h"
#include "ui/style/widgets.h"

namespace throughline::ui {

namespace {

/// The files and folders among what is dragged; empty when there is none.
QStringList filesIn(const QMimeData* data) {
    QStringList files;
    const QList<QUrl> urls = data->urls();
    for (const QUrl& url : urls) {
        if (url.isLocalFile()) {
            files << url.toLocalFile();
        }
    }
    return files;
}

/// Whether the file that is being written may be given up; `question` replaces the box that asks.
bool mayLeaveRawData(QWidget* window,
                     const QString& file,
                     const std::function<MainWindow::OnClose()>& question) {
    if (file.isEmpty()) {
        return true;
    }
    if (question) {
        return question() != MainWindow::OnClose::Cancel;
    }
    QMessageBox box(QMessageBox::Question,
                    MainWindow::tr("Raw data is being written"),
                    MainWindow::tr("Discard the file, or wait until it is complete?"),
                    QMessageBox::NoButton,
                    window);
    box.setInformativeText(
        MainWindow::tr("%1 is not complete yet. Closing the window now deletes it.").arg(file));
    QPushButton* close =
        box.addButton(MainWindow::tr("&Discard it and close"), QMessageBox::DestructiveRole);
    QPushButton* wait = box.addButton(MainWindow::tr("&Wait"), QMessageBox::RejectRole);
    box.setDefaultButton(wait);
    box.exec();
    return box.clickedButton() == close;
}

/// What a view did to what is plotted.
QString shownViewWords(const QString& view, const Replotted& changed) {
    QStringList sentences{MainWindow::tr("“%1” is shown.").arg(view)};
    if (changed.takenOut > 0) {
        sentences << MainWindow::tr(
            "Taken out of the charts: %n study(s).", nullptr, changed.takenOut);
    }
    if (changed.added > 0) {
        sentences << MainWindow::tr("Added to the charts: %n study(s).", nullptr, changed.added);
    }
    return sentences.join(u' ');
}

/// 0: it is gone.
qint64 idOf(const std::vector<store::StudyRow>& studies, const QString& uuid) {
    const auto found = std::ranges::find(
        studies, uuid.toStdString(), [](const store::StudyRow& one) { return one.uuid; });
    return found == studies.end() ? 0 : found->id;
}

}  // namespace

MainWindow::MainWindow(QSettings* settings, QWidget* parent)
    : QMainWindow(parent),
      settings_(settings),
      preferences_(new Preferences(settings, this)),
      library_(QString(), this) {
    setWindowTitle(tr("Throughline"));
    new WheelGuard(this);
    new UndoGuard(this);
    setAcceptDrops(true);
    messages_ = new MessageBar;
    setStatusBar(messages_);
    messages_->takeTipsOf(this);
    library_panel_ = new LibraryPanel(&library_, settings_);
    importer_ = new ImportFeed(&library_, settings_, this);
    buildPages();
    buildDock();
    buildMenus();
    connectArrivals();
    connectLibrary();
    resize(firstWindowSize(screen()->availableSize(),
                           style()->pixelMetric(QStyle::PM_TitleBarHeight)));
    connect(&version_command_, &EngineCommand::finished, this, &MainWindow::takeEngine);
    const auto apply = [this] {
        measure_feed_->setNotifying(preferences_->value(Preference::NotifyOfEnd).toBool());
        library_panel_->setPublishedShown(preferences_->value(Preference::Published).toBool());
        measure_->form()->picker()->defaults()->setPlace(
            preferences_->value(Preference::DataSets).toString());
    };
    apply();
    connect(preferences_, &Preferences::changed, this, apply);
    connect(preferences_, &Preferences::changed, dock_, [this](Preference changed) {
        if (changed == Preference::Scale) {  // when all has its new size
            QTimer::singleShot(0, findChild<ListWidth*>(), &ListWidth::reset);
        }
    });
    askEngine();
    library_.takeInSpool(spoolFolder());
    library_.addPublished();
}

void MainWindow::connectArrivals() {
    arrivals_ = new Arrivals({.list = library_panel_,
                              .study = study_feed_,
                              .charts = feed_,
                              .measuring = measure_feed_,
                              .pages = pages_,
                              .messages = messages_},
                             this);
    connect(importer_, &ImportFeed::opening, this, [this](const QStringList& files) {
        recent_->remember(files);
    });
    ScenarioFiles* const scenarios = what_if_->files();
    connect(importer_, &ImportFeed::scenariosAsked, scenarios, &ScenarioFiles::openFile);
    connect(scenarios, &ScenarioFiles::saved, messages_, &MessageBar::saySaved);
    connect(scenarios, &ScenarioFiles::fileRead, this, [this] { showPage(Page::WhatIf); });
    connect(importer_, &ImportFeed::came, arrivals_, &Arrivals::takeImported);
    connect(importer_, &ImportFeed::chartAsked, arrivals_, &Arrivals::showInCharts);
    connect(arrivals_, &Arrivals::resultShown, this, &MainWindow::resultShown);
}

MainWindow::~MainWindow() {
    delete importer_;
    library_panel_->undoStack()->clear();
    delete measure_feed_;
}

void MainWindow::buildPages() {
    welcome_ = new WelcomePage;
    welcome_->setDemoObstacle(demoRecordings().isEmpty()
                                  ? tr("This build does not include the demo recordings.")
                                  : QString());
    connect(welcome_, &WelcomePage::openAsked, importer_, &ImportFeed::askForFiles);
    connect(welcome_, &WelcomePage::demoAsked, this, &MainWindow::openDemo);

    measure_ = new MeasurePage(QString(), settings_);
    explore_ = new ExploreWidget(library_panel_->undoStack());
    beginCharts(*settings_, *explore_->document());
    feed_ = new ExploreFeed(&library_, explore_, settings_, this);
    connect(library_panel_, &LibraryPanel::plottedChanged, feed_, &ExploreFeed::setStudies);
    connect(feed_, &ExploreFeed::failed, messages_, &MessageBar::say);
    connect(feed_, &ExploreFeed::said, messages_, &MessageBar::say);
    connect(feed_, &ExploreFeed::saved, messages_, &MessageBar::saySaved);
    connect(explore_->exporter(), &ChartExporter::said, messages_, &MessageBar::say);
    connect(explore_->exporter(), &ChartExporter::saved, messages_, &MessageBar::saySaved);
    connectMeasuring();
    what_if_ = new WhatIfPage(settings_);
    auto* what_if_feed = new WhatIfFeed(&library_, what_if_, this);
    connect(library_panel_, &LibraryPanel::plottedChanged, what_if_feed, &WhatIfFeed::setChecked);
    connect(library_panel_, &LibraryPanel::chosen, what_if_feed, &WhatIfFeed::setChosen);
    connect(what_if_feed, &WhatIfFeed::measureAgainAsked, measure_feed_, &MeasureFeed::fillForm);
    connect(what_if_, &WhatIfPage::measureHereAsked, measure_feed_, &MeasureFeed::showForm);
    connect(what_if_, &WhatIfPage::done, this, [this](const QString& message) {
        messages_->sayUndoable(message, what_if_->document()->undoStack());
    });
    connect(what_if_, &WhatIfPage::said, messages_, &MessageBar::say);
    pages_ = new Pages(welcome_);
    new FocusKeeper(pages_);
    connect(pages_, &Pages::pageChanged, what_if_feed, [this, what_if_feed] {
        if (pages_->page() == Page::WhatIf) {
            what_if_feed->begin();
        }
    });
    connect(pages_, &Pages::pageChanged, messages_, &MessageBar::goOn);
    connect(pages_, &Pages::pageChanged, measure_feed_, &MeasureFeed::goOn);
    pages_->addTab(measure_, tr("Measure"), tr("Measure this computer (Ctrl+2)"));
    pages_->addTab(study_feed_->resultPage(),
                   tr("Result"),
                   tr("Show verdict, runs and notes of the chosen study (Ctrl+3)"));
    pages_->addTab(
        explore_, tr("Explore"), tr("Show charts and tables of the plotted studies (Ctrl+4)"));
    pages_->addTab(
        what_if_, tr("What if"), tr("Predict the rate on other disks, machines and GPUs (Ctrl+5)"));
    pages_->addTab(
        study_feed_->figures(),
        tr("Figures"),
        tr("Show all figures of the chosen study, or compare those of several (Ctrl+6)"));
    pages_->addTab(study_feed_->settings(),
                   tr("Settings and notes"),
                   tr("Show how the chosen study was measured, and edit its title, tags and note "
                      "(Ctrl+7)"));
    report_feed_ = new ReportFeed(
        {&library_, study_feed_, explore_, what_if_, pages_, messages_, settings_}, this);
    addAction(report_feed_->addAction());
    explore_->exporter()->addShareAction(report_feed_->addAction());
    new PageExport({library_panel_, study_feed_, what_if_, pages_, messages_, settings_}, this);

    auto* central = new QWidget;
    auto* column = bareLayout<QVBoxLayout>(central, 0);
    column->addWidget(library_panel_->makeChips());
    column->addWidget(pages_, 1);
    explore_->setFoot(messages_);
    messages_->addPermanentWidget(measure_feed_->strip());
    setCentralWidget(central);
}

void MainWindow::connectMeasuring() {
    measure_feed_ = new MeasureFeed(&library_, measure_, this);
    connect(measure_feed_, &MeasureFeed::said, messages_, &MessageBar::say);
    connect(measure_feed_, &MeasureFeed::studyWanted, this, [this](qint64 study) {
        library_panel_->plotStudy(study, false);
        showPage(Page::Result);
        bringToFront(this);
    });
    connect(measure_feed_, &MeasureFeed::pageWanted, this, [this] { showPage(Page::Measure); });
    connect(welcome_, &WelcomePage::measureAsked, measure_feed_, &MeasureFeed::showForm);
    study_feed_ = new StudyFeed(&library_, feed_, measure_feed_, this);
    connect(study_feed_, &StudyFeed::failed, messages_, &MessageBar::say);
    connect(study_feed_, &StudyFeed::measured, this, [this] {
        if (measure_feed_->live() == nullptr && pages_->page() == Page::Measure) {
            showPage(Page::Result);
        }
    });
    ResultPanel* panel = study_feed_->panel();
    connect(panel, &ResultPanel::exploreAsked, this, [this](qint64 study) {
        feed_->showStudy(study);
        library_panel_->plotStudy(study, true);
        showPage(Page::Explore);
    });
    connect(panel, &ResultPanel::whatIfAsked, this, [this](qint64 study) {
        Q_EMIT what_if_->studyBaseAsked({study});
        showPage(Page::WhatIf);
    });
    connect(panel, &ResultPanel::saveAsked, this, [this](qint64 study) {
        library_panel_->saveAs({study});
    });
    connect(study_feed_, &StudyFeed::said, messages_, &MessageBar::say);
    connect(library_panel_, &LibraryPanel::chosen, study_feed_, &StudyFeed::choose);
    connect(library_panel_, &LibraryPanel::opened, this, [this](qint64 study) {
        messages_->goOn();
        measure_feed_->goOn();
        library_panel_->selectWhenListed({study});
        study_feed_->choose({study});
        if (pages_->page() != Page::Figures && pages_->page() != Page::Settings) {
            showPage(Page::Result);
        }
        pages_->scrollUp();
    });
    connect(library_panel_, &LibraryPanel::resultAsked, this, [this](qint64 study) {
        showPage(Page::Result);
        Q_EMIT library_panel_->opened(study);
    });
    connect(library_panel_, &LibraryPanel::compareAsked, this, [this](const auto& studies) {
        library_panel_->selectWhenListed(studies);  // what is on the pages is what is acted upon
        study_feed_->choose(studies);
        showPage(Page::Figures);
        study_feed_->figures()->beginAnew();
    });
    connect(library_panel_, &LibraryPanel::editAsked, this, [this](qint64 study) {
        study_feed_->choose({study});
        showPage(Page::Settings);
    });
    connect(study_feed_->settings()->form(),
            &StudyForm::changeAsked,
            library_panel_,
            &LibraryPanel::change);
    connect(&library_, &LibraryService::studiesListed, study_feed_, &StudyFeed::refresh);
    connect(
        &library_,
        &LibraryService::studiesListed,
        library_panel_,
        [this](const std::vector<store::StudyRow>& studies) {
            goToStart(*settings_, *preferences_, *library_panel_, *pages_, studies);
        },
        Qt::SingleShotConnection);
}

void MainWindow::buildDock() {
    dock_ = new QDockWidget(tr("Studies"));
    dock_->setObjectName(QStringLiteral("studies"));
    dock_->setWidget(library_panel_);
    addDockWidget(Qt::LeftDockWidgetArea, dock_);
    new ListWidth(this, dock_, settings_);
    const ExploreDocument* charts = explore_->document();
    connect(charts,
            &ExploreDocument::studiesWanted,
            this,
            [this](const QStringList& uuids, const QStringList& insteadOf, const QString& view) {
                const auto changed = library_panel_->plotInstead(uuids, insteadOf);
                if (!view.isEmpty() && changed.added + changed.takenOut > 0) {
                    messages_->sayUndoable(shownViewWords(view, changed),
                                           library_panel_->undoStack());
                }
            });
    connect(explore_, &ExploreWidget::said, messages_, &MessageBar::say);
    connect(explore_, &ExploreWidget::outdated, messages_, &MessageBar::withdraw);
    connect(explore_, &ExploreWidget::studyAsked, this, [this](const QString& uuid, StudyAct act) {
        const qint64 study = idOf(library_panel_->model()->studies(), uuid);
        if (act == StudyAct::Open) {
            Q_EMIT library_panel_->opened(study);
        } else if (act == StudyAct::ToggleBaseline) {
            library_panel_->toggleBaseline(study);
        } else if (act == StudyAct::TakeOut) {
            library_panel_->togglePlotted({study});
        } else {
            Q_EMIT what_if_->studyBaseAsked({study});
            showPage(Page::WhatIf);
        }
    });
    connect(charts, &ExploreDocument::viewShown, this, [this] { showPage(Page::Explore); });
    connect(charts, &ExploreDocument::restored, this, [this] {
        if (pages_->page() != Page::Explore) {
            messages_->offer(tr("The charts were changed."),
                             tr("Show charts"),
                             tr("Show the Explore tab (Ctrl+4)"),
                             [this] { showPage(Page::Explore); });
        }
    });
    connect(library_panel_, &LibraryPanel::chartAsked, this, [this](qint64 study) {
        feed_->showStudy(study);
        showPage(Page::Explore);
    });
}

void MainWindow::placeDock() {
    dock_->setFloating(false);
    addDockWidget(Qt::LeftDockWidgetArea, dock_);
    dock_->show();
    findChild<ListWidth*>()->reset();
}

void MainWindow::connectLibrary() {
    connect(&library_, &LibraryService::opened, this, [this](const QString& path) {
        library_state_ = path;
    });
    connect(&library_, &LibraryService::unusable, this, [this](const QString& reason) {
        library_state_ = reason;
        messages_->say(tr("The library cannot be used: %1").arg(reason));
    });
    connect(&library_, &LibraryService::failed, messages_, &MessageBar::say);
    connect(&library_, &LibraryService::said, messages_, &MessageBar::say);
    connect(library_panel_, &LibraryPanel::said, messages_, &MessageBar::say);
    connect(library_panel_, &LibraryPanel::done, this, [this](const QString& message) {
        messages_->sayUndoable(message, library_panel_->undoStack());
    });
    connect(&library_, &LibraryService::rescued, this, [this](const QString& words) {
        openAndForget(new QMessageBox(
            QMessageBox::Warning, tr("Library rescued"), words, QMessageBox::Ok, this));
    });
    connect(&library_, &LibraryService::exported, messages_, &MessageBar::saySaved);
    connect(&library_, &LibraryService::ingested, arrivals_, &Arrivals::takeIngested);
    connect(&library_,
            &LibraryService::ingestFailed,
            this,
            [this](const QString& path, const QString& reason) {
                messages_->say(
                    tr("%1 could not be opened: %2").arg(QFileInfo(path).fileName(), reason));
            });
}

void MainWindow::askEngine() {
    QStringList searched;
    const QString engine = findEngine(&searched);
    if (engine.isEmpty()) {
        takeEngine({},
                   tr("The measuring program throughline-engine was not found (looked for %1). You "
                      "can open and explore results; to measure, install it beside this program.")
                       .arg(searched.join(QStringLiteral(", "))));
        return;
    }
    engine_.path = engine;
    measure_feed_->setEngine(engine);
    version_command_.start(engine, {QStringLiteral("version"), QStringLiteral("--json")});
}

void MainWindow::takeEngine(const QJsonObject& answer, const QString& error) {
    const QString path = engine_.path;
    engine_ = error.isEmpty() ? engineInfoFrom(answer, path) : EngineInfo();
    engine_.path = path;
    if (!error.isEmpty()) {
        engine_.problem = error;
    }
    welcome_->setEngineProblem(engine_.problem);
    measure_->form()->setEngine(engine_.path, engine_.cpuCores, engine_.problem);
    Q_EMIT engineKnown();
}

void MainWindow::showPage(Page page) {
    pages_->showPage(page);
    if (page == Page::Measure) {
        measure_feed_->showSnapshot();
    }
}

void MainWindow::showHelp(const QString& id) {
    if (help_ == nullptr) {
        help_ = new HelpWindow(this);
    }
    constexpr std::array kHelpOfPages{
        "start", "measure", "verdict", "explore", "whatif", "figures", "figures", "report"};
    const QString in_front = QLatin1String(kHelpOfPages[static_cast<std::size_t>(pages_->page())]);
    help_->showPage(id.isEmpty() ? in_front : id);
    help_->show();
    help_->raise();
    help_->activateWindow();
}

DiagnosticsDialog* MainWindow::showDiagnostics() {
    auto* dialog = new DiagnosticsDialog(engine_, library_state_, settings_, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    library_.query<store::LibrarySpace>(
        dialog,
        [](store::Library& library) { return library.space(); },
        [dialog](const Result<store::LibrarySpace>& space) { dialog->showSpace(space); });
    dialog->show();
    return dialog;
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (measure_feed_->mayClose(close_question_) &&
        mayLeaveRawData(this, feed_->rawDataInWork(), close_question_)) {
        keepPlace(*pages_, *library_panel_, *explore_->document(), settings_);
        keepLayout(*this, settings_);
        event->accept();
    } else {
        event->ignore();
    }
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    const bool ours = event->source() != nullptr;  // a study or chart on its way out
    if (!ours && !filesIn(event->mimeData()).isEmpty()) {
        event->acceptProposedAction();
    }
}

void MainWindow::dropEvent(QDropEvent* event) {
    importer_->open(filesIn(event->mimeData()));
    event->acceptProposedAction();
}

void offerReport(MainWindow* window) {
    auto* box = new QMessageBox(QMessageBox::Information,
                                MainWindow::tr("Throughline ended unexpectedly"),
                                MainWindow::tr("Throughline ended unexpectedly last time."),
                                QMessageBox::NoButton,
                                window);
    box->setInformativeText(MainWindow::tr(
        "Your studies are intact, and a measurement that was running is shown again. You can save "
        "a report for the developers. If this happens again, start throughline --safe-mode."));
    const QPushButton* report =
        box->addButton(MainWindow::tr("&Save a report…"), QMessageBox::AcceptRole);
    box->setDefaultButton(box->addButton(MainWindow::tr("&Continue"), QMessageBox::RejectRole));
    QObject::connect(
        report, &QPushButton::clicked, window, [window] { window->showDiagnostics(); });
    openAndForget(box);
}

void MainWindow::openDemo() {
    library_.query<QStringList>(
        this,
        [folder = demoFolder()](store::Library&) {
            return Result<QStringList>(unpackDemo(folder));
        },
        [this](Result<QStringList> files) {
            if (files) {
                importer_->open(*files);
            } else {
                messages_->say(errorText(files.error()));
            }
        });
}

}  // namespace throughline::ui
