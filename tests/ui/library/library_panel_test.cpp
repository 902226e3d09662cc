// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/library/library_panel.h"

#include <gtest/gtest.h>

#include <QElapsedTimer>
#include <QImage>
#include <QPainter>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <iostream>

#include "engine/record/record_file.h"
#include "engine/record/this_machine.h"
#include "tests/ui/bridge/record_maker.h"
#include "tests/ui/caught_drag.h"
#include "ui/library/bin_dialog.h"
#include "ui/library/study_delegate.h"
#include "ui/library/study_dialog.h"

namespace throughline::ui {
namespace {

constexpr int kPatienceMs = 10'000;
constexpr auto kFirst = "11111111-1111-4111-8111-111111111111";
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
    QModelIndex row(const QString& title) {
        auto* view = panel_.findChild<QListView*>();
        for (int i = 0; i < view->model()->rowCount(); ++i) {
            if (view->model()->index(i, 0).data().toString() == title) {
                return view->model()->index(i, 0);
            }
        }
        return {};
    }
    void select(const QString& title) {
        panel_.findChild<QListView*>()->setCurrentIndex(row(title));
    }
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

TEST_F(LibraryPanelTest, CheckedStudiesAreTold) {
    QSignalSpy spy(&panel_, &LibraryPanel::checkedChanged);

    auto* view = panel_.findChild<QListView*>();
    view->model()->setData(row(QStringLiteral("Beta")), Qt::Checked, Qt::CheckStateRole);

    EXPECT_EQ(spy.count(), 1);
    EXPECT_EQ(panel_.model()->checkedStudies().size(), 1U);
}

// Goal: what is dragged from the list into a mail is the study. Method: the files of the drag are
// read as records.
TEST_F(LibraryPanelTest, SelectedStudiesAreDraggedOutAsARecordEach) {
    auto* view = panel_.findChild<QListView*>();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&panel_));
    view->selectAll();
    CaughtDrag caught(view);
    const QPoint from = view->visualRect(row(QStringLiteral("Alpha"))).center();

    CaughtDrag::drag(view->viewport(), from);
    ASSERT_TRUE(caught.wait());
    CaughtDrag::release(view->viewport(), from);

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

// Goal: charts know of the star at once. Method: a ticked study becomes the baseline.
TEST_F(LibraryPanelTest, WhatChartsShowOfATickedStudyIsToldWhenItChanges) {
    auto* view = panel_.findChild<QListView*>();
    view->model()->setData(row(QStringLiteral("Beta")), Qt::Checked, Qt::CheckStateRole);
    QSignalSpy spy(&panel_, &LibraryPanel::checkedChanged);

    select(QStringLiteral("Alpha"));
    action(QStringLiteral("Baseline"))->trigger();
    ASSERT_TRUE(QTest::qWaitFor(
        [&] { return row(QStringLiteral("Alpha")).data(StudyListModel::BaselineRole).toBool(); },
        kPatienceMs));
    EXPECT_EQ(spy.count(), 0) << "it is not ticked";
    select(QStringLiteral("Beta"));
    action(QStringLiteral("Baseline"))->trigger();

    EXPECT_TRUE(QTest::qWaitFor([&] { return spy.count() == 1; }, kPatienceMs));
}

TEST_F(LibraryPanelTest, ClickOnTheBoxChecks) {
    auto* view = panel_.findChild<QListView*>();
    const QRect place = view->visualRect(row(QStringLiteral("Alpha")));

    QTest::mouseClick(
        view->viewport(), Qt::LeftButton, Qt::NoModifier, place.topLeft() + QPoint(14, 16));

    EXPECT_EQ(panel_.model()->checkedStudies().size(), 1U);
}

TEST_F(LibraryPanelTest, FilterHidesTheOthers) {
    panel_.filterBox()->setText(QStringLiteral("alph"));

    EXPECT_TRUE(row(QStringLiteral("Alpha")).isValid());
    EXPECT_FALSE(row(QStringLiteral("Beta")).isValid());
}

TEST_F(LibraryPanelTest, DeletedStudyComesBackWithUndo) {
    select(QStringLiteral("Alpha"));

    QSignalSpy said(&panel_, &LibraryPanel::said);
    action(QStringLiteral("Delete"))->trigger();
    ASSERT_TRUE(waitForRows(1));
    ASSERT_EQ(said.count(), 1);
    EXPECT_EQ(said.front().front().toString(),
              QStringLiteral("1 study(s) moved to the bin. Undo (Ctrl+Z) restores them."));
    panel_.undoStack()->undo();

    EXPECT_TRUE(waitForRows(2));
}

TEST_F(LibraryPanelTest, RenameIsUndone) {
    const QModelIndex index = row(QStringLiteral("Alpha"));
    auto* view = panel_.findChild<QListView*>();

    view->model()->setData(index, QStringLiteral("Gamma"), Qt::EditRole);
    ASSERT_TRUE(QTest::qWaitFor([&] { return row(QStringLiteral("Gamma")).isValid(); }));
    panel_.undoStack()->undo();

    EXPECT_TRUE(QTest::qWaitFor([&] { return row(QStringLiteral("Alpha")).isValid(); }));
}

TEST_F(LibraryPanelTest, PropertiesAreKeptFoundAndUndone) {
    const auto* item = panel_.model()->item(panel_.model()->index(0));
    ASSERT_NE(item, nullptr);
    const store::StudyRow study = *item;
    StudyDialog dialog(study);
    dialog.tagsField()->setText(QStringLiteral("keep, fast , keep"));
    dialog.noteField()->setPlainText(QStringLiteral("after the swap"));
    dialog.priceField()->setText(QLocale().toString(3.5));
    dialog.targetBox()->setCurrentIndex(1);
    const store::StudyChange change = dialog.change();
    EXPECT_FALSE(change.title);
    EXPECT_EQ(change.tags->size(), 2U);

    panel_.change(study, change);
    const auto row_of = [&] { return *panel_.model()->item(panel_.model()->indexOf(study.id)); };
    ASSERT_TRUE(QTest::qWaitFor([&] { return row_of().note == "after the swap"; }, kPatienceMs));
    EXPECT_EQ(row_of().price_per_hour, 3.5);
    EXPECT_FALSE(row_of().target.empty());
    panel_.filterBox()->setText(QStringLiteral("swap keep"));
    EXPECT_EQ(panel_.findChild<QListView*>()->model()->rowCount(), 1);
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

    auto* rows = panel_.findChild<QListView*>()->model();
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

TEST_F(LibraryPanelTest, GroupsHaveAHead) {
    auto* view = panel_.findChild<QListView*>();
    const int plain = view->visualRect(view->model()->index(0, 0)).height();

    panel_.groupBox()->setCurrentIndex(4);  // by origin: both are measured

    EXPECT_GT(view->visualRect(view->model()->index(0, 0)).height(), plain);
    EXPECT_EQ(view->visualRect(view->model()->index(1, 0)).height(), plain);
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

TEST_F(LibraryPanelTest, RowNamesRateAndBadges) {
    const store::StudyRow* shown = panel_.model()->item(row(QStringLiteral("Alpha")));
    ASSERT_NE(shown, nullptr);
    store::StudyRow demo = *shown;
    demo.machine.demo = true;
    panel_.model()->setStudies({demo});

    const QModelIndex alpha = row(QStringLiteral("Alpha"));

    EXPECT_EQ(alpha.data(StudyListModel::RateRole).toString(), QStringLiteral("200 images/s"));
    EXPECT_EQ(alpha.data(StudyListModel::BadgesRole).toStringList(),
              QStringList{QStringLiteral("demo")});
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
    panel_.model()->setStudies({here, elsewhere, silent});
    const auto group = [&](int at) {
        return panel_.model()->index(at).data(StudyListModel::GroupRole).toString();
    };

    panel_.model()->setGroup(StudyListModel::Group::Origin);
    EXPECT_EQ(group(0), QStringLiteral("Measured on this computer"));
    EXPECT_EQ(group(1), QStringLiteral("Measured on another computer"));
    EXPECT_EQ(group(2), QStringLiteral("Measured on an unknown computer"));
    panel_.model()->setGroup(StudyListModel::Group::Host);
    EXPECT_TRUE(group(1).startsWith(QStringLiteral("vm, Another Processor")));
    EXPECT_NE(group(0), group(1));
    EXPECT_EQ(group(2), QStringLiteral("vm"));  // it may be either
    // What names no host stands last, however its group is called.
    store::StudyRow nameless = silent;
    nameless.id = 1003;
    nameless.host.clear();
    nameless.machine = {};
    panel_.model()->setStudies({nameless, here});
    panel_.model()->setGroup(StudyListModel::Group::Host);
    EXPECT_FALSE(panel_.model()->index(0).data(StudyListModel::GroupNamedRole).toBool());
    EXPECT_TRUE(panel_.model()->index(1).data(StudyListModel::GroupNamedRole).toBool());
    StudyFilter sorted;
    sorted.setSourceModel(panel_.model());
    EXPECT_EQ(sorted.index(1, 0).data(StudyListModel::GroupRole).toString(),
              QStringLiteral("Unknown host"));
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
    StudyFilter filter;
    filter.setSourceModel(&model);
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
    const double filtering = milliseconds([&] { filter.setWords(QStringLiteral("sweep 77")); });
    const double grouping = milliseconds([&] {
        filter.setWords(QString());
        model.setGroup(StudyListModel::Group::Host);
        filter.invalidate();
    });

    EXPECT_EQ(filter.rowCount(), 10'000);
    std::cout << "  listed in " << listing << " ms, filtered in " << filtering << " ms, grouped in "
              << grouping << " ms\n";
}

/// A row of the list as it is drawn, on white.
QImage drawnRow(const QModelIndex& index, QSize size) {
    QImage image(size, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    QStyleOptionViewItem option;
    option.rect = QRect(QPoint(), size);
    StudyDelegate().paint(&painter, option, index);
    return image;
}

TEST(StudyDelegateTest, BadgesLeaveTheNameItsRoom) {
    QTemporaryDir folder;
    QSettings settings(folder.filePath(QStringLiteral("w.ini")), QSettings::IniFormat);
    RunColours colours(&settings);
    StudyListModel model(&colours, &settings);
    store::StudyRow plain;
    plain.id = 1;
    plain.uuid = "u";
    plain.title = "Local NVMe, cold, a sweep of decode threads";
    store::StudyRow tagged = plain;
    tagged.tags = {"a-long-tag", "another-tag"};
    tagged.interrupted = true;
    constexpr QSize kNarrow(150, 44);
    constexpr int kHalf = 85;  // of the name's line, behind check box and marker

    model.setStudies({plain});
    const QImage without = drawnRow(model.index(0), kNarrow);
    model.setStudies({tagged});
    const QImage with = drawnRow(model.index(0), kNarrow);
    const QImage wide = drawnRow(model.index(0), QSize(700, 44));
    model.setStudies({plain});

    const QRect name(0, 0, kHalf, 22);
    EXPECT_EQ(with.copy(name), without.copy(name)) << "the beginning of the name is in view";
    EXPECT_NE(wide, drawnRow(model.index(0), QSize(700, 44)))
        << "where there is room they are there";
    model.setStudies({tagged});
    EXPECT_TRUE(model.index(0)
                    .data(Qt::ToolTipRole)
                    .toString()
                    .contains(QStringLiteral("#a-long-tag, #another-tag, interrupted")));
}

}  // namespace
}  // namespace throughline::ui
