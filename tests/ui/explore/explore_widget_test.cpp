// SPDX-License-Identifier: GPL-3.0-or-later
// With THROUGHLINE_PICTURES=FOLDER the pictures are written there to be looked at.
#include "ui/explore/explore_widget.h"

#include <gtest/gtest.h>

#include <QCheckBox>
#include <QClipboard>
#include <QFile>
#include <QInputDialog>
#include <QLineEdit>
#include <QMenu>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <algorithm>

#include "tests/ui/charts/synthetic_studies.h"
#include "tests/ui/kept_picture.h"
#include "tests/ui/legend_click.h"
#include "ui/style/theme.h"

namespace throughline::ui {
namespace {

using synthetic::threadStudy;

class ExploreTest : public testing::Test {
protected:
    ExploreTest() {
        explore_.resize(1280, 720);
        explore_.setSampleProvider(
            [this](const SampleRequest& request, std::function<void(SampleSeries)> done) {
                requests_.push_back(request);
                answers_.push_back(std::move(done));
            });
        explore_.show();
    }
    ~ExploreTest() override { applyTheme(ThemeChoice::Light); }

    void answerAll() {
        std::vector<std::function<void(SampleSeries)>> answers;
        answers.swap(answers_);
        double level = 400.0;
        for (auto& answer : answers) {
            answer(synthetic::samplesOf(level += 250.0));
        }
    }

    ExploreWidget explore_;
    std::vector<SampleRequest> requests_;
    std::vector<std::function<void(SampleSeries)>> answers_;
};

TEST_F(ExploreTest, EmptySaysWhatToDo) {
    keepPicture(explore_, QStringLiteral("explore-empty"));

    EXPECT_FALSE(explore_.plot()->model().hasPoints());
    EXPECT_TRUE(explore_.plot()->model().emptyText.contains(QStringLiteral("Click the dot")));
}

TEST_F(ExploreTest, ShowsTheSweptKeyFirst) {
    explore_.setStudies({threadStudy(QStringLiteral("Local NVMe"), 0),
                         threadStudy(QStringLiteral("Network disk"), 1)});

    EXPECT_EQ(explore_.document()->choice().x, "decode.threads");
    EXPECT_EQ(explore_.plot()->model().series.size(), 2U);
    keepPicture(explore_, QStringLiteral("explore-runs-light"));
    QTest::mouseMove(
        explore_.plot(),
        explore_.plot()->map().toPixel(explore_.plot()->placed()[0].places[2], false).toPoint());
    keepPicture(explore_, QStringLiteral("explore-hover"));
    applyTheme(ThemeChoice::Dark);
    keepPicture(explore_, QStringLiteral("explore-runs-dark"));
}

TEST_F(ExploreTest, TableHoldsExactlyWhatIsDrawn) {
    explore_.setStudies({threadStudy(QStringLiteral("A"), 0, {8, 32})});
    explore_.setTableShown(true);
    keepPicture(explore_, QStringLiteral("explore-table"));
    const PlotModel& model = explore_.plot()->model();
    PlotTableModel* table = explore_.table();

    ASSERT_EQ(table->rowCount(), 8);
    for (int row = 0; row < table->rowCount(); ++row) {
        const PointRef ref = *table->pointOf(row);
        const PlotPoint& point = model.series[ref.series].points[ref.point];
        EXPECT_EQ(table->data(table->index(row, 1), Qt::UserRole).toDouble(), point.x);
        EXPECT_EQ(table->data(table->index(row, 2), Qt::UserRole).toDouble(), point.y);
    }
    const QString tsv = table->toTsv();
    EXPECT_TRUE(
        tsv.startsWith(QStringLiteral("Series\tDecode threads\tImages per second "
                                      "(images/s)\t95 % interval, low")))
        << tsv.left(120).toStdString();
    EXPECT_EQ(tsv.count(QChar(u'\n')), 9);
}

TEST_F(ExploreTest, AxisIsChangedByKeyboard) {
    explore_.setStudies({threadStudy(QStringLiteral("A"), 0)});
    auto pickers = explore_.findChildren<FieldPicker*>();
    ASSERT_EQ(pickers.size(), 3);
    FieldPicker* x = pickers[0];
    x->setFocus();

    QTest::keyClick(x, Qt::Key_Down);  // from decode.threads to the next quantity

    EXPECT_NE(explore_.document()->choice().x, "decode.threads");
    EXPECT_EQ(explore_.plot()->model().x.key, explore_.document()->choice().x);
}

TEST_F(ExploreTest, LogarithmByKeyIsShownInTheBox) {
    explore_.setStudies({threadStudy(QStringLiteral("A"), 0)});

    QTest::keyClick(explore_.plot(), Qt::Key_L);

    EXPECT_TRUE(explore_.document()->choice().part<LogY>()->logY);
    EXPECT_EQ(explore_.plot()->model().y.scale, AxisScale::Logarithmic);
    keepPicture(explore_, QStringLiteral("explore-log"));
}

TEST_F(ExploreTest, SamplesComeFromTheProviderOnce) {
    const StudyForPlot study = threadStudy(QStringLiteral("A"), 0);
    explore_.setStudies({study});
    PlotChoice choice = explore_.document()->choice();
    choice.chart = SamplesChart{};

    explore_.document()->setChoice(choice);
    EXPECT_EQ(requests_.size(), 4U);
    EXPECT_FALSE(explore_.plot()->model().hasPoints());
    explore_.document()->setChoice(choice);
    EXPECT_EQ(requests_.size(), 4U);
    answerAll();

    EXPECT_EQ(explore_.plot()->model().series[0].points.size(), 60U);
    EXPECT_EQ(explore_.plot()->model().x.key, kTimeKey);
    keepPicture(explore_, QStringLiteral("explore-samples"));
}

// Goal: what has no bearing on a kind of chart cannot be chosen there, and says why.
TEST_F(ExploreTest, ControlsThatSayNothingOfAKindAreGreyedWithTheReason) {
    explore_.setStudies({threadStudy(QStringLiteral("A"), 0, {8, 32})});
    const auto pickers = explore_.findChildren<FieldPicker*>();
    const auto boxes = explore_.findChildren<QCheckBox*>();
    const auto* reading = explore_.findChild<ReadingButton*>();
    const auto action = [&](const char* text) {
        for (QAction* one : reading->menu()->actions()) {
            if (one->text().remove(u'&').startsWith(QLatin1String(text))) {
                return one;
            }
        }
        return static_cast<QAction*>(nullptr);
    };
    EXPECT_TRUE(action("Target")->isEnabled());

    explore_.document()->setChoice(ofKind(explore_.document()->choice(), PointsOf::Samples));
    EXPECT_FALSE(pickers[0]->isEnabled());
    EXPECT_TRUE(pickers[2]->isEnabled());
    EXPECT_FALSE(boxes[0]->isEnabled());
    EXPECT_TRUE(action("Target")->isEnabled()) << "a target rate fits over time, too";
    for (const char* text : {"Ideal", "Scaling", "Relative to the first", "Stages"}) {
        EXPECT_FALSE(action(text)->isEnabled()) << text;
        EXPECT_TRUE(action(text)->toolTip().endsWith(
            QStringLiteral("is not available for samples over time.")))
            << action(text)->toolTip().toStdString();
    }
    EXPECT_TRUE(action("Colour by")->isEnabled());

    explore_.document()->setChoice(ofKind(explore_.document()->choice(), PointsOf::Map));
    EXPECT_TRUE(pickers[2]->isEnabled()) << "it picks the rows";
    EXPECT_FALSE(reading->isEnabled());

    PlotChoice relative = ofKind(explore_.document()->choice(), PointsOf::Runs);
    relative.part<AlongX>()->yAs = YAs::RelativeToFirst;
    explore_.document()->setChoice(relative);
    EXPECT_FALSE(action("Target")->isEnabled());
    EXPECT_TRUE(action("Ideal")->isEnabled());
}

TEST_F(ExploreTest, LateAnswersForOtherStudiesAreDropped) {
    explore_.setStudies({threadStudy(QStringLiteral("A"), 0)});
    PlotChoice choice = explore_.document()->choice();
    choice.chart = SamplesChart{};
    explore_.document()->setChoice(choice);
    auto late = std::move(answers_);
    answers_.clear();

    explore_.setStudies({threadStudy(QStringLiteral("B"), 1)});
    late.front()(synthetic::samplesOf(1.0));

    EXPECT_FALSE(explore_.plot()->model().hasPoints());
}

TEST_F(ExploreTest, ClickingARunShowsItsSamples) {
    explore_.setStudies({threadStudy(QStringLiteral("A"), 0)});
    QSignalSpy activated(&explore_, &ExploreWidget::runActivated);

    QTest::keyClick(explore_.plot(), Qt::Key_Right);
    QTest::keyClick(explore_.plot(), Qt::Key_Return);
    QCoreApplication::processEvents();

    EXPECT_EQ(activated.size(), 1);
    EXPECT_EQ(explore_.document()->choice().points(), PointsOf::Samples);
    ASSERT_EQ(requests_.size(), 1U);
    EXPECT_EQ(requests_[0].run, 1);
}

// Goal: the table's keys do what the chart's do, at the run of the row, however it is sorted.
TEST_F(ExploreTest, KeysInTheTableOpenARunAndPinANote) {
    explore_.setStudies({threadStudy(QStringLiteral("A"), 0)});
    explore_.setTableShown(true);
    auto* table = explore_.findChild<QTableView*>();
    table->sortByColumn(1, Qt::DescendingOrder);  // 8 threads, which is run 4, comes first
    table->setCurrentIndex(table->model()->index(0, 0));
    explore_.activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&explore_));
    table->setFocus();
    QTimer::singleShot(200, &explore_, [] {
        auto* dialog = qobject_cast<QInputDialog*>(QApplication::activeModalWidget());
        ASSERT_NE(dialog, nullptr);
        dialog->setTextValue(QStringLiteral("the best"));
        dialog->accept();
    });

    QTest::keyClick(table, Qt::Key_N);
    EXPECT_EQ(explore_.plot()->model().series[0].points[3].pin, QStringLiteral("the best"));

    EXPECT_EQ(table->currentIndex().row(), 0) << "one goes on from there";
    explore_.activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&explore_));
    table->setFocus();
    QTest::keyClick(table, Qt::Key_Return);
    EXPECT_EQ(explore_.document()->choice().points(), PointsOf::Samples);
    ASSERT_EQ(requests_.size(), 1U);
    EXPECT_EQ(requests_[0].run, 4);
}

TEST_F(ExploreTest, MissingRunsAreCounted) {
    explore_.setStudies({synthetic::studyWithCeilings()});
    keepPicture(explore_, QStringLiteral("explore-ceilings"));

    EXPECT_TRUE(explore_.remarks().join(u' ').contains(QStringLiteral("1 of 9 runs: storage")))
        << explore_.remarks().join(u' ').toStdString();
}

TEST_F(ExploreTest, ChoiceSurvivesOtherStudies) {
    explore_.setStudies({threadStudy(QStringLiteral("A"), 0)});
    PlotChoice choice = explore_.document()->choice();
    choice.x = "read_iops{device=vda}";
    choice.part<SecondY>()->y2 = "read_latency_p99";
    explore_.document()->setChoice(choice);
    keepPicture(explore_, QStringLiteral("explore-second-axis"));

    explore_.setStudies({threadStudy(QStringLiteral("A"), 0), threadStudy(QStringLiteral("B"), 1)});

    EXPECT_EQ(explore_.document()->choice(), choice);
}

TEST_F(ExploreTest, ExportsWholeFilesOnly) {
    QTemporaryDir folder;
    explore_.setStudies({threadStudy(QStringLiteral("Local \"fast\", NVMe"), 0),
                         threadStudy(QStringLiteral("Network disk"), 1)});
    const QString png = folder.filePath(QStringLiteral("chart.png"));
    const QString csv = folder.filePath(QStringLiteral("data.csv"));

    ASSERT_TRUE(explore_.exporter()->exportTo(png));
    ASSERT_TRUE(explore_.exporter()->exportTo(csv));
    EXPECT_EQ(explore_.exporter()
                  ->exportTo(folder.filePath(QStringLiteral("no/such/chart.png")))
                  .error()
                  .code,
              ErrorCode::Io);
    EXPECT_EQ(
        explore_.exporter()->exportTo(folder.filePath(QStringLiteral("chart.docx"))).error().code,
        ErrorCode::Usage);

    const QImage image(png);
    EXPECT_EQ(image.size(), QSize(2560, 1440));
    EXPECT_TRUE(
        image.text(QStringLiteral("Title")).startsWith(QStringLiteral("Images per second")));
    QFile file(csv);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    EXPECT_TRUE(file.readAll().contains("\"Local \"\"fast\"\", NVMe\",1,"));
    keepPicture(image, QStringLiteral("export"));
}

TEST_F(ExploreTest, CopiesWhatIsSeen) {
    explore_.setStudies({threadStudy(QStringLiteral("A"), 0)});

    QSignalSpy said(explore_.exporter(), &ChartExporter::said);

    explore_.exporter()->copyTable();

    EXPECT_EQ(QApplication::clipboard()->text(), explore_.table()->toTsv());
    EXPECT_EQ(said.count(), 1) << "what leaves no trace is said";
}

TEST_F(ExploreTest, FitsIntoANarrowWindow) {
    explore_.setStudies({threadStudy(QStringLiteral("A"), 0)});

    EXPECT_LE(explore_.minimumSizeHint().width(), 1000);
}

TEST_F(ExploreTest, RarerKindsAreChosenFromTheMenuAndLeftAsTheyWereFound) {
    explore_.setStudies({synthetic::threadStudy(QStringLiteral("A"), 0)});
    const PlotChoice before = explore_.document()->choice();
    auto* y = explore_.findChildren<FieldPicker*>().at(1);

    explore_.kindActions().at(3)->trigger();  // percentiles

    EXPECT_EQ(explore_.document()->choice().points(), PointsOf::Percentiles);
    EXPECT_EQ(explore_.document()->choice().part<Subject>()->subject, "read_latency");
    EXPECT_EQ(y->currentKey(), "read_latency");
    EXPECT_EQ(explore_.plot()->model().y.scale, AxisScale::Logarithmic);
    EXPECT_EQ(explore_.plot()->model().series.size(), 4U);
    keepPicture(explore_, QStringLiteral("explore-percentiles"));

    explore_.kindActions().front()->trigger();  // runs
    EXPECT_EQ(explore_.document()->choice(), before);
    EXPECT_EQ(y->currentKey(), "images_per_second");
}

TEST_F(ExploreTest, CurvesOfRunsAreDrawnRunByRun) {
    explore_.setStudies({synthetic::threadStudy(QStringLiteral("A"), 0)});
    explore_.kindActions().at(3)->trigger();  // percentiles
    auto* legend = explore_.findChild<PlotLegend*>();

    toggleCurve(legend, 1);

    EXPECT_TRUE(explore_.plot()->model().series[0].visible);
    EXPECT_FALSE(explore_.plot()->model().series[1].visible);
    EXPECT_EQ(explore_.table()->rowCount(), 3);
}

TEST_F(ExploreTest, ColourByIsChosenFromWhatWasVaried) {
    explore_.setStudies({synthetic::threadStudy(QStringLiteral("A"), 0, {8, 32})});
    auto* colour_by = explore_.findChildren<FieldMenu*>().at(0);
    QStringList offered;
    for (QAction* action : colour_by->actions()) {
        offered << action->data().toString();
    }
    ASSERT_TRUE(offered.contains(QStringLiteral("storage.queue_depth")));
    EXPECT_FALSE(offered.contains(QStringLiteral("dataset.path"))) << "the same everywhere";

    colour_by->actions().at(offered.indexOf(QStringLiteral("storage.queue_depth")))->trigger();
    QCoreApplication::processEvents();

    EXPECT_EQ(explore_.document()->choice().part<ColourBy>()->colourBy, "storage.queue_depth");
    explore_.historyActions().first()->trigger();
    EXPECT_EQ(explore_.document()->choice().part<ColourBy>()->colourBy, "");
    EXPECT_EQ(colour_by->currentKey(), "");
}

TEST_F(ExploreTest, ANoteStandsAtItsRunUntilItIsTakenBack) {
    const StudyForPlot study = synthetic::threadStudy(QStringLiteral("A"), 0);
    explore_.setStudies({study});
    const auto pinAt = [&](std::size_t point) {
        return explore_.plot()->model().series[0].points[point].pin;
    };

    explore_.document()->setNote(
        study.uuid, study.runs[2].number, QStringLiteral("the disk is at its limit"));

    EXPECT_EQ(pinAt(2), QStringLiteral("the disk is at its limit"));
    EXPECT_EQ(pinAt(1), QString());
    EXPECT_TRUE(explore_.table()->toTsv().contains(QStringLiteral("\tNote\n")));
    EXPECT_TRUE(explore_.plot()->accessibleDescription().contains(
        QStringLiteral("the disk is at its limit")));
    keepPicture(explore_, QStringLiteral("explore-note"));
    explore_.historyActions().first()->trigger();
    EXPECT_EQ(pinAt(2), QString());
    explore_.historyActions().last()->trigger();
    EXPECT_NE(pinAt(2), QString());
    explore_.document()->setNote(study.uuid, study.runs[2].number, QString());
    EXPECT_EQ(pinAt(2), QString());
}

TEST_F(ExploreTest, GoesBackToTheChartBeforeAndForthAgain) {
    explore_.setStudies({synthetic::threadStudy(QStringLiteral("A"), 0)});
    const PlotChoice first = explore_.document()->choice();
    PlotChoice second = first;
    second.y = "read_latency_p99";
    explore_.document()->setChoice(second);

    explore_.historyActions().first()->trigger();
    EXPECT_EQ(explore_.document()->choice(), first);
    explore_.historyActions().last()->trigger();
    EXPECT_EQ(explore_.document()->choice(), second);
    EXPECT_FALSE(explore_.historyActions().last()->isEnabled());

    // Another choice on the way back forgets what lay after it.
    explore_.historyActions().first()->trigger();
    PlotChoice third = first;
    third.part<AlongX>()->logX = true;
    explore_.document()->setChoice(third);
    EXPECT_FALSE(explore_.historyActions().last()->isEnabled());
    explore_.historyActions().first()->trigger();
    EXPECT_EQ(explore_.document()->choice(), first);
}

TEST_F(ExploreTest, AStudysChartAsksForItsPublishedStudiesAndKeepsItsAxes) {
    QSignalSpy asked(explore_.document(), &ExploreDocument::studiesWanted);
    explore_.setStudies({synthetic::threadStudy(QStringLiteral("A"), 0)});
    const StudyView view =
        studyViewNamed(QStringLiteral("workers-gpu")).value();  // which the study has not

    explore_.document()->showView(view);
    explore_.setStudies({synthetic::threadStudy(QStringLiteral("A"), 0)});

    ASSERT_EQ(asked.count(), 1);
    EXPECT_EQ(asked.front().front().toStringList(),
              QStringList(QStringLiteral("uuid-A")) + publishedUuids(view.sources));
    EXPECT_EQ(explore_.document()->choice().y, "gpu_utilisation");
    EXPECT_FALSE(explore_.remarks().join(u' ').contains(view.unpublished)) << "none of it is shown";
    StudyForPlot published = synthetic::threadStudy(QStringLiteral("B"), 1);
    published.origin = record::Origin::Published;
    explore_.setStudies({published});
    EXPECT_TRUE(explore_.remarks().join(u' ').contains(view.unpublished));
}

TEST_F(ExploreTest, OtherAxesLeaveAStudysChart) {
    explore_.setStudies({synthetic::threadStudy(QStringLiteral("A"), 0)});
    explore_.document()->showView(studyViews().front());
    ASSERT_FALSE(explore_.document()->choice().published.empty());

    auto* y = explore_.findChildren<FieldPicker*>().at(1);
    y->setCurrentKey("read_latency_p99");
    Q_EMIT y->keyChosen(QStringLiteral("read_latency_p99"));

    EXPECT_EQ(explore_.document()->choice().y, "read_latency_p99");
    EXPECT_TRUE(explore_.document()->choice().published.empty());
}

TEST_F(ExploreTest, GoingBackToAStudysChartAsksForItsStudiesAgain) {
    explore_.setStudies({synthetic::threadStudy(QStringLiteral("A"), 0)});
    const auto views = studyViews();
    const auto other = std::ranges::find_if(views, [&](const StudyView& one) {
        return !one.sources.isEmpty() && one.sources != views[0].sources;
    });
    ASSERT_NE(other, views.end());
    explore_.document()->showView(views[0]);
    explore_.document()->showView(*other);
    QSignalSpy asked(explore_.document(), &ExploreDocument::studiesWanted);

    explore_.historyActions().first()->trigger();

    ASSERT_EQ(asked.count(), 1);
    EXPECT_EQ(asked.front().front().toStringList(),
              QStringList(QStringLiteral("uuid-A")) + publishedUuids(views[0].sources));
}

TEST_F(ExploreTest, EachDeviceOfARunIsTickedByItself) {
    StudyForPlot study = threadStudy(QStringLiteral("A"), 0);
    for (RunForPlot& run : study.runs) {
        for (const char* gpu : {"0", "1", "2", "3", "4", "5"}) {
            run.metrics[std::string("gpu_utilisation{gpu=") + gpu + "}"] = {.value = 50.0};
        }
    }
    explore_.setStudies({study});
    explore_.axes()->putOnAxis(QStringLiteral("gpu_utilisation"), PlotSide::X);
    EXPECT_EQ(explore_.document()->choice().x, "decode.threads") << "x takes one value a run";
    explore_.axes()->putOnAxis(QStringLiteral("gpu_utilisation"), PlotSide::Y);
    EXPECT_EQ(explore_.plot()->model().series.size(), 6U);
    PlotChoice choice = explore_.document()->choice();
    EXPECT_EQ(choice.y, "gpu_utilisation");
    choice.chart = SamplesChart{};
    explore_.document()->setChoice(choice);
    answerAll();
    QTest::qWait(50);

    const auto series = [this]() -> const auto& { return explore_.plot()->model().series; };
    ASSERT_EQ(series().size(), 2 * 6U + 2) << "two of the runs, the others are not drawn";
    auto* legend = explore_.findChild<PlotLegend*>();
    toggleCurve(legend, 1);
    EXPECT_TRUE(series()[0].visible);
    EXPECT_FALSE(series()[1].visible);
    for (const int gpu : {0, 2, 3, 4, 5}) {
        toggleCurve(legend, gpu);
    }

    ASSERT_EQ(series().size(), 1 + 6U + 2) << "as a whole the run is one entry again";
    EXPECT_FALSE(series()[0].visible);
    toggleCurve(legend, 0);
    EXPECT_EQ(series().size(), 2 * 6U + 2);
    EXPECT_TRUE(series()[1].visible);

    for (int step = 0; step < 7; ++step) {  // each is one
        explore_.historyActions().front()->trigger();
    }
    EXPECT_EQ(series().size(), 2 * 6U + 2);
    EXPECT_TRUE(series()[1].visible);
    explore_.historyActions().front()->trigger();
    explore_.historyActions().front()->trigger();
    EXPECT_EQ(explore_.document()->choice().y, "images_per_second");
}

}  // namespace
}  // namespace throughline::ui
