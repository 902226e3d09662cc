// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/library/library_panel.h"

#include <gtest/gtest.h>

#include <QElapsedTimer>
#include <QMenu>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <iostream>

#include "engine/catalog/catalog.h"
#include "engine/record/record_file.h"
#include "engine/record/this_machine.h"
#include "tests/ui/bridge/record_maker.h"
#include "tests/ui/caught_drag.h"
#include "ui/library/bin_dialog.h"
#include "ui/library/chip_bar.h"
#include "ui/library/study_delegate.h"

namespace throughline::ui {
namespace {

constexpr int kPatienceMs = 10'000;
constexpr auto kFirst = "11111111-1111-4111-8111-111111111111";
constexpr auto kExactly = Qt::MatchExactly | Qt::MatchRecursive;
constexpr auto kSecond = "22222222-2222-4222-8222-222222222222";

class LibraryPanelTest : public testing::Test {
protected:
    void SetUp() override {
        panel_.resize(320, 500);
        panel_.show();
        writeRecord(file("a.tlrun"), smallStudy(kFirst, "Alpha", 2));
        writeRecord(file("b.tlrun"), smallStudy(kSecond, "Beta", 1));
        library_.ingest({file("a.tlrun"), file("b.tlrun")});
        ASSERT_TRUE(waitForRows(2));
    }
    bool waitForRows(int rows) {
        return QTest::qWaitFor([&] { return panel_.model()->rowCount() == rows; }, kPatienceMs);
    }
    QString file(const char* name) { return folder_.filePath(QLatin1String(name)); }
    StudyTreeView* view() { return panel_.findChild<StudyTreeView*>(); }
    QModelIndex row(const QString& title) {
        const auto rows = view()->model()->match(
            view()->model()->index(0, 0), Qt::DisplayRole, title, 1, kExactly);
        return rows.value(0);
    }
    void select(const QString& title) { view()->setCurrentIndex(row(title)); }
    QAction* action(const QString& text) {
        for (QAction* each : panel_.studyActions()) {
            if (each->text() == text) {
                return each;
            }
        }
        return nullptr;
    }

    QTemporaryDir folder_;
    QSettings settings_{folder_.filePath(QStringLiteral("window.ini")), QSettings::IniFormat};
    LibraryService library_{folder_.filePath(QStringLiteral("library.sqlite"))};
    LibraryPanel panel_{&library_, &settings_};
};

// Several selected studies go into the charts, and out again, by one key.
TEST_F(LibraryPanelTest, SelectedStudiesArePlottedTogether) {
    QSignalSpy spy(&panel_, &LibraryPanel::plottedChanged);
    view()->selectAll();

    action(QStringLiteral("Plot"))->trigger();
    EXPECT_EQ(spy.count(), 1);
    EXPECT_EQ(panel_.model()->plottedStudies().size(), 2U);
    select(QStringLiteral("Beta"));
    action(QStringLiteral("Plot only these"))->trigger();
    EXPECT_EQ(panel_.model()->plottedStudies().size(), 1U);
    QCoreApplication::processEvents();
    action(QStringLiteral("Take out of the charts"))->trigger();
    EXPECT_TRUE(panel_.model()->plottedStudies().empty());
}

TEST_F(LibraryPanelTest, ClearingTheChartsIsUndone) {
    view()->selectAll();
    action(QStringLiteral("Plot"))->trigger();
    const auto plotted = panel_.model()->plottedStudies();

    panel_.clearPlotted();
    EXPECT_TRUE(panel_.model()->plottedStudies().empty());
    panel_.undoStack()->undo();

    EXPECT_EQ(panel_.model()->plottedStudies(), plotted);
}

// A click on the name shows the study's page, and plots nothing.
TEST_F(LibraryPanelTest, ClickOpensTheStudy) {
    QSignalSpy spy(&panel_, &LibraryPanel::opened);
    const QRect place = view()->visualRect(row(QStringLiteral("Alpha")));

    QTest::mouseClick(view()->viewport(), Qt::LeftButton, Qt::NoModifier, place.center());

    ASSERT_EQ(spy.count(), 1);
    EXPECT_EQ(spy.front().front().toLongLong(),
              row(QStringLiteral("Alpha")).data(StudyListModel::IdRole).toLongLong());
    EXPECT_TRUE(panel_.model()->plottedStudies().empty());
}

// Goal: what is dragged from the list into a mail is the study. Method: the files of the drag are
// read as records.
TEST_F(LibraryPanelTest, SelectedStudiesAreDraggedOutAsARecordEach) {
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&panel_));
    view()->selectAll();
    CaughtDrag caught(view());
    const QPoint from = view()->visualRect(row(QStringLiteral("Alpha"))).center();

    CaughtDrag::drag(view()->viewport(), from);
    ASSERT_TRUE(caught.wait());
    CaughtDrag::release(view()->viewport(), from);

    QStringList titles;
    for (const QUrl& url : caught.urls()) {
        const auto study = record::read_record(url.toLocalFile().toStdString());
        ASSERT_TRUE(study) << describe(study.error());
        titles << QString::fromStdString(study->study.header.title);
        EXPECT_TRUE(url.fileName().endsWith(QLatin1String(".tlrun")));
    }
    titles.sort();
    EXPECT_EQ(titles, QStringList({QStringLiteral("Alpha"), QStringLiteral("Beta")}));
}

// Goal: charts know of the star at once. Method: a plotted study becomes the baseline.
TEST_F(LibraryPanelTest, WhatChartsShowOfAPlottedStudyIsToldWhenItChanges) {
    panel_.togglePlotted({row(QStringLiteral("Beta")).data(StudyListModel::IdRole).toLongLong()});
    QSignalSpy spy(&panel_, &LibraryPanel::plottedChanged);

    select(QStringLiteral("Alpha"));
    action(QStringLiteral("Baseline"))->trigger();
    ASSERT_TRUE(QTest::qWaitFor(
        [&] { return row(QStringLiteral("Alpha")).data(StudyListModel::BaselineRole).toBool(); },
        kPatienceMs));
    EXPECT_EQ(spy.count(), 0) << "it is not plotted";
    select(QStringLiteral("Beta"));
    action(QStringLiteral("Baseline"))->trigger();

    EXPECT_TRUE(QTest::qWaitFor([&] { return spy.count() == 1; }, kPatienceMs));
}

TEST_F(LibraryPanelTest, ClickOnTheDotPlots) {
    const QRect place = view()->visualRect(row(QStringLiteral("Alpha")));
    QSignalSpy opened(&panel_, &LibraryPanel::opened);

    QTest::mouseClick(
        view()->viewport(), Qt::LeftButton, Qt::NoModifier, StudyDelegate::dotOf(place).center());

    EXPECT_EQ(panel_.model()->plottedStudies().size(), 1U);
    EXPECT_EQ(opened.count(), 0);
}

TEST_F(LibraryPanelTest, FilterHidesTheOthers) {
    panel_.filterBox()->setText(QStringLiteral("alph"));

    EXPECT_TRUE(row(QStringLiteral("Alpha")).isValid());
    EXPECT_FALSE(row(QStringLiteral("Beta")).isValid());
}

TEST_F(LibraryPanelTest, DeletedStudyComesBackWithUndo) {
    select(QStringLiteral("Alpha"));

    QSignalSpy said(&panel_, &LibraryPanel::done);
    action(QStringLiteral("Delete"))->trigger();
    ASSERT_TRUE(waitForRows(1));
    ASSERT_EQ(said.count(), 1);
    EXPECT_EQ(said.front().front().toString(), QStringLiteral("1 study(s) moved to the bin."));
    panel_.undoStack()->undo();

    EXPECT_TRUE(waitForRows(2));
}

TEST_F(LibraryPanelTest, RenameIsUndone) {
    const QModelIndex index = row(QStringLiteral("Alpha"));

    view()->model()->setData(index, QStringLiteral("Gamma"), Qt::EditRole);
    ASSERT_TRUE(QTest::qWaitFor([&] { return row(QStringLiteral("Gamma")).isValid(); }));
    panel_.undoStack()->undo();

    EXPECT_TRUE(QTest::qWaitFor([&] { return row(QStringLiteral("Alpha")).isValid(); }));
}

TEST_F(LibraryPanelTest, WhatIsSaidOfAStudyIsKeptFoundAndUndone) {
    const auto* item = panel_.model()->item(panel_.model()->index(0));
    ASSERT_NE(item, nullptr);
    const store::StudyRow study = *item;
    panel_.change(study,
                  {.note = "after the swap",
                   .tags = std::vector<std::string>{"fast", "keep"},
                   .target = catalog::Catalog::built_in().storage()[0].id,
                   .price_per_hour = 3.5});
    const auto row_of = [&] { return *panel_.model()->item(panel_.model()->indexOf(study.id)); };
    ASSERT_TRUE(QTest::qWaitFor([&] { return row_of().note == "after the swap"; }, kPatienceMs));
    EXPECT_EQ(row_of().price_per_hour, 3.5);
    EXPECT_FALSE(row_of().target.empty());
    panel_.filterBox()->setText(QStringLiteral("swap keep"));
    EXPECT_EQ(view()->model()->rowCount(), 1);
    panel_.filterBox()->clear();
    panel_.undoStack()->undo();

    EXPECT_TRUE(QTest::qWaitFor(
        [&] {
            return row_of().note.empty() && row_of().tags.empty() && !row_of().price_per_hour &&
                   row_of().target.empty();
        },
        kPatienceMs));
}

// "decode.threads" stands in no title: only the library's full text knows it.
TEST_F(LibraryPanelTest, FilterFindsWhatOnlyTheLibraryKnows) {
    panel_.filterBox()->setText(QStringLiteral("decode.threads"));

    auto* rows = view()->model();
    EXPECT_TRUE(QTest::qWaitFor([&] { return rows->rowCount() == 2; }, kPatienceMs));
    panel_.filterBox()->setText(QStringLiteral("no-such-word"));
    EXPECT_EQ(rows->rowCount(), 0);
}

TEST_F(LibraryPanelTest, StarMovesAndComesBackWithUndo) {
    const auto baseline = [&](const QString& title) {
        return row(title).data(StudyListModel::BaselineRole).toBool();
    };
    select(QStringLiteral("Alpha"));
    action(QStringLiteral("Baseline"))->trigger();
    ASSERT_TRUE(QTest::qWaitFor([&] { return baseline(QStringLiteral("Alpha")); }, kPatienceMs));
    select(QStringLiteral("Beta"));
    action(QStringLiteral("Baseline"))->trigger();
    ASSERT_TRUE(QTest::qWaitFor([&] { return baseline(QStringLiteral("Beta")); }, kPatienceMs));
    EXPECT_FALSE(baseline(QStringLiteral("Alpha")));

    panel_.undoStack()->undo();

    EXPECT_TRUE(QTest::qWaitFor([&] { return baseline(QStringLiteral("Alpha")); }, kPatienceMs));
}

// Which folders are folded is the same after a restart.
TEST_F(LibraryPanelTest, FoldedStaysFolded) {
    const QModelIndex folder = row(QStringLiteral("Alpha")).parent();
    ASSERT_TRUE(view()->isExpanded(folder));

    view()->collapse(folder);

    LibraryPanel again(&library_, &settings_);
    again.model()->setStudies(panel_.model()->studies());
    auto* other = again.findChild<StudyTreeView*>();
    const QModelIndexList found = other->model()->match(
        other->model()->index(0, 0), Qt::DisplayRole, QStringLiteral("Alpha"), 1, kExactly);
    ASSERT_EQ(found.size(), 1);
    EXPECT_FALSE(other->isExpanded(found.front().parent()));
    EXPECT_EQ(found.front().parent().data(StudyTree::CountRole).toInt(), 2);
}

TEST_F(LibraryPanelTest, BinGivesBackAndForgets) {
    select(QStringLiteral("Alpha"));
    action(QStringLiteral("Delete"))->trigger();
    ASSERT_TRUE(waitForRows(1));
    BinDialog bin(&library_);
    ASSERT_TRUE(QTest::qWaitFor([&] { return bin.list()->count() == 1; }, kPatienceMs));

    bin.restore();
    ASSERT_TRUE(waitForRows(2));
    library_.setInBin({panel_.model()
                           ->item(row(QStringLiteral("Beta")).isValid() ? panel_.model()->index(0)
                                                                        : panel_.model()->index(1))
                           ->id},
                      true);
    ASSERT_TRUE(waitForRows(1));
    bin.purge();

    EXPECT_TRUE(QTest::qWaitFor([&] { return bin.list()->count() == 0; }, kPatienceMs));
}

TEST_F(LibraryPanelTest, ADemoLiesUnderReference) {
    const store::StudyRow* shown = panel_.model()->item(row(QStringLiteral("Alpha")));
    ASSERT_NE(shown, nullptr);
    store::StudyRow demo = *shown;
    demo.machine.demo = true;
    panel_.model()->setStudies({demo});

    const QModelIndex alpha = row(QStringLiteral("Alpha"));

    EXPECT_EQ(alpha.data(StudyListModel::FigureRole).toString(), QStringLiteral("200 images/s"));
    EXPECT_EQ(alpha.parent().data().toString(), QStringLiteral("Demo recordings"));
    EXPECT_EQ(alpha.parent().parent().data().toString(), QStringLiteral("Reference"));
    EXPECT_FALSE(view()->isExpanded(alpha.parent().parent())) << "folded at first";
}

// Three studies of hosts of one name: this computer's, another's, and one that does not say.
TEST_F(LibraryPanelTest, AHostsNameDoesNotSayWhoseFiguresTheyAre) {
    const store::StudyRow* shown = panel_.model()->item(row(QStringLiteral("Alpha")));
    ASSERT_NE(shown, nullptr);
    store::StudyRow here = *shown;
    here.machine = record::this_machine();
    here.machine.host = "vm";
    store::StudyRow elsewhere = here;
    elsewhere.id = 1001;
    elsewhere.machine.id = "another";
    elsewhere.machine.cpu_model = "Another Processor";
    store::StudyRow silent = here;
    silent.id = 1002;
    silent.machine = {.host = "vm"};
    const auto names = [](const std::vector<StudyPath>& paths) {
        QStringList texts;
        for (const StudyPath& path : paths) {
            QStringList folders;
            for (const StudyGroup& group : path) {
                folders << group.name;
            }
            texts << folders.join(u'/');
        }
        return texts;
    };

    const QStringList sources = names(pathsOf({here, elsewhere, silent}, Arrangement::Source));
    EXPECT_EQ(sources[0], QStringLiteral("This computer"));
    EXPECT_TRUE(sources[1].startsWith(QStringLiteral("Other computers/vm, Another Processor")));
    EXPECT_EQ(sources[2], QStringLiteral("Other computers/vm"));  // it may be either
    // What names no host stands last, however its folder is called.
    store::StudyRow nameless = silent;
    nameless.id = 1003;
    nameless.host.clear();
    nameless.machine = {};
    const auto paths = pathsOf({nameless, here}, Arrangement::Computer);
    EXPECT_EQ(paths[0].front().name, QStringLiteral("Unknown computer"));
    EXPECT_GT(paths[0].front().rank, paths[1].front().rank);
}

// Goal: of two files called summary.json one knows which is which. Method: two folders of one tool.
TEST_F(LibraryPanelTest, ImportsOfSeveralFoldersAreToldApart) {
    store::StudyRow one;
    one.id = 1;
    one.uuid = "u1";
    one.title = "summary.json";
    one.origin = record::Origin::Imported;
    one.tool = "fio";
    one.source_path = "/results/nvme/summary.json";
    store::StudyRow two = one;
    two.id = 2;
    two.uuid = "u2";
    two.source_path = "/results/gp3/summary.json";
    store::StudyRow other = one;
    other.id = 3;
    other.uuid = "u3";
    other.title = "sar.txt";
    other.tool = "sysstat";
    panel_.model()->setStudies({one, two, other});

    EXPECT_EQ(panel_.model()->index(0).data(StudyListModel::ApartRole), QStringLiteral("nvme"));
    EXPECT_EQ(row(QStringLiteral("gp3")).parent().data(), QStringLiteral("fio"));
    EXPECT_EQ(row(QStringLiteral("sar.txt")).parent().data(), QStringLiteral("sysstat"))
        << "a single folder needs no name";
}

// Goal: what is sought by its name stands first. Method: one study is called so, another one only
// mentions it.
TEST_F(LibraryPanelTest, FilterPutsTheBestFitFirst) {
    store::StudyRow mentions;
    mentions.id = 1;
    mentions.uuid = "u1";
    mentions.title = "disk";
    mentions.note = "threads on 2 cores";
    store::StudyRow named = mentions;
    named.id = 2;
    named.uuid = "u2";
    named.title = "Decode threads on 2 cores";
    panel_.model()->setStudies({mentions, named});

    panel_.filterBox()->setText(QStringLiteral("threads on 2"));

    ASSERT_EQ(view()->model()->rowCount(), 2);
    EXPECT_EQ(view()->model()->index(0, 0).data().toString(),
              QStringLiteral("Decode threads on 2 cores"));
}

TEST_F(LibraryPanelTest, EveryActionCanBeReachedAndIsExplained) {
    for (const QAction* each : panel_.studyActions()) {
        EXPECT_FALSE(each->shortcut().isEmpty()) << each->text().toStdString();
        EXPECT_NE(each->toolTip(), each->text()) << each->text().toStdString();
        EXPECT_FALSE(each->statusTip().isEmpty()) << each->text().toStdString();
    }
}

// Times are reported, not asserted: the machine is shared.
TEST(LibraryPanelScale, TenThousandStudiesAreListedAndFiltered) {
    QTemporaryDir folder;
    QSettings settings(folder.filePath(QStringLiteral("window.ini")), QSettings::IniFormat);
    RunColours colours(&settings);
    StudyListModel model(&colours, &settings);
    StudyTree tree(&model);
    std::vector<store::StudyRow> studies(10'000);
    for (std::size_t i = 0; i < studies.size(); ++i) {
        store::StudyRow& row = studies[i];
        row.id = static_cast<std::int64_t>(i + 1);
        row.uuid = "u" + std::to_string(i);
        row.title = "Sweep " + std::to_string(i);
        row.host = "bench-" + std::to_string(i % 7);
        row.started_at = "2026-11-21T10:00:00Z";
        row.verdict = "Decode limits this machine.";
    }
    const auto milliseconds = [](const auto& act) {
        QElapsedTimer timer;
        timer.start();
        act();
        return static_cast<double>(timer.nsecsElapsed()) / 1e6;
    };

    const double listing = milliseconds([&] { model.setStudies(studies); });
    const double filtering = milliseconds([&] { tree.setWords(QStringLiteral("sweep 77")); });
    const double grouping = milliseconds([&] {
        tree.setWords(QString());
        tree.setArrangement(Arrangement::Computer);
    });

    EXPECT_EQ(tree.shownCount(), 10'000);
    std::cout << "  listed in " << listing << " ms, filtered in " << filtering << " ms, grouped in "
              << grouping << " ms\n";
}

class ChipBarTest : public testing::Test {
protected:
    void SetUp() override {
        std::vector<store::StudyRow> studies(12);
        for (std::size_t i = 0; i < studies.size(); ++i) {
            studies[i].id = static_cast<std::int64_t>(i + 1);
            studies[i].uuid = "u" + std::to_string(i);
            studies[i].title = "Study number " + std::to_string(i);
        }
        model_.setStudies(studies);
        bar_.resize(600, 32);
        bar_.show();
    }

    QTemporaryDir folder_;
    QSettings settings_{folder_.filePath(QStringLiteral("w.ini")), QSettings::IniFormat};
    RunColours colours_{&settings_};
    StudyListModel model_{&colours_, &settings_};
    ChipBar bar_{&model_};
};

TEST_F(ChipBarTest, ShowsWhatIsPlottedInItsOrderAndTheRestInAMenu) {
    model_.plotThese({3, 1});
    ASSERT_EQ(bar_.chips().size(), 2U);
    EXPECT_TRUE(bar_.chips()[0]->text().contains(QStringLiteral("number 2")));
    EXPECT_FALSE(bar_.moreButton()->isVisible());

    model_.plotThese({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12});

    EXPECT_TRUE(bar_.moreButton()->isVisible());
    EXPECT_EQ(
        bar_.chips().size() + static_cast<std::size_t>(bar_.moreButton()->menu()->actions().size()),
        12U);
    EXPECT_TRUE(
        QTest::qWaitFor([&] { return bar_.chips().back()->geometry().right() <= bar_.width(); }));
}

TEST_F(ChipBarTest, IsAsHighWithoutChipsAsWithThem) {
    const int without = bar_.minimumSizeHint().height();
    model_.plotThese({1, 2});
    EXPECT_EQ(std::max(bar_.minimumHeight(), bar_.minimumSizeHint().height()),
              std::max(bar_.minimumHeight(), without));
    EXPECT_GE(bar_.minimumHeight(), bar_.minimumSizeHint().height());
}

// Chips made anew for a new height ask for a height of their own: in the window that went on for
// ever once a style made the two differ, and no chip was ever shown.
TEST_F(ChipBarTest, MakesItsChipsAnewForAnotherWidthOnly) {
    model_.plotThese({1, 2, 3, 4, 5, 6, 7});
    const std::vector<QToolButton*> before = bar_.chips();
    bar_.resize(600, 40);
    EXPECT_EQ(bar_.chips(), before);
    bar_.resize(400, 40);
    EXPECT_LT(bar_.chips().size(), before.size());
}

TEST_F(ChipBarTest, CrossAndDeleteTakeAStudyOut) {
    QSignalSpy spy(&bar_, &ChipBar::unplotAsked);
    QSignalSpy opened(&bar_, &ChipBar::opened);
    model_.plotThese({3});
    QToolButton* chip = bar_.chips().front();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&bar_));
    ASSERT_TRUE(QTest::qWaitFor([&] { return chip->height() == chip->sizeHint().height(); }));

    QTest::mouseClick(
        chip, Qt::LeftButton, Qt::NoModifier, QPoint(chip->width() - 8, chip->height() / 2));
    QTest::keyClick(chip, Qt::Key_Delete);
    EXPECT_EQ(spy.count(), 2);
    EXPECT_EQ(opened.count(), 0);
    QTest::mouseClick(chip, Qt::LeftButton, Qt::NoModifier, QPoint(10, 10));

    EXPECT_EQ(opened.count(), 1);
    EXPECT_EQ(spy.front().front().toLongLong(), 3);
}

}  // namespace
}  // namespace throughline::ui
