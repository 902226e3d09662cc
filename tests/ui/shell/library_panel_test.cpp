// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/library/library_panel.h"

#include <gtest/gtest.h>

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include "tests/ui/shell/record_maker.h"

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

    action(QStringLiteral("Delete"))->trigger();
    ASSERT_TRUE(waitForRows(1));
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

TEST_F(LibraryPanelTest, RowNamesRateAndBadges) {
    panel_.model()->setDemoStudies({QLatin1String(kFirst)});

    const QModelIndex alpha = row(QStringLiteral("Alpha"));

    EXPECT_EQ(alpha.data(StudyListModel::RateRole).toString(), QStringLiteral("200 images/s"));
    EXPECT_EQ(alpha.data(StudyListModel::BadgesRole).toStringList(),
              QStringList{QStringLiteral("demo")});
}

TEST_F(LibraryPanelTest, EveryActionCanBeReachedAndIsExplained) {
    for (const QAction* each : panel_.studyActions()) {
        EXPECT_FALSE(each->shortcut().isEmpty()) << each->text().toStdString();
        EXPECT_NE(each->toolTip(), each->text()) << each->text().toStdString();
        EXPECT_FALSE(each->statusTip().isEmpty()) << each->text().toStdString();
    }
}

}  // namespace
}  // namespace throughline::ui
