// SPDX-License-Identifier: GPL-3.0-or-later
// Any study of a real library in the Result tab.
#include "ui/shell/study_feed.h"

#include <gtest/gtest.h>

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include "engine/record/straggler_note.h"
#include "tests/ui/bridge/record_maker.h"
#include "tests/ui/kept_picture.h"

namespace throughline::ui {
namespace {

constexpr int kPatienceMs = 10'000;

double rateOfNode(int node) {
    return node == 3 ? 60.0 : 100.0;
}

/// 1, 2 and 3 nodes together, of which the third is slow, with the keys that throughline-mpi
/// writes.
std::vector<record::Line> nodeStudyLines(const char* uuid) {
    std::vector<record::Line> lines;
    for (record::Line line : smallStudy(uuid, "Nodes", 3)) {
        const auto each = [](int nodes, const auto& put) {
            for (int node = 1; node <= nodes; ++node) {
                put("images_per_second{node=n" + std::to_string(node) + "}", rateOfNode(node));
            }
        };
        if (auto* started = std::get_if<record::RunStarted>(&line)) {
            started->settings["decode.threads"] = std::int64_t{1};
            started->settings["node_count"] = std::int64_t{started->run};
        } else if (auto* sample = std::get_if<record::Sample>(&line)) {
            each(sample->run,
                 [&](const std::string& key, double rate) { sample->metrics[key] = rate; });
        } else if (auto* ended = std::get_if<record::RunEnded>(&line)) {
            each(ended->run, [&](const std::string& key, double rate) {
                ended->metrics[key] = {.value = rate};
            });
            if (ended->run == 3) {
                lines.emplace_back(record::Note{.run = 3,
                                                .code = record::kStragglerNote,
                                                .level = record::Level::Warning,
                                                .text = "node n3 is slow",
                                                .item = "n3"});
            }
        }
        lines.push_back(std::move(line));
    }
    return lines;
}

class StudyFeedTest : public testing::Test {
protected:
    void SetUp() override {
        add("11111111-1111-4111-8111-111111111111", "Alpha", 3);
        add("22222222-2222-4222-8222-222222222222", "Beta", 1);
        ASSERT_TRUE(QTest::qWaitFor([this] { return ids_.size() == 2; }, kPatienceMs));
        feed_.resultPage()->resize(960, 640);
    }
    void add(const char* uuid, const char* title, int runs) {
        const QString path = folder_.filePath(QLatin1String(title));
        writeRecord(path, smallStudy(uuid, title, runs));
        QObject::connect(&library_, &LibraryService::ingested, &feed_, [this](qint64 id) {
            if (!ids_.contains(id)) {
                ids_ << id;
            }
        });
        library_.ingest({path});
    }
    QString shownTitle() const {
        const StudyPtr& study = feed_.panel()->study();
        return study ? QString::fromStdString(study->header.title) : QString();
    }
    /// Of what another computer measured the title says which, too.
    bool says(const char* words) const {
        const auto labels = feed_.panel()->findChildren<QLabel*>();
        return std::ranges::any_of(labels, [&](const QLabel* label) {
            return label->isVisible() &&
                   label->text().section(QStringLiteral(", measured on "), 0, 0) ==
                       QLatin1String(words);
        });
    }
    bool waitForTitle(const char* title) {
        return QTest::qWaitFor([&] { return shownTitle() == QLatin1String(title); }, kPatienceMs);
    }

    QTemporaryDir folder_;
    QSettings settings_{folder_.filePath(QStringLiteral("window.ini")), QSettings::IniFormat};
    LibraryService library_{folder_.filePath(QStringLiteral("library.sqlite"))};
    ExploreWidget explore_{nullptr};
    ExploreFeed charts_{&library_, &explore_, &settings_};
    StudyFeed feed_{&library_, &charts_, nullptr};
    QList<qint64> ids_;
};

// Goal: what each of many nodes did is seen beside the others. Method: a study of three from the
// library, whose chart is asked for them.
TEST_F(StudyFeedTest, OfSeveralNodesEachHasASmallChartAndTheSlowOneIsMarked) {
    const QString path = folder_.filePath(QStringLiteral("Nodes"));
    writeRecord(path, nodeStudyLines("33333333-3333-4333-8333-333333333333"));
    library_.ingest({path});
    ASSERT_TRUE(QTest::qWaitFor([this] { return ids_.size() == 3; }, kPatienceMs));
    feed_.resultPage()->show();
    feed_.choose({ids_.back()});
    StudyChart* chart = feed_.chart();
    ASSERT_TRUE(QTest::qWaitFor([&] { return chart->shown()->count() == 4; }, kPatienceMs));

    chart->shown()->setCurrentIndex(3);

    const auto* multiples = chart->findChild<NodeMultiples*>();
    ASSERT_TRUE(multiples->isVisible());
    EXPECT_FALSE(chart->plot()->isVisible());
    const auto plots = multiples->findChildren<PlotView*>();
    ASSERT_EQ(plots.size(), 3);
    for (const PlotView* plot : plots) {
        EXPECT_EQ(plot->model().series.front().points.size(), 3U);
        EXPECT_EQ(plot->model().y.range, plots.front()->model().y.range);
    }
    QStringList names;
    for (const QLabel* label : multiples->findChildren<QLabel*>()) {
        names << label->text();
    }
    EXPECT_TRUE(
        names.join(u'|').contains(QStringLiteral("n3: 60.0 images/s (holds the others back)")))
        << names.join(u'|').toStdString();
    keepPicture(*feed_.resultPage(), QStringLiteral("result-node-multiples"));
}

// Goal: of two studies of one name the page says which it is, as the list does, and no longer once
// the other is gone.
TEST_F(StudyFeedTest, OfTwoStudiesOfOneNameThePageSaysWhich) {
    std::vector<record::Line> lines = smallStudy("44444444-4444-4444-8444-444444444444", "Beta", 1);
    for (record::Line& line : lines) {
        if (auto* header = std::get_if<record::Header>(&line)) {
            header->started_at = "2025-03-01T12:00:00Z";
        }
    }
    const QString path = folder_.filePath(QStringLiteral("again"));
    writeRecord(path, lines);
    library_.ingest({path});
    ASSERT_TRUE(QTest::qWaitFor([this] { return ids_.size() == 3; }, kPatienceMs));
    feed_.resultPage()->show();
    feed_.choose({ids_.back()});
    ASSERT_TRUE(waitForTitle("Beta"));
    EXPECT_TRUE(says("Beta (1 Mar 2025)")) << feed_.panel()->apart().toStdString();
    EXPECT_TRUE(feed_.runs()->columns().front().name.contains(QStringLiteral("1 Mar 2025")))
        << feed_.runs()->columns().front().name.toStdString();

    library_.setInBin({ids_[1]}, true, {});
    feed_.refresh();
    ASSERT_TRUE(QTest::qWaitFor([this] { return feed_.panel()->apart().isEmpty(); }, kPatienceMs));
    EXPECT_TRUE(says("Beta"));
}

TEST_F(StudyFeedTest, AChosenStudyIsReadWhenThePageIsSeen) {
    feed_.choose({ids_[0]});
    QTest::qWait(50);
    EXPECT_EQ(feed_.panel()->study(), nullptr) << "nobody looks at it yet";
    feed_.resultPage()->show();
    ASSERT_TRUE(waitForTitle("Alpha"));
    EXPECT_EQ(feed_.panel()->studyId(), ids_[0]);
    EXPECT_TRUE(feed_.panel()->isVisible());
    EXPECT_GT(feed_.chart()->plot()->model().series.size(), 0U);
    keepPicture(*feed_.resultPage(), QStringLiteral("result-of-the-list"));

    feed_.choose({ids_[1]});
    EXPECT_TRUE(waitForTitle("Beta"));
}

// Goal: of many chosen studies the pages say how many they leave out, and nothing else is said.
TEST_F(StudyFeedTest, OfAThousandChosenStudiesThePagesSayWhatTheyLeaveOut) {
    QSignalSpy said(&feed_, &StudyFeed::said);
    std::vector<std::int64_t> chosen{ids_[0], ids_[1]};
    for (std::int64_t gone = 1000; chosen.size() < 1000; ++gone) {
        chosen.push_back(gone);
    }
    feed_.figures()->show();
    feed_.choose(chosen);
    ASSERT_TRUE(
        QTest::qWaitFor([this] { return feed_.runs()->studies().size() == 2; }, kPatienceMs));
    EXPECT_EQ(feed_.runs()->leftOut(), 987U);
    EXPECT_TRUE(said.isEmpty());
    feed_.choose({ids_[0], ids_[1]});
    EXPECT_EQ(feed_.runs()->leftOut(), 0U);
}

// Goal: what is shown is what is selected. Method: another one is chosen and left again unseen.
TEST_F(StudyFeedTest, BackAtTheShownStudyWhatWasChosenInBetweenIsForgotten) {
    feed_.resultPage()->show();
    feed_.choose({ids_[0]});
    ASSERT_TRUE(waitForTitle("Alpha"));
    feed_.resultPage()->hide();
    feed_.choose({ids_[1]});
    feed_.choose({ids_[0]});
    feed_.resultPage()->show();
    feed_.choose({ids_[1]});  // and in sight of it, before the answer
    feed_.choose({ids_[0]});
    QTest::qWait(100);
    EXPECT_EQ(shownTitle(), QStringLiteral("Alpha"));
}

// Goal: an import ends at what came in. Method: the list is read anew while the answer is awaited.
TEST_F(StudyFeedTest, ARefreshBeforeTheAnswerReadsWhatWasChosenLast) {
    feed_.resultPage()->show();
    feed_.choose({ids_[0]});
    ASSERT_TRUE(waitForTitle("Alpha"));
    feed_.choose({ids_[1]});
    feed_.refresh();
    EXPECT_TRUE(waitForTitle("Beta"));
    QTest::qWait(100);
    EXPECT_EQ(shownTitle(), QStringLiteral("Beta"));
}

// Goal: no page of a study that is in the bin, and it is back with the study.
TEST_F(StudyFeedTest, AStudyInTheBinLeavesItsPageAndComesBackToIt) {
    feed_.resultPage()->show();
    feed_.choose({ids_[0]});
    ASSERT_TRUE(waitForTitle("Alpha"));
    QObject::connect(&library_, &LibraryService::studiesListed, &feed_, &StudyFeed::refresh);
    library_.setInBin({ids_[0]}, true);
    EXPECT_TRUE(QTest::qWaitFor([this] { return !feed_.panel()->isVisible(); }, kPatienceMs));
    library_.setInBin({ids_[0]}, false);
    EXPECT_TRUE(QTest::qWaitFor([this] { return feed_.panel()->isVisible(); }, kPatienceMs));
}

TEST_F(StudyFeedTest, AnotherTitleIsShownAndADeletedStudyLeavesTheHint) {
    feed_.resultPage()->show();
    feed_.choose({ids_[0]});
    ASSERT_TRUE(waitForTitle("Alpha"));
    QObject::connect(&library_, &LibraryService::studiesListed, &feed_, &StudyFeed::refresh);

    library_.change(ids_[0], {.title = "Gamma"});
    EXPECT_TRUE(waitForTitle("Gamma"));

    library_.query<std::int64_t>(
        &feed_,
        [id = ids_[0]](store::Library& library) -> Result<std::int64_t> {
            if (auto binned = library.set_in_bin(id, true); !binned) {
                return std::move(binned).error();
            }
            return library.purge_bin();
        },
        [this](const Result<std::int64_t>&) { feed_.refresh(); });
    EXPECT_TRUE(QTest::qWaitFor([this] { return !feed_.panel()->isVisible(); }, kPatienceMs));
}

// Goal: nobody is told to choose a study while the chosen one is on its way.
TEST_F(StudyFeedTest, WhileItIsReadThePageSaysSo) {
    const auto hint = [this] {
        const auto* page = static_cast<const QStackedWidget*>(feed_.resultPage());
        const auto* label = qobject_cast<const QLabel*>(page->currentWidget());
        return label != nullptr ? label->text() : QString();
    };
    feed_.resultPage()->show();
    EXPECT_EQ(hint(), QStringLiteral("The library is being read."));
    feed_.refresh();
    EXPECT_TRUE(hint().startsWith(QStringLiteral("Choose a study"))) << hint().toStdString();
    feed_.choose({ids_[0]});
    EXPECT_EQ(hint(), QStringLiteral("The study is being read."));
    ASSERT_TRUE(waitForTitle("Alpha"));
    EXPECT_EQ(hint(), QString());
    feed_.choose({987654});  // of no study
    EXPECT_TRUE(QTest::qWaitFor([&] { return hint().startsWith(QStringLiteral("Choose a study")); },
                                kPatienceMs));
}

TEST_F(StudyFeedTest, WhatWentWrongStaysBesideTheStudyThatWasJustMeasured) {
    feed_.resultPage()->show();
    feed_.choose({ids_[0]});
    ASSERT_TRUE(waitForTitle("Alpha"));
    feed_.resultPage()->hide();  // the measurement is in front
    feed_.showMeasured(feed_.panel()->study(), QStringLiteral("The disk is full."));
    feed_.setStudyId(ids_[0]);
    const StudyPtr before = feed_.panel()->study();
    feed_.resultPage()->show();
    ASSERT_TRUE(QTest::qWaitFor([&] { return feed_.panel()->study() != before; }, kPatienceMs));
    EXPECT_TRUE(says("The disk is full."));
}

// Goal: nobody's page is taken away by the end of a measurement, and what went wrong with it is
// said when one comes to it.
TEST_F(StudyFeedTest, WhoReadsAnotherStudyKeepsItsPage) {
    feed_.resultPage()->show();
    feed_.choose({ids_[1]});
    ASSERT_TRUE(waitForTitle("Beta"));
    const StudyPtr beta = feed_.panel()->study();
    feed_.choose({ids_[0]});
    ASSERT_TRUE(waitForTitle("Alpha"));

    feed_.showMeasured(beta, QStringLiteral("The disk is full."));
    EXPECT_TRUE(feed_.keepsPages());
    feed_.setStudyId(ids_[1]);
    EXPECT_EQ(shownTitle(), QStringLiteral("Alpha"));
    EXPECT_FALSE(says("The disk is full."));
    feed_.choose({ids_[1]});
    ASSERT_TRUE(waitForTitle("Beta"));
    EXPECT_TRUE(says("The disk is full."));
}

// Goal: what the library says of a study that was just measured is not forgotten when it is chosen
// before its page is seen. Method: the row's id, without which nothing of it can be edited.
TEST_F(StudyFeedTest, ARefreshThatIsOwedIsNotLostByChoosingTheSameAgain) {
    feed_.resultPage()->show();
    feed_.choose({ids_[0]});
    ASSERT_TRUE(waitForTitle("Alpha"));
    feed_.resultPage()->hide();
    feed_.showMeasured(feed_.panel()->study(), {});
    feed_.setStudyId(ids_[0]);
    EXPECT_EQ(feed_.runs()->studies()[0].row.id, 0);
    feed_.choose({ids_[0]});
    feed_.settings()->show();
    EXPECT_TRUE(QTest::qWaitFor([this] { return feed_.runs()->studies()[0].row.id == ids_[0]; },
                                kPatienceMs));
    EXPECT_TRUE(feed_.settings()->form()->isEnabled());
}

}  // namespace
}  // namespace throughline::ui
