// SPDX-License-Identifier: GPL-3.0-or-later
// The list of studies by the keyboard, what is plotted as steps of undo, and the mark of a study
// whose volume was emulated. Method: a real library with two studies.
#include <gtest/gtest.h>

#include <QScrollBar>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>

#include "tests/ui/bridge/record_maker.h"
#include "ui/library/chip_bar.h"
#include "ui/library/library_panel.h"
#include "ui/library/study_delegate.h"

namespace throughline::ui {
namespace {

constexpr int kPatienceMs = 10'000;

class ListByKeysTest : public testing::Test {
protected:
    void SetUp() override {
        auto emulated = smallStudy("11111111-1111-4111-8111-111111111111", "Alpha", 2);
        for (record::Line& line : emulated) {
            if (auto* started = std::get_if<record::RunStarted>(&line)) {
                started->settings["storage.volume"] = std::string("aws-gp2:100GiB");
            }
        }
        writeRecord(file("a.tlrun"), emulated);
        writeRecord(file("b.tlrun"), smallStudy("22222222-2222-4222-8222-222222222222", "Beta", 1));
        chips_.reset(panel_.makeChips());
        for (QWidget* widget : std::initializer_list<QWidget*>{&panel_, chips_.get()}) {
            widget->resize(700, 500);
            widget->show();
        }
        library_.ingest({file("a.tlrun"), file("b.tlrun")});
        ASSERT_TRUE(waitForRows(2));
    }
    bool waitForRows(int rows) {
        return QTest::qWaitFor([&] { return panel_.model()->rowCount() == rows; }, kPatienceMs);
    }
    QString file(const char* name) { return folder_.filePath(QLatin1String(name)); }
    std::int64_t idOf(const QString& title) {
        for (const store::StudyRow& study : panel_.model()->studies()) {
            if (QString::fromStdString(study.title) == title) {
                return study.id;
            }
        }
        return 0;
    }
    LibraryPanel::Ids plotted() { return panel_.model()->plottedStudies(); }

    QTemporaryDir folder_;
    QSettings settings_{folder_.filePath(QStringLiteral("window.ini")), QSettings::IniFormat};
    LibraryService library_{folder_.filePath(QStringLiteral("library.sqlite"))};
    LibraryPanel panel_{&library_, &settings_};
    std::unique_ptr<ChipBar> chips_;
};

TEST_F(ListByKeysTest, DownAndReturnLeadFromTheFilterIntoTheListAndEscapeClearsIt) {
    QLineEdit* filter = panel_.filterBox();
    auto* list = panel_.findChild<StudyTreeView*>();
    panel_.activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&panel_));
    for (const Qt::Key key : {Qt::Key_Down, Qt::Key_Return}) {
        list->clearSelection();
        filter->setFocus();
        filter->setText(QStringLiteral("bet"));
        QTest::keyClick(filter, key);
        EXPECT_TRUE(list->hasFocus());
        EXPECT_EQ(panel_.selected(), LibraryPanel::Ids{idOf(QStringLiteral("Beta"))});
    }
    filter->setFocus();
    QTest::keyClick(filter, Qt::Key_Escape);
    EXPECT_EQ(filter->text(), QString());
    EXPECT_TRUE(filter->hasFocus());
}

// Goal: a double click, Enter and the command ask for the result; a click alone does not.
TEST_F(ListByKeysTest, DoubleClickAndReturnAskForTheResult) {
    QSignalSpy asked(&panel_, &LibraryPanel::resultAsked);
    auto* list = panel_.findChild<StudyTreeView*>();
    const qint64 beta = idOf(QStringLiteral("Beta"));
    list->setCurrentStudy(beta);
    const QRect place = list->visualRect(list->currentIndex());
    panel_.activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&panel_));
    QTest::mouseClick(list->viewport(), Qt::LeftButton, Qt::NoModifier, place.center());
    EXPECT_EQ(asked.count(), 0);
    QTest::mouseDClick(list->viewport(), Qt::LeftButton, Qt::NoModifier, place.center());
    ASSERT_EQ(asked.count(), 1);
    EXPECT_EQ(asked.back().front().toLongLong(), beta);
    list->setFocus();
    QTest::keyClick(list, Qt::Key_Return);
    ASSERT_EQ(asked.count(), 2);
    EXPECT_EQ(asked.back().front().toLongLong(), beta);
    QTest::mouseDClick(
        list->viewport(), Qt::LeftButton, Qt::NoModifier, StudyDelegate::dotOf(place).center());
    EXPECT_EQ(asked.count(), 2) << "the dot plots";
}

// Goal: after a long list was scrolled, as an import leaves it, what is sought is in sight, and how
// much there is of it is said.
TEST_F(ListByKeysTest, TheBestHitIsInSightAndTheHitsAreCounted) {
    std::vector<store::StudyRow> studies(1200);
    LibraryPanel::Ids ids;
    for (std::size_t i = 0; i < studies.size(); ++i) {
        studies[i].id = static_cast<std::int64_t>(i + 1);
        studies[i].uuid = "u" + std::to_string(i);
        studies[i].title = "gp3 alpha " + std::to_string(i % 2) + " " + std::to_string(i);
        ids.push_back(studies[i].id);
    }
    panel_.model()->setStudies(studies);
    std::ranges::reverse(ids);
    auto* tree = panel_.findChild<StudyTreeView*>();
    const auto* hits = panel_.findChild<HitCount*>();
    tree->select(ids);
    EXPECT_EQ(panel_.selected().size(), studies.size());
    EXPECT_TRUE(tree->viewport()->rect().intersects(tree->visualRect(tree->currentIndex())));
    EXPECT_EQ(tree->currentIndex().row(), 0) << "the one that stands furthest up";
    EXPECT_FALSE(hits->isVisible());
    tree->scrollToBottom();

    panel_.filterBox()->setText(QStringLiteral("alpha 1"));

    EXPECT_EQ(tree->verticalScrollBar()->value(), 0);
    EXPECT_TRUE(hits->isVisible());
    EXPECT_EQ(hits->text(),
              QStringLiteral("%1 of 1\u202f200 studies").arg(tree->model()->rowCount()));
    EXPECT_GE(tree->model()->rowCount(), 600);
    EXPECT_LT(tree->model()->rowCount(), 1000);
    studies.resize(2);  // the others went while they were sought
    panel_.model()->setStudies(studies);
    EXPECT_EQ(hits->text(), QStringLiteral("1 of 2 studies"));
    studies.resize(1);
    panel_.model()->setStudies(studies);
    EXPECT_FALSE(hits->isVisible()) << "none is left of them";
    panel_.filterBox()->setText(QStringLiteral("nowhere"));
    EXPECT_FALSE(hits->isVisible()) << "the list says it";
    panel_.filterBox()->clear();
    EXPECT_FALSE(hits->isVisible());
}

TEST_F(ListByKeysTest, WhatWasDeletedIsSelectedWhenItComesBack) {
    panel_.findChild<StudyTreeView*>()->select({idOf(QStringLiteral("Beta"))});
    const LibraryPanel::Ids chosen = panel_.selected();
    for (QAction* action : panel_.studyActions()) {
        if (action->text() == QStringLiteral("Delete")) {
            action->trigger();
        }
    }
    ASSERT_TRUE(waitForRows(1));
    EXPECT_EQ(panel_.selected(), LibraryPanel::Ids{idOf(QStringLiteral("Alpha"))})
        << "the pages are not empty, and Delete once more has a next one";
    panel_.undoStack()->undo();
    ASSERT_TRUE(waitForRows(2));
    EXPECT_EQ(panel_.selected(), chosen);

    // Done again it says so again, and the pages are not empty either.
    QSignalSpy said(&panel_, &LibraryPanel::done);
    panel_.undoStack()->redo();
    ASSERT_TRUE(waitForRows(1));
    EXPECT_EQ(panel_.selected(), LibraryPanel::Ids{idOf(QStringLiteral("Alpha"))});
    ASSERT_EQ(said.count(), 1);
    EXPECT_EQ(said[0][0].toString(), QStringLiteral("1 study(s) moved to the bin."));
}

// Goal: what could not be deleted stays chosen, and nothing says that it was. Method: the study has
// been deleted for good by somebody else.
TEST_F(ListByKeysTest, ARefusedDeleteStaysWhereItIs) {
    panel_.findChild<StudyTreeView*>()->select({idOf(QStringLiteral("Alpha"))});
    const LibraryPanel::Ids chosen = panel_.selected();
    auto other = store::Library::open(file("library.sqlite").toStdString());
    ASSERT_TRUE(other);
    ASSERT_TRUE((*other)->set_in_bin(chosen, true));
    ASSERT_TRUE((*other)->purge_bin());
    QSignalSpy failed(&library_, &LibraryService::failed);
    QSignalSpy done(&panel_, &LibraryPanel::done);
    QSignalSpy moved(&panel_, &LibraryPanel::chosen);
    for (QAction* action : panel_.studyActions()) {
        if (action->text() == QStringLiteral("Delete")) {
            action->trigger();
        }
    }
    EXPECT_EQ(moved.count(), 0);
    ASSERT_TRUE(QTest::qWaitFor([&] { return failed.count() == 1; }, kPatienceMs));
    EXPECT_EQ(done.count(), 0);
}

// Goal: every way in which a study goes into the charts, or out of them, is one step. Method: a
// study that is plotted by the program meanwhile stays.
TEST_F(ListByKeysTest, PlottingAndTakingOutAreUndone) {
    const std::int64_t alpha = idOf(QStringLiteral("Alpha"));
    const std::int64_t beta = idOf(QStringLiteral("Beta"));
    QSignalSpy done(&panel_, &LibraryPanel::done);
    panel_.togglePlotted({alpha});
    ASSERT_EQ(chips_->chips().size(), 1U);
    Q_EMIT chips_->unplotAsked(alpha);
    EXPECT_TRUE(plotted().empty());
    EXPECT_EQ(done.count(), 1) << "with the way back beside it";
    panel_.showWhenListed(beta, false);

    panel_.undoStack()->undo();
    EXPECT_EQ(plotted(), (LibraryPanel::Ids{alpha, beta}));
    panel_.undoStack()->undo();
    EXPECT_EQ(plotted(), LibraryPanel::Ids{beta});
    panel_.undoStack()->redo();
    panel_.undoStack()->redo();
    EXPECT_EQ(plotted(), LibraryPanel::Ids{beta});
    const int steps = panel_.undoStack()->count();
    panel_.plotBeside({beta});
    EXPECT_EQ(panel_.undoStack()->count(), steps) << "nothing changed";
}

// Goal: no title hides that the volume was emulated.
TEST_F(ListByKeysTest, AnEmulatedStudyIsMarkedUnderAnyTitle) {
    const std::int64_t alpha = idOf(QStringLiteral("Alpha"));
    panel_.plotStudies({alpha, idOf(QStringLiteral("Beta"))});
    StudyListModel* studies = panel_.model();
    studies->setData(studies->indexOf(alpha), QStringLiteral("my disk"), Qt::EditRole);
    ASSERT_TRUE(
        QTest::qWaitFor([&] { return idOf(QStringLiteral("my disk")) == alpha; }, kPatienceMs));

    const QString mark = QStringLiteral("emulated volume");
    EXPECT_EQ(studies->indexOf(alpha).data(StudyListModel::EmulatedRole).toString(), mark);
    EXPECT_TRUE(studies->indexOf(alpha).data(Qt::ToolTipRole).toString().contains(mark));
    EXPECT_TRUE(studies->indexOf(alpha).data(Qt::AccessibleTextRole).toString().contains(mark));
    ASSERT_EQ(chips_->chips().size(), 2U);
    EXPECT_TRUE(chips_->chips()[0]->text().contains(QStringLiteral("my disk (emulated volume)")));
    EXPECT_FALSE(chips_->chips()[1]->text().contains(QStringLiteral("emulated")));
    panel_.filterBox()->setText(QStringLiteral("emulated"));
    EXPECT_TRUE(QTest::qWaitFor(
        [&] { return panel_.findChild<StudyTreeView*>()->model()->rowCount() == 1; }, kPatienceMs));
}

}  // namespace
}  // namespace throughline::ui
