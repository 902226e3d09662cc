// SPDX-License-Identifier: GPL-3.0-or-later
// What the user looks at stays, whatever comes in: axes, selection and page, when a measurement
// ends, when something is imported and when a change of the charts is undone.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <unistd.h>

#include <QDir>
#include <QSignalSpy>
#include <QTest>
#include <algorithm>

#include "tests/ui/bridge/record_maker.h"
#include "tests/ui/shell/main_window_fixture.h"
#include "ui/bridge/paths.h"
#include "ui/charts/saved_views.h"
#include "ui/charts/study_views.h"
#include "ui/report/report_charts.h"
#include "ui/shell/command_palette.h"
#include "ui/shell/things_to_find.h"

namespace throughline::ui {
namespace {

using Page = MainWindow::Page;

class ChartsStayTest : public MainWindowTest {
protected:
    void SetUp() override { bring("Alpha", '1'); }
    QString write(const QString& path, const char* title, char digit) {
        const std::string uuid = std::string(8, digit) + "-1111-4111-8111-111111111111";
        writeRecord(path, smallStudy(uuid, title, 3));
        return path;
    }
    /// Opened, plotted and drawn.
    void bring(const char* title, char digit) {
        const auto before = charts().studies().size();
        window_->importer()->open({write(
            folder_.filePath(QLatin1String(title) + QStringLiteral(".tlrun")), title, digit)});
        ASSERT_TRUE(
            QTest::qWaitFor([&] { return charts().studies().size() == before + 1; }, kPatienceMs));
    }
    ExploreDocument& charts() { return *window_->explore()->document(); }
    PlotChoice chooseAxes() {
        PlotChoice choice = charts().choice();
        choice.x = "images_per_second";
        choice.y = "decode.threads";
        charts().setChoice(choice);
        return charts().choice();
    }
    MessageBar& messages() { return *static_cast<MessageBar*>(window_->statusBar()); }
    std::vector<std::int64_t> plotted() {
        return window_->libraryPanel()->model()->plottedStudies();
    }
};

// Goal: who draws charts while a measurement runs is not disturbed by its end, and one click away
// from its result. Method: a record of the spool that another process is writing, as its lock says.
TEST_F(ChartsStayTest, WhenAMeasurementEnds) {
    QDir().mkpath(spoolFolder());
    const QString record = write(spoolFolder() + QStringLiteral("/run.tlrun"), "Beta", '2');
    const int writer = ::open(QFile::encodeName(record).constData(), O_RDWR);
    ASSERT_EQ(::flock(writer, LOCK_EX), 0);
    window_.reset();
    window_ = std::make_unique<MainWindow>(settings_.get());
    window_->show();
    ASSERT_TRUE(QTest::qWaitFor(
        [this] { return window_->measurement()->live() != nullptr && !plotted().empty(); },
        kPatienceMs));
    window_->showPage(Page::Explore);
    ASSERT_TRUE(QTest::qWaitFor([this] { return charts().studies().size() == 1; }, kPatienceMs));
    window_->libraryPanel()->selectWhenListed(plotted());
    const PlotChoice axes = chooseAxes();
    const auto selected = window_->libraryPanel()->selected();
    ASSERT_EQ(selected.size(), 1U);

    QSignalSpy shown(window_.get(), &MainWindow::resultShown);
    ::close(writer);
    ASSERT_TRUE(shown.wait(kPatienceMs));
    ASSERT_TRUE(QTest::qWaitFor([this] { return charts().studies().size() == 2; }, kPatienceMs));

    EXPECT_TRUE(window_->explore()->isVisible());
    EXPECT_EQ(charts().choice(), axes);
    EXPECT_EQ(window_->libraryPanel()->selected(), selected);
    for (const Page page : {Page::Figures, Page::WhatIf, Page::Report}) {
        window_->showPage(page);
        EXPECT_TRUE(messages().button()->isVisible());
    }
    window_->showPage(Page::Figures);
    messages().button()->click();
    EXPECT_TRUE(window_->study()->resultPage()->isVisible());
    EXPECT_TRUE(QTest::qWaitFor(
        [this] {
            const StudyPtr& study = window_->study()->panel()->study();
            return study && study->header.title == "Beta";
        },
        kPatienceMs));
}

TEST_F(ChartsStayTest, WhenWhatWasImportedIsShownBesideThem) {
    bring("Beta", '2');
    const auto both = plotted();
    ASSERT_EQ(both.size(), 2U);
    window_->libraryPanel()->togglePlotted({both[1]});
    const PlotChoice axes = chooseAxes();

    Q_EMIT window_->importer()->chartAsked({both[1]});
    ASSERT_TRUE(QTest::qWaitFor([this] { return charts().studies().size() == 2; }, kPatienceMs));
    QCoreApplication::processEvents();

    EXPECT_EQ(plotted(), both);
    EXPECT_EQ(charts().choice(), axes) << "it has both";
    EXPECT_FALSE(messages().button()->autoRaise()) << "it is seen to be a button";
}

// Goal: how many came in can be read until one goes on, and not beside later work.
TEST_F(ChartsStayTest, TheCountOfAnImportStaysUntilOneGoesOn) {
    Q_EMIT window_->importer()->came(plotted(), QStringLiteral("One was there."));
    EXPECT_TRUE(window_->study()->figures()->isVisible());
    QTest::qWait(50);  // the list selects them
    EXPECT_EQ(messages().currentMessage(), QStringLiteral("1 result(s) imported. One was there."));
    EXPECT_TRUE(messages().button()->isVisible());
    window_->showPage(Page::WhatIf);
    EXPECT_TRUE(messages().currentMessage().isEmpty());
    EXPECT_FALSE(messages().button()->isVisible());
}

TEST_F(ChartsStayTest, UndoStaysOnThePageAndSaysWhatChanged) {
    const PlotChoice before = charts().choice();
    chooseAxes();
    window_->showPage(Page::Measure);

    window_->libraryPanel()->undoStack()->undo();

    EXPECT_EQ(charts().choice(), before);
    EXPECT_TRUE(window_->measurePage()->isVisible());
    ASSERT_TRUE(messages().button()->isVisible());
    messages().button()->click();
    EXPECT_TRUE(window_->explore()->isVisible());
}

// Goal: a chart in a report looks as it did when it was put there. Method: the study has not the
// first colour, which it would have by its place.
TEST_F(ChartsStayTest, InAReportTheyKeepTheirColours) {
    bring("Beta", '2');
    window_->libraryPanel()->togglePlotted({plotted()[0]});
    ASSERT_TRUE(QTest::qWaitFor([this] { return charts().studies().size() == 1; }, kPatienceMs));
    const StudyForPlot& beta = charts().studies().front();
    ASSERT_NE(beta.colourSlot, 0);
    window_->showPage(Page::Explore);
    window_->report()->addAction()->trigger();
    const report::Definition& made = window_->report()->page()->document()->definition();
    ASSERT_EQ(made.blocks.size(), 1U);

    auto library =
        store::Library::open(folder_.filePath(QStringLiteral("library.sqlite")).toStdString());
    ASSERT_TRUE(library) << describe(library.error());
    const auto sources = readSources(**library, made);
    ASSERT_TRUE(sources) << describe(sources.error());
    const auto drawn = reportChart(made.blocks.front(), *sources);
    ASSERT_TRUE(drawn) << describe(drawn.error());

    const auto& on_screen = window_->explore()->plot()->model().series;
    const auto& on_paper = drawn->chart.built.model.series;
    ASSERT_EQ(on_paper.size(), on_screen.size());
    for (std::size_t i = 0; i < on_paper.size(); ++i) {
        EXPECT_EQ(on_paper[i].colourSlot, on_screen[i].colourSlot);
        EXPECT_EQ(on_paper[i].marker, on_screen[i].marker);
    }
    SavedView wrong = *parseSavedView(QByteArray::fromStdString(made.blocks.front().text), {});
    wrong.colourSlots.begin()->second = 10'000;
    EXPECT_FALSE(parseSavedView(savedViewText(wrong), {}));
}

// Goal: commands are found by what people call them.
TEST_F(ChartsStayTest, ThePaletteFindsCommandsByTheirKeyWords) {
    const auto things = thingsToFind(window_.get());
    const auto first = [&](const char* words) {
        const auto found = thingsWith(things, QLatin1String(words), 1);
        return found.empty() ? QString() : found.front()->title;
    };
    EXPECT_TRUE(first("whatif").contains(QStringLiteral("What if")))
        << first("whatif").toStdString();
    EXPECT_TRUE(first("language").contains(QStringLiteral("Preferences")))
        << first("language").toStdString();
    EXPECT_TRUE(first("forecast").contains(QStringLiteral("What if")));
}

// Goal: a view of the gallery takes no study out of the charts without a word, and one step of undo
// brings back axes and studies and takes away what the view added. Method: two own studies and a
// published one that the view has no use for.
TEST_F(ChartsStayTest, AViewSaysWhatItPlotsAndUndoBringsAllBack) {
    bring("Beta", '2');
    const StudyView view = studyViewNamed(QStringLiteral("loader-threads")).value();
    const QStringList of_view = publishedUuids(view.sources);
    std::vector<std::int64_t> other;
    ASSERT_TRUE(QTest::qWaitFor(
        [&] {
            for (const store::StudyRow& one : window_->libraryPanel()->model()->studies()) {
                if (other.empty() && one.origin == record::Origin::Published && one.run_count > 0 &&
                    !of_view.contains(QString::fromStdString(one.uuid))) {
                    other = {one.id};
                }
            }
            return !other.empty();
        },
        kPatienceMs));
    window_->libraryPanel()->plotBeside(other);
    ASSERT_TRUE(QTest::qWaitFor([this] { return charts().studies().size() == 3; }, kPatienceMs));
    const PlotChoice axes = chooseAxes();
    const auto before = plotted();

    charts().showView(view);
    EXPECT_NE(plotted(), before);
    EXPECT_EQ(std::ranges::count(plotted(), other.front()), 0);
    const QString said = messages().currentMessage();
    EXPECT_TRUE(said.contains(view.title)) << said.toStdString();
    EXPECT_TRUE(said.contains(QStringLiteral("Taken out of the charts: 1 "))) << said.toStdString();
    EXPECT_TRUE(said.contains(QStringLiteral("Added to the charts: "))) << said.toStdString();
    ASSERT_TRUE(messages().button()->isVisible());
    EXPECT_EQ(messages().button()->text(), QStringLiteral("Undo"));

    messages().button()->click();
    EXPECT_EQ(plotted(), before);
    EXPECT_EQ(charts().choice(), axes);
    ASSERT_TRUE(QTest::qWaitFor([this] { return charts().studies().size() == 3; }, kPatienceMs));
    EXPECT_EQ(charts().choice(), axes) << "also when they have come back";
    window_->libraryPanel()->undoStack()->redo();
    EXPECT_EQ(std::ranges::count(plotted(), other.front()), 0);
    EXPECT_EQ(charts().chart().view, view.title);
}

// Goal: undoing an axis takes nothing away that was plotted since a view was shown.
TEST_F(ChartsStayTest, UndoOfAnAxisLeavesAloneWhatWasPlottedAfterAView) {
    charts().showSavedView(charts().savedView(QStringLiteral("Mine")));
    bring("Beta", '2');
    const auto both = plotted();
    charts().showSavedView(charts().savedView(QStringLiteral("Both")));
    chooseAxes();
    charts().showSavedView({.title = QStringLiteral("One"),
                            .choice = charts().choice(),
                            .studies = {charts().studies().front().uuid}});
    window_->libraryPanel()->undoStack()->undo();
    EXPECT_EQ(plotted(), both);
    window_->libraryPanel()->undoStack()->undo();
    EXPECT_EQ(plotted(), both);
}

// Goal: what is deleted, renamed or saved is what stands on the page. Once the list kept its mark
// on another study than those that were compared.
TEST_F(ChartsStayTest, WhatIsComparedIsWhatIsMarked) {
    bring("Beta", '2');
    LibraryPanel* const list = window_->libraryPanel();
    auto plotted = list->model()->plottedStudies();
    ASSERT_EQ(plotted.size(), 2U);
    list->selectWhenListed({plotted.front()});

    list->compare();

    auto marked = list->selected();
    std::ranges::sort(marked);
    std::ranges::sort(plotted);
    EXPECT_EQ(marked, plotted);
    EXPECT_TRUE(QTest::qWaitFor([&] { return window_->study()->runs()->studies().size() == 2; },
                                kPatienceMs));
}

}  // namespace
}  // namespace throughline::ui
