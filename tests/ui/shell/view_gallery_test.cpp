// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/view_gallery.h"

#include <gtest/gtest.h>

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include "tests/ui/charts/synthetic_studies.h"
#include "tests/ui/kept_picture.h"
#include "ui/charts/study_views.h"

namespace throughline::ui {
namespace {

const qsizetype kReady = static_cast<qsizetype>(panels::all_panels().size());

class ViewGalleryTest : public testing::Test {
protected:
    ViewGalleryTest() : explore_(&undo_), keeper_(folder_.path(), &explore_, &undo_) {
        explore_.setStudies({own_});
    }
    ~ViewGalleryTest() override { undo_.clear(); }

    /// Of the studies only one's own are there.
    ViewPreviews* previews() {
        return new ViewPreviews(
            [this](const QStringList& uuids, const auto& done) {
                std::vector<StudyForPlot> there;
                if (uuids.contains(own_.uuid)) {
                    there.push_back(own_);
                }
                QTimer::singleShot(0, &explore_, [there, done] { done(there); });
            },
            [](const SampleRequest& /*request*/, const std::function<void(SampleSeries)>& done) {
                QTimer::singleShot(0, [done] { done(synthetic::samplesOf(900.0)); });
            });
    }
    std::unique_ptr<ViewGallery> open() {
        auto gallery = std::make_unique<ViewGallery>(
            &keeper_, explore_.document(), previews(), &undo_, nullptr);
        gallery->show();
        return gallery;
    }
    QImage pictureOf(const ViewGallery& gallery, const QString& title) const {
        const QModelIndex first = gallery.list()->model()->index(0, 0);
        const auto found =
            gallery.list()->model()->match(first, Qt::DisplayRole, title, 1, Qt::MatchExactly);
        const int role = Qt::UserRole + 2;
        return found.isEmpty() ? QImage() : found.first().data(role).value<QPixmap>().toImage();
    }

    static void chooseGroup(const ViewGallery& gallery, const QString& title) {
        const auto found = gallery.groups()->findItems(title, Qt::MatchExactly);
        ASSERT_EQ(found.size(), 1) << title.toStdString();
        gallery.groups()->setCurrentItem(found.front());
    }

    QTemporaryDir folder_;
    QUndoStack undo_;
    StudyForPlot own_ = synthetic::threadStudy(QStringLiteral("NVMe"), 0);
    ExploreWidget explore_;
    ViewKeeper keeper_;
};

// Goal: a tile shows what its view does. Method: two views of which one hides the only curve.
TEST_F(ViewGalleryTest, PicturesAreThoseOfTheViews) {
    keeper_.keep(QStringLiteral("A"));
    explore_.document()->setKind(PointsOf::Samples);
    keeper_.keep(QStringLiteral("B"));
    const auto gallery = open();
    QSignalSpy shown(gallery.get(), &ViewGallery::pictureShown);

    EXPECT_TRUE(QTest::qWaitFor([&] { return shown.count() >= 4; }, 10'000));

    const QImage runs = pictureOf(*gallery, QStringLiteral("A"));
    const QImage samples = pictureOf(*gallery, QStringLiteral("B"));
    EXPECT_FALSE(runs.isNull());
    EXPECT_FALSE(samples.isNull());
    EXPECT_NE(runs, samples);
    keepPicture(*gallery, QStringLiteral("gallery"));
}

TEST_F(ViewGalleryTest, WordsFindAViewAndEnterShowsIt) {
    keeper_.keep(QStringLiteral("For the meeting"));
    const auto gallery = open();
    EXPECT_EQ(gallery->titlesShown().size(), kReady + 1);
    EXPECT_EQ(gallery->titlesShown().first(), QStringLiteral("For the meeting"));

    QTest::keyClicks(gallery->search(), QStringLiteral("nodes ideal"));
    ASSERT_EQ(gallery->titlesShown(),
              QStringList(QStringLiteral("Images/s by nodes, against ideal scaling")));
    QTest::keyClick(gallery->search(), Qt::Key_Return);

    EXPECT_FALSE(gallery->isVisible());
    EXPECT_EQ(explore_.document()->chart().view,
              QStringLiteral("Images/s by nodes, against ideal scaling"));
}

TEST_F(ViewGalleryTest, ASavedViewIsRenamedAndDeletedAndComesBack) {
    keeper_.keep(QStringLiteral("First"));
    const auto gallery = open();

    keeper_.rename(keeper_.views().front(), QStringLiteral("Second"));
    EXPECT_EQ(gallery->titlesShown().first(), QStringLiteral("Second"));
    EXPECT_EQ(gallery->titlesShown().size(), kReady + 1);
    gallery->list()->setFocus();
    gallery->list()->setCurrentIndex(gallery->list()->model()->index(0, 0));
    QTest::keyClick(gallery->list(), Qt::Key_Delete);
    EXPECT_EQ(gallery->titlesShown().size(), kReady) << "the ready ones stay";
    QTest::keyClick(gallery->list(), Qt::Key_Delete);
    EXPECT_EQ(gallery->titlesShown().size(), kReady) << "and cannot be deleted";

    undo_.undo();
    EXPECT_EQ(gallery->titlesShown().first(), QStringLiteral("Second"));
    undo_.undo();
    EXPECT_EQ(gallery->titlesShown().first(), QStringLiteral("First"));
}

TEST_F(ViewGalleryTest, CardsStandByQuestionAndByStudy) {
    keeper_.keep(QStringLiteral("Mine"));
    const auto gallery = open();
    QStringList of_threads;
    QStringList of_inference;
    for (const panels::Panel& panel : panels::all_panels()) {
        if (panel.question == panels::Question::HowManyThreads) {
            of_threads << QString::fromLatin1(panel.title);
        }
        if (!panel.studies.empty() && std::string(panel.studies.front()) == "weka") {
            of_inference << QString::fromLatin1(panel.title);
        }
    }

    chooseGroup(*gallery, QStringLiteral("How many threads?"));
    EXPECT_EQ(gallery->titlesShown(), of_threads);
    chooseGroup(*gallery, QStringLiteral("How To Shorten Deep Learning Training Times"));
    for (const QString& title : of_inference) {
        EXPECT_TRUE(gallery->titlesShown().contains(title)) << title.toStdString();
    }
    chooseGroup(*gallery, QStringLiteral("Saved views"));
    EXPECT_EQ(gallery->titlesShown(), QStringList(QStringLiteral("Mine")));
    chooseGroup(*gallery, QStringLiteral("All"));
    EXPECT_EQ(gallery->titlesShown().size(), kReady + 1);
}

TEST_F(ViewGalleryTest, ACardTeachesAndSaysWhatThereIsToDraw) {
    const auto gallery = open();
    QTest::keyClicks(gallery->search(), QStringLiteral("decode threads local network"));
    ASSERT_EQ(gallery->titlesShown().size(), 1);

    const QString data = gallery->list()->currentIndex().data(Qt::UserRole + 5).toString();
    EXPECT_EQ(
        data,
        QStringLiteral("Published: all; yours: %1 of the plotted runs").arg(own_.runs.size()));
    EXPECT_TRUE(gallery->lesson()->text().contains(QStringLiteral("2,026 images/s")));
    EXPECT_TRUE(gallery->lesson()->text().contains(QStringLiteral("lambda-io-043")));
}

TEST_F(ViewGalleryTest, WhatCannotBeDrawnSaysWhyAndIsNotOpened) {
    const auto gallery = open();
    const QString before = explore_.document()->chart().view;
    QTest::keyClicks(gallery->search(), QStringLiteral("time to copy"));
    ASSERT_EQ(gallery->titlesShown().size(), 1);

    QTest::keyClick(gallery->search(), Qt::Key_Return);

    EXPECT_TRUE(gallery->isVisible());
    EXPECT_EQ(explore_.document()->chart().view, before);
    EXPECT_TRUE(gallery->lesson()->text().contains(QStringLiteral("not measured here yet")));
}

}  // namespace
}  // namespace throughline::ui
