// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/observed.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "engine/analysis/answer.h"
#include "engine/analysis/verdict.h"
#include "engine/metrics/registry.h"

namespace throughline::analysis {
namespace {

using testing::HasSubstr;
using testing::Not;

ObservedJob job(ObservedShares main, ObservedShares workers) {
    return {.main = main,
            .workers = workers,
            .worker_processes = true,
            .worker_count = 2.0,
            .cores = 8.0,
            .job_cores = 2.0,
            .cpu_utilisation = 30.0,
            .disk_utilisation = 95.0};
}

const char* limit(const ObservedJob& job) {
    const ObservedRule* const rule = rule_for(job);
    return rule == nullptr ? "no rule" : name_of(rule->limit);
}

// The table of the probe in which the stages of a stand-in were held back in known ways.
TEST(ObservedRules, GiveTheClassOfTheProbe) {
    EXPECT_STREQ(limit(job({.no_work = 99}, {.running = 3, .storage = 97})), "storage");
    EXPECT_STREQ(limit(job({.running = 2, .sleep = 98}, {.running = 5, .no_work = 95})),
                 "consumer");
    ObservedJob decode = job({.running = 6, .no_work = 94}, {.running = 91, .no_work = 9});
    EXPECT_STREQ(limit(decode), "workers");
    decode.cores = 2.0;
    EXPECT_STREQ(limit(decode), "decode");
}

TEST(ObservedRules, TellALimitFromASlowDisk) {
    ObservedJob reads = job({.no_work = 99}, {.running = 3, .storage = 97});
    reads.limit_share = 98.0;
    EXPECT_STREQ(limit(reads), "throttled");
    reads.limit_share = 20.0;
    EXPECT_STREQ(limit(reads), "storage");
    reads.limit_share.reset();
    reads.disk_utilisation = 6.0;
    EXPECT_STREQ(limit(reads), "throttled");
    reads.disk_utilisation.reset();  // a server's disk is not ours to see
    EXPECT_STREQ(limit(reads), "storage");
}

// Batches of two, four workers, reads behind a limit: PyTorch hands over in order.
TEST(ObservedRules, WorkersThatWaitForEachOtherAreJudgedByWhatTheyDoWithWork) {
    ObservedJob in_order = job({.no_work = 97}, {.running = 2, .storage = 41, .no_work = 57});
    in_order.limit_share = 98.0;
    in_order.worker_count = 4.0;
    EXPECT_TRUE(workers_wait_for_each_other(in_order));
    EXPECT_STREQ(limit(in_order), "throttled");
    EXPECT_NEAR(loader_shares(in_order).storage, 95.3, 0.1);
    in_order.worker_count = 1.0;
    EXPECT_STREQ(limit(in_order), "unsure") << "one has nobody to wait for";
    in_order.worker_count = 2.0;
    EXPECT_STREQ(limit(in_order), "unsure") << "of two, one always has work";
    in_order.worker_count = 4.0;
    in_order.main = {.running = 70, .no_work = 30};
    EXPECT_FALSE(workers_wait_for_each_other(in_order)) << "the main thread does not take at once";
    EXPECT_STREQ(limit(in_order), "unsure");
    in_order.main = {.lock = 97};
    EXPECT_STREQ(limit(in_order), "unsure") << "whoever has the lock may be anybody";
    in_order.main = {.no_work = 97};
    in_order.workers = {.storage = 5, .no_work = 95};
    EXPECT_STREQ(limit(in_order), "unsure") << "who gives them no work was not seen";
}

TEST(ObservedRules, TellTheNetworkFromAServerThatAsksToComeBackLater) {
    EXPECT_STREQ(limit(job({.no_work = 98}, {.running = 4, .network = 96})), "network");
    EXPECT_STREQ(limit(job({.no_work = 98}, {.running = 4, .network = 26, .sleep = 70})),
                 "throttled");
    EXPECT_STREQ(limit(job({.no_work = 98}, {.running = 20, .storage = 35, .network = 45})),
                 "network");
}

TEST(ObservedRules, TellTheQueueFromTheConsumerBehindIt) {
    EXPECT_STREQ(limit(job({.running = 85, .no_work = 15}, {.running = 20, .no_room = 80})),
                 "queue");
    EXPECT_STREQ(limit(job({.running = 28, .core = 70, .no_work = 2}, {.no_room = 51, .lock = 49})),
                 "queue");
    EXPECT_STREQ(limit(job({.running = 2, .sleep = 98}, {.running = 20, .no_room = 80})),
                 "consumer");
    ObservedJob busy = job({.running = 90, .no_work = 10}, {.running = 20, .no_work = 80});
    EXPECT_STREQ(limit(busy), "consumer");
    busy.gpu_utilisation = 20.0;
    busy.copied_share = 90.0;
    EXPECT_STREQ(limit(busy), "copy");
}

// Others that have its processor are no work of its own.
TEST(ObservedRules, AMainThreadThatWaitsForAProcessorIsNoConsumer) {
    EXPECT_STREQ(
        limit(job({.running = 33, .core = 62, .no_work = 5}, {.running = 4, .no_work = 96})),
        "cpu");
    EXPECT_STREQ(
        limit(job({.running = 65, .core = 30, .no_work = 5}, {.running = 4, .no_work = 96})),
        "consumer");
}

TEST(ObservedRules, TooFewWorkersAreNeverIdleWhileProcessorsAre) {
    ObservedJob mixed =
        job({.running = 5, .no_work = 95}, {.running = 48, .storage = 45, .no_work = 7});
    EXPECT_STREQ(limit(mixed), "workers");
    mixed.cpu_utilisation = 97.0;
    EXPECT_STREQ(limit(mixed), "unsure");
    ObservedJob alone{.main = ObservedShares{.running = 70, .storage = 30}};
    EXPECT_STREQ(limit(alone), "workers");
}

// Five processes that compute, all bound to one processor.
TEST(ObservedRules, AJobWhoseThreadsAllWaitForAProcessorLacksThat) {
    EXPECT_STREQ(limit(job({.running = 18, .core = 82}, {.running = 18, .core = 82})), "cpu");
}

// A loop that reads and computes by itself, beside programs that have the processors.
TEST(ObservedRules, AJobWithoutWorkersThatGetsNoProcessorLacksThatAndNoWorkers) {
    const auto alone = [](const ObservedShares& main) { return ObservedJob{.main = main}; };
    EXPECT_STREQ(limit(alone({.running = 5, .core = 64, .storage = 31})), "cpu");
    EXPECT_STREQ(limit(alone({.running = 27, .core = 73})), "cpu");
    EXPECT_STREQ(limit(alone({.running = 14, .core = 44, .storage = 42})), "unsure");
    EXPECT_STREQ(limit(alone({.running = 90, .core = 10})), "unsure");
    ObservedJob full = alone({.running = 70, .storage = 30});
    full.cpu_utilisation = 97.0;
    EXPECT_STREQ(limit(full), "unsure") << "workers would find no processor";
}

TEST(ObservedRules, AreUnsureWhereLoaderAndConsumerTakeTurns) {
    EXPECT_STREQ(limit(job({.running = 72, .no_work = 28}, {.storage = 60, .no_work = 40})),
                 "unsure");
    EXPECT_STREQ(limit({.main = ObservedShares{.running = 100}}), "unsure");
    EXPECT_STREQ(limit({}), "no rule");
}

TEST(ObservedRules, StatesAloneTellStorageAndDecoding) {
    ObservedJob seen = job({.other = 100}, {.running = 3, .storage = 97});
    EXPECT_STREQ(limit(seen), "storage");
    seen = job({.other = 100}, {.running = 92, .other = 8});
    EXPECT_STREQ(limit(seen), "workers");
    seen = job({.running = 2, .other = 98}, {.running = 5, .other = 95});
    EXPECT_STREQ(limit(seen), "unsure");
}

TEST(ObservedRules, HaveNamesOfTheirOwnAndARemedyForEachCause) {
    std::set<std::string> names;
    for (const ObservedRule& rule : observed_rules()) {
        EXPECT_TRUE(names.insert(rule.id).second) << rule.id;
        EXPECT_EQ(remedies_for(rule.limit).empty(), rule.limit == Limit::Unsure) << rule.id;
    }
}

record::Study observed_study() {
    record::Study study;
    study.header.origin = record::Origin::Observed;
    record::RunData run;
    run.started.run = 1;
    run.started.settings = {{"loaders", std::string("processes")},
                            {"seen_by", std::string("wait channels")},
                            {"storage_target", std::string("ext4 on vda, mounted at /")}};
    run.status = record::RunStatus::Done;
    const auto put = [&](const std::string& key, double value) { run.metrics[key].value = value; };
    put("observed_main{doing=no_work}", 99.0);
    put("observed_workers{doing=storage}", 97.0);
    put("observed_workers{doing=running}", 3.0);
    put("observed_worker_count", 2.0);
    put("disk_utilisation{device=vda}", 96.0);
    put("images_per_second", 52.0);
    study.runs.push_back(run);
    return study;
}

TEST(ObservedVerdict, IsASuggestionWithItsEvidence) {
    const record::Study study = observed_study();
    const record::Verdict verdict = judge(study);
    EXPECT_EQ(verdict.grade, record::Grade::Suggested);
    EXPECT_EQ(verdict.rule_version, kObservedRulesVersion);
    EXPECT_THAT(verdict.sentence,
                testing::AllOf(HasSubstr("suggests that storage is the bottleneck"),
                               HasSubstr("The workers (2) wait for reads 97 % of the time."),
                               HasSubstr("The main thread waits for data 99 % of the time."),
                               HasSubstr("ext4 on vda"),
                               HasSubstr("52"),
                               HasSubstr("could not be seen")));
    EXPECT_EQ(verdict.evidence.at("observed_workers{doing=storage}"), 97.0);
    const Answer answer = answer_of(study);
    EXPECT_EQ(answer.limit, Limit::Storage);
    EXPECT_EQ(answer.headline, "Storage is the bottleneck.");
    EXPECT_THAT(answer.grounds, HasSubstr("from outside"));
}

void put_leverage(record::Study& study, const std::string& resource, double low, double high) {
    auto& metrics = study.runs[0].metrics;
    metrics["nudge_leverage{resource=" + resource + "}"] = {
        .value = (low + high) / 2.0, .low = low, .high = high, .n = 6};
    metrics["nudge_slower{resource=" + resource + "}"].value = 24.0;
    metrics["nudge_loss{resource=" + resource + "}"].value = 22.0;
}

// Goal: a machine that others fill is not taken for a job that computes all the time.
TEST(ObservedVerdict, SaysHowLongWorkersWaitForAProcessor) {
    record::Study study = observed_study();
    study.runs[0].metrics.erase("observed_workers{doing=storage}");
    study.runs[0].metrics["observed_workers{doing=running}"].value = 24.0;
    study.runs[0].metrics["observed_workers{doing=core}"].value = 76.0;
    study.runs[0].metrics["job_available_cores"].value = 2.0;
    study.runs[0].metrics["job_cpu_cores{role=workers}"].value = 0.5;
    study.runs[0].metrics["job_cpu_cores{role=main}"].value = 0.1;
    study.runs[0].metrics.erase("job_cpu_cores{role=others}");
    EXPECT_THAT(judge(study).sentence,
                testing::AllOf(HasSubstr("compute or wait for a processor 100 % of the time. The "
                                         "wait for a processor alone is 76 % of the time."),
                               HasSubstr("gets only 0.60 of the 2.0 processors"),
                               HasSubstr("decoding")));
}

// Goal: whoever reads that decoding limits learns that others have the processors, and by name; the
// class stays what the rules say. Method: the same job with and without the note.
TEST(ObservedVerdict, OthersThatHaveTheProcessorsAreNamedAndDecideNoClass) {
    record::Study study = observed_study();
    record::RunData& run = study.runs[0];
    study.header.environment["cpu.cores"] = std::int64_t{2};
    run.metrics.erase("observed_workers{doing=storage}");
    run.metrics["observed_workers{doing=running}"].value = 24.0;
    run.metrics["observed_workers{doing=core}"].value = 76.0;
    EXPECT_EQ(answer_of(study).doubt, "");
    EXPECT_FALSE(others_have_processors(run)) << "nobody says so";
    const Answer before = answer_of(study);
    run.metrics["other_cpu_cores"].value = 1.2;
    run.notes.push_back({.run = 1,
                         .code = record::kDisturbedCode,
                         .level = record::Level::Warning,
                         .text = "other programs used 1.2 of the 2 processors while this was "
                                 "measured",
                         .item = "cc1plus 41 %, ffmpeg 12 %"});
    const Answer after = answer_of(study);
    EXPECT_EQ(after.limit, before.limit);
    EXPECT_EQ(after.headline, before.headline);
    EXPECT_EQ(after.doubt,
              "Other programs used 60 % of the processors (the busiest: cc1plus 41 %, ffmpeg "
              "12 %).");
    EXPECT_TRUE(others_have_processors(run));
    run.metrics["observed_workers{doing=core}"].value = 5.0;
    EXPECT_FALSE(others_have_processors(run)) << "it does not wait for them";
}

// Workers that are all bound to one processor wait for each other, and there is nobody to stop.
TEST(ObservedVerdict, WorkersThatShareOneProcessorHaveNoOthersToStop) {
    record::Study study = observed_study();
    record::RunData& run = study.runs[0];
    run.metrics["observed_workers{doing=core}"].value = 76.0;
    run.metrics["job_available_cores"].value = 4.0;
    for (const char* const role : {"main", "workers", "others"}) {
        run.metrics[metrics::labelled("job_cpu_cores", "role", role)].value = 0.3;
    }
    run.metrics["other_cpu_cores"].value = 0.05;
    EXPECT_FALSE(others_have_processors(run));
    run.metrics["other_cpu_cores"].value = 2.0;
    EXPECT_TRUE(others_have_processors(run));
}

record::Study crowded_study() {
    record::Study study = observed_study();
    record::RunData& run = study.runs[0];
    std::erase_if(run.metrics,
                  [](const auto& metric) { return metric.first.starts_with("observed_"); });
    run.metrics["observed_main{doing=running}"].value = 3.0;
    run.metrics["observed_main{doing=core}"].value = 75.0;
    run.metrics["observed_main{doing=storage}"].value = 22.0;
    return study;
}

// Goal: a job that hardly computes is not told that the CPU is its bottleneck; who has the
// processors is said, by name.
TEST(ObservedVerdict, AJobThatWaitsForProcessorsIsToldWhoHasThem) {
    record::Study study = crowded_study();
    record::RunData& run = study.runs[0];
    EXPECT_EQ(answer_of(study).headline, "The job does not get the processors that it waits for.");
    run.notes.push_back({.run = 1,
                         .code = record::kDisturbedCode,
                         .level = record::Level::Warning,
                         .text = "other programs used 1.9 of the 2 processors while this was "
                                 "measured",
                         .item = "burn 93 %"});
    EXPECT_EQ(answer_of(study).headline,
              "Other programs hold the processors that the job waits for.");
    EXPECT_THAT(judge(study).sentence,
                testing::AllOf(HasSubstr("(the busiest: burn 93 %)"),
                               HasSubstr("waits for reads 22 % of the time")));
}

// Goal: where its own affinity keeps the job short, that is said, whatever others do beside it.
TEST(ObservedVerdict, AJobThatMayUseTooFewProcessorsIsToldWhich) {
    record::Study study = crowded_study();
    record::RunData& run = study.runs[0];
    run.metrics["job_available_cores"].value = 1.0;
    run.metrics["job_cpu_cores{role=main}"].value = 0.98;
    run.notes.push_back({.run = 1, .code = record::kDisturbedCode, .item = "burn 50 %"});
    const std::string why =
        "Its affinity lets the job run on 1 of the machine's 2 processors alone: 0.";
    run.notes.push_back({.run = 1, .code = kFewProcessorsCode, .text = why});
    EXPECT_TRUE(has_too_few_processors(run));
    EXPECT_FALSE(others_have_processors(run));
    EXPECT_EQ(answer_of(study).headline, "The job may use too few processors.");
    EXPECT_THAT(judge(study).sentence, HasSubstr(why));
    run.metrics["job_cpu_cores{role=main}"].value = 0.3;
    EXPECT_TRUE(others_have_processors(run)) << "others have that one, too";
}

// Goal: figures of a part of the time that was asked for say so first.
TEST(ObservedVerdict, TellsThatTheJobEndedEarly) {
    record::Study study = observed_study();
    const std::string text =
        "The job ended after 16 s of the 30 s asked for; the figures are of that time.";
    EXPECT_THAT(judge(study).sentence, Not(HasSubstr("ended")));
    study.runs[0].notes.push_back({.run = 1, .code = kEndedCode, .text = text});
    EXPECT_EQ(observed_evidence(study.runs[0]).front(), text);
    EXPECT_THAT(judge(study).sentence, HasSubstr(text));
    EXPECT_EQ(answer_of(study).limit, Limit::Storage);
}

TEST(ObservedVerdict, IsMeasuredWhereNudgingConfirmsIt) {
    record::Study study = observed_study();
    put_leverage(study, "disk", 0.8, 1.1);
    put_leverage(study, "cpu", -0.1, 0.1);
    study.runs[0].metrics["nudge_loss{resource=cpu}"].value = -0.9;
    const record::Verdict verdict = judge(study);
    EXPECT_EQ(verdict.grade, record::Grade::Measured);
    EXPECT_THAT(
        verdict.sentence,
        testing::AllOf(HasSubstr("Storage is the bottleneck: the job slowed down as its reads did"),
                       HasSubstr("With its reads 24 % slower the job was 22 % slower: leverage "
                                 "0.95, 0.80 to 1.1."),
                       HasSubstr("With its processors 24 % slower the job was as fast"),
                       Not(HasSubstr("suggest"))));
    EXPECT_THAT(answer_of(study).grounds, HasSubstr("slowing the job down"));
}

TEST(ObservedVerdict, IsNoneWhereNudgingSaysOtherwise) {
    record::Study study = observed_study();
    put_leverage(study, "disk", -0.1, 0.2);
    EXPECT_EQ(answer_of(study).limit, Limit::Unsure);
    EXPECT_THAT(judge(study).sentence, HasSubstr("say different things"));
    put_leverage(study, "disk", 0.2, 0.9);  // neither way
    EXPECT_EQ(judge(study).grade, record::Grade::Suggested);
    EXPECT_EQ(answer_of(study).limit, Limit::Storage);
    study.runs[0].absent["nudge_leverage{resource=cpu}"] = "too few moments could be compared";
    EXPECT_THAT(judge(study).sentence,
                HasSubstr("leverage of its processors is not known: too few moments"));
    study.runs[0].metrics.erase("observed_main{doing=no_work}");
    study.runs[0].metrics.erase("observed_workers{doing=storage}");
    study.runs[0].metrics["observed_main{doing=sleep}"].value = 98.0;
    study.runs[0].metrics["observed_workers{doing=no_work}"].value = 95.0;
    EXPECT_EQ(answer_of(study).limit, Limit::Consumer);
    put_leverage(study, "disk", 0.8, 1.1);
    EXPECT_EQ(answer_of(study).limit, Limit::Unsure);
}

TEST(ObservedVerdict, NamesNoGpuThatWasNotSeen) {
    record::Study study = observed_study();
    study.runs[0].metrics.clear();
    study.runs[0].metrics["observed_main{doing=sleep}"].value = 98.0;
    study.runs[0].metrics["observed_workers{doing=no_work}"].value = 95.0;
    const Answer answer = answer_of(study);
    EXPECT_EQ(answer.limit, Limit::Consumer);
    EXPECT_THAT(answer.headline, Not(HasSubstr("GPU")));
}

TEST(ObservedVerdict, SaysNothingOfAMainThreadThatCouldNotBeSeen) {
    record::Study study = observed_study();
    study.runs[0].metrics.erase("observed_main{doing=no_work}");
    study.runs[0].metrics["observed_main{doing=other}"].value = 99.0;
    EXPECT_EQ(answer_of(study).limit, Limit::Storage);
    EXPECT_THAT(judge(study).sentence, Not(HasSubstr("waits for data")));
}

TEST(ObservedVerdict, IsNoneWhereNothingWasSeen) {
    record::Study study = observed_study();
    study.runs[0].metrics.clear();
    EXPECT_THAT(judge(study).sentence, HasSubstr("No verdict"));
    EXPECT_EQ(answer_of(study).limit, Limit::None);
}

}  // namespace
}  // namespace throughline::analysis
