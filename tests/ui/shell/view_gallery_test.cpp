// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/view_gallery.h"

#include <gtest/gtest.h>

#include <QCoreApplication>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <algorithm>

#include "tests/ui/charts/synthetic_studies.h"
#include "tests/ui/kept_picture.h"
#include "ui/charts/study_views.h"
#include "ui/shell/english_plurals.h"
#include "ui/shell/view_tiles.h"
#include "ui/whatif/scenario_files.h"

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
        return found.isEmpty() ? QImage()
                               : found.first().data(kPictureRole).value<QPixmap>().toImage();
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

// Goal: a run counts where it has a point. Method: runs without a number of GPUs.
TEST_F(ViewGalleryTest, ACardCountsNoRunsWithoutAPoint) {
    const auto gallery = open();
    gallery->search()->setText(QStringLiteral("Images/s by GPUs, real and synthetic data"));
    ASSERT_FALSE(gallery->titlesShown().isEmpty());
    const QString data = gallery->list()->currentIndex().data(kDataRole).toString();
    EXPECT_TRUE(data.endsWith(QStringLiteral("yours: none of the plotted runs")))
        << data.toStdString();
}

TEST_F(ViewGalleryTest, ACardTeachesAndSaysWhatThereIsToDraw) {
    const auto gallery = open();
    QTest::keyClicks(gallery->search(), QStringLiteral("decode threads local network"));
    ASSERT_EQ(gallery->titlesShown().size(), 1);

    const QString data = gallery->list()->currentIndex().data(kDataRole).toString();
    EXPECT_EQ(
        data,
        QStringLiteral("Published: all; yours: %1 of the plotted runs").arg(own_.runs.size()));
    EXPECT_TRUE(gallery->lesson()->text().contains(QStringLiteral("2\u202F026 images/s")));
    EXPECT_TRUE(gallery->lesson()->text().contains(QStringLiteral("lambda-io-043")));
    gallery->setFont([font = gallery->font()]() mutable {
        font.setPointSizeF(font.pointSizeF() * 1.5);
        return font;
    }());
    QCoreApplication::processEvents();
    EXPECT_GE(gallery->lesson()->height(),
              gallery->lesson()->heightForWidth(gallery->lesson()->width()))
        << "it scrolls rather than be cut";
}

TEST_F(ViewGalleryTest, ACardLeadsToTheSettingAndToTheScenarioThatItIsAbout) {
    const auto gallery = open();
    QSignalSpy setting(gallery.get(), &ViewGallery::settingAsked);
    QTest::keyClicks(gallery->search(), QStringLiteral("decode threads local network"));
    const QString lesson = gallery->lesson()->text();
    EXPECT_TRUE(lesson.contains(QStringLiteral("href=\"setting:decode.threads\">Decode threads<")))
        << lesson.toStdString();

    // Tab goes to the first link, Enter follows it.
    gallery->lesson()->setFocus();
    QTest::keyClick(gallery->lesson(), Qt::Key_Tab);
    QTest::keyClick(gallery->lesson(), Qt::Key_Return);
    ASSERT_EQ(setting.count(), 1);
    EXPECT_EQ(setting[0][0].toString(), QStringLiteral("decode.threads"));
    EXPECT_FALSE(gallery->isVisible());

    const auto again = open();
    QSignalSpy asked(again.get(), &ViewGallery::scenarioAsked);
    Q_EMIT again->lesson()->linkActivated(QStringLiteral("scenario:loader-threads"));
    ASSERT_EQ(asked.count(), 1);
    EXPECT_EQ(asked[0][0].toString(), QStringLiteral("loader-threads"));
    for (const panels::Panel& panel : panels::all_panels()) {
        const QString name = QString::fromLatin1(panel.lesson.scenario);
        EXPECT_TRUE(name.isEmpty() || !ScenarioFiles::titleOfExample(name).isEmpty()) << panel.id;
    }
}

TEST_F(ViewGalleryTest, WhatCannotBeDrawnSaysWhyAndIsNotOpened) {
    const auto gallery = open();
    const QString before = explore_.document()->chart().view;
    QTest::keyClicks(gallery->search(), QStringLiteral("time to copy"));
    ASSERT_FALSE(gallery->titlesShown().isEmpty());
    EXPECT_TRUE(gallery->titlesShown().first().startsWith(QStringLiteral("Time to copy")));

    QTest::keyClick(gallery->search(), Qt::Key_Return);

    EXPECT_TRUE(gallery->isVisible());
    EXPECT_EQ(explore_.document()->chart().view, before);
    EXPECT_TRUE(gallery->lesson()->text().contains(QStringLiteral("a copy is no run")));
}

/// The first experiment of the cloud study with what it found.
StudyForPlot volumesMeasuredHere() {
    StudyForPlot study{
        .uuid = QStringLiteral("measured-here"), .title = QStringLiteral("volumes"), .runs = {}};
    for (const spec::Settings& point :
         spec::expand(panels::spec_of(*panels::find_experiment("volumes"), "/data", true))) {
        const std::string& volume = spec::text_of(point, "storage.volume");
        const auto accelerators =
            static_cast<double>(spec::integer_of(point, "consumer.accelerators"));
        const double images = volume == "study-gp2"   ? 1550.0
                              : volume == "study-st1" ? 499.0
                              : accelerators > 4.0    ? 4190.0
                                                      : 2395.0;
        study.runs.push_back(
            {.number = static_cast<int>(study.runs.size()) + 1,
             .settings = point,
             .metrics = {{"images_per_second",
                          {.value = images, .low = images - 9, .high = images + 9, .n = 3}}},
             .absent = {}});
    }
    return study;
}

TEST_F(ViewGalleryTest, ACardSaysWhetherTheFindingHoldsInWhatWasMeasuredHere) {
    EnglishPlurals plurals;
    ASSERT_TRUE(QCoreApplication::installTranslator(&plurals));
    const QString title = QStringLiteral("Which volume for 4 and 8 V100s?");
    const auto lesson = [&] {
        const auto gallery = open();
        QTest::keyClicks(gallery->search(), title);
        return gallery->lesson()->text();
    };
    EXPECT_FALSE(lesson().contains(QStringLiteral(": yes."))) << "a sweep of threads is none";
    EXPECT_TRUE(lesson().contains(QStringLiteral("Measured here in about 2 minutes, with 412")))
        << lesson().toStdString();

    explore_.setStudies({own_, volumesMeasuredHere()});
    EXPECT_TRUE(lesson().contains(QStringLiteral(": yes. "))) << lesson().toStdString();
    EXPECT_TRUE(lesson().contains(QStringLiteral("1550 ± 9.0 images/s")));
    EXPECT_TRUE(lesson().contains(QStringLiteral("It holds where"))) << "by which rule";
    EXPECT_TRUE(lesson().contains(QStringLiteral("are emulated")));
}

// Goal: who types how a chart is called finds it before charts whose texts happen to have the
// words.
TEST_F(ViewGalleryTest, ChartsOfThatNameStandFirst) {
    const auto gallery = open();
    QTest::keyClicks(gallery->search(), QStringLiteral("GPU utilisation"));
    const QStringList titles = gallery->titlesShown();
    ASSERT_GT(titles.size(), 1);
    EXPECT_TRUE(hasWords(titles.front(), QStringLiteral("GPU utilisation")))
        << titles.join(u'|').toStdString();
    const auto other = std::ranges::find_if(titles, [](const QString& title) {
        return !hasWords(title, QStringLiteral("GPU utilisation"));
    });
    EXPECT_TRUE(std::none_of(other, titles.end(), [](const QString& title) {
        return hasWords(title, QStringLiteral("GPU utilisation"));
    })) << titles.join(u'|').toStdString();
}

TEST_F(ViewGalleryTest, WhatStandsAtTheAxesIsFoundAndAnEmptySearchSaysSo) {
    const auto gallery = open();
    const auto says = [&gallery] {
        const auto labels = gallery->findChildren<QLabel*>();
        return std::ranges::any_of(labels, [](const QLabel* label) {
            return label->text() == QStringLiteral("No chart has all of these words.");
        });
    };
    QTest::keyClicks(gallery->search(), QStringLiteral("effic"));
    EXPECT_FALSE(gallery->titlesShown().isEmpty());
    EXPECT_FALSE(says());
    QTest::keyClicks(gallery->search(), QStringLiteral("zzz"));
    EXPECT_TRUE(gallery->titlesShown().isEmpty());
    EXPECT_TRUE(says());
    gallery->search()->clear();
    EXPECT_FALSE(says());
}

TEST_F(ViewGalleryTest, ACardIsMeasuredByItsExperiment) {
    const auto gallery = open();
    QSignalSpy asked(gallery.get(), &ViewGallery::measureAsked);
    const auto choose = [&](const char* words) {
        gallery->search()->clear();
        QTest::keyClicks(gallery->search(), QLatin1String(words));
    };
    choose("Top-1 accuracy");
    EXPECT_FALSE(gallery->measureButton()->isEnabled()) << "it trains nothing";

    choose("st1: images/s");
    ASSERT_TRUE(gallery->measureButton()->isEnabled());
    gallery->measureButton()->click();

    ASSERT_EQ(asked.count(), 1);
    EXPECT_EQ(asked.first().first().toString(), QStringLiteral("shuffle"));
    EXPECT_FALSE(gallery->isVisible());
}

}  // namespace
}  // namespace throughline::ui
