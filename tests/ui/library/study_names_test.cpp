// SPDX-License-Identifier: GPL-3.0-or-later
// How studies and their groups are called and ordered in the list.
#include <gtest/gtest.h>

#include <QDate>
#include <QLabel>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <algorithm>
#include <array>
#include <string>

#include "tests/ui/kept_picture.h"
#include "tests/ui/local_time.h"
#include "ui/library/chip_bar.h"
#include "ui/library/library_panel.h"
#include "ui/library/study_delegate.h"
#include "ui/style/run_colours.h"
#include "ui/style/theme.h"
#include "ui/style/ui_style.h"

namespace throughline::ui {
namespace {

class StudyNamesTest : public testing::Test {
protected:
    StudyNamesTest() {
        panel_.resize(320, 500);
        panel_.show();
    }
    StudyTreeView* view() { return panel_.findChild<StudyTreeView*>(); }
    QModelIndex row(const QString& title) {
        return view()
            ->model()
            ->match(view()->model()->index(0, 0),
                    Qt::DisplayRole,
                    title,
                    1,
                    Qt::MatchExactly | Qt::MatchRecursive)
            .value(0);
    }

    QTemporaryDir folder_;
    QSettings settings_{folder_.filePath(QStringLiteral("window.ini")), QSettings::IniFormat};
    LibraryService library_{folder_.filePath(QStringLiteral("library.sqlite"))};
    LibraryPanel panel_{&library_, &settings_};
};

// Goal: nobody is told that there is nothing before it is known. Method: a new library, before and
// after it was read.
TEST_F(StudyNamesTest, AListThatIsBeingReadSaysSo) {
    const auto says = [this](const char* words) {
        const auto labels = panel_.findChildren<QLabel*>();
        return std::ranges::any_of(labels, [words](const QLabel* label) {
            return label->isVisible() && label->text().contains(QLatin1String(words));
        });
    };
    EXPECT_TRUE(says("being read"));
    EXPECT_FALSE(says("Nothing measured yet"));
    library_.refresh();
    EXPECT_TRUE(QTest::qWaitFor([&] { return says("Nothing measured yet"); }, 10'000));
}

// Goal: a library that cannot be opened is not said to be empty, whatever is typed meanwhile.
TEST(StudyNamesAlone, AnUnusableLibrarySaysSoInItsPlace) {
    QTemporaryDir folder;
    QSettings settings(folder.filePath(QStringLiteral("window.ini")), QSettings::IniFormat);
    LibraryService library(QStringLiteral("/proc/no/such/library.sqlite"));
    QSignalSpy unusable(&library, &LibraryService::unusable);
    LibraryPanel panel(&library, &settings);
    const auto says = [&panel](const QString& words) {
        return std::ranges::any_of(panel.findChildren<QLabel*>(),
                                   [&](const QLabel* label) { return label->text() == words; });
    };
    EXPECT_TRUE(says(QStringLiteral("The library is being read.")));
    ASSERT_TRUE(unusable.wait(10'000));
    EXPECT_TRUE(says(QStringLiteral("The library cannot be read.")));
    panel.filterBox()->setText(QStringLiteral("disk"));
    QTest::qWait(100);  // the search asks the library, too
    EXPECT_TRUE(says(QStringLiteral("The library cannot be read.")));
}

// Goal: names that are too long for the list are told apart by how they end.
TEST_F(StudyNamesTest, LongNamesThatDifferAtTheirEndLookDifferent) {
    std::vector<store::StudyRow> rows(2);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        rows[i].id = static_cast<std::int64_t>(i) + 1;
        rows[i].uuid = "u" + std::to_string(i);
        rows[i].title = i == 0 ? "photos, emulated aws-gp2:100GiB on the disk of this computer"
                               : "photos, emulated aws-gp2:100GiB on the disk of that server";
        rows[i].origin = record::Origin::Imported;
        rows[i].source_path = "/runs/a.json";
    }
    panel_.model()->setStudies(rows);
    view()->expandAll();
    const auto pictureOf = [this](const store::StudyRow& study) {
        const QModelIndex index = row(QString::fromStdString(study.title));
        return view()->viewport()->grab(view()->visualRect(index)).toImage();
    };
    ASSERT_FALSE(pictureOf(rows[0]).isNull());
    EXPECT_NE(pictureOf(rows[0]), pictureOf(rows[1]));
}

// Goal: where the keyboard is can be seen without comparing rows. Method: the middle of the upper
// edge of the current row, with the focus in the list and elsewhere.
TEST_F(StudyNamesTest, TheCurrentRowHasAFrameWhileTheListHasTheFocus) {
    std::vector<store::StudyRow> rows(1);
    rows[0].id = 1;
    rows[0].uuid = "u1";
    rows[0].title = "photos";
    panel_.model()->setStudies(rows);
    view()->expandAll();
    const QModelIndex index = row(QStringLiteral("photos"));
    view()->setCurrentIndex(index);
    panel_.activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&panel_));
    const auto edge = [&] {
        const QImage picture = view()->viewport()->grab(view()->visualRect(index)).toImage();
        return picture.pixelColor(picture.width() / 2, 0);
    };
    view()->show();  // nothing was listed: the panel says so in its place
    view()->setFocus();
    EXPECT_EQ(edge(), currentTheme().accent);
    panel_.filterBox()->setFocus();
    EXPECT_NE(edge(), currentTheme().accent);
}

// Goal: in a narrow list the number that differs stays, and the figure gives way to it. Method: the
// list as narrow as it gets; where the figure would stand nothing is drawn.
TEST_F(StudyNamesTest, ANarrowListKeepsWhatDiffers) {
    std::vector<store::StudyRow> rows(2);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        rows[i].id = static_cast<std::int64_t>(i) + 1;
        rows[i].uuid = "u" + std::to_string(i);
        rows[i].title = i == 0 ? "photos, 2 threads" : "photos, 1–4 threads";
        rows[i].key_metric = "images_per_second";
        rows[i].key_value = 548.0;
        rows[i].disturbed = true;
    }
    panel_.model()->setStudies(rows);
    view()->expandAll();
    EXPECT_EQ(panel_.model()->index(0).data(StudyListModel::SharedRole), 8);
    EXPECT_EQ(panel_.model()->index(1).data(StudyListModel::SharedRole), 8);
    const auto figureIsDrawn = [this, &rows](int width) {
        view()->show();  // nothing was listed: the panel says so in its place
        view()->resize(width, 400);
        const QModelIndex index = row(QString::fromStdString(rows[1].title));
        const auto picture = [&] {
            return view()->viewport()->grab(view()->visualRect(index)).toImage();
        };
        const QImage with = picture();
        auto without = rows;
        without[1].key_value = 917.0;
        panel_.model()->setStudies(without);
        const QImage other = picture();
        panel_.model()->setStudies(rows);
        keepPicture(other, QStringLiteral("list-%1").arg(width));
        return with != other;
    };
    EXPECT_TRUE(figureIsDrawn(340));
    EXPECT_FALSE(figureIsDrawn(220));
}

// Goal: a run that is told apart by its time keeps its figure where a scroll bar stands beside the
// list. Method: two runs of one name in a list that just has room for all, and without the bar's.
TEST_F(StudyNamesTest, ATimeBesideTheNameDoesNotCostTheFigure) {
    std::vector<store::StudyRow> rows(2);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        rows[i].id = static_cast<std::int64_t>(i) + 1;
        rows[i].uuid = "u" + std::to_string(i);
        rows[i].title = "photos, 2 threads";
        rows[i].started_at = i == 0 ? "2026-11-28T03:03:00Z" : "2026-11-28T03:08:00Z";
        rows[i].key_metric = "images_per_second";
        rows[i].key_value = 1424.0;
    }
    panel_.model()->setStudies(rows);
    view()->expandAll();
    view()->show();
    const QString apart = panel_.model()->index(0).data(StudyListModel::ApartRole).toString();
    ASSERT_FALSE(apart.isEmpty());
    const QFontMetrics small(smallFont());
    const int figure = small.horizontalAdvance(QStringLiteral("1.42 k images/s"));
    const auto drawn = [&](int of_row) {  // where the figure stands
        const QModelIndex index = row(QStringLiteral("photos, 2 threads"));
        view()->resize(view()->width() + of_row - view()->visualRect(index).width(), 400);
        const QImage all = view()->viewport()->grab(view()->visualRect(index)).toImage();
        return all.copy(all.width() - figure, 0, figure, all.height());
    };
    const QRect place = view()->visualRect(row(QStringLiteral("photos, 2 threads")));
    constexpr int kGaps = 5 * 5;
    const int whole =
        StudyDelegate::dotOf(place).width() + kGaps +
        QFontMetrics(view()->font()).horizontalAdvance(QStringLiteral("photos, 2 threads")) +
        small.horizontalAdvance(apart) + small.horizontalAdvance(QStringLiteral("1.42 k images/s"));
    constexpr int kScrollBar = 16;
    for (const int width : {whole, whole - kScrollBar}) {
        const QImage with = drawn(width);
        auto other = rows;
        other[0].key_value = other[1].key_value = 1487.0;  // as wide
        panel_.model()->setStudies(other);
        view()->expandAll();
        EXPECT_NE(with, drawn(width)) << width;
        panel_.model()->setStudies(rows);
        view()->expandAll();
    }
}

// Goal: a group is found where one looks for it, and is told from the one above it. Method: tools
// in capitals and not, a folder that is called as its tool.
TEST_F(StudyNamesTest, GroupsStandInAlphabeticalOrderAndAFolderIsNotCalledAsItsTool) {
    std::vector<store::StudyRow> rows;
    for (const auto& [tool, path] : {std::pair("fio", "/runs/fio/a.json"),
                                     std::pair("fio", "/runs/gp3/b.json"),
                                     std::pair("MLPerf Storage", "/runs/c.json"),
                                     std::pair("elbencho", "/runs/d.csv")}) {
        store::StudyRow one;
        one.id = static_cast<std::int64_t>(rows.size()) + 1;
        one.uuid = "u" + std::to_string(one.id);
        one.title = path;
        one.origin = record::Origin::Imported;
        one.tool = tool;
        one.source_path = path;
        rows.push_back(one);
    }
    panel_.model()->setStudies(rows);

    const QModelIndex imported = row(QStringLiteral("fio")).parent();
    QStringList tools;
    for (int i = 0; i < view()->model()->rowCount(imported); ++i) {
        tools << view()->model()->index(i, 0, imported).data().toString();
    }
    EXPECT_EQ(
        tools,
        QStringList(
            {QStringLiteral("elbencho"), QStringLiteral("fio"), QStringLiteral("MLPerf Storage")}));
    EXPECT_EQ(row(QStringLiteral("runs/fio")).parent().data(), QStringLiteral("fio"));

    rows[0].source_path = "./a.json";
    panel_.model()->setStudies(rows);
    EXPECT_EQ(row(QStringLiteral("Unknown folder")).parent().data(), QStringLiteral("fio"));
}

// Goal: two observations of one program are told apart in the narrowest list. Method: what is drawn
// of each, where only the time at which they began differs.
TEST_F(StudyNamesTest, StudiesOfOneTitleSayWhenTheyWereMade) {
    std::vector<store::StudyRow> rows(2);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        rows[i].id = static_cast<std::int64_t>(i) + 1;
        rows[i].uuid = "u" + std::to_string(i);
        rows[i].title = "Observed: throughline-engine";
        rows[i].origin = record::Origin::Observed;
        rows[i].key_metric = "cpu_utilisation";
        rows[i].key_value = 100.0;
        rows[i].started_at = i == 0 ? "2026-11-27T14:35:00Z" : "2026-11-27T15:41:00Z";
    }
    panel_.model()->setStudies(rows);
    view()->expandAll();
    for (const int width : {320, 220}) {
        view()->show();
        view()->resize(width, 400);
        QList<QImage> pictures;
        for (int i = 0; i < 2; ++i) {
            const qint64 id = i + 1;
            const QModelIndex index = static_cast<StudyTree*>(view()->model())->indexOf(id);
            ASSERT_TRUE(index.isValid());
            pictures << view()->viewport()->grab(view()->visualRect(index)).toImage();
            keepPicture(pictures.back(), QStringLiteral("list-observed-%1-%2").arg(width).arg(i));
        }
        EXPECT_NE(pictures[0], pictures[1]) << width;
    }
}

// Goal: runs of one name are told apart although they began in one minute.
TEST(StudyNamesAlone, RunsOfOneMinuteAreToldApartBySeconds) {
    const QTemporaryDir folder;
    QSettings settings(folder.filePath(QStringLiteral("window.ini")), QSettings::IniFormat);
    RunColours colours(&settings);
    StudyListModel model(&colours, &settings);
    const std::string year = std::to_string(QDate::currentDate().year());
    std::vector<store::StudyRow> rows(3);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        rows[i].id = static_cast<std::int64_t>(i + 1);
        rows[i].uuid = "u" + std::to_string(i);
        rows[i].title = "photos";
        rows[i].started_at =
            year + (i < 2 ? "-06-15T12:50:1" : "-06-15T12:52:1") + std::to_string(i) + "Z";
    }
    model.setStudies(rows);
    const auto apart = [&](std::int64_t id) {
        return model.indexOf(id).data(StudyListModel::ApartRole).toString();
    };
    EXPECT_TRUE(apart(1).endsWith(QStringLiteral(":50:10"))) << apart(1).toStdString();
    EXPECT_TRUE(apart(2).endsWith(QStringLiteral(":50:11"))) << apart(2).toStdString();
    EXPECT_TRUE(apart(3).endsWith(QStringLiteral(":52"))) << apart(3).toStdString();
}

// Goal: runs of a past year are told apart by what the list writes, which is local. Method: two of
// one local day on two days of UTC, and two of one day of UTC on two local days.
TEST(StudyNamesAlone, RunsOfOneLocalDayOfAPastYearAreToldApart) {
    const LocalTime local("CET-1");
    const QTemporaryDir folder;
    QSettings settings(folder.filePath(QStringLiteral("window.ini")), QSettings::IniFormat);
    RunColours colours(&settings);
    StudyListModel model(&colours, &settings);
    std::vector<store::StudyRow> rows(4);
    const std::array starts{"2025-03-01T23:30:00Z",
                            "2025-03-02T00:30:00Z",
                            "2025-05-01T22:30:00Z",
                            "2025-05-01T23:30:00Z"};
    for (std::size_t i = 0; i < rows.size(); ++i) {
        rows[i].id = static_cast<std::int64_t>(i + 1);
        rows[i].uuid = "u" + std::to_string(i);
        rows[i].title = "photos";
        rows[i].started_at = starts[i];
    }
    model.setStudies(rows);
    const auto apart = [&](std::int64_t id) {
        return model.indexOf(id).data(StudyListModel::ApartRole).toString();
    };
    EXPECT_TRUE(apart(1).endsWith(QStringLiteral("2025 00:30:00"))) << apart(1).toStdString();
    EXPECT_TRUE(apart(2).endsWith(QStringLiteral("2025 01:30:00"))) << apart(2).toStdString();
    EXPECT_EQ(apart(3), QStringLiteral("1 May 2025"));
    EXPECT_EQ(apart(4), QStringLiteral("2 May 2025"));
}

// Goal: a chip says which of two runs of one name it is. Method: both plotted, and one of another
// name.
TEST(StudyNamesAlone, ChipsOfRunsOfOneNameKeepTheirTime) {
    const QTemporaryDir folder;
    QSettings settings(folder.filePath(QStringLiteral("window.ini")), QSettings::IniFormat);
    RunColours colours(&settings);
    StudyListModel model(&colours, &settings);
    std::vector<store::StudyRow> rows(3);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        rows[i].id = static_cast<std::int64_t>(i + 1);
        rows[i].uuid = "u" + std::to_string(i);
        rows[i].title = i < 2 ? "photos of a whole year, 2 threads" : "fio.json";
        rows[i].started_at = std::to_string(QDate::currentDate().year()) + "-06-15T12:5" +
                             std::to_string(i) + ":00Z";
    }
    model.setStudies(rows);
    ChipBar bar(&model);
    bar.resize(1200, 32);
    bar.show();
    model.plotThese({1, 2, 3});
    ASSERT_EQ(bar.chips().size(), 3U);
    for (const std::size_t which : {0U, 1U}) {
        const QString text = bar.chips()[which]->text();
        EXPECT_TRUE(text.endsWith(QStringLiteral(":5%1)").arg(which))) << text.toStdString();
        EXPECT_TRUE(text.startsWith(QStringLiteral("photos"))) << text.toStdString();
    }
    EXPECT_EQ(bar.chips()[2]->text(), QStringLiteral("fio.json"));
    keepPicture(bar, QStringLiteral("chips-of-one-name"));
}

}  // namespace
}  // namespace throughline::ui
