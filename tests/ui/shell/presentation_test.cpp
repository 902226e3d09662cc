// SPDX-License-Identifier: GPL-3.0-or-later
// Present (F5) in the real window.
#include "ui/shell/presentation.h"

#include <gtest/gtest.h>

#include <QDockWidget>
#include <QFileDialog>
#include <QLabel>
#include <QMenuBar>
#include <QScreen>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QTest>
#include <set>

#include "engine/analysis/derive.h"
#include "engine/record/study_builder.h"
#include "tests/ui/bridge/record_maker.h"
#include "tests/ui/kept_picture.h"
#include "tests/ui/shell/main_window_fixture.h"
#include "ui/plot/series_look.h"
#include "ui/shell/observed_plot.h"
#include "ui/shell/present_pages.h"
#include "ui/study/observed_view.h"
#include "ui/style/theme.h"

namespace throughline::ui {
namespace {

constexpr auto kUuid = "11111111-1111-4111-8111-111111111111";

class PresentationTest : public MainWindowTest {
protected:
    /// Plots a study with a run for each of 1 to 3 threads, and shows its charts.
    void openStudy() {
        const QString path = folder_.filePath(QStringLiteral("alpha.tlrun"));
        writeRecord(path, smallStudy(kUuid, "Alpha", 3));
        QObject::connect(window_->libraryPanel(),
                         &LibraryPanel::plottedChanged,
                         window_.get(),
                         [this](const auto& studies) { plotted_ = studies; });
        window_->importer()->open({path});
        ASSERT_TRUE(QTest::qWaitFor(
            [this] { return window_->explore()->plot()->model().hasPoints(); }, kPatienceMs));
    }
    void keepView(const char* title, const char* y) {
        SavedView view{.title = QLatin1String(title),
                       .choice = window_->explore()->document()->choice(),
                       .studies = {QLatin1String(kUuid)}};
        view.choice.y = y;
        ASSERT_TRUE(SavedViews(folder_.filePath(QStringLiteral("views"))).save(view));
    }
    Presentation* presentation() const { return window_->findChild<Presentation*>(); }
    PresentView* view() const { return presentation()->view(); }
    /// Without the screen's own size, which is another one here.
    void present() {
        presentation()->start(Qt::WindowNoState);
        QCoreApplication::processEvents();
    }
    QStringList ids() const {
        QStringList ids;
        for (const PresentPage& page : view()->pages()) {
            ids << page.id;
        }
        return ids;
    }

    std::vector<std::int64_t> plotted_;
};

TEST_F(PresentationTest, F5CoversTheWholeWindowAndEscapeBringsItBack) {
    openStudy();
    window_->resize(window_->screen()->size() - QSize(40, 100));  // as no window is larger
    QCoreApplication::processEvents();
    auto* dock = window_->findChild<QDockWidget*>();
    const QByteArray state = window_->saveState();
    const QSize size = window_->size();
    window_->explore()->plot()->setFocus();
    QWidget* focus = window_->focusWidget();

    QTest::keyClick(window_.get(), Qt::Key_F5);
    ASSERT_NE(view(), nullptr);
    EXPECT_TRUE(window_->isFullScreen());
    QCoreApplication::processEvents();
    EXPECT_EQ(view()->geometry(), window_->rect());
    for (QWidget* covered : std::initializer_list<QWidget*>{
             window_->menuBar(), window_->statusBar(), dock, window_->centralWidget()}) {
        const QPoint middle = covered->mapTo(window_.get(), covered->rect().center());
        EXPECT_EQ(window_->childAt(middle), view()) << covered->metaObject()->className();
    }
    QTest::keyClick(view(), Qt::Key_Escape);
    EXPECT_EQ(view(), nullptr);
    QCoreApplication::processEvents();
    EXPECT_FALSE(window_->isFullScreen());
    EXPECT_EQ(window_->size(), size);
    EXPECT_EQ(window_->saveState(), state);
    EXPECT_TRUE(dock->isVisible());
    EXPECT_EQ(window_->focusWidget(), focus);
}

TEST_F(PresentationTest, AFullScreenStaysOne) {
    window_->showFullScreen();
    QTest::keyClick(window_.get(), Qt::Key_F5);
    QTest::keyClick(view(), Qt::Key_F5);
    EXPECT_EQ(view(), nullptr);
    EXPECT_TRUE(window_->isFullScreen());
}

// Goal: charts in front, then saved views, each with its own data. Method: two views of the study,
// one with another y; the documents are as before.
TEST_F(PresentationTest, ArrowsWalkFromTheChartThroughSavedViewsAndChangeNothing) {
    openStudy();
    keepView("By latency", "read_latency_p50");
    keepView("By rate", "images_per_second");
    const ExploreDocument& document = *window_->explore()->document();
    const PlotChoice choice = document.choice();
    const int steps = document.undoStack()->count();
    const int scenario_steps = window_->whatIf()->document()->undoStack()->count();
    const QStringList keys = settings_->allKeys();

    present();
    EXPECT_GE(view()->headlinePx(), 48.0);
    ASSERT_TRUE(QTest::qWaitFor([this] { return ids().contains(u"view/0/By rate"); }, kPatienceMs));
    const PresentPage& first = view()->pages()[view()->index()];
    EXPECT_EQ(first.id, QStringLiteral("chart/0")) << "what was in front";
    EXPECT_TRUE(first.figures.contains(QStringLiteral("300"))) << first.figures.toStdString();
    keepPicture(*view(), QStringLiteral("present-chart"));
    QTest::keyClick(view(), Qt::Key_End);
    const PresentPage& last = view()->pages()[view()->index()];
    EXPECT_EQ(last.headline, QStringLiteral("By rate"));
    EXPECT_EQ(last.model.series.size(), window_->explore()->plot()->model().series.size());
    EXPECT_EQ(last.model.series.front().points.size(), 3U);
    EXPECT_FALSE(last.footer.isEmpty()) << "it says where the figures are from";
    // Commands of the window do nothing meanwhile.
    QTest::keyClick(view(), Qt::Key_5, Qt::ControlModifier);
    EXPECT_TRUE(window_->explore()->isVisible());
    QTest::keyClick(view(), Qt::Key_Escape);

    EXPECT_EQ(document.choice(), choice);
    EXPECT_EQ(document.undoStack()->count(), steps);
    EXPECT_EQ(window_->whatIf()->document()->undoStack()->count(), scenario_steps);
    EXPECT_EQ(settings_->allKeys(), keys);
}

// Goal: a view whose studies are gone is not passed over: it says why there is nothing to see.
TEST_F(PresentationTest, AViewWithoutItsStudiesSaysSo) {
    keepView("Of another computer", "images_per_second");
    present();
    ASSERT_TRUE(QTest::qWaitFor(
        [this] { return ids().size() == 1 && ids()[0].startsWith(u"view"); }, kPatienceMs));
    EXPECT_FALSE(view()->pages()[0].model.emptyText.isEmpty());
    keepPicture(*view(), QStringLiteral("present-empty-view"));
}

// Goal: one key and a name, and the page is a file; the window says where.
TEST_F(PresentationTest, EExportsThePage) {
    openStudy();
    present();
    QTest::keyClick(view(), Qt::Key_E);
    auto* dialog = view()->findChild<QFileDialog*>();
    ASSERT_NE(dialog, nullptr);
    const QString file = folder_.filePath(QStringLiteral("page.png"));
    Q_EMIT dialog->fileSelected(file);
    EXPECT_EQ(QImage(file).size(), QSize(1920, 1080));
    keepPicture(QImage(file), QStringLiteral("present-exported-chart"));
    dialog->close();
    presentation()->leave();
    EXPECT_TRUE(QTest::qWaitFor(
        [this] {
            for (const QLabel* label : window_->statusBar()->findChildren<QLabel*>()) {
                if (label->isVisible() && label->text().contains(u"page.png")) {
                    return true;
                }
            }
            return window_->statusBar()->currentMessage().contains(u"page.png");
        },
        kPatienceMs));
}

// Goal: a window closed in a meeting opens as it was before it.
TEST_F(PresentationTest, ClosingEndsItFirst) {
    QTest::keyClick(window_.get(), Qt::Key_F5);
    EXPECT_TRUE(window_->isFullScreen());
    window_->close();
    EXPECT_EQ(view(), nullptr);
    EXPECT_FALSE(window_->isFullScreen());
}

TEST_F(PresentationTest, TheChosenVerdictIsReadWithoutItsPage) {
    openStudy();
    window_->study()->choose({plotted_.front()});
    present();
    ASSERT_TRUE(QTest::qWaitFor([this] { return ids().contains(u"result"); }, kPatienceMs));
    EXPECT_EQ(view()->pages()[view()->index()].id, QStringLiteral("chart/0")) << "it stays";
    QTest::keyClick(view(), Qt::Key_Home);
    EXPECT_FALSE(view()->pages().front().headline.isEmpty());
    keepPicture(*view(), QStringLiteral("present-verdict"));
}

TEST_F(PresentationTest, ScenariosFollowWhenWhatIfIsInFront) {
    present();
    EXPECT_FALSE(ids().join(u' ').contains(u"scenario")) << "an example is nobody's answer";
    presentation()->leave();
    window_->showPage(MainWindow::Page::WhatIf);
    window_->whatIf()->document()->choose(1);

    present();
    ASSERT_EQ(ids().size(), 1 + window_->whatIf()->document()->columnCount());
    const PresentPage& all = view()->pages().front();
    EXPECT_EQ(all.id, QStringLiteral("scenarios"));
    EXPECT_EQ(all.model.x.categories.size(), window_->whatIf()->document()->columnCount());
    EXPECT_TRUE(all.figures.startsWith(QStringLiteral("Highest: "))) << all.figures.toStdString();
    EXPECT_TRUE(all.source.contains(QStringLiteral("“Now” is “gp2, 4 V100”.")))
        << all.source.toStdString();
    const PresentPage& page = view()->pages()[view()->index()];
    EXPECT_EQ(page.id, QStringLiteral("scenario/1"));
    EXPECT_TRUE(page.headline.startsWith(window_->whatIf()->document()->columnName(1)));
    EXPECT_TRUE(page.headline.contains(u'≈'));
    EXPECT_TRUE(page.figures.startsWith(QStringLiteral("90 % interval: ")))
        << page.figures.toStdString();
    EXPECT_TRUE(page.figures.contains(QStringLiteral("\u00A0…\u00A0")));
    EXPECT_TRUE(page.figures.contains(QStringLiteral("now: gp2, 4 V100.")))
        << "who sees this page alone asks than what: " << page.figures.toStdString();
    EXPECT_TRUE(page.source.contains(QStringLiteral("Storage bandwidth is a stated figure")))
        << "a letter says nothing to a room: " << page.source.toStdString();
    EXPECT_TRUE(page.caution.isEmpty());
    int drawn = 0;
    for (const PlotSeries& series : page.model.series) {
        drawn += series.visible && series.isLine() ? 1 : 0;
    }
    EXPECT_EQ(drawn, 2) << "now, and the scenario";
    keepPicture(*view(), QStringLiteral("present-scenario"));
}

// Goal: who sees the slide knows why to doubt it.
TEST_F(PresentationTest, ABaseThatWasDisturbedSaysSoOnEachSlide) {
    whatif::StudyBase base{.title = "photos"};
    base.calibration.base = whatif::defaults();
    base.calibration.disturbed = true;
    window_->whatIf()->setStudyBase(std::make_shared<const whatif::StudyBase>(base));
    window_->showPage(MainWindow::Page::WhatIf);
    present();
    ASSERT_FALSE(view()->pages().empty());
    EXPECT_TRUE(view()->pages().front().caution.startsWith(
        QStringLiteral("Other programs used the processors while the base was measured")))
        << view()->pages().front().caution.toStdString();
}

// Goal: the highest of several curves is somebody's, however long its name.
TEST(PresentPages, TheHighestSaysWhoseItIs) {
    const QString longer =
        QStringLiteral("Reading small photographs over the network, four threads, full pipeline");
    PlotModel model;
    model.x.title = QStringLiteral("Decode threads");
    model.y.key = "images_per_second";
    model.y.unit = "1/s";
    model.series = {{.name = QStringLiteral("photos"), .points = {{.x = 1.0, .y = 300.0}}},
                    {.name = longer, .points = {{.x = 4.0, .y = 1530.0}}}};
    ReadView read;
    read.charts.resize(1);
    read.charts[0].built.model = model;
    const QString figures = pagesOfView(read).front().figures;
    EXPECT_TRUE(figures.startsWith(QStringLiteral("Highest: 1.53 k")));
    EXPECT_TRUE(figures.contains(QStringLiteral("Reading small photographs")) &&
                figures.contains(QStringLiteral("full pipeline")))
        << figures.toStdString();
    EXPECT_LT(figures.size(), 110);
}

PlotModel ratesByThreads() {
    PlotModel model;
    model.x.title = QStringLiteral("Decode threads");
    model.y.key = "images_per_second";
    model.y.unit = "1/s";
    model.y.shownUnit = QStringLiteral("images/s");
    model.series = {
        {.name = QStringLiteral("full pipeline"),
         .isWhole = true,
         .points = {{.x = 3.0, .y = 1530.0}}},
        {.name = QStringLiteral("decode alone"),
         .stageAlone = true,
         .points = {{.x = 2.0, .y = 1580.0}}},
    };
    return model;
}

std::string figuresOf(const PlotModel& model) {
    ReadView read;
    read.charts.resize(1);
    read.charts[0].built.model = model;
    return pagesOfView(read).front().figures.toStdString();
}

// Goal: the highest is what the full pipeline reaches wherever there is one, also a demo's (which
// is drawn as what was imported) and beside files of other tools; that other points are above it is
// said.
TEST(PresentPages, TheHighestIsOfTheFullPipelineWhereThereIsOne) {
    PlotModel model = ratesByThreads();
    const std::string of_pipeline =
        "Highest of the full pipeline: 1.53 k images/s (decode threads: 3.00)";
    EXPECT_EQ(figuresOf(model), of_pipeline);
    model.series[0].origin = record::Origin::Imported;
    EXPECT_EQ(figuresOf(model), of_pipeline);
    model.series.push_back({.name = QStringLiteral("fio.json"),
                            .origin = record::Origin::Imported,
                            .points = {{.x = 3.4, .y = 1610.0}}});
    EXPECT_EQ(figuresOf(model), of_pipeline);

    model.series.push_back({.name = QStringLiteral("on a volume"),
                            .mark = QStringLiteral("emulated volume"),
                            .isWhole = true,
                            .points = {{.x = 3.0, .y = 1700.0}}});
    EXPECT_EQ(figuresOf(model),
              "Highest of the full pipeline without emulation: 1.53 k images/s (full pipeline, "
              "decode threads: 3.00)");
    model.series.resize(2);
    model.series[1].points[0].y = 1500.0;
    EXPECT_EQ(figuresOf(model), "Highest: 1.53 k images/s (decode threads: 3.00)");
    model.series.erase(model.series.begin());
    EXPECT_EQ(figuresOf(model), "Highest: 1.50 k images/s (decode threads: 2.00)");
}

// Goal: no emulated figure is shown as this computer's, nor with the real disk's utilisation.
TEST(PresentPages, TheHighestIsNotAnEmulatedOneBesideTheRealDisk) {
    PlotModel model;
    model.x.key = "disk_utilisation";
    model.x.title = QStringLiteral("Disk utilisation");
    model.x.unit = "%";
    model.x.shownUnit = QStringLiteral("%");
    model.y.key = "images_per_second";
    model.y.unit = "1/s";
    model.y.shownUnit = QStringLiteral("images/s");
    model.series = {{.name = QStringLiteral("photos"), .points = {{.x = 12.0, .y = 471.0}}},
                    {.name = QStringLiteral("8 accelerators"),
                     .mark = QStringLiteral("emulated volume"),
                     .points = {{.x = 28.0, .y = 4200.0}}}};
    ReadView read;
    read.charts.resize(1);
    read.charts[0].built.model = model;
    EXPECT_EQ(pagesOfView(read).front().figures.toStdString(),
              "Highest without emulation: 471 images/s (photos, disk utilisation: 12.0 %)");

    model.series.erase(model.series.begin());
    model.series.push_back(model.series.front());
    model.series.back().points = {{.x = 5.0, .y = 500.0}};
    read.charts[0].built.model = model;
    EXPECT_EQ(pagesOfView(read).front().figures.toStdString(),
              "Highest: 4.20 k images/s (8 accelerators (emulated volume))");
}

// Goal: where one run is no curve, the room sees what each stage does alone, and why there is
// nothing where there is not even that.
TEST(PresentPages, AStudyWithoutACurveShowsItsRates) {
    record::StudyBuilder builder;
    for (const record::Line& line : smallStudy(kUuid, "Alpha", 1)) {
        ASSERT_TRUE(builder.add(line));
    }
    record::Study study = std::move(builder).finish();
    EXPECT_FALSE(pageOfResult(study, 0, PlotModel()).model.emptyText.isEmpty());
    for (const auto& [stages, rate] : {std::pair("decode", 310.0), std::pair("storage", 8000.0)}) {
        record::RunData run = study.runs.back();
        run.started.settings["stages"] = std::string(stages);
        run.metrics["images_per_second"] = {.value = rate};
        study.runs.insert(study.runs.begin(), run);
    }
    analysis::derive(study);
    const PlotModel model = pageOfResult(study, 0, PlotModel()).model;
    ASSERT_EQ(model.series.size(), 1U);
    EXPECT_EQ(model.x.categories.size(), 3);
    EXPECT_EQ(model.series[0].points[0].y, 8000.0);
    EXPECT_EQ(model.series[0].points[2].label, QStringLiteral("100 images/s"));
    EXPECT_EQ(model.y.scale, AxisScale::Logarithmic) << "100 is hardly seen beside 8000";
}

// Goal: pictures of charts with many and other curves, to be looked at.
TEST_F(PresentationTest, PublishedChartsHaveTheirCurvesNamed) {
    for (const StudyView& chart : studyViews()) {
        if (chart.sources.isEmpty()) {
            continue;  // nothing of it is published
        }
        window_->showPage(MainWindow::Page::Explore);
        ASSERT_TRUE(QTest::qWaitFor(
            [&] {
                window_->explore()->document()->showView(chart);  // until they are in the library
                return window_->explore()->plot()->model().hasPoints();
            },
            kPatienceMs));
        present();
        EXPECT_TRUE(ids().contains(u"chart/0")) << chart.name.toStdString();
        keepPicture(*view(), QStringLiteral("present-%1").arg(chart.name));
        presentation()->leave();
    }
}

// Goal: the slide of a job that was watched shows what its result page shows, not that there is
// nothing to be shown.
TEST(PresentPages, AnObservedJobShowsWhereItsTimeGoes) {
    record::StudyBuilder builder;
    for (const record::Line& line : smallStudy(kUuid, "Observed: train.py", 1)) {
        ASSERT_TRUE(builder.add(line));
    }
    record::Study study = std::move(builder).finish();
    study.header.origin = record::Origin::Observed;
    study.runs[0].metrics = {{"observed_workers{doing=running}", {.value = 73.4}},
                             {"observed_workers{doing=core}", {.value = 26.6}},
                             {"observed_main{doing=no_work}", {.value = 96.0}},
                             {"observed_main{doing=sleep}", {.value = 4.0}}};

    const PlotModel model = pageOfResult(study, 0, PlotModel()).model;

    EXPECT_EQ(model.x.categories.size(), 2);
    ASSERT_EQ(model.series.size(), 4U);
    double of_main = 0.0;
    for (const PlotSeries& series : model.series) {
        EXPECT_FALSE(series.name.contains(u'_')) << series.name.toStdString();
        EXPECT_EQ(series.stack, 0) << "they are parts of one time";
        ASSERT_EQ(series.points.size(), 1U);
        of_main += series.points[0].x == 1.0 ? series.points[0].y : 0.0;
    }
    EXPECT_EQ(of_main, 100.0);
    EXPECT_EQ(model.series[0].points[0].label, QStringLiteral("73 %"));

    PresentView slide;
    slide.resize(1280, 720);
    slide.setPages({pageOfResult(study, 0, PlotModel())});
    keepPicture(slide, QStringLiteral("present-observed"));
}

/// How many pixels of a picture have exactly this colour.
int pixelsOf(const QImage& picture, const QColor& colour) {
    int count = 0;
    for (int y = 0; y < picture.height(); ++y) {
        for (int x = 0; x < picture.width(); ++x) {
            count += picture.pixelColor(x, y).rgb() == colour.rgb() ? 1 : 0;
        }
    }
    return count;
}

// Goal: a colour means one thing. Method: all that threads may do, in the bars of the result and as
// the slide's curves have it.
TEST(PresentPages, AnObservedJobHasTheColoursOfItsResult) {
    record::RunData run;
    metrics::MetricValues values;
    for (const char* doing : kObservedDoings) {
        const std::string key = metrics::labelled("observed_workers", "doing", doing);
        run.metrics[key] = {.value = 10.0};
        values[key] = 10.0;
    }
    const PlotModel model = observedPlot(run);
    ASSERT_EQ(model.series.size(), kObservedDoings.size());
    ObservedView result;
    result.resize(900, result.sizeHint().height());
    result.setMetrics(values);
    const QImage picture = result.grab().toImage();
    std::set<QRgb> colours;
    for (const PlotSeries& series : model.series) {
        const QColor colour = seriesColour(series, currentTheme());
        EXPECT_GT(pixelsOf(picture, colour), 300) << series.name.toStdString();
        colours.insert(colour.rgb());
    }
    EXPECT_EQ(colours.size(), kObservedDoings.size());
    keepPicture(picture, QStringLiteral("observed-colours"));
}

// Goal: of scenarios that reach the same none is called the lowest.
TEST_F(PresentationTest, EqualScenariosAreSaidToBeEqual) {
    window_->showPage(MainWindow::Page::WhatIf);
    ScenarioDocument* document = window_->whatIf()->document();
    document->open({.base = {.name = "base"}}, QString());
    document->setInput(0, model::Input::GpuRate, 700.0);
    document->duplicate(0);
    present();
    const PresentPage& all = view()->pages().front();
    ASSERT_EQ(all.id, idOfAllScenarios());
    EXPECT_TRUE(all.figures.startsWith(QStringLiteral("All of them: ≈")))
        << all.figures.toStdString();
    keepPicture(*view(), QStringLiteral("present-equal"));
}

}  // namespace
}  // namespace throughline::ui
