// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/live_study.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/record/record_json.h"
#include "tests/ui/bridge/record_maker.h"
#include "ui/bridge/error_text.h"

namespace throughline::ui {
namespace {

void feed(LiveStudy& study, const std::vector<record::Line>& lines) {
    std::uint64_t seq = 0;
    for (const record::Line& line : lines) {
        study.addLine(record::line_to_json(line, seq++));
    }
}

TEST(LiveStudy, WholeRecordEndsComplete) {
    LiveStudy study;

    feed(study, smallStudy("a", "Small", 3));

    const LiveSnapshot& state = study.state();
    ASSERT_NE(state.header, nullptr);
    EXPECT_EQ(state.header->title, "Small");
    EXPECT_EQ(state.runs, 3);
    EXPECT_EQ(state.ended.size(), 3U);
    EXPECT_TRUE(state.complete);
    ASSERT_TRUE(state.verdict);
    EXPECT_EQ(state.verdict->grade, record::Grade::Indicated);
    EXPECT_EQ(state.linesUnread, 0U);
}

// Goal: who follows a record that was taken up sees each run once, and no end that has passed.
TEST(LiveStudy, TakenUpStudyGoesOnWhereItEnded) {
    LiveStudy study;
    auto lines = smallStudy("a", "Small", 2);
    std::vector<record::Line> again(lines.begin() + 6, lines.end());  // run 2, verdict, footer
    ASSERT_EQ(std::get<record::RunStarted>(again.front()).run, 2);
    for (record::Line& line : lines) {
        if (auto* ended = std::get_if<record::RunEnded>(&line);
            ended != nullptr && ended->run == 2) {
            ended->status = record::RunStatus::Stopped;
        }
    }
    feed(study, lines);
    EXPECT_EQ(study.state().ended.back()->ended.status, record::RunStatus::Stopped);

    feed(study, {record::Note{.code = record::kTakenUpCode}});
    EXPECT_FALSE(study.state().complete || study.state().verdict);
    feed(study, again);
    ASSERT_EQ(study.state().ended.size(), 2U);
    EXPECT_EQ(study.state().ended.back()->ended.status, record::RunStatus::Done);
    EXPECT_TRUE(study.state().complete);
}

// Goal: a run that is measured in rounds has figures before it ends, of what was measured alone.
TEST(LiveStudy, RunsUnderWayHaveTheMeansOfWhatWasMeasured) {
    LiveStudy study;
    auto lines = smallStudy("a", "Small", 2);  // header; run 1: start, warm-up and 2 samples, end
    std::get<record::Sample>(lines[2]).metrics["images_per_second"] = 5000.0;  // warming up
    std::get<record::Sample>(lines[4]).metrics["images_per_second"] = 300.0;
    std::get<record::Sample>(lines[4]).repeat = 2;
    feed(study, {lines[0], lines[1], lines[2]});
    EXPECT_EQ(study.state().underWay.at(1).repeat, 0);

    feed(study, {lines[3], lines[4]});

    const RunUnderWay& run = study.state().underWay.at(1);
    EXPECT_EQ(run.repeat, 2);
    EXPECT_EQ(study.state().repeat, 2);
    EXPECT_DOUBLE_EQ(run.means[static_cast<std::size_t>(Figure::ImagesPerSecond)], 200.0);
    EXPECT_TRUE(std::isnan(run.means[static_cast<std::size_t>(Figure::IoCredits)]));
    feed(study, {lines[5]});
    EXPECT_TRUE(study.state().underWay.empty()) << "it has ended";
}

TEST(LiveStudy, ChangedRunIsMarked) {
    LiveStudy study;
    auto lines = smallStudy("a", "Small", 1);
    lines.insert(lines.begin() + 3, record::Note{.run = 1, .code = record::kTouchedCode});
    feed(study, lines);
    ASSERT_EQ(study.state().ended.size(), 1U);
    EXPECT_EQ(study.state().ended.front()->notes.size(), 1U);
}

// Points that are measured in turn are under way together.
TEST(LiveStudy, RunsInTurnAreFollowedByTheirSamples) {
    LiveStudy study;
    const auto lines = smallStudy("a", "Small", 2);  // header; run 1: start, 3 samples, end; run 2
    feed(study, {lines[0], lines[1], lines[2], lines[6], lines[7]});
    ASSERT_NE(study.state().current, nullptr);
    EXPECT_EQ(study.state().current->run, 2);
    feed(study,
         {lines[3],
          record::Note{.run = 1, .code = "run.failed", .level = record::Level::Error, .text = ""}});
    EXPECT_EQ(study.state().run, 1);
    EXPECT_EQ(study.state().current->run, 1);

    feed(study, {lines[5]});
    ASSERT_EQ(study.state().ended.size(), 1U);
    EXPECT_EQ(study.state().ended.front()->started.run, 1);
    EXPECT_EQ(study.state().ended.front()->notes.size(), 1U);
    feed(study, {lines[10]});
    ASSERT_EQ(study.state().ended.size(), 2U);
    EXPECT_EQ(study.state().ended.back()->started.run, 2);
    EXPECT_TRUE(study.state().ended.back()->notes.empty());
}

// Goal: what a mount's own counter tells stands under its own name, and only where no disk tells
// it.
TEST(LiveStudy, AFigureIsOfTheMountWhereThereIsNoDevice) {
    const record::MetricValues mount{{"mount_read_bytes_per_second{file_system=nfs4}", 5e6}};
    EXPECT_STREQ(metricOf(Figure::ReadBytes, mount), "mount_read_bytes_per_second");
    EXPECT_DOUBLE_EQ(figureOf(Figure::ReadBytes, mount), 5e6);
    EXPECT_STREQ(metricOf(Figure::ReadIops, mount), "read_iops");
    EXPECT_TRUE(std::isnan(figureOf(Figure::DiskUtilisation, mount)));

    record::MetricValues both = mount;
    both["read_bytes_per_second{device=vda}"] = 7e6;
    EXPECT_STREQ(metricOf(Figure::ReadBytes, both), "read_bytes_per_second");
    EXPECT_DOUBLE_EQ(figureOf(Figure::ReadBytes, both), 7e6);
}

TEST(LiveStudy, FiguresSumDevicesAndTakeTheBusiestDisk) {
    LiveStudy study;
    auto lines = smallStudy("a", "Small", 1);
    lines.resize(3);  // header, run_started, one sample

    feed(study, lines);

    const auto& figures = study.state().figures;
    EXPECT_DOUBLE_EQ(figures[static_cast<std::size_t>(Figure::ImagesPerSecond)], 100.0);
    EXPECT_DOUBLE_EQ(figures[static_cast<std::size_t>(Figure::DiskUtilisation)], 70.0);
    EXPECT_DOUBLE_EQ(figures[static_cast<std::size_t>(Figure::ReadIops)], 1500.0);
    EXPECT_TRUE(std::isnan(figures[static_cast<std::size_t>(Figure::ReadBytes)]));
}

// Goal: before its first sample a run has no figures, neither zeros nor those of the run before.
TEST(LiveStudy, AFigureThatIsNotHadYetIsAbsent) {
    LiveStudy study;
    const auto none = [&study] {
        return study.state().latest.empty() &&
               std::ranges::all_of(study.state().figures,
                                   [](double value) { return std::isnan(value); });
    };
    EXPECT_TRUE(none());
    const auto lines = smallStudy("a", "Small", 2);  // header; run 1: start, 3 samples, end; run 2
    feed(study, {lines[0], lines[1]});
    EXPECT_TRUE(none());
    feed(study, {lines[2], lines[3], lines[4]});
    EXPECT_FALSE(none());
    feed(study, {lines[5]});
    EXPECT_TRUE(none()) << "what comes next empties caches first";
    feed(study, {lines[6]});
    ASSERT_EQ(study.state().run, 2);
    EXPECT_TRUE(none());
    feed(study, {lines[7]});
    EXPECT_FALSE(none());
}

TEST(LiveStudy, RateOfTheLastTenSecondsForgetsOlderSamples) {
    LiveStudy study;
    feed(study, {smallStudy("a", "Small", 1)[0], smallStudy("a", "Small", 1)[1]});
    for (int second = 1; second <= 20; ++second) {
        record::Sample sample;
        sample.run = 1;
        sample.t_s = second;
        sample.dt_s = 1.0;
        sample.metrics["images_per_second"] = second <= 10 ? 1000.0 : 50.0;
        study.addLine(record::line_to_json(sample, static_cast<std::uint64_t>(second)));
    }

    ASSERT_TRUE(study.state().imagesPerSecondLast10);
    EXPECT_DOUBLE_EQ(*study.state().imagesPerSecondLast10, 50.0);
}

TEST(LiveStudy, HistoryOfALongRunIsWholeAndStaysShort) {
    LiveStudy study;
    feed(study, {smallStudy("a", "Small", 1)[0], smallStudy("a", "Small", 1)[1]});
    for (int second = 1; second <= 1000; ++second) {
        record::Sample sample;
        sample.run = 1;
        sample.dt_s = 1.0;
        sample.metrics["images_per_second"] = second;
        study.addLine(record::line_to_json(sample, static_cast<std::uint64_t>(second)));
    }

    const auto& history = study.state().history;
    EXPECT_LE(history.size(), kHistoryMax);
    EXPECT_GE(history.size(), kHistoryMax / 2) << "joined by twos, no more";
    double seconds = 0;
    for (const HistoryPoint& point : history) {
        seconds += point.seconds;
    }
    EXPECT_DOUBLE_EQ(seconds, 1000.0) << "all of the measurement";
    EXPECT_DOUBLE_EQ(history.front().values[0], 2.5) << "the mean of the first four seconds";
}

TEST(LiveStudy, HistoryKeepsRunsThatHaveEnded) {
    LiveStudy study;
    std::uint64_t seq = 0;
    const auto run_of = [&](int number, const std::string& stages, double rate) {
        record::RunStarted started{.run = number, .settings = {}, .at = {}};
        started.settings["stages"] = stages;
        record::Sample sample;
        sample.run = number;
        sample.dt_s = 1.0;
        sample.metrics["images_per_second"] = rate;
        record::RunEnded ended;
        ended.run = number;
        for (const record::Line& line :
             {record::Line(started), record::Line(sample), record::Line(ended)}) {
            study.addLine(record::line_to_json(line, ++seq));
        }
    };

    run_of(1, "storage", 9000);
    run_of(2, "full", 400);
    run_of(3, "full", 500);

    const auto& history = study.state().history;
    ASSERT_EQ(history.size(), 3U);
    EXPECT_EQ(history[0].run, 1);
    EXPECT_EQ(history[0].stages, spec::Stages::Storage);
    EXPECT_DOUBLE_EQ(history[0].values[0], 9000.0);
    EXPECT_EQ(history[1].stages, spec::Stages::Full);
    EXPECT_DOUBLE_EQ(history[1].values[0], 400.0);
    EXPECT_EQ(history[2].run, 3);
}

TEST(EngineWords, AreShownWithoutTheCommandLine) {
    EXPECT_EQ(engineWords("throughline-engine: 'x': 0 of 20 files are JPEG; 20 PNG\n"
                          "  Choose a folder, or see 'throughline-engine dataset make --help'.\n"),
              QStringLiteral("'x': 0 of 20 files are JPEG; 20 PNG"));
    EXPECT_EQ(engineWords("Segmentation fault\n"), QStringLiteral("Segmentation fault"));
}

// Goal: what is said is a sentence, but a key that it begins with stays what it is.
TEST(EngineWords, BeginWithACapital) {
    EXPECT_EQ(engineWords("throughline-engine: there is no such object\n"),
              QStringLiteral("There is no such object"));
    EXPECT_EQ(engineWords("decode.threads=0: must be a whole number\n"),
              QStringLiteral("decode.threads=0: must be a whole number"));
    EXPECT_EQ(engineWords("nn:9870 did not answer in time\n"),
              QStringLiteral("nn:9870 did not answer in time"));
}

// Goal: a setting is named as its field, and the full stop of the sentence stays outside.
TEST(EngineWords, AValueEndsBeforeTheFullStopOfItsSentence) {
    EXPECT_EQ(engineWords("set storage.region=eu-west-1. Then try again\n"),
              QStringLiteral("Set “Region: eu-west-1”. Then try again"));
    EXPECT_EQ(engineWords("set storage.endpoint=http://10.0.0.1:9000/.\n"),
              QStringLiteral("Set “Endpoint: http://10.0.0.1:9000/”."));
    EXPECT_EQ(engineWords("set storage.sign_in=anonymous.\n"),
              QStringLiteral("Set “Sign in: Not at all: the data are public”."));
}

TEST(LiveStudy, ProgressAndRepliesAreTaken) {
    LiveStudy study;

    study.addLine(R"({"type":"progress","phase":"evicting","run":2,"runs":5,"seconds_left":61.5})");
    study.addLine(R"({"id":7,"ok":false,"error":"not now","type":"reply"})");

    EXPECT_EQ(study.state().phase, "evicting");
    EXPECT_EQ(study.state().run, 2);
    EXPECT_EQ(study.state().runs, 5);
    EXPECT_DOUBLE_EQ(study.state().secondsLeft.value_or(0), 61.5);
    const auto replies = study.takeReplies();
    ASSERT_EQ(replies.size(), 1U);
    EXPECT_EQ(replies[0].id, 7);
    EXPECT_FALSE(replies[0].ok);
    EXPECT_EQ(replies[0].error, "not now");
    EXPECT_TRUE(study.takeReplies().empty());
}

TEST(LiveStudy, TimeLeftGoesDownWithEachSample) {
    LiveStudy study;
    study.addLine(R"({"type":"progress","phase":"measured","run":1,"runs":1,"seconds_left":15})");

    for (int second = 1; second <= 4; ++second) {
        record::Sample sample;
        sample.run = 1;
        sample.dt_s = 1.0;
        study.addLine(record::line_to_json(sample, static_cast<std::uint64_t>(second)));
    }

    EXPECT_DOUBLE_EQ(study.state().secondsLeft.value_or(-1), 11.0);
}

TEST(LiveStudy, NonsenseIsCountedAndSkipped) {
    LiveStudy study;

    study.addLine("{\"type\":");
    study.addLine(R"({"seq":4,"type":"invented_later","x":1})");

    EXPECT_EQ(study.state().linesUnread, 1U);
}

TEST(HungStage, IsThePhaseBeforeMeasuring) {
    LiveSnapshot snapshot;
    snapshot.phase = "evicting";
    EXPECT_EQ(hungStage(snapshot), "evicting");
}

TEST(HungStage, IsTheBusyStageWhileMeasuring) {
    LiveSnapshot snapshot;
    snapshot.phase = "measured";
    snapshot.latest = {{"stage_busy{stage=storage}", 100.0},
                       {"stage_busy{stage=decode}", 0.0},
                       {"stage_starved{stage=decode}", 100.0}};
    EXPECT_EQ(hungStage(snapshot), "storage");
}

}  // namespace
}  // namespace throughline::ui
