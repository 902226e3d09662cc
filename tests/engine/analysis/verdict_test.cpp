// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/verdict.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <utility>

#include "engine/analysis/derive.h"
#include "engine/base/language.h"
#include "tests/engine/record/record_fixture.h"

namespace throughline::analysis {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

// Groups of three are joined by a narrow no-break space.
#define NNBSP "\u202F"

std::map<std::string, double> rate(double images_per_second) {
    return {{"images_per_second", images_per_second}};
}

record::Verdict derived_verdict(record::Study study) {
    derive(study);
    return judge(study);
}

record::Study decode_bound(double fed) {
    return record::study_of({record::run_of(1, "storage", 2, rate(8159.0)),
                             record::run_of(2, "decode", 2, rate(1990.0)),
                             record::run_of(3, "full", 2, rate(fed))});
}

std::map<std::string, double> accounts(double read_busy, double decode_busy, double starved) {
    return {{"images_per_second", 500.0},
            {"stage_busy{stage=storage}", read_busy},
            {"stage_blocked{stage=storage}", 100.0 - read_busy},
            {"stage_busy{stage=decode}", decode_busy},
            {"stage_starved{stage=decode}", starved},
            {"stage_busy{stage=consumer}", 1.0}};
}

TEST(Judge, NamesTheLowestCeilingFedShareAndHeadroom) {
    const record::Verdict verdict = derived_verdict(decode_bound(1930.0));

    EXPECT_EQ(verdict.grade, record::Grade::Measured);
    EXPECT_EQ(verdict.sentence,
              "Decode is the bottleneck: 1" NNBSP
              "930 images/s is 97 % of the decode "
              "ceiling (1" NNBSP
              "990 images/s at 2 threads); storage alone would deliver 4.1 "
              "times that.");
    EXPECT_EQ(verdict.rule_version, 9);
    EXPECT_DOUBLE_EQ(verdict.evidence.at("images_per_second"), 1930.0);
    EXPECT_TRUE(verdict.evidence.contains("headroom"));
}

/// Storage alone, read from a store with 32 requests in flight.
std::string store_verdict(double requests,
                          double throttled,
                          double first_byte_s,
                          double body_s,
                          std::int64_t block_bytes = 0) {
    record::RunData run = record::run_of(1,
                                         "storage",
                                         2,
                                         {{"images_per_second", requests - throttled},
                                          {"http_requests_per_second", requests},
                                          {"http_throttled_per_second", throttled},
                                          {"http_throttled_share", 100.0 * throttled / requests},
                                          {"http_first_byte_mean", first_byte_s},
                                          {"http_body_mean", body_s}});
    run.started.settings["storage.queue_depth"] = std::int64_t{32};
    run.started.settings["storage.threads"] = std::int64_t{1};
    run.started.settings["storage.block_bytes"] = block_bytes;
    return derived_verdict(record::study_of({run})).sentence;
}

TEST(Judge, SaysThatAStoreThrottlesAndByHowMuch) {
    EXPECT_THAT(
        store_verdict(1000.0, 250.0, 0.02, 0.001),
        AllOf(HasSubstr("The store throttles: it refused 25 %"), Not(HasSubstr("Latency"))));
}

/// A sweep of queue depths and threads, the best at 8 in flight; throttled, in %, by in flight.
std::string store_sweep_verdict(const std::map<std::pair<int, int>, double>& throttled) {
    record::Study study = record::study_of({});
    for (const auto& [point, share] : throttled) {
        const auto [depth, threads] = point;
        const double rate = depth * threads == 8 ? 320.0 : 300.0;
        record::RunData run = record::run_of(static_cast<int>(study.runs.size()) + 1,
                                             "storage",
                                             2,
                                             {{"images_per_second", rate},
                                              {"http_requests_per_second", rate},
                                              {"http_throttled_share", share}});
        run.started.settings["storage.queue_depth"] = std::int64_t{depth};
        run.started.settings["storage.threads"] = std::int64_t{threads};
        study.runs.push_back(std::move(run));
    }
    return derived_verdict(std::move(study)).sentence;
}

// Goal: a best point below the store's limit does not hide that those beyond it are refused.
TEST(Judge, SaysAtWhichOtherPointsOfASweepAStoreThrottles) {
    EXPECT_THAT(
        store_sweep_verdict({{{8, 1}, 0.0}, {{16, 1}, 0.2}, {{32, 1}, 2.0}, {{32, 2}, 5.3}}),
        HasSubstr("The store throttles from 32 requests in flight on: it refused 5.3 % at 64."));
    EXPECT_THAT(store_sweep_verdict({{{8, 1}, 0.0}, {{32, 1}, 5.3}}),
                HasSubstr("The store throttles at 32 requests in flight: it refused 5.3 %."));
    EXPECT_THAT(store_sweep_verdict({{{8, 1}, 0.0}, {{16, 1}, 4.0}, {{32, 1}, 0.0}}),
                HasSubstr("The store throttles at 1 of 3 points: it refused up to 4.0 % (Queue "
                          "depth: 16)."));
    EXPECT_THAT(store_sweep_verdict({{{8, 1}, 5.0}, {{16, 1}, 0.0}}),
                Not(HasSubstr("requests in flight: it refused")));
    EXPECT_THAT(store_sweep_verdict({{{8, 1}, 0.0}, {{16, 1}, 0.9}}), Not(HasSubstr("throttles")));
}

// Goal: where the best point is throttled too, it is said once that the store throttles.
TEST(Judge, SaysOnceThatAStoreThrottles) {
    const std::string sentence =
        store_sweep_verdict({{{8, 1}, 15.0}, {{16, 1}, 5.0}, {{32, 1}, 12.0}});

    EXPECT_THAT(sentence, HasSubstr("The store throttles: it refused 15 %"));
    EXPECT_THAT(sentence,
                HasSubstr("At other points the store refused up to 12 % (Queue depth: 32)."));
    EXPECT_EQ(sentence.find("The store throttles"), sentence.rfind("The store throttles"));
}

TEST(Judge, TellsLatencyWithTooFewRequestsFromAFullLink) {
    EXPECT_THAT(store_verdict(620.0, 0.0, 0.05, 0.001),
                AllOf(HasSubstr("too few requests in flight: each of the 32"),
                      HasSubstr("Raise the queue depth")));
    EXPECT_THAT(store_verdict(620.0, 0.0, 0.004, 0.047), HasSubstr("is full"));
    // In blocks the two times are of different requests.
    EXPECT_THAT(store_verdict(620.0, 0.0, 0.004, 0.047, 262144), Not(HasSubstr("is full")));
}

TEST(Judge, SaysNothingOfAStoreWhoseRequestsWereNotUsedUp) {
    EXPECT_THAT(store_verdict(620.0, 1.0, 0.002, 0.001),
                AllOf(Not(HasSubstr("throttles")), Not(HasSubstr("in flight"))));
}

// Goal: a rate that a stand-in limited is not read as that of the network.
TEST(Judge, CeilingOfAProxyIsCalledOne) {
    const auto sentence = [](const char* network) {
        record::Study study = record::study_of({record::run_of(1, "storage", 2, rate(8159.0)),
                                                record::run_of(2, "decode", 2, rate(5000.0)),
                                                record::run_of(3, "consumer", 2, rate(990.0)),
                                                record::run_of(4, "full", 2, rate(980.0))});
        for (record::RunData& run : study.runs) {
            run.started.settings["consumer.kind"] = std::string("gpu");
            run.started.settings["consumer.network"] = std::string(network);
            run.started.settings["consumer.phase"] = std::string("inference");
        }
        return derived_verdict(std::move(study)).sentence;
    };
    EXPECT_THAT(sentence("proxy_vgg16"), HasSubstr("a GPU with a proxy of vgg16"));
    EXPECT_THAT(sentence("vgg16"),
                AllOf(HasSubstr("the network vgg16, inference"), Not(HasSubstr("proxy"))));
}

/// Others used this many of two processors while the run was measured.
void disturb(record::Study& study,
             record::RunData& run,
             double cores,
             const std::string& programs) {
    study.header.environment["cpu.cores"] = std::int64_t{2};
    run.metrics["other_cpu_cores"] = record::Summary{.value = cores};
    run.notes.push_back({.run = run.started.run,
                         .code = record::kDisturbedCode,
                         .level = record::Level::Warning,
                         .text = "other programs used some",
                         .item = programs});
}

// Goal: a knob that was turned while a run was measured falsifies neither verdict nor ceiling.
TEST(Judge, ARunThatWasChangedWhileMeasuredIsLeftOutAndCounted) {
    const record::Note changed{
        .run = {}, .code = record::kTouchedCode, .level = record::Level::Warning, .text = "2 to 3"};
    record::Study study = record::study_of({record::run_of(1, "storage", 2, rate(8159.0)),
                                            record::run_of(2, "decode", 2, rate(1990.0)),
                                            record::run_of(3, "full", 2, rate(1930.0)),
                                            record::run_of(4, "full", 2, rate(5000.0))});
    study.runs[3].notes.push_back(changed);
    const record::Verdict verdict = derived_verdict(study);
    EXPECT_DOUBLE_EQ(verdict.evidence.at("images_per_second"), 1930.0);
    EXPECT_EQ(verdict.grade, record::Grade::Measured);
    EXPECT_THAT(verdict.sentence, HasSubstr("1 of 4 runs left out: 1 changed while measured."));

    study.runs[2].notes.push_back(changed);
    EXPECT_THAT(
        derived_verdict(study).sentence,
        StartsWith(
            "No verdict: no run of the full pipeline was completed with unchanged settings (2 "
            "changed while measured)"));
}

// Goal: nobody reads a cause into figures that others had a hand in: the disturbance comes first,
// by its names, then figures only.
TEST(Judge, WhatOthersDisturbedIsNamedFirstAndGivesNoCause) {
    for (const double fed : {1930.0, 1200.0}) {
        record::Study study = decode_bound(fed);
        disturb(study, study.runs[1], 0.56, "ffmpeg 20 %");
        disturb(study, study.runs[2], 1.2, "cc1plus 41 %, dd 3 %");
        study.runs[2].metrics["cpu_utilisation"] = record::Summary{.value = 99.0};
        const record::Verdict verdict = derived_verdict(std::move(study));
        EXPECT_EQ(verdict.grade, record::Grade::Indicated);
        EXPECT_THAT(
            verdict.sentence,
            AllOf(StartsWith("Not a clean measurement: other programs used 28 to 60 % of "
                             "the processors (the busiest: cc1plus 41 %, ffmpeg 20 %, dd 3 %). "),
                  HasSubstr("of the lowest ceiling (decode, "),
                  Not(HasSubstr("bottleneck")),
                  Not(HasSubstr("compete for it"))));
    }
}

TEST(Judge, APauseOthersReadsAndASecondMeasurementAreDisturbances) {
    const auto sentence = [](const char* code, const char* text, double served) {
        record::Study study = decode_bound(1930.0);
        study.runs[2].notes.push_back({.run = 3, .code = code, .text = text});
        study.runs[2].metrics["other_read_bytes_per_second"] = record::Summary{.value = 310e6};
        study.runs[2].metrics["cache_served_share"] = record::Summary{.value = served};
        return derived_verdict(std::move(study)).sentence;
    };
    EXPECT_THAT(sentence(record::kPausedCode, "the program stood still for 10 s", 0.0),
                StartsWith("Not a clean measurement: the program stood still for 10 s. "));
    EXPECT_THAT(sentence(record::kForeignReadsCode, "x", 0.0),
                StartsWith("Not a clean measurement: other programs read 310 MB/s from the same "
                           "device. "));
    EXPECT_THAT(sentence(record::kForeignReadsCode, "x", 99.0),
                StartsWith("Decode is the bottleneck"))
        << "a run that the page cache serves does not wait for the device";

    record::Study forced = decode_bound(1930.0);
    forced.header.environment["disturbed"] = true;
    EXPECT_EQ(derived_verdict(forced).grade, record::Grade::Indicated);
    EXPECT_THAT(derived_verdict(forced).sentence, HasSubstr("another measurement was running"));
}

TEST(Judge, TimeAccountsAndCurvesOfADisturbedRunAreToldWithoutACause) {
    record::Study study =
        record::study_of({record::run_of(1, "full", 1, accounts(15.0, 97.0, 2.0)),
                          record::run_of(2, "full", 2, accounts(15.0, 97.0, 2.0))});
    disturb(study, study.runs[1], 1.0, "");
    EXPECT_THAT(derived_verdict(std::move(study)).sentence,
                AllOf(StartsWith("Not a clean measurement: other programs used 50 % of the "
                                 "processors. The readers were busy 15 % of the time, decode 97 %"),
                      HasSubstr("+0 % from 1 to 2"),
                      Not(HasSubstr("the curve is flat"))));
}

// Goal: a cause is named where a counter shows it, and else it is said that none does.
TEST(Judge, BelowItsCeilingsNamesNoStageAndOnlyACauseThatIsCounted) {
    const auto verdict = [](std::optional<double> processors) {
        record::Study study = decode_bound(1200.0);
        if (processors) {
            study.runs[2].metrics["cpu_utilisation"] = record::Summary{.value = *processors};
        }
        return derived_verdict(std::move(study));
    };
    EXPECT_EQ(verdict({}).grade, record::Grade::Measured);
    EXPECT_THAT(verdict({}).sentence,
                AllOf(StartsWith("No stage alone explains the rate"),
                      HasSubstr("60 %"),
                      Not(HasSubstr("compete for it"))));
    EXPECT_THAT(verdict(99.0).sentence,
                HasSubstr("99 % of the processor time was used, so the stages compete for it."));
    EXPECT_THAT(verdict(40.0).sentence, HasSubstr("no counter shows what"));
}

TEST(Judge, AboveItsCeilingsSaysThatTheyDoNotHold) {
    const record::Verdict verdict = derived_verdict(decode_bound(2500.0));
    EXPECT_EQ(verdict.grade, record::Grade::None);
    EXPECT_THAT(verdict.sentence, StartsWith("The ceilings are not valid"));
}

TEST(Judge, DescribesTheBestPointAndWhetherTheCurveStillRises) {
    const auto sentence = [](double at_two, double at_four) {
        record::Study study = record::study_of({record::run_of(1, "full", 1, rate(100.0)),
                                                record::run_of(2, "full", 2, rate(at_two)),
                                                record::run_of(3, "full", 4, rate(at_four))});
        return derived_verdict(std::move(study)).sentence;
    };
    EXPECT_THAT(sentence(190.0, 300.0),
                HasSubstr("Best of 3 points (Decode threads: 4); the curve still rises: +58 % "
                          "from 2 to 4."));
    EXPECT_THAT(sentence(190.0, 192.0), HasSubstr("the curve is flat: +1.1 % from 2 to 4."));
    EXPECT_THAT(sentence(190.0, 171.0),
                HasSubstr("(Decode threads: 2); more does not help: \u2212"
                          "10 % from 2 to 4."));
}

TEST(Judge, WithoutCeilingsTheTimeAccountsIndicate) {
    const auto judged = [](const std::map<std::string, double>& metrics) {
        return derived_verdict(record::study_of({record::run_of(1, "full", 2, metrics)}));
    };
    EXPECT_EQ(judged(accounts(15.0, 97.0, 2.0)).grade, record::Grade::Indicated);
    EXPECT_THAT(
        judged(accounts(15.0, 97.0, 2.0)).sentence,
        StartsWith("The time accounts indicate that decode is the bottleneck: its threads are busy "
                   "97 % of the time and the readers are blocked 85 %"));
    EXPECT_THAT(judged(accounts(99.0, 40.0, 60.0)).sentence,
                StartsWith("The time accounts indicate that storage is the bottleneck"));
    EXPECT_THAT(judged(accounts(50.0, 50.0, 5.0)).sentence,
                StartsWith("The time accounts indicate no single bottleneck"));
}

TEST(Judge, ABusyPacedConsumerIsIndicatedAsTheLimit) {
    auto metrics = accounts(20.0, 30.0, 5.0);
    metrics["stage_busy{stage=consumer}"] = 99.0;
    record::Study study = record::study_of({record::run_of(1, "full", 2, metrics)});
    study.runs[0].started.settings["consumer.kind"] = std::string("paced");
    EXPECT_THAT(derived_verdict(std::move(study)).sentence,
                StartsWith("The time accounts indicate that the consumer is the bottleneck"));
}

// Goal: an emulated accelerator that starves is not taken for busy. Method: the thread of one wakes
// up late and is busy all the time, its schedule is not.
TEST(Judge, AnEmulatedAcceleratorIsJudgedByItsSchedule) {
    auto metrics = accounts(99.0, 30.0, 60.0);
    metrics["stage_busy{stage=consumer}"] = 99.0;
    metrics["accelerator_utilisation"] = 82.0;
    record::Study study = record::study_of({record::run_of(1, "full", 2, metrics)});
    study.runs[0].started.settings["consumer.kind"] = std::string("paced");
    EXPECT_THAT(derived_verdict(std::move(study)).sentence,
                StartsWith("The time accounts indicate that storage is the bottleneck"));
}

TEST(Judge, CountersAloneSuggest) {
    const auto judged = [](double disk, double cpu) {
        return derived_verdict(
            record::study_of({record::run_of(1,
                                             "full",
                                             2,
                                             {{"images_per_second", 5.0},
                                              {"disk_utilisation{device=vda}", disk},
                                              {"cpu_utilisation", cpu}})}));
    };
    EXPECT_EQ(judged(99.0, 20.0).grade, record::Grade::Suggested);
    EXPECT_THAT(judged(99.0, 20.0).sentence,
                StartsWith("The counters suggest that storage is the bottleneck"));
    EXPECT_THAT(judged(10.0, 98.0).sentence, HasSubstr("the CPU is the bottleneck"));
    EXPECT_THAT(judged(10.0, 20.0).sentence, HasSubstr("suggest no bottleneck"));
}

TEST(Judge, ARateAloneGivesNoVerdict) {
    const record::Verdict verdict =
        derived_verdict(record::study_of({record::run_of(1, "full", 2, rate(5.0))}));
    EXPECT_EQ(verdict.grade, record::Grade::None);
    EXPECT_THAT(verdict.sentence, HasSubstr("not what limits it"));
}

TEST(Judge, CeilingsAloneAreDescribedWithoutABottleneck) {
    const record::Verdict verdict =
        derived_verdict(record::study_of({record::run_of(1, "storage", 2, rate(8159.0)),
                                          record::run_of(2, "decode", 1, rate(1000.0)),
                                          record::run_of(3, "decode", 2, rate(1990.0))}));
    EXPECT_EQ(verdict.grade, record::Grade::Measured);
    EXPECT_EQ(verdict.sentence,
              "Storage alone delivers 8" NNBSP
              "159 images/s at queue depth 32. Decode alone "
              "delivers 1" NNBSP
              "990 images/s at 2 threads, best of 2 points (Decode threads: "
              "2); the curve still rises: +99 % from 1 to 2. The full pipeline was not measured.");
}

// Goal: a study that ended before the full pipeline is not graded as if it had been measured.
// Method: storage was done, and decode was cut short, by a stop or by a kill.
TEST(Judge, StagesAloneOfAStudyThatWasCutShortHaveNoGrade) {
    record::Study study = record::study_of({record::run_of(1, "storage", 2, rate(8159.0)),
                                            record::run_of(2, "decode", 2, rate(1990.0))});
    study.runs[1].status = record::RunStatus::Stopped;
    study.header.spec_json = R"({"ceilings":true,"dataset":{"path":"p"}})";
    study.header.plan.runs = 3;
    const record::Verdict verdict = derived_verdict(study);
    EXPECT_EQ(verdict.grade, record::Grade::None);
    EXPECT_THAT(verdict.sentence,
                AllOf(StartsWith("No verdict: the full pipeline was not reached. Storage alone "
                                 "delivers 8" NNBSP "159 images/s"),
                      HasSubstr("The study ended after 2 of 3 runs.")));

    study.runs[1].status = record::RunStatus::Interrupted;
    study.footer.reset();
    EXPECT_EQ(derived_verdict(study).grade, record::Grade::None);
}

TEST(Judge, SaysWhyThereIsNoVerdict) {
    EXPECT_EQ(judge(record::study_of({})).sentence, "No verdict: nothing was measured.");

    record::Study failed = record::study_of({record::run_of(1, "full", 1, {})});
    failed.runs[0].status = record::RunStatus::Failed;
    failed.runs[0].notes.push_back(record::Note{.run = 1,
                                                .code = "storage.read",
                                                .level = record::Level::Error,
                                                .text = "the disk is gone"});
    EXPECT_EQ(judge(failed).grade, record::Grade::None);
    EXPECT_THAT(judge(failed).sentence, AllOf(HasSubstr("1 failed"), HasSubstr("disk is gone")));

    failed.runs[0].started.settings["stages"] = std::string("storage");
    EXPECT_THAT(judge(failed).sentence, StartsWith("No verdict: no run was completed (1 failed): "))
        << "nobody asked for the full pipeline";

    record::Study short_run = decode_bound(1930.0);
    short_run.runs[2].samples.resize(2);
    EXPECT_EQ(derived_verdict(short_run).sentence,
              "No verdict: run 3 has only 2 measured samples; measure longer.");
    short_run.runs[2].samples.resize(1);
    EXPECT_EQ(derived_verdict(short_run).sentence,
              "No verdict: run 3 has only 1 measured sample; measure longer.");

    record::Study broken = decode_bound(10.0);
    broken.notes.push_back(record::Note{
        .code = "decode.corrupt", .level = record::Level::Error, .text = "many", .count = 40});
    EXPECT_THAT(derived_verdict(broken).sentence,
                AllOf(StartsWith("No verdict: run "), HasSubstr(" had 40 errors for ")));
}

TEST(Judge, TellsImagesThatFailedAndRefusesWhenTheyAreMany) {
    record::Study few = decode_bound(1930.0);
    few.runs[2].metrics["failed_images"] = record::Summary{.value = 12.0};
    EXPECT_THAT(derived_verdict(few).sentence, HasSubstr(" 12 images could not be delivered."));
    record::Study many = decode_bound(1930.0);
    many.runs[2].metrics["failed_images"] = record::Summary{.value = 2000.0};
    EXPECT_EQ(derived_verdict(many).grade, record::Grade::None);
}

TEST(Judge, ComparesFailedImagesOfAllRepeatsWithImagesOfAllRepeats) {
    // 5 s of 1,930 images/s are 9,650 images; 10 % of them are 965.
    const auto grade = [](double failed_a_repeat) {
        record::Study study = decode_bound(1930.0);
        study.runs[2].metrics["failed_images"] = record::Summary{.value = failed_a_repeat, .n = 5};
        return derived_verdict(std::move(study)).grade;
    };
    EXPECT_EQ(grade(190.0), record::Grade::Measured);  // 950 in all
    EXPECT_EQ(grade(200.0), record::Grade::None);
}

TEST(Judge, RunsThatWereNotFinishedAreLeftOutAndNamed) {
    record::Study study = decode_bound(1930.0);
    study.runs.push_back(record::run_of(4, "full", 4, rate(9999.0)));
    study.runs[3].status = record::RunStatus::Stopped;
    study.header.plan.runs = 6;
    const record::Verdict verdict = derived_verdict(std::move(study));
    EXPECT_THAT(verdict.sentence,
                AllOf(StartsWith("Decode is the bottleneck"),
                      HasSubstr("1 of 4 runs left out: 1 stopped."),
                      HasSubstr("The study ended after 4 of 6 runs."),
                      Not(HasSubstr("9" NNBSP "999"))));
}

TEST(Judge, SaysHowMuchCameFromThePageCache) {
    const auto sentence = [](const char* cache, double served) {
        record::Study study = decode_bound(1930.0);
        study.runs[2].metrics["cache_served_share"] = record::Summary{.value = served};
        for (auto& run : study.runs) {
            run.started.settings["page_cache"] = std::string(cache);
        }
        return derived_verdict(std::move(study)).sentence;
    };
    EXPECT_THAT(
        sentence("cold", 34.0),
        HasSubstr(
            "34 % of the bytes came from the page cache, although a cold start was requested."));
    EXPECT_THAT(sentence("cold", 1.0), Not(HasSubstr("page cache")));
    EXPECT_THAT(sentence("warm", 100.0), HasSubstr("100 % of the bytes came from the page cache."));
}

// Goal: a sentence that a record keeps is shown in the reader's language, and never reworded where
// the rules of today would say something else.
TEST(SpokenVerdict, IsTheRecordsOwnInTheSpokenLanguage) {
    record::Study study = decode_bound(1930.0);
    derive(study);
    EXPECT_EQ(spoken_verdict(study), "");
    study.verdict = judge(study);
    EXPECT_EQ(spoken_verdict(study), study.verdict->sentence);
    EXPECT_EQ(ceiling_note(study),
              " A ceiling is the rate of one stage measured alone with the same settings.");
    const Speaking german(Language::German);
    EXPECT_THAT(spoken_verdict(study), StartsWith("Engpass Dekodierung: 1" NNBSP "930"));
    EXPECT_EQ(judge(study).sentence, study.verdict->sentence) << "records stay English";
    study.verdict->sentence = "decode limits (decode.threads = 2).";  // rules of before
    EXPECT_EQ(spoken_verdict(study), "in der Aufzeichnung: „decode limits (decode.threads = 2).“");
    EXPECT_THAT(ceiling_note(study), StartsWith(" Eine Obergrenze ist"));
    study.verdict->evidence.erase("fed_share");
    EXPECT_EQ(ceiling_note(study), "") << "nothing of a ceiling is said";
}

}  // namespace
}  // namespace throughline::analysis
